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
from pipeline.kinds.template import draw, generate, grade, model, prove, rules, solve, texts

KIND: Final[PuzzleKind[model.Params, model.Clues, model.Solution]] = PuzzleKind(
    id="template",
    title="Latin Square",
    version=generate.VERSION,
    presets=generate.PRESETS,
    settings=generate.SETTINGS,
    parse_params=generate.parse_params,
    describe_params=generate.describe_params,
    encode=model.encode,
    decode=model.decode,
    encode_solution=model.encode_solution,
    decode_solution=model.decode_solution,
    generate=generate.generate,
    check=rules.check,
    solve=solve.solve,
    solvers=solve.SOLVERS,
    grade=grade.grade,
    canonical=model.canonical,
    facts=texts.facts,
    draw=draw.draw,
    formats=texts.FORMATS,
    texts=texts.TEXTS,
    warm_up=(solve.warm_up,),
    uniqueness=Uniqueness(prove=prove.prove),
)
