"""The rules of Hashi by definition; no code is shared with the engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from pipeline.kinds.hashi.model import RULE_PARTS, UNKNOWN, between, runs_across
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.board.board import Board, Solution


def check(board: Board, answer: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, by definition.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> board = make_clues(1, 5, [2, 0, 3, 0, 1])
    >>> check(board, make_solution([(0, 2, 2), (2, 4, 1)]))
    ()
    >>> [violation.code for violation in check(board, make_solution([(0, 2, 2)]))]
    ['wrong-count', 'wrong-count', 'not-connected']
    """
    limit, is_connected, has_loops = RULE_PARTS[board.rule]
    islands = {cell: clue for cell, clue in enumerate(board.values) if clue}
    joined = [(a, b) for a, b, _ in answer.items if a in islands and b in islands]
    violations = [
        *_misplaced(board, answer, islands),
        *_miscounted(answer, islands, limit),
        *(_parted(islands, joined) if is_connected else ()),
        *(() if has_loops else _loops(joined)),
    ]
    return tuple(violations)


def _misplaced(board: Board, answer: Solution, islands: Mapping[int, int]) -> Iterator[Violation]:
    """Bridges run straight from island to island, pass over none, and do not cross."""
    cols = board.cols
    for cell in (cell for bridge in answer.items for cell in bridge[:2] if cell not in islands):
        yield Violation("loose-end", (cell,), "a bridge ends in the water")
    passed = {bridge[:2]: between(cols, *bridge[:2]) for bridge in answer.items}
    for ends, cells in passed.items():
        if cells is None:
            yield Violation("slanted", ends, "a bridge runs in no row and no column")
    over: dict[int, list[bool]] = {}
    for ends, cells in passed.items():
        if met := tuple(cell for cell in cells or () if cell in islands):
            yield Violation("over-island", met, "a bridge passes over an island")
        for cell in cells or ():
            over.setdefault(cell, []).append(runs_across(cols, *ends))
    for cell, ways in sorted(over.items()):
        for first, second in combinations(ways, 2):
            if first != second:
                yield Violation("crossing", (cell,), "two bridges cross")


def _miscounted(answer: Solution, islands: Mapping[int, int], limit: int) -> Iterator[Violation]:
    """No more bridges than allowed are side by side, and each island has its number of bridges."""
    count: Counter[int] = Counter()
    for start, end, number in answer.items:
        count[start] += number
        count[end] += number
        if number > limit:
            what = f"{number} bridges run side by side where {limit} are allowed"
            yield Violation("too-many", (start, end), what)
    for cell, clue in islands.items():
        if clue == UNKNOWN and not count[cell]:
            yield Violation("wrong-count", (cell,), "an island has no bridge")
        elif clue not in (UNKNOWN, count[cell]):
            what = f"an island of {clue} has {count[cell]} bridges"
            yield Violation("wrong-count", (cell,), what)


def _parted(islands: Iterable[int], joined: Iterable[tuple[int, int]]) -> Iterator[Violation]:
    """All islands are connected."""
    group = {cell: [cell] for cell in islands}
    for one, other in joined:
        small, large = group[one], group[other]
        if small is not large:
            small, large = (large, small) if len(small) > len(large) else (small, large)
            large += small
            group.update(dict.fromkeys(small, large))
    groups = {id(cells): cells for cells in group.values()}.values()
    if len(groups) > 1:
        smallest = min(groups, key=lambda cells: (len(cells), min(cells)))
        what = f"the islands fall into {len(groups)} groups, not one"
        yield Violation("not-connected", tuple(sorted(smallest)), what)


def _loops(joined: Iterable[tuple[int, int]]) -> Iterator[Violation]:
    """Bridges close no loop; two bridges side by side are not a loop."""
    import networkx as nx  # a tenth of a second that most commands need not wait

    for loop in nx.cycle_basis(nx.Graph(joined)):
        yield Violation("loop", tuple(sorted(loop)), f"{len(loop)} islands are joined in a loop")
