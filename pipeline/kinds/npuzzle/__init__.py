"""The sliding puzzle: tiles slide into the free cell until the board looks like the goal.

It has no rules to choose from and asks for no single answer: a solution is any way to the goal, and
what is proved is how short one can be. This file is the kind's table of contents.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import BookMatter, Counting, PuzzleKind
from pipeline.kinds.npuzzle.draw import draw, draw_pieces, frames
from pipeline.kinds.npuzzle.formats import FORMATS
from pipeline.kinds.npuzzle.generate import VERSION, generate
from pipeline.kinds.npuzzle.grade import grade
from pipeline.kinds.npuzzle.model import (
    Clues,
    Params,
    Solution,
    decode,
    decode_solution,
    encode,
    encode_solution,
)
from pipeline.kinds.npuzzle.options import PRESETS, SETTINGS, describe_params, parse_params
from pipeline.kinds.npuzzle.problem import canonical
from pipeline.kinds.npuzzle.rules import check
from pipeline.kinds.npuzzle.solve import SOLVERS, count, solve, warm_up
from pipeline.kinds.npuzzle.texts import (
    TEXTS,
    answer_text,
    facts,
    section_text,
    task_text,
)

KIND: Final[PuzzleKind[Params, Clues, Solution]] = PuzzleKind(
    id="npuzzle",
    title="Sliding Puzzle",
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
    counting=Counting(count=count),
    frames=frames,
    answer_text=answer_text,
    book_matter=BookMatter(
        task_text=task_text,
        pieces=draw_pieces,
        paper_text=partial(section_text, "on-paper"),
        difficulty_text=partial(section_text, "difficulty"),
    ),
)
