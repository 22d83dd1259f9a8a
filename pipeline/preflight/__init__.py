"""Preflight: check a finished PDF against printers' rules and what readers expect."""
