"""Preflight: a finished PDF judged by printers' rules and by what readers expect.

The files named ``check_*.py`` hold the rules, and ``judge.py`` calls them. What the printers ask
for is data (``pipeline/book/press/printers.toml``). Knows no puzzle; ``pipeline/pdf`` reads files.
"""
