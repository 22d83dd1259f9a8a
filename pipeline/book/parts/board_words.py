"""A board in words, for readers who do not see it: alternatives of pictures, tables of clues."""

from __future__ import annotations

import re
from typing import Any

from pipeline.kinds.interface import AnyKind
from pipeline.scene.ends import Ends, letters_of


def clue_rows(kind: AnyKind, clues: Any) -> list[list[str]]:
    """Return what stands in each cell of a board as it is posed, "" where nothing does.

    That is the first grid of the puzzle's JSON; cells outside the outline say "#".
    """
    puzzle = kind.encode(clues)
    grid = next(value for _, value in sorted(puzzle.items()) if _is_grid(value))
    blocked, cols = set(puzzle.get("blocked", ())), len(grid[0])
    return [
        [
            "#" if row * cols + col in blocked else str(value) if value else ""
            for col, value in enumerate(line)
        ]
        for row, line in enumerate(grid)
    ]


def _is_grid(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def in_letters(text: str, ends: Ends) -> str:
    """Return words about a board with its numbers as letters, where these stand on it.

    Examples
    --------
    >>> in_letters("1 . 2", "letters"), in_letters("1 . 2", "icons")
    ('A . B', '1 . 2')
    """
    if ends not in ("letters", "dots"):
        return text
    return re.sub("[1-9][0-9]*", lambda found: letters_of(int(found[0])), text)


def describe_board(kind: AnyKind, clues: Any, language: str = "en", ends: Ends = "numbers") -> str:
    """Return a board in words: kind, size, and the clues row by row.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> clues = kind.decode({"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0]]})
    >>> describe_board(kind, clues)
    'Numberlink 3x2; clues row by row, a dot for an empty cell: 1 . 1; . . .'
    """
    rows = clue_rows(kind, clues)
    said = in_letters("; ".join(" ".join(cell or "." for cell in row) for row in rows), ends)
    head = {"de": "Zeile für Zeile, ein Punkt für ein leeres Feld",
            "fr": "ligne par ligne, un point pour une case vide"}.get(
        language, "clues row by row, a dot for an empty cell")  # fmt: skip
    return f"{kind.title_in(language)} {len(rows[0])}x{len(rows)}; {head}: {said}"


def describe_answer(kind: AnyKind, clues: Any, solution: Any, ends: Ends = "numbers") -> str:
    """Return an answer in words: as the kind says it, else each cell's line, row by row."""
    if kind.answer_text is not None:
        return kind.answer_text(clues, solution)
    write = next(iter(kind.texts.values()))
    return in_letters("; ".join(filter(None, write(clues, solution, False).split("\n"))), ends)
