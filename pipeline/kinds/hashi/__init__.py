"""Hashiwokakero: join islands by bridges until each has as many as its number says.

This file is the kind's table of contents.
"""

from __future__ import annotations

from functools import partial

from pipeline.kinds.hashi import (
    declare,
    deductions,
    draw,
    explain,
    formats,
    generate,
    grade,
    model,
    options,
    read_board,
    rules,
    solve,
    texts,
)
from pipeline.kinds.interface import Deductions, PuzzleKind, Refutation, Uniqueness, Variants
from pipeline.kinds.kit.engine.solve import SOLVERS
from pipeline.kinds.kit.looks.player import hints
from pipeline.kinds.kit.options import describe
from pipeline.kinds.kit.telling.kind_texts import read_reasons

KIND: PuzzleKind[model.Params, model.Clues, model.Solution] = PuzzleKind(
    id="hashi",
    title="Hashi",
    version=generate.VERSION,
    package=__name__,
    presets=options.PRESETS,
    settings=options.SETTINGS,
    parse_params=options.parse_params,
    describe_params=partial(describe, optional=("unknown",)),
    encode=model.encode,
    decode=model.decode,
    encode_solution=model.encode_solution,
    decode_solution=model.decode_solution,
    generate=generate.generate,
    stand_in=generate.stand_in,
    check=rules.check,
    solve=solve.solve,
    solvers=SOLVERS,
    grade=grade.grade,
    canonical=model.canonical,
    facts=texts.facts,
    draw=draw.draw,
    formats=formats.FORMATS,
    texts=texts.TEXTS,
    warm_up=(generate.warm_up, solve.warm_up_search),
    variants=Variants(
        rules=model.RULES,
        with_rule=model.with_rule,
        is_weaker_than=model.is_weaker_than,
        change_rule=options.change_rule,
    ),
    uniqueness=Uniqueness(prove=solve.HASHI.prove),
    explain_ambiguity=explain.explain,
    read_board=read_board.read_board,
    refutation=Refutation(task=solve.HASHI.refutation_task, dimacs=solve.HASHI.dimacs),
    deductions=Deductions(
        explain_steps=deductions.explain_steps,
        reasons=partial(read_reasons, __name__),
        first_step=deductions.find_first_step,
        draw_step=draw.draw_step,
        levels=grade.DEDUCTIONS[:-2],
    ),
    play=partial(hints, declare.declare, __name__),
)
