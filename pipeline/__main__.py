"""``python -m pipeline`` is the command line; ``python -m puzzlepress`` loads the library first."""

from __future__ import annotations

from pipeline.commands.app import main

if __name__ == "__main__":
    main()
