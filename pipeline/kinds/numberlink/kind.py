"""Numberlink: join equal numbers by lines that neither cross nor branch.

Its engines, proofs, generator and grade are its own; this module lists them.
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
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.kinds.numberlink import (
    canonical,
    deductions,
    draw,
    drawn,
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
from pipeline.kinds.numberlink.declaration import declare
from pipeline.kinds.numberlink.engines import refuse
from pipeline.kinds.numberlink.model import Clues, Params, Solution

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
    drawn=drawn.DRAWN,
    play=partial(hints, declare, __package__),
)
