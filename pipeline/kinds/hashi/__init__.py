"""Hashiwokakero: join islands by bridges until each has as many as its number says.

This file is the kind's table of contents.
"""

from __future__ import annotations

from functools import partial

from pipeline.kinds.hashi.canonical import canonical
from pipeline.kinds.hashi.deductions import explain_steps, find_first_step
from pipeline.kinds.hashi.draw import draw, draw_step
from pipeline.kinds.hashi.engines.dimacs import dimacs
from pipeline.kinds.hashi.explain import explain
from pipeline.kinds.hashi.formats import FORMATS
from pipeline.kinds.hashi.generate import VERSION, generate, warm_up
from pipeline.kinds.hashi.grade import grade
from pipeline.kinds.hashi.model import (
    RULES,
    Clues,
    Params,
    Solution,
    decode,
    decode_solution,
    encode,
    encode_solution,
    with_rule,
)
from pipeline.kinds.hashi.options import PRESETS, SETTINGS, change_rule, parse_params
from pipeline.kinds.hashi.prove import prove
from pipeline.kinds.hashi.read_board import read_board
from pipeline.kinds.hashi.refutation import is_weaker_than, refutation_task
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.hashi.solve import SOLVERS, solve, warm_up_search
from pipeline.kinds.hashi.texts import TEXTS, facts
from pipeline.kinds.interface import (
    Counting,
    Deductions,
    PuzzleKind,
    Refutation,
    Uniqueness,
    Variants,
)
from pipeline.kinds.kit.deduction import read_reasons
from pipeline.kinds.kit.listing import count_by_listing
from pipeline.kinds.kit.options import describe

KIND: PuzzleKind[Params, Clues, Solution] = PuzzleKind(
    id="hashi",
    title="Hashi",
    version=VERSION,
    presets=PRESETS,
    settings=SETTINGS,
    parse_params=parse_params,
    describe_params=partial(describe, later=("unknown",)),
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
    warm_up=(warm_up, warm_up_search),
    variants=Variants(
        rules=RULES,
        with_rule=with_rule,
        is_weaker_than=is_weaker_than,
        change_rule=change_rule,
    ),
    uniqueness=Uniqueness(prove=prove),
    counting=Counting(count=partial(count_by_listing, solve), explain=explain),
    read_board=read_board,
    refutation=Refutation(task=refutation_task, dimacs=dimacs),
    deductions=Deductions(
        explain_steps=explain_steps,
        reasons=partial(read_reasons, __name__),
        first_step=find_first_step,
        draw_step=draw_step,
    ),
)
