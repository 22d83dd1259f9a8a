"""Grades by the reference search (docs/grading.md): its arrays, and the meaning of its counts.

Any change of a count is a new `VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.grades.grading import (
    band_cuts,
    mean_log2_hundredths,
    to_score,
)
from pipeline.kinds.kit.grades.minutes import ranked
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.model import Band, Grade, Json


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What holds for a solution, so that the search may assume it.

    ``is_covering``: no cell is empty. ``has_no_three_sides``: nowhere three edges of a line round a
    unit square. ``never_touches``: two neighbours on one line are always joined.
    """

    is_covering: bool
    has_no_three_sides: bool
    never_touches: bool

    @property
    def keeps_no_touch(self) -> bool:
        """Whether the solution satisfies the rule ``no-touch``: all three assumptions hold."""
        return self.is_covering and self.has_no_three_sides and self.never_touches

    def names(self) -> list[str]:
        """Return the names of the rules whose assumptions hold."""
        rules = {
            "cover": self.is_covering,
            "no-uturn": self.has_no_three_sides,
            "no-touch": self.never_touches,
        }
        return [name for name, holds in rules.items() if holds]


def find_assumptions(clues: Clues, solution: Solution) -> Assumptions:
    """Return the assumptions that hold for a solution."""
    cols = clues.cols
    owner = [-1] * (clues.rows * cols)
    edges: set[tuple[int, int]] = set()
    for pair, path in enumerate(solution.paths):
        for cell in path:
            owner[cell] = pair
        edges.update((min(a, b), max(a, b)) for a, b in pairwise(path))
    is_covering = all(owner[c] >= 0 or c in clues.blocked for c in range(len(owner)))
    never_touches, has_no_three_sides = True, True
    for cell in range(len(owner)):
        has_right, has_below = (cell + 1) % cols > 0, cell + cols < len(owner)
        for other in (cell + 1,) * has_right + (cell + cols,) * has_below:
            if owner[cell] >= 0 and owner[cell] == owner[other] and (cell, other) not in edges:
                never_touches = False
        if has_right and has_below:
            below = cell + cols
            square = ((cell, cell + 1), (cell, below), (cell + 1, below + 1), (below, below + 1))
            if sum(edge in edges for edge in square) > 2:
                has_no_three_sides = False
    return Assumptions(is_covering, has_no_three_sides, never_touches)


def make_arrays(clues: Clues, assumptions: Assumptions) -> tuple[kernel.Board, kernel.State]:
    """Return the arrays for the kernels: nothing is decided, ends know their pair.

    Edges are numbered in reading order of their first cell, the one to the right before the one
    below: these numbers are what the ranks shuffle.
    """
    cells, edge_cells = _cell_rows(clues)
    squares = _square_rows(clues, cells) if assumptions.has_no_three_sides else _NO_SQUARES
    domains = _domains(clues, assumptions.is_covering)
    size, words = domains.shape
    edges = len(edge_cells)
    empty = np.zeros(words, dtype=np.int64)
    if not assumptions.is_covering:
        empty[-1] = 1 << clues.pairs % kernel.WORD_BITS
    width = max(size, edges)
    values = np.zeros((kernel.DOMAIN + words, width), dtype=np.int64)
    values[kernel.OPEN, :size] = (cells[:, kernel.TO_EDGE : kernel.TO_EDGE + 4] >= 0).sum(axis=1)
    values[kernel.FAR, :size] = np.arange(size)
    values[kernel.DOMAIN :, :size] = domains.T
    # On one branch of the tree an edge is decided once and changes four counts of cells, two chain
    # ends and two counts of squares; every change of a domain removes a pair from it. With many
    # pairs this bound would take too much memory, so the kernel checks whether the trail is full.
    room = 9 * edges + size * (min(clues.pairs, kernel.WORD_BITS) + 1)
    state = kernel.State(
        values=values,
        trail=np.zeros((room + kernel.room_for_one_look(words), 3), dtype=np.int64),
        lists=np.zeros((kernel.NEXT + 1, width), dtype=np.int64),
        kept=np.zeros((words, size), dtype=np.int64),
        counts=np.zeros(kernel.COUNTS, dtype=np.int64),
    )
    edge_rows = _edge_rows(edge_cells, squares)
    return kernel.Board(cells, edge_rows, squares, empty, assumptions.never_touches), state


_NO_SQUARES = np.empty((0, 4), dtype=np.int64)


