"""A solved board as text for a terminal: labels, or tubes of box-drawing characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.numberlink.formats.grids import SYMBOLS
from pipeline.kinds.numberlink.model import Clues, Path, Solution

EMPTY: Final = "."
OUTSIDE: Final = "#"
"""A blocked cell, beyond the outline of the board."""

BROKEN: Final = "?"

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_TUBES: Final = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
}

_STEPS: Final = {
    (0, 1): (_RIGHT, _LEFT),
    (0, -1): (_LEFT, _RIGHT),
    (1, 0): (_DOWN, _UP),
    (-1, 0): (_UP, _DOWN),
}
"""The sides on which the cell left and the cell entered are linked, by (rows, columns) moved."""

_COLOURS: Final = (31, 32, 33, 34, 35, 36, 91, 92, 93, 94, 95, 96)  # ANSI foregrounds


def labels(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with each line's label in all of its cells, one row a line.

    Pairs keep the labels of their source; else they are labelled 1-9, A-Z, a-z, 0, and where that
    is not enough by their numbers with spaces between. A dot is an unused cell, ``#`` one outside
    the outline.

    >>> from pipeline.kinds.numberlink.model import make_clues, make_solution
    >>> clues = make_clues(3, 3, "free", [1, 0, 0, 0, 2, 0, 2, 1, 0])
    >>> labels(clues, make_solution([[0, 1, 2, 5, 8, 7], [4, 3, 6]]), False)
    '111\n221\n211\n'
    """
    width = max(map(len, _names(clues)))
    return _written(
        clues, solution, is_coloured, " " * (width > 1), lambda word, *_: word.rjust(width)
    )


def tubes(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the board with its lines as tubes of box-drawing characters, ends as labels.

    Labels and other cells are as in `labels`; if a label is wider than one character, so is every
    cell. A question mark shows where an unchecked solution breaks or forks.

    >>> from pipeline.kinds.numberlink.model import make_clues, make_solution
    >>> clues = make_clues(3, 3, "free", [1, 0, 0, 0, 2, 0, 2, 1, 0])
    >>> print(tubes(clues, make_solution([[0, 1, 2, 5, 8, 7], [4, 3, 6]]), False), end="")
    1─┐
    ┌2│
    21┘
    """
    width, links = max(map(len, _names(clues))), _links(clues, solution)

    def word_of(word: str, cell: int, path: Path) -> str:
        sides = links.get(cell, 0) if path else 0
        if path and cell not in (path[0], path[-1]):
            word = _TUBES.get(sides, BROKEN)
        return word.ljust(width, "─" if sides & _RIGHT else " ")

    return _written(clues, solution, is_coloured, "", word_of)


TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {
    "labels": labels,
    "tubes": tubes,
}


def _names(clues: Clues) -> tuple[str, ...]:
    if clues.labels:
        return clues.labels
    if clues.pairs <= len(SYMBOLS):
        return tuple(SYMBOLS[: clues.pairs])
    return tuple(str(number) for number in range(1, clues.pairs + 1))


def _links(clues: Clues, solution: Solution) -> dict[int, int]:
    """Return the sides by which lines leave each used cell, as a sum of the four bits."""
    links: dict[int, int] = {}
    for path in solution.paths:
        for here, there in pairwise(path):
            (row, col), (row_there, col_there) = divmod(here, clues.cols), divmod(there, clues.cols)
            sides = _STEPS.get((row_there - row, col_there - col))
            if sides is not None:
                links[here] = links.get(here, 0) | sides[0]
                links[there] = links.get(there, 0) | sides[1]
    return links


def _written(
    clues: Clues,
    solution: Solution,
    is_coloured: bool,
    gap: str,
    word_of: Callable[[str, int, Path], str],
) -> str:
    """Return the rows of a board; ``word_of`` (name, cell, path) returns the text of a cell."""
    words = [
        word_of(OUTSIDE if cell in clues.blocked else EMPTY, cell, ())
        for cell in range(len(clues.numbers))
    ]
    for pair, (name, path) in enumerate(zip(_names(clues), solution.paths, strict=True)):
        colour = f"\x1b[{_COLOURS[pair % len(_COLOURS)]}m{{}}\x1b[0m" if is_coloured else "{}"
        for cell in path:
            words[cell] = colour.format(word_of(name, cell, path))
    return to_lines(*(gap.join(row).rstrip() for row in split_rows(words, clues.cols)))


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report: the number of pairs.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> facts(make_clues(1, 3, "cover", ["a", 0, "a"]))
    {'pairs': 1}
    """
    return {"pairs": clues.pairs}
