"""Params, Clues and Solution of Hashi, their JSON form, and the canonical form of a board.

A cell is ``row * cols + col``. A clue is 0 for water, ``n`` for an island with ``n`` bridges, -1
for an island without a number, which has at least one. Adjacent islands can be joined by a bridge
without length, which some formats cannot show. A pair with two bridges is no loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from pipeline.kinds.kit.board.json_rows import read_rows, read_whole
from pipeline.kinds.kit.board.symmetry import images
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.model import JsonObject, PuzzleFormatError

MOST_BRIDGES: Final = 4  # Most bridges side by side that any rule allows
LARGEST_CLUE: Final = 4 * MOST_BRIDGES  # Largest number on an island that any rule allows
UNKNOWN: Final = -1  # The clue of an island without a number
MAX_SIDE: Final = 1000  # Of a puzzle read from outside; beyond it no engine here answers


class RuleParts(NamedTuple):
    """The three parts of a rule."""

    max_bridges: int
    connected: bool
    loops: bool


_NAMES: Final = {
    (True, True): "connected",
    (True, False): "tree",
    (False, True): "free",
    (False, False): "forest",
}

RULE_PARTS: Final[Mapping[str, RuleParts]] = {
    f"{name}-{most}": RuleParts(most, connected, loops)
    for (connected, loops), name in _NAMES.items()
    for most in (2, 1, 3, 4)
}
"""The parts of each rule by its name; the number is the most bridges side by side."""

RULES: Final = tuple(RULE_PARTS)  # Names of the rules, the default first


@dataclass(frozen=True, slots=True)
class Params:
    """The options of the generator; ``options.parse_params`` makes it.

    ``islands`` is the inclusive range of the number of islands, None for ``density`` percent of
    the cells. ``multiples`` is the share of pairs with more than one bridge and ``spans`` how far
    bridges reach, both from 0 to 100. ``symmetry`` is one of ``options.SYMMETRIES``, ``band`` the
    name of the band aimed at or None, ``hardest`` the hardest deduction that may be needed.
    ``unknown`` percent of the islands have no number, as far as the puzzle stays unique.
    """

    rows: int
    cols: int
    rule: str = RULES[0]
    islands: tuple[int, int] | None = None
    density: int = 20
    multiples: int = 50
    spans: int = 40
    symmetry: str = "none"
    band: str | None = None
    hardest: str | None = None
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Clues:
    """The puzzle as printed: size, the three parts of its rule, and the islands.

    ``islands`` holds rows * cols numbers in reading order: 0 water, -1 unknown, else the clue.
    """

    rows: int
    cols: int
    islands: tuple[int, ...]
    max_bridges: int = 2
    connected: bool = True
    loops: bool = True

    @property
    def rule(self) -> str:
        """Name of the rule that the puzzle is posed under."""
        return rule_name(self.max_bridges, self.connected, self.loops)

    def island_cells(self) -> tuple[int, ...]:
        """Return the cells that hold an island, in reading order."""
        return tuple(cell for cell, clue in enumerate(self.islands) if clue)


@dataclass(frozen=True, slots=True)
class Solution:
    """The bridges: (cell, cell, how many), the smaller cell first, in rising order.

    Pairs of islands without a bridge are left out, so that equal solutions are equal values.
    """

    bridges: tuple[tuple[int, int, int], ...]


def make_solution(bridges: Iterable[Sequence[int]]) -> Solution:
    """Return the solution with these bridges in their normal order.

    >>> make_solution([(8, 2, 1), (2, 0, 2)]).bridges
    ((0, 2, 2), (2, 8, 1))
    """
    return Solution(tuple(sorted((min(a, b), max(a, b), count) for a, b, count in bridges)))


def make_clues(rows: int, cols: int, islands: Sequence[int], rule: str = RULES[0]) -> Clues:
    """Return clues posed under a rule.

    ``islands``: 0 for water, `UNKNOWN`, or the number of bridges from 1 to `LARGEST_CLUE`.
    `PuzzleFormatError` if the size is unfit, there is no island, or a clue no rule allows.
    `ConfigError` if the rule is unknown.

    >>> make_clues(1, 3, [2, 0, 2]).rule
    'connected-2'
    """
    parts = RULE_PARTS[require_rule(rule, RULES)]
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise PuzzleFormatError(f"expected sides from 1 to {MAX_SIDE} cells, found {cols}x{rows}")
    if len(islands) != rows * cols:
        raise PuzzleFormatError(
            f"expected {rows * cols} cells ({cols}x{rows}), found {len(islands)}"
        )
    for cell, clue in enumerate(islands):
        if not UNKNOWN <= clue <= LARGEST_CLUE:
            raise PuzzleFormatError(
                f"expected islands with 1 to {LARGEST_CLUE} bridges, found {clue} at row "
                f"{cell // cols + 1}, column {cell % cols + 1}; no island can have more"
            )
    if not any(islands):
        raise PuzzleFormatError("expected at least one island, found only water")
    return Clues(rows, cols, tuple(islands), *parts)


def rule_name(max_bridges: int, connected: bool, loops: bool) -> str:
    """Return the name of the rule with these parts.

    >>> rule_name(3, connected=False, loops=True)
    'free-3'
    """
    return f"{_NAMES[connected, loops]}-{max_bridges}"


def with_rule(clues: Clues, rule: str) -> Clues:
    """Return the same clues posed under another rule."""
    return replace(clues, **RULE_PARTS[require_rule(rule, RULES)]._asdict())


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule."""
    own, its = (RULE_PARTS[require_rule(name, RULES)] for name in (rule, other))
    return (
        own.max_bridges >= its.max_bridges
        and own.connected <= its.connected
        and own.loops >= its.loops
    )


