"""puzzlepress as a library: boards, made or read, that can be proved, graded, explained and drawn.

``kit`` is the door for kinds of one's own (docs/kinds.md). What is not listed here is private.
``python -m puzzlepress`` is the same as ``puzzlepress``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.kinds import kind_ids as kinds
from pipeline.kinds import kit

if TYPE_CHECKING:
    from pipeline.stages.boards import Board, generate, read, read_board, write

__all__ = ["Board", "__version__", "generate", "kinds", "kit", "read", "read_board", "write"]


def __getattr__(name: str) -> Any:
    """Import what boards need when it is first used, which the page of a kind does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pipeline.stages import boards

    return getattr(boards, name)


if __name__ == "__main__":
    from pipeline.commands.app import main

    main()
