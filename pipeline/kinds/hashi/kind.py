"""Hashiwokakero: join islands by bridges until each has as many as its number says.

The rules are stated twice, as constraints in `declaration` and by definition in `rules`. Layouts,
repair, the exhaustive search and the grade are Hashi's own; the rest is the kit's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final

from pipeline.kinds.hashi import deductions, formats, generate, grade, options
from pipeline.kinds.hashi.declaration import declare
from pipeline.kinds.hashi.engines import Search
from pipeline.kinds.hashi.model import (
    BOARDS,
    RULE_PARTS,
    UNKNOWN,
    Params,
    facts,
    is_weaker_than,
    make_clues,
    with_rule,
)
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import (
    Budget,
    Deductions,
    PuzzleKind,
    Refutation,
    Solved,
    Uniqueness,
    Variants,
)
from pipeline.kinds.kit.board.board import Board, Solution, read_values, to_literals
from pipeline.kinds.kit.engine.explain import explain
from pipeline.kinds.kit.engine.solve import SOLVERS, Rules
from pipeline.kinds.kit.looks import drawing, reading
from pipeline.kinds.kit.looks.bridge.say import solved_map, wide_map
from pipeline.kinds.kit.looks.edit import Drawn
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.scene import Scene

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


_PARTIAL: Final = replace(BOARDS, normalize=lambda board: board)
LOOKS: Final = Looks(
    signs={UNKNOWN: Sign("white", is_number=False)},
    most_bridges={rule: parts.max_bridges for rule, parts in RULE_PARTS.items()},
)


def draw_step(clues: Board, solution: Solution, step: Step, cell_mm: float) -> Scene:
    """Return the board with the bridges that a step draws."""
    return drawing.draw(LOOKS, BOARDS, clues, drawing.drawn_by(BOARDS, LOOKS, step), cell_mm)


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
    facts=facts,
    draw=partial(drawing.draw, LOOKS, BOARDS),
    formats=formats.FORMATS,
    texts={"map": solved_map, "wide": wide_map},
    warm_up=(generate.warm_up, warm_up_search),
    variants=Variants(
        rules=BOARDS.rules,
        with_rule=with_rule,
        is_weaker_than=is_weaker_than,
        change_rule=options.change_rule,
    ),
    uniqueness=Uniqueness(prove=HASHI.prove),
    explain_ambiguity=partial(explain, HASHI, BOARDS.family),
    read_board=reading.Reader(LOOKS, BOARDS).read_board,
    refutation=Refutation(task=HASHI.refutation_task, dimacs=HASHI.dimacs),
    deductions=Deductions(
        explain_steps=deductions.explain_steps,
        reasons=partial(read_reasons, __package__),
        first_step=deductions.find_first_step,
        draw_step=draw_step,
        levels=grade.DEDUCTIONS[:-2],
    ),
    drawn=Drawn(_PARTIAL, LOOKS, _PARTIAL.decode, lambda board: board),
    play=partial(hints, declare, __package__, most_cells=2500),
)
