"""Numberlink: join equal numbers by lines that neither cross nor branch.

This file is the kind's table of contents.
"""

from __future__ import annotations

from functools import partial

from pipeline.kinds.interface import (
    Counting,
    Deductions,
    PuzzleKind,
    Refutation,
    Uniqueness,
    Variants,
)
from pipeline.kinds.kit.deduction import read_reasons
from pipeline.kinds.kit.options import describe
from pipeline.kinds.numberlink.canonical import canonical, normal_form
from pipeline.kinds.numberlink.count import count, warm_up_counts
from pipeline.kinds.numberlink.deductions import explain_steps, find_first_step
from pipeline.kinds.numberlink.draw import draw, draw_step
from pipeline.kinds.numberlink.engines.dimacs import dimacs
from pipeline.kinds.numberlink.engines.refuse import REFUSALS
from pipeline.kinds.numberlink.explain import explain
from pipeline.kinds.numberlink.formats import FORMATS
from pipeline.kinds.numberlink.generate import VERSION, generate
from pipeline.kinds.numberlink.generate import warm_up as warm_up_layouts
from pipeline.kinds.numberlink.grade import grade
from pipeline.kinds.numberlink.grade import warm_up as warm_up_grades
from pipeline.kinds.numberlink.lemma_task import lemma_tasks
from pipeline.kinds.numberlink.model import (
    RULES,
    Clues,
    Params,
    Solution,
    decode,
    decode_solution,
    encode,
    encode_solution,
    is_needlessly_full,
    with_rule,
)
from pipeline.kinds.numberlink.options import PRESETS, SETTINGS, parse_params
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.read_board import read_board
from pipeline.kinds.numberlink.refutation import is_weaker_than, refutation_task
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import SOLVERS, solve
from pipeline.kinds.numberlink.solve import warm_up as warm_up_searches
from pipeline.kinds.numberlink.texts import TEXTS, facts

KIND: PuzzleKind[Params, Clues, Solution] = PuzzleKind(
    id="numberlink",
    title="Numberlink",
    version=VERSION,
    presets=PRESETS,
    settings=SETTINGS,
    parse_params=parse_params,
    # What came later is left out, so that seeds of older versions give the same puzzles.
    describe_params=partial(describe, later=("symmetry", "border", "mask", "band")),
    encode=encode,
    decode=decode,
    encode_solution=encode_solution,
    decode_solution=decode_solution,
    generate=generate,
    check=check,
    solve=solve,
    solvers=SOLVERS,
    grade=grade,
    canonical=canonical,
    facts=facts,
    draw=draw,
    formats=FORMATS,
    texts=TEXTS,
    warm_up=(warm_up_grades, warm_up_searches, warm_up_counts, warm_up_layouts),
    variants=Variants(
        rules=RULES,
        with_rule=with_rule,
        is_weaker_than=is_weaker_than,
        is_needlessly_full=is_needlessly_full,
    ),
    uniqueness=Uniqueness(
        prove=prove,
        # the board upside down, and turns forbidden beforehand, are the same clauses once more
        argument_of={"free-lemmas": "lemmas", "mirror": "lemmas", "turns": "sat"},
        refusals=REFUSALS,
    ),
    counting=Counting(count=count, explain=explain),
    read_board=read_board,
    refutation=Refutation(
        task=refutation_task, dimacs=dimacs, lemma_tasks=lemma_tasks, normal_form=normal_form
    ),
    deductions=Deductions(
        explain_steps=explain_steps,
        reasons=partial(read_reasons, __name__),
        first_step=find_first_step,
        draw_step=draw_step,
    ),
)
