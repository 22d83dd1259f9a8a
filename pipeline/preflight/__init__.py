"""Preflight: opens any PDF, reads what is painted on its pages, and judges it by printers' rules.

``content.py`` interprets content streams, ``measure.py`` draws figures from what they paint, the
files named ``check_*.py`` hold the rules, and ``judge.py`` calls them. What the printers ask for
is data (``pipeline/book/printers.toml``). Knows no puzzle; reading puzzles back from pages is the
business of the kinds, and ``drawing.py`` hands them what is painted.
"""
