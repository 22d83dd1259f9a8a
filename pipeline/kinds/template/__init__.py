"""The template kind: small Latin squares, simple enough to be read in ten minutes.

It is a whole kind, and the conformance suite runs over it, so that it cannot rot; but it is not in
``KINDS``, so no command and no book offers it. CONTRIBUTING.md says how to copy it. The head of
each file says what to change there.

Copying this kind? This file is the table of contents: import each part, name it once.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import PuzzleKind
from pipeline.kinds.kit.plain_rules import keep_rule
from pipeline.kinds.template.canonical import canonical
from pipeline.kinds.template.certificate import claim, includes
from pipeline.kinds.template.draw import draw
from pipeline.kinds.template.encode_sat import dimacs
from pipeline.kinds.template.explain import count, explain
from pipeline.kinds.template.formats import FORMATS
from pipeline.kinds.template.generate import (
    PRESETS,
    SETTINGS,
    VERSION,
    describe_params,
    generate,
    parse_params,
)
from pipeline.kinds.template.grade import grade
from pipeline.kinds.template.model import (
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
from pipeline.kinds.template.prove import prove
from pipeline.kinds.template.read_board import read_board
from pipeline.kinds.template.rules import RULE_CODES, check
from pipeline.kinds.template.solve import SOLVERS, solve, warm_up
from pipeline.kinds.template.texts import SOLUTION_TEXTS, facts, rules_text

KIND: Final[PuzzleKind[Params, Clues, Solution]] = PuzzleKind(
    id="template",
    title="Latin Square",
    version=VERSION,
    rules=RULES,
    rule_codes=RULE_CODES,
    presets=PRESETS,
    settings=SETTINGS,
    file_settings=(),
    parse_params=parse_params,
    describe_params=describe_params,
    encode=encode,
    decode=decode,
    encode_solution=encode_solution,
    decode_solution=decode_solution,
    with_rule=with_rule,
    change_rule=keep_rule,
    includes=includes,
    generate=generate,
    check=check,
    solve=solve,
    solvers=SOLVERS,
    count=count,
    explain=explain,
    prove=prove,
    claim=claim,
    grade=grade,
    canonical=canonical,
    facts=facts,
    draw=draw,
    read_board=read_board,
    formats=FORMATS,
    solution_texts=SOLUTION_TEXTS,
    dimacs=dimacs,
    rules_text=rules_text,
    warm_up=warm_up,
)
