"""Hashiwokakero: join islands by bridges until each has as many as its number says.

The rules are stated twice, as constraints in `declaration` and by definition in `rules`. Layouts,
repair, the exhaustive search and the grade are Hashi's own; the rest is the kit's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final

from pipeline.kinds.hashi import deductions, draw, formats, generate, grade, options, texts
from pipeline.kinds.hashi.declaration import declare
from pipeline.kinds.hashi.engines import Search
from pipeline.kinds.hashi.explain import explain
from pipeline.kinds.hashi.model import (
    BOARDS,
    UNKNOWN,
    Params,
    is_weaker_than,
    make_clues,
    with_rule,
)
from pipeline.kinds.hashi.read_board import read_board
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
from pipeline.kinds.kit.engine.solve import SOLVERS, Rules
from pipeline.kinds.kit.looks.edit import Drawn
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.kind_texts import read_reasons

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
_UNKNOWN: Final = {UNKNOWN: Sign("white", is_number=False)}
DRAWN: Final = Drawn(_PARTIAL, Looks(signs=_UNKNOWN), _PARTIAL.decode, lambda board: board)


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
    drawn=DRAWN,
    play=partial(hints, declare, __package__, most_cells=2500),
)
