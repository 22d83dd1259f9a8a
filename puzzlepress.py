"""puzzlepress as a library: boards, made or read, that can be proved, graded, explained and drawn.

What is not listed here is private. ``python -m puzzlepress`` is the same as ``puzzlepress``.
"""

from __future__ import annotations

from pipeline import __version__
from pipeline.kinds import kind_ids as kinds
from pipeline.stages.boards import Board, generate, read, read_board, write

__all__ = ["Board", "__version__", "generate", "kinds", "read", "read_board", "write"]

if __name__ == "__main__":
    from pipeline.commands.app import main

    main()