def _cell_rows(clues: Clues) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of the cells, and the two cells of each edge, shape (edges, 2)."""
    rows = np.full((len(clues.numbers), kernel.NEEDED + 1), -1, dtype=np.int64)
    rows[:, kernel.NEEDED] = np.where(np.array(clues.numbers) > 0, 1, 2)
    rows[sorted(clues.blocked), kernel.NEEDED] = 0
    pairs = Grid(clues.rows, clues.cols, clues.blocked).edges()
    edges = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    first, second = edges.T
    way = np.where(second - first == clues.cols, 3, 2)  # down, or right; 3 less it leads back
    for one, side, other in ((first, way, second), (second, 3 - way, first)):
        rows[one, side] = other
        rows[one, kernel.TO_EDGE + side] = np.arange(len(edges))
    return rows, edges


def _square_rows(clues: Clues, cell_rows: NDArray[np.int64]) -> NDArray[np.int64]:
    edge = cell_rows[:, kernel.TO_EDGE : kernel.TO_EDGE + 4].reshape(clues.rows, clues.cols, 4)
    corners = edge[:-1, :-1], edge[1:, 1:]
    around = np.concatenate([corners[0][:, :, 2:], corners[1][:, :, :2]], axis=2)
    rows: NDArray[np.int64] = around.reshape(-1, 4)
    is_whole: NDArray[np.bool_] = rows.min(axis=1) >= 0
    return rows[is_whole]


def _edge_rows(edge_cells: NDArray[np.int64], square_rows: NDArray[np.int64]) -> NDArray[np.int64]:
    rows = np.full((len(edge_cells), 4), -1, dtype=np.int64)
    rows[:, : kernel.TO_SQUARE] = edge_cells
    edges = square_rows.ravel()
    order = np.argsort(edges, kind="stable")
    edges = edges[order]
    side = np.zeros(len(edges), dtype=np.int64)
    side[1:] = edges[1:] == edges[:-1]
    rows[edges, kernel.TO_SQUARE + side] = order // 4
    return rows


def _domains(clues: Clues, is_covering: bool) -> NDArray[np.int64]:
    """Return the domains of the bare board, shape (cells, words)."""
    members = clues.pairs + (0 if is_covering else 1)
    words = -(-members // kernel.WORD_BITS)
    domains = np.empty((len(clues.numbers), words), dtype=np.int64)
    for word in range(words):
        domains[:, word] = (1 << min(kernel.WORD_BITS, members - word * kernel.WORD_BITS)) - 1
    for cell, number in enumerate(clues.numbers):
        if number:
            word, bit = divmod(number - 1, kernel.WORD_BITS)
            domains[cell] = 0
            domains[cell, word] = 1 << bit
    return domains


METHOD: Final = "taut-search-16"  # For solutions that fill the board without touching
OTHER_METHOD: Final = "valid-search-16"  # For other solutions, on a scale of its own

VERSION: Final = 1

ORDERS: Final = 16  # Edge orders; their seeds are 0 to 15
LARGEST: Final = 2_500  # Cells of the largest boards that are searched in all orders
BUDGET: Final = 2_000  # Nodes that the search may spend on one order

_SPENT: Final = -1

PROBE_BUDGET: Final = 400_000  # Tries of probing, where an order was capped
CHAIN_BUDGET: Final = 20_000  # Trials for the longest chain: enough up to about 17x17

DEDUCTIONS: Final = ("forced", "square", "beside", "candidates", "trial", "search")
"""Names of the hardest deduction that a puzzle may need; the first four need no guessing."""

LEVEL_RANGE: Final = 39  # Hundredths between levels; G is at least 1.58 if it is not 0
HALF_WAY: Final = 32  # Rounds of deduction that put a puzzle half way up its level


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images, whatever its rule.

    The solution decides which deductions the search may use. ``nodes`` are the counts behind G, in
    the order of the seeds; a capped count is the budget. ``score`` is that of `score_hundredths`.
    ``extra`` has the ``hardest`` deduction needed, the rounds of the longest ``chain``, probes if
    an order was capped, and what was ``assumed`` under `OTHER_METHOD`.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(3, 3, "cover", ["a", 0, 0, 0, "b", 0, "b", "a", 0])
    >>> grade(clues, Solution(((0, 1, 2, 5, 8, 7), (4, 3, 6)))).score
    '0.06'
    """
    result = grade_alone(clues, solution)
    if result.method != METHOD:
        return result
    cells = len(clues.numbers)
    return ranked(result, __package__, cells - len(clues.blocked), cells)