def encode(clues: Clues) -> JsonObject:
    """Return the JSON form of clues.

    >>> encode(make_clues(1, 3, [2, 0, -1]))["clues"]
    [[2, 0, -1]]
    """
    return {
        "rows": clues.rows,
        "cols": clues.cols,
        "max_bridges": clues.max_bridges,
        "connected": clues.connected,
        "loops": clues.loops,
        "clues": [list(row) for row in split_rows(clues.islands, clues.cols)],
    }


def decode(puzzle: JsonObject) -> Clues:
    """Return the clues in a ``record.puzzle``.

    The parts of the rule may be left out; they then are those of the usual rule.
    `PuzzleFormatError` for whatever would make a later stage fail: sizes, ragged rows, clues out of
    range.
    """
    rows, cols = (read_whole(puzzle, key, MAX_SIDE) for key in ("rows", "cols"))
    expected = "whole numbers in puzzle.clues (0 water, -1 an island without a number)"
    islands = read_rows(puzzle.get("clues"), "puzzle.clues", rows, cols, expected)
    usual = RULE_PARTS[RULES[0]]
    rule = rule_name(
        read_whole(puzzle, "max_bridges", MOST_BRIDGES, default=usual.max_bridges),
        _flag(puzzle, "connected", usual.connected),
        _flag(puzzle, "loops", usual.loops),
    )
    return make_clues(rows, cols, islands, rule)


def encode_solution(solution: Solution) -> JsonObject:
    """Return the JSON form of a solution: ``{"bridges": [[cell, cell, count], ...]}``."""
    return {"bridges": [list(bridge) for bridge in solution.bridges]}


def decode_solution(clues: Clues, value: JsonObject) -> Solution:
    """Return the solution in a ``record.solution``; whether it is right is for `check` to say.

    `PuzzleFormatError` if it is no list of [cell, cell, count] on the board, with each pair of
    cells once.
    """
    bridges = value.get("bridges") if isinstance(value, Mapping) else None
    if not isinstance(bridges, list):
        raise PuzzleFormatError("expected solution.bridges to be a list of [cell, cell, count]")
    size = clues.rows * clues.cols
    for bridge in bridges:
        if (
            not isinstance(bridge, list)
            or len(bridge) != 3
            or any(type(number) is not int for number in bridge)
        ):
            raise PuzzleFormatError(
                f"expected [cell, cell, count] in solution.bridges, found {bridge!r}"
            )
        one, other, count = bridge
        if not (0 <= one < size and 0 <= other < size and one != other):
            raise PuzzleFormatError(
                f"expected two cells from 0 to {size - 1} in solution.bridges, found {bridge!r}"
            )
        if not 1 <= count <= LARGEST_CLUE:
            raise PuzzleFormatError(
                f"expected 1 to {LARGEST_CLUE} bridges in solution.bridges, found {bridge!r}"
            )
    solution = make_solution(bridges)
    if len({bridge[:2] for bridge in solution.bridges}) != len(bridges):
        raise PuzzleFormatError(
            "expected each pair of cells once in solution.bridges, found one twice; add up counts"
        )
    return solution


def _flag(puzzle: JsonObject, key: str, default: bool) -> bool:
    value: Any = puzzle.get(key, default)
    if type(value) is not bool:
        raise PuzzleFormatError(f"expected puzzle.{key} to be true or false, found {value!r}")
    return value


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form: its size, and its clues in reading order.

    >>> canonical(Clues(2, 3, (0, 0, 1, 0, 0, 1)))
    '2x3:1,0,0,1,0,0'
    """
    least = canonical_clues(clues)
    return f"{least.rows}x{least.cols}:{','.join(str(clue) for clue in least.islands)}"


def canonical_clues(clues: Clues) -> Clues:
    """Return the smallest form itself, as clues under the same rule.

    The fewest rows come first, then the clues compared in reading order, from the largest clue:
    so that the corner of the board that has an island, if one has, comes to the front.
    """
    rows, cols, islands = min(
        images(clues.rows, clues.cols, clues.islands),
        key=lambda image: (image[0], tuple(-clue for clue in image[2])),
    )
    return replace(clues, rows=rows, cols=cols, islands=islands)
