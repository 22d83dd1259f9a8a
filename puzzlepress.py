"""``python -m puzzlepress`` is the same as ``puzzlepress``."""

from __future__ import annotations

from cli import main

if __name__ == "__main__":
    main()
