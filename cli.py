"""The puzzlepress command line: ``python cli.py ...`` is the same as ``puzzlepress ...``."""

from __future__ import annotations

from pipeline.commands.app import app, main

__all__ = ["app", "main"]

if __name__ == "__main__":
    main()