def grade_alone(clues: Clues, solution: Solution) -> Grade:
    """Return the grade without its percentile, from which the table of percentiles is made."""
    assumptions = find_assumptions(clues, solution)
    form = canonical_clues(clues)
    counts = count_nodes(form, assumptions)
    ladder = climb(form, assumptions)
    extra: dict[str, Json] = {"hardest": DEDUCTIONS[ladder.level]}
    if ladder.chain is not None:
        extra["chain"] = ladder.chain
    if counts.probes is not None:
        extra |= {"probes": counts.probes, "undecided": counts.undecided}
    if not assumptions.keeps_no_touch:
        extra["assumed"] = assumptions.names()
    return Grade(
        score=to_score(score_hundredths(counts, ladder)),
        nodes=counts.nodes,
        capped=counts.capped,
        band=band_of(counts.nodes),
        percentile=None,
        method=METHOD if assumptions.keeps_no_touch else OTHER_METHOD,
        version=VERSION,
        extra=extra,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of the search: nodes for each order, and how many of the orders were capped.

    If any was: the tries of probing to the depth of one edge, and the edges it left undecided.
    """

    nodes: tuple[int, ...]
    capped: int
    probes: int | None = None
    undecided: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a person needs: the index in `DEDUCTIONS`, and the number of rounds.

    ``rounds`` are those of the level that solves the puzzle, 0 if none does; ``chain`` the rounds
    of the longest chain that refutes an assumption, 0 if none is needed, None if single assumptions
    do not solve the puzzle within their budget.
    """

    level: int
    rounds: int
    chain: int | None


def climb(clues: Clues, assumptions: Assumptions) -> Ladder:
    """Return the level of deduction that a puzzle needs.

    The clues are in canonical form for the reference grade.
    """
    for level in range(kernel.LEVELS):
        board, state = make_arrays(clues, assumptions)
        rounds = grade_search.deduce_in_rounds(board, state, level)
        if grade_search.count_unknown(board, state) == 0:
            return Ladder(level, rounds, 0)
    counts = np.zeros(2, dtype=np.int64)
    grade_search.measure_chain(board, state, CHAIN_BUDGET, counts)
    chain, unknown = counts.tolist()
    if unknown == 0:
        return Ladder(kernel.LEVELS, 0, chain)
    # If the budget was spent, probing decides whether single assumptions are enough.
    grade_search.probe(board, state, PROBE_BUDGET, counts)
    return Ladder(kernel.LEVELS + int(counts[1] > 0), 0, None)


def count_nodes(clues: Clues, assumptions: Assumptions) -> Counts:
    """Return the counts of the reference search.

    The clues are in canonical form for the reference grade.
    """
    counts = list(search_order_by_order(clues, assumptions))
    capped = counts.count(_SPENT)
    nodes = tuple(map(capped_nodes, counts))
    if not capped:
        return Counts(nodes, 0)
    board, state = make_arrays(clues, assumptions)
    kernel.deduce(board, state)
    probed = np.zeros(2, dtype=np.int64)
    grade_search.probe(board, state, PROBE_BUDGET, probed)
    probes, undecided = probed.tolist()
    return Counts(nodes, capped, probes, undecided)


def capped_nodes(count: int) -> int:
    """Return the nodes of an order from `search_order_by_order`, the budget if it was spent."""
    return BUDGET if count == _SPENT else count


def search_order_by_order(clues: Clues, assumptions: Assumptions) -> Iterator[int]:
    """Yield the nodes of each order, -1 where it spent its budget."""
    board, state = make_arrays(clues, assumptions)
    nodes = np.zeros(1, dtype=np.int64)
    is_open = kernel.deduce(board, state)
    for seed in range(orders_for(len(clues.numbers))):
        if is_open:
            grade_search.search_orders(board, state, np.full(1, seed, np.uint64), BUDGET, nodes)
        yield int(nodes[0])


def warm_up() -> None:
    """Compile the kernels, so that timings and worker processes start warm."""
    clues = Clues(2, 2, "cover", (1, 2, 1, 2))
    board, state = make_arrays(clues, Assumptions(True, True, True))
    kernel.deduce(board, state)
    grade_search.search_orders(board, state, np.zeros(1, np.uint64), 1, np.zeros(1, np.int64))
    grade_search.probe(board, state, 1, np.zeros(2, np.int64))
    board, state = make_arrays(clues, Assumptions(False, False, False))
    grade_search.deduce_in_rounds(board, state, 0)
    grade_search.count_unknown(board, state)
    grade_search.measure_chain(board, state, 1, np.zeros(2, np.int64))


def orders_for(cells: int) -> int:
    """Return how many orders are searched on a board of ``cells`` cells.

    All 16 up to 2,500 cells (50x50); on larger boards, where every order spends its budget anyway,
    as many as take the same time.
    """
    return max(1, min(ORDERS, ORDERS * LARGEST // cells))


def score_hundredths(counts: Counts, ladder: Ladder) -> int:
    """Return 100 times the score, by which all puzzles of one method are ordered.

    It is 100 G wherever G differs between puzzles. If deduction alone solves a puzzle, it is the
    level and, within the level, the rounds: less than the least G above 0. If every order is
    capped, the probes are added; edges that probing leaves open count as if each of them were tried
    with everything.
    """
    if not any(counts.nodes):
        level, rounds = ladder.level, ladder.rounds
        return LEVEL_RANGE * level + (LEVEL_RANGE - 1) * rounds // (rounds + HALF_WAY)
    if counts.capped == len(counts.nodes):
        probes, undecided = counts.probes or 0, counts.undecided or 0
        return mean_log2_hundredths([(1 + BUDGET + probes) * (1 + undecided) - 1])
    return mean_log2_hundredths(counts.nodes)


def band_of(nodes: Sequence[int]) -> Band:
    """Return the band of node counts, exactly.

    With G their score, P the product of all 1 + nodes and n counts, 2**G - 1 < k is P < (1 + k)**n.
    """
    product = prod(1 + count for count in nodes)
    for band, cut in band_cuts(__package__):
        if product < (1 + cut) ** len(nodes):
            return band
    return Band.EXPERT
