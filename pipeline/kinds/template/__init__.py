"""The template kind: small Latin squares, simple enough to be read in ten minutes.

It has the core that every kind has, and of the capabilities one: a square is right only if it has
a single answer, and that is proved. What it lacks is left out, and no file pretends it. The
conformance suite runs over it, so that it cannot rot; but it is not in ``KINDS``, so no command
and no book offers it. CONTRIBUTING.md says how to copy it. The head of each file says what to
change there.

Copying this kind? This file is the table of contents: import each part, name it once.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.interface import PuzzleKind, Uniqueness
from pipeline.kinds.template.draw import draw
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
    Clues,
    Params,
    Solution,
    canonical,
    decode,
    decode_solution,
    encode,
    encode_solution,
)
from pipeline.kinds.template.prove import prove
from pipeline.kinds.template.rules import check
from pipeline.kinds.template.solve import SOLVERS, solve, warm_up
from pipeline.kinds.template.texts import FORMATS, TEXTS, facts

KIND: Final[PuzzleKind[Params, Clues, Solution]] = PuzzleKind(
    id="template",
    title="Latin Square",
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
    solve=solve,
    solvers=SOLVERS,
    grade=grade,
    canonical=canonical,
    facts=facts,
    draw=draw,
    formats=FORMATS,
    texts=TEXTS,
    warm_up=(warm_up,),
    uniqueness=Uniqueness(prove=prove),
)
