"""Answers for screen readers: lines as directions from cell to cell, bridges by island."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, Final

from pipeline.book.parts.board_words import clue_rows, in_letters
from pipeline.kinds.interface import AnyKind
from pipeline.scene.endpoint_icons import Ends

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
    """Yield the bridges of each island to the right and down."""
    _, _, right, down = _WAYS[language]
    for island, run in groupby(sorted(map(tuple, bridges)), key=lambda bridge: bridge[0]):
        parts = (f"{n} {right if to // cols == island // cols else down}" for _, to, n in run)
        yield f"{_place(island, cols, language)}: {', '.join(parts)}"
