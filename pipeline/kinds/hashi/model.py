"""The boards of Hashi, the parts of their rules, and the options of the generator.

A clue is 0 for water, ``n`` for an island with ``n`` bridges, -1 for an island without a number,
which has at least one. Adjacent islands can be joined by a bridge without length, which some forms
cannot show. A pair with two bridges is no loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.looks.bridge.spans import between as between
from pipeline.kinds.kit.looks.bridge.spans import runs_across as runs_across
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.model import PuzzleFormatError

MOST_BRIDGES: Final = 4  # Most bridges side by side that any rule allows
LARGEST_CLUE: Final = 4 * MOST_BRIDGES  # Largest number on an island that any rule allows
UNKNOWN: Final = -1  # The clue of an island without a number


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
    name of the wanted band or None, ``hardest`` the hardest deduction that may be needed.
    ``unknown`` percent of the islands have no number, or fewer if the puzzle would not be unique.
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


def _require_island(board: Board) -> Board:
    if not any(board.values):
        raise PuzzleFormatError("expected at least one island, found only water")
    return board


BOARDS: Final = Boards(
    family="bridges",
    allowed=lambda rows, cols: range(UNKNOWN, LARGEST_CLUE + 1),
    expected=f"islands with 1 to {LARGEST_CLUE} bridges, -1 without a number, 0 for water",
    rules=RULES,
    rule_parts={rule: parts._asdict() for rule, parts in RULE_PARTS.items()},
    normalize=_require_island,
    most_side=1000,  # no engine here solves larger boards
    answers=lambda rows, cols: range(1, LARGEST_CLUE + 1),
    has_largest_first=True,  # so that an island in a corner comes first
)


def make_clues(rows: int, cols: int, islands: Sequence[int], rule: str = RULES[0]) -> Board:
    """Return validated clues under a rule; `ConfigError` if there is no such rule.

    >>> make_clues(1, 3, [2, 0, 2]).rule
    'connected-2'
    """
    return BOARDS.make_clues(rows, cols, islands, require_rule(rule, RULES))


def make_solution(bridges: Iterable[Sequence[int]]) -> Solution:
    """Return the solution with these bridges: (cell, cell, how many).

    >>> make_solution([(8, 2, 1), (2, 0, 2)]).items
    ((0, 2, 2), (2, 8, 1))
    """
    own = sorted((min(a, b), max(a, b), count) for a, b, count in bridges)
    return Solution("bridges", tuple(own))


def rule_name(max_bridges: int, connected: bool, loops: bool) -> str:
    """Return the name of the rule with these parts.

    >>> rule_name(3, connected=False, loops=True)
    'free-3'
    """
    return f"{_NAMES[connected, loops]}-{max_bridges}"


def with_rule(clues: Board, rule: str) -> Board:
    """Return the same clues under another rule."""
    return BOARDS.with_rule(clues, require_rule(rule, RULES))


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule."""
    one, its = (RULE_PARTS[require_rule(name, RULES)] for name in (rule, other))
    return (
        one.max_bridges >= its.max_bridges
        and one.connected <= its.connected
        and one.loops >= its.loops
    )


def facts(clues: Board) -> Mapping[str, int | str]:
    """Return the columns of a report.

    Islands, their share of the cells in percent, the sum of the clues, islands without a number.

    >>> facts(make_clues(1, 5, [2, 0, 3, 0, 1]))
    {'islands': 3, 'density': 60, 'clues': 6, 'unknown': 0}
    """
    numbers = [clue for _, clue in clues.clues_but(0)]
    unknown = numbers.count(UNKNOWN)
    return {
        "islands": len(numbers),
        "density": 100 * len(numbers) // len(clues.values),
        "clues": sum(numbers) - UNKNOWN * unknown,
        "unknown": unknown,
    }
