"""Hashiwokakero: join islands by bridges until each has as many as its number says.

The rules are stated twice, as constraints in `declare` and by definition in `check`. Layouts,
repair, the exhaustive search and the grade are Hashi's own; the rest is the kit's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from typing import Any, Final

from pipeline.kinds.hashi import deductions, draw, formats, generate, grade, options, texts
from pipeline.kinds.hashi.engines import Search, find_links
from pipeline.kinds.hashi.explain import explain
from pipeline.kinds.hashi.model import (
    BOARDS,
    RULE_PARTS,
    UNKNOWN,
    Params,
    between,
    is_weaker_than,
    make_clues,
    runs_across,
    with_rule,
)
from pipeline.kinds.hashi.read_board import read_board
from pipeline.kinds.interface import (
    Budget,
    Deductions,
    PuzzleKind,
    Refutation,
    Solved,
    Uniqueness,
    Variants,
    Violation,
)
from pipeline.kinds.kit.board.board import Board, Solution, read_values, to_literals
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.solve import SOLVERS, Rules
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.kinds.kit.words.core import Model


def declare(board: Board, _: Solution | None = None) -> Model:
    """Return the rules as constraints; a variable states that at least k bridges join two islands.

    Only clauses enforce that bridges close no loop.

    >>> model = declare(make_clues(1, 3, (2, 0, 2)))
    >>> [mark.value for mark in model.marks], model.counts[1].literals
    ([1, 2], (1, 2))
    """
    most, is_connected, has_loops = RULE_PARTS[board.rule]
    links = find_links(board)
    model = Model(Grid(board.rows, board.cols))
    joined = model.edges(links.pairs, most)
    first = [*joined.values()]
    for cell, around in zip(links.cells, links.around, strict=True):
        literals = [first[link] + k for link in around if link >= 0 for k in range(most)]
        clue = board.values[cell]
        sums: Any = range(1, len(literals) + 1) if clue == UNKNOWN else (clue,)
        model.count(literals, sums, "full", about=(cell,))
    for across, down in links.crossing:
        about = (*links.pairs[across], *links.pairs[down])
        model.clause((-first[across], -first[down]), "cross", about)
    if is_connected:
        model.connected_by(joined, links.cells, "isolation")
    if not has_loops:
        model.forest(joined)
    return model


def check(board: Board, answer: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, by definition.

    >>> from pipeline.kinds.hashi.model import make_solution
    >>> board = make_clues(1, 5, [2, 0, 3, 0, 1])
    >>> check(board, make_solution([(0, 2, 2), (2, 4, 1)]))
    ()
    >>> [violation.code for violation in check(board, make_solution([(0, 2, 2)]))]
    ['wrong-count', 'wrong-count', 'not-connected']
    """
    most, is_connected, has_loops = RULE_PARTS[board.rule]
    islands = {cell: clue for cell, clue in enumerate(board.values) if clue}
    joined = [(a, b) for a, b, _ in answer.items if a in islands and b in islands]
    found = [
        *_misplaced(board, answer, islands),
        *_miscounted(answer, islands, most),
        *(_parted(islands, joined) if is_connected else ()),
        *(() if has_loops else _loops(joined)),
    ]
    return tuple(found)


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


def _miscounted(answer: Solution, islands: Mapping[int, int], most: int) -> Iterator[Violation]:
    """Not too many bridges are side by side, and each island has as many as its number says."""
    count: Counter[int] = Counter()
    for start, end, number in answer.items:
        count[start] += number
        count[end] += number
        if number > most:
            what = f"{number} bridges run side by side where {most} are allowed"
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
    """Bridges close no loop; bridges side by side are none."""
    import networkx as nx  # a tenth of a second that most commands need not wait

    for loop in nx.cycle_basis(nx.Graph(joined)):
        yield Violation("loop", tuple(sorted(loop)), f"{len(loop)} islands are joined in a loop")


HASHI: Final = Rules(
    title="Hashi",
    version=1,
    declare=declare,
    check=check,
    encode_solution=BOARDS.encode_solution,
    decode_solution=BOARDS.decode_solution,
    read=partial(read_values, BOARDS.family),
    literals=to_literals,
    search=Search,
)


def solve(board: Board, limit: int, budget: Budget, solver: str = SOLVERS[0]) -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether they are all there are; see `Rules.solve`.

    >>> board = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = solve(board, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (3, True, 'search')
    """
    warm_up_search()
    return HASHI.solve(board, limit, budget, solver)


@cache
def warm_up_search() -> None:
    """Compile the search kernels, so that timings and workers start warm."""
    Search(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2")).next_solution(10)


KIND: Final[PuzzleKind[Params, Board, Solution]] = PuzzleKind(
    id="hashi",
    title="Hashi",
    version=generate.VERSION,
    package=__package__,
    presets=options.PRESETS,
    settings=options.SETTINGS,
    parse_params=options.parse_params,
    describe_params=partial(describe, optional=("unknown",)),
    encode=BOARDS.encode,
    decode=BOARDS.decode,
    encode_solution=BOARDS.encode_solution,
    decode_solution=BOARDS.decode_solution,
    generate=generate.generate,
    stand_in=generate.stand_in,
    check=check,
    solve=solve,
    solvers=SOLVERS,
    grade=grade.grade,
    canonical=BOARDS.canonical,
    facts=texts.facts,
    draw=draw.draw,
    formats=formats.FORMATS,
    texts=texts.TEXTS,
    warm_up=(generate.warm_up, warm_up_search),
    variants=Variants(
        rules=BOARDS.rules,
        with_rule=with_rule,
        is_weaker_than=is_weaker_than,
        change_rule=options.change_rule,
    ),
    uniqueness=Uniqueness(prove=HASHI.prove),
    explain_ambiguity=partial(explain, HASHI),
    read_board=read_board,
    refutation=Refutation(task=HASHI.refutation_task, dimacs=HASHI.dimacs),
    deductions=Deductions(
        explain_steps=deductions.explain_steps,
        reasons=partial(read_reasons, __package__),
        first_step=deductions.find_first_step,
        draw_step=draw.draw_step,
        levels=grade.DEDUCTIONS[:-2],
    ),
    play=partial(hints, declare, __package__),
)
