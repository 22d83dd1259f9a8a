"""Text alternatives of boards, for screen readers."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.scene.endpoint_icons import Ends, letters_of

_SHAPES: Final = {"white": "o", "black": "x", "wall": "#"}
_HEAD: Final = {
    "en": "clues row by row, a dot for an empty cell",
    "de": "Zeile für Zeile, ein Punkt für ein leeres Feld",
    "fr": "ligne par ligne, un point pour une case vide",
}
_LEGEND: Final = {
    "en": {"o": "o for a white circle", "x": "x for a black circle", "#": "# for a blocked cell",
           "?": "? for an unknown number"},
    "de": {"o": "o für einen weißen Kreis", "x": "x für einen schwarzen Kreis",
           "#": "# für ein gesperrtes Feld", "?": "? für eine unbekannte Zahl"},
    "fr": {"o": "o pour un cercle blanc", "x": "x pour un cercle noir",
           "#": "# pour une case bloquée", "?": "? pour un nombre inconnu"},
}  # fmt: skip


def clue_rows(kind: AnyKind, clues: Any) -> list[list[str]]:
    """Return the clue in each cell of a board, "" for an empty cell.

    The clues are the first grid of the puzzle's JSON. White and black circles are "o" and "x",
    filled cells and those outside the outline "#", unknown numbers "?".
    """
    puzzle = kind.encode(clues)
    lists = (value for value in puzzle.values() if isinstance(value, list) and value)
    grid = next(value for value in lists if isinstance(value[0], list))
    blocked, cols = set(puzzle.get("blocked", ())), len(grid[0])
    empty, words = _signs(kind.id)
    return [
        [
            "#"
            if row * cols + col in blocked
            else ""
            if value == empty
            else words.get(value, str(value) if value >= 0 else "?")
            for col, value in enumerate(line)
        ]
        for row, line in enumerate(grid)
    ]


@cache
def _signs(kind_id: str) -> tuple[int, dict[int, str]]:
    """Return the value of an empty cell, and the signs of values that are not numbers."""
    kind = get_kind(kind_id)
    board = kind.decode(load_examples(kind)["solved"][0]["puzzle"])
    looks = (kind.play(board, "en") or {}).get("looks") if kind.play is not None else None
    if not looks:
        return 0, {}
    return looks["empty"], {
        int(value): _SHAPES[shape]
        for value, (shape, is_number) in looks["signs"].items()
        if not is_number
    }


def in_letters(text: str, ends: Ends) -> str:
    """Return a text about a board with its numbers as letters, if the board shows letters.

    Examples
    --------
    >>> in_letters("1 . 2", "letters"), in_letters("1 . 2", "icons")
    ('A . B', '1 . 2')
    """
    if ends not in ("letters", "dots"):
        return text
    return re.sub("[1-9][0-9]*", lambda found: letters_of(int(found[0])), text)


def describe_board(kind: AnyKind, clues: Any, language: str = "en", ends: Ends = "numbers") -> str:
    """Return a board as text: kind, size, and the clues row by row.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> clues = kind.decode({"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0]]})
    >>> describe_board(kind, clues)
    'Numberlink 3x2; clues row by row, a dot for an empty cell: 1 . 1; . . .'
    """
    rows = clue_rows(kind, clues)
    listed = in_letters("; ".join(" ".join(cell or "." for cell in row) for row in rows), ends)
    signs = {cell for row in rows for cell in row}
    legend = (words for sign, words in _LEGEND[language].items() if sign in signs)
    head = ", ".join((_HEAD[language], *legend))
    return f"{kind.title_in(language)} {len(rows[0])}x{len(rows)}; {head}: {listed}"
