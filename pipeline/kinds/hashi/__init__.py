"""Hashiwokakero: join islands by bridges until each has as many as its number says.

This file is the kind's table of contents.
"""

from __future__ import annotations

from functools import partial

from pipeline.kinds.hashi.canonical import canonical
from pipeline.kinds.hashi.count import count
from pipeline.kinds.hashi.deductions import explain_steps, find_first_step
from pipeline.kinds.hashi.draw import draw, draw_step
from pipeline.kinds.hashi.engines.dimacs import dimacs
from pipeline.kinds.hashi.explain import explain
from pipeline.kinds.hashi.formats import FORMATS
from pipeline.kinds.hashi.generate import VERSION, generate
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
from pipeline.kinds.hashi.options import (
    PRESETS,
    SETTINGS,
    change_rule,
    describe_params,
    parse_params,
)
from pipeline.kinds.hashi.prove import prove
from pipeline.kinds.hashi.read_board import read_board
from pipeline.kinds.hashi.refutation import is_weaker_than, refutation_task
from pipeline.kinds.hashi.rules import RULE_CODES, check
from pipeline.kinds.hashi.solve import SOLVERS, solve
from pipeline.kinds.hashi.texts import TEXTS, facts, rules_text
from pipeline.kinds.hashi.warm_up import WARM_UP
from pipeline.kinds.interface import (
    Counting,
    Deductions,
    PageReading,
    PuzzleKind,
    Refutation,
    Uniqueness,
    Variants,
)
from pipeline.kinds.kit.deduction import read_reasons

KIND: PuzzleKind[Params, Clues, Solution] = PuzzleKind(
    id="hashi",
    title="Hashi",
    version=VERSION,
    presets=PRESETS,
    settings=SETTINGS,
    parse_params=parse_params,
    describe_params=describe_params,
    encode=encode,
    decode=decode,
    encode_solution=encode_solution,
    decode_solution=decode_solution,
    generate=generate,
    check=check,
    rule_codes=RULE_CODES,
    solve=solve,
    solvers=SOLVERS,
    grade=grade,
    canonical=canonical,
    facts=facts,
    draw=draw,
    formats=FORMATS,
    texts=TEXTS,
    rules_text=rules_text,
    warm_up=WARM_UP,
    variants=Variants(
        rules=RULES,
        with_rule=with_rule,
        is_weaker_than=is_weaker_than,
        change_rule=change_rule,
    ),
    uniqueness=Uniqueness(prove=prove),
    counting=Counting(count=count, explain=explain),
    page_reading=PageReading(read_board=read_board),
    refutation=Refutation(task=refutation_task, dimacs=dimacs),
    deductions=Deductions(
        explain_steps=explain_steps,
        reasons=partial(read_reasons, __name__),
        first_step=find_first_step,
        draw_step=draw_step,
    ),
    animation=None,
    answer_text=None,
    book_matter=None,
    play=None,
)
