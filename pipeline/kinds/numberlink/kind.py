"""Numberlink: join equal numbers by lines that neither cross nor branch.

Its engines, its proofs, its generator and its grade are its own: this is the table of contents,
and what the player's hints deduce from.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import (
    Deductions,
    PuzzleKind,
    Quality,
    Refutation,
    Uniqueness,
    Variants,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.numberlink import (
    canonical,
    deductions,
    draw,
    explain,
    formats,
    generate,
    grade,
    model,
    options,
    prove,
    quality,
    read_board,
    refutation,
    rules,
    solve,
    texts,
)
from pipeline.kinds.numberlink.engines import refuse
from pipeline.kinds.numberlink.model import Clues, Params, Solution


def declare(clues: Clues, solution: Solution | None = None) -> Model:
    """Return the model of a board: a line joins two neighbouring cells or not.

    Of the rules against turning back only what one square shows is declared, which is sound. With
    the one solution, what people assume of it holds too: whether it fills the board, and under the
    rule ``free`` that no line could be cut short.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> model = declare(make_clues(1, 3, "free", ["a", 0, "a"]))
    >>> [bin(count.sums) for count in model.counts]
    ['0b10', '0b101', '0b10']
    """
    grid = Grid(clues.rows, clues.cols, clues.blocked)
    model = Model(grid)
    edges = model.edges()
    is_free = clues.rule == "free"
    assumed = None if solution is None else grade.find_assumptions(clues, solution)
    sums, reason = ((0, 2), "through") if is_free else ((2,), "covered")
    if is_free and assumed is not None and assumed.is_covering:
        sums, reason = (2,), "answer-fills"
    for cell in grid.cells:
        here = [edges[min(cell, other), max(cell, other)] for other in grid.neighbours(cell)]
        if clues.numbers[cell]:
            model.count(here, (1,), "end", about=(cell,))
        else:
            model.count(here, sums, reason, about=(cell,))
    square = {"free": "square-one-answer", "cover": "answer-square"}.get(clues.rule, "square")
    if square == "square" or (assumed is not None and assumed.has_no_three_sides):
        for cell in grid.cells:
            right, down, across = (grid.look(cell, *step) for step in ((0, 1), (1, 0), (1, 1)))
            if right is None or down is None or across is None:
                continue
            sides = [
                edges[p] for p in ((cell, right), (cell, down), (right, across), (down, across))
            ]
            model.count(sides, (0, 1, 2), square, about=(cell, right, down, across))
    labels = {cell: number for cell, number in enumerate(clues.numbers) if number}
    model.paths(edges, labels, "different", in_order=False)
    return model


KIND: Final[PuzzleKind[Params, Clues, Solution]] = PuzzleKind(
    id="numberlink",
    title="Numberlink",
    version=generate.VERSION,
    package=__package__,
    presets=options.PRESETS,
    settings=options.SETTINGS,
    parse_params=options.parse_params,
    describe_params=partial(describe, optional=("symmetry", "border", "mask", "band", "unused")),
    encode=model.encode,
    decode=model.decode,
    encode_solution=model.encode_solution,
    decode_solution=model.decode_solution,
    generate=generate.generate,
    stand_in=generate.stand_in,
    check=rules.check,
    solve=solve.solve,
    solvers=solve.SOLVERS,
    grade=grade.grade,
    canonical=canonical.canonical,
    facts=texts.facts,
    draw=draw.draw,
    formats=formats.FORMATS,
    texts=texts.TEXTS,
    warm_up=(grade.warm_up, solve.warm_up, generate.warm_up, solve.warm_up_diagonals),
    variants=Variants(
        rules=model.RULES, with_rule=model.with_rule, is_weaker_than=refutation.is_weaker_than
    ),
    uniqueness=Uniqueness(
        prove=prove.prove,
        argument_of={
            # searched or in clauses, on the board as it is or upside down: the same lemmas
            **dict.fromkeys(("free-lemmas", "mirror", "normal-form", "free-normal-form"), "lemmas"),
            "boxes": "boxes",
        },
        refusals=refuse.REFUSALS,
    ),
    explain_ambiguity=explain.explain,
    read_board=read_board.read_board,
    refutation=Refutation(
        task=refutation.refutation_task, dimacs=refutation.dimacs, normal_form=canonical.normal_form
    ),
    deductions=Deductions(
        explain_steps=deductions.explain_steps,
        reasons=partial(read_reasons, __package__),
        first_step=deductions.find_first_step,
        draw_step=draw.draw_step,
        levels=grade.DEDUCTIONS[:-2],
    ),
    quality=Quality(measure=quality.measure, rank=quality.rank, views=quality.views),
    play=partial(hints, declare, __package__),
)
