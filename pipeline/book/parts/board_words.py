"""Text alternatives of boards and answers, for screen readers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any, Final

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.kind_texts import read_texts
from pipeline.scene.endpoint_icons import Ends, letters_of

_SHAPES: Final = {"white": "o", "black": "x", "wall": "#", "tree": "T"}
_HEAD: Final = {
    "en": "clues row by row, a dot for an empty cell",
    "de": "Zeile für Zeile, ein Punkt für ein leeres Feld",
    "fr": "ligne par ligne, un point pour une case vide",
}
_LEGEND: Final = {
    "en": {"o": "o for a white circle", "x": "x for a black circle", "#": "# for a blocked cell",
           "?": "? for an unknown number", "T": "T for a tree"},
    "de": {"o": "o für einen weißen Kreis", "x": "x für einen schwarzen Kreis",
           "#": "# für ein gesperrtes Feld", "?": "? für eine unbekannte Zahl",
           "T": "T für einen Baum"},
    "fr": {"o": "o pour un cercle blanc", "x": "x pour un cercle noir",
           "#": "# pour une case bloquée", "?": "? pour un nombre inconnu",
           "T": "T pour un arbre"},
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
    looks = (kind.play(board, None, "en") or {}).get("looks") if kind.play is not None else None
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
    own = read_texts(kind.package, language)["words"]
    legend = (own.get(sign, words) for sign, words in _LEGEND[language].items() if sign in signs)
    head = ", ".join((_HEAD[language], *legend))
    return f"{kind.title_in(language)} {len(rows[0])}x{len(rows)}; {head}: {listed}"


_PLACE: Final = {
    "en": "row {row}, column {col}",
    "de": "Zeile {row}, Spalte {col}",
    "fr": "ligne {row}, colonne {col}",
}
_CORNER: Final = {
    "en": "the upper left corner of {place}",
    "de": "der linken oberen Ecke von {place}",
    "fr": "le coin supérieur gauche de {place}",
}
_FROM: Final = {"en": "from {place}: ", "de": "von {place}: ", "fr": "depuis {place} : "}
_WAYS: Final = {
    "en": ("left", "up", "right", "down"),
    "de": ("nach links", "nach oben", "nach rechts", "nach unten"),
    "fr": ("à gauche", "vers le haut", "à droite", "vers le bas"),
}


def describe_answer(
    kind: AnyKind, clues: Any, solution: Any, language: str = "en", ends: Ends = "numbers"
) -> str:
    """Return an answer as text: the kind's own, else lines as directions, else all cells.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> clues = kind.decode({"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0]]})
    >>> describe_answer(kind, clues, kind.decode_solution(clues, {"paths": [[0, 3, 4, 5, 2]]}))
    '1 from row 1, column 1: 1 down, 2 right, 1 up'
    """
    if kind.answer_text is not None:
        return kind.answer_text(clues, solution)
    answer, cols = kind.encode_solution(solution), clues.cols
    if "bridges" in answer:
        return "; ".join(_bridges(answer["bridges"], cols, language))
    if "paths" in answer:
        return "; ".join(
            f"{in_letters(str(number), ends)} {_way(path, cols, language)}"
            for number, path in enumerate(answer["paths"], 1)
        )
    if "edges" in answer:
        words = [word for row in clue_rows(kind, clues) for word in row]
        firsts = {cell for cell, word in enumerate(words) if word == "1"}
        return "; ".join(_way(way, cols, language) for way in _ways(answer["edges"], firsts))
    if "borders" in answer:
        ways = _ways(answer["borders"], ())
        return "; ".join(_way(way, cols + 1, language, _CORNER[language]) for way in ways)
    write = next(iter(kind.texts.values()))
    return "; ".join(filter(None, write(clues, solution, False).split("\n")))


def _place(cell: int, cols: int, language: str) -> str:
    row, col = divmod(cell, cols)
    return _PLACE[language].format(row=row + 1, col=col + 1)


def _way(cells: Sequence[int], cols: int, language: str, start: str = "{place}") -> str:
    """Return the start of a way, and its runs in each direction."""
    steps = dict(zip((-1, -cols, 1, cols), _WAYS[language], strict=True))
    runs = groupby(steps[after - cell] for cell, after in pairwise(cells))
    origin = _FROM[language].format(place=start.format(place=_place(cells[0], cols, language)))
    return origin + ", ".join(f"{len([*run])} {way}" for way, run in runs)


def _ways(pairs: Iterable[Sequence[int]], firsts: Iterable[int]) -> Iterator[list[int]]:
    """Yield the paths and loops of joined pairs; a path starts at an end, in ``firsts`` if any."""
    near = defaultdict[int, set[int]](set)
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    while near:
        ends = [cell for cell, others in near.items() if len(others) == 1]
        way = [min(ends or near, key=lambda cell: (cell not in firsts, cell))]
        while way[-1] in near:
            here, after = way[-1], min(near[way[-1]])
            for one, other in ((here, after), (after, here)):
                near[one].remove(other)
                if not near[one]:
                    del near[one]
            way.append(after)
        yield way


def _bridges(bridges: Iterable[Sequence[int]], cols: int, language: str) -> Iterator[str]:
    _, _, right, down = _WAYS[language]
    for island, run in groupby(sorted(map(tuple, bridges)), key=lambda bridge: bridge[0]):
        parts = (f"{n} {right if to // cols == island // cols else down}" for _, to, n in run)
        yield f"{_place(island, cols, language)}: {', '.join(parts)}"
