"""Preflight: a finished PDF judged by printers' rules and by what readers expect."""
