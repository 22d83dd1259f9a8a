"""The sliding puzzle: tiles slide into the free cell until the board is the goal.

A solution is any way to the goal; what is proved is how short one can be.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.interface import BookMatter, PuzzleKind, ShortestWays
from pipeline.kinds.npuzzle import (
    depths,
    draw,
    formats,
    generate,
    grade,
    model,
    options,
    problem,
    read_board,
    rules,
    solve,
    texts,
)

KIND: Final[PuzzleKind[model.Params, model.Clues, model.Solution]] = PuzzleKind(
    id="npuzzle",
    title="Sliding Puzzle",
    version=generate.VERSION,
    package=__name__,
    presets=options.PRESETS,
    settings=options.SETTINGS,
    parse_params=options.parse_params,
    describe_params=options.describe_params,
    encode=model.encode,
    decode=model.decode,
    encode_solution=model.encode_solution,
    decode_solution=model.decode_solution,
    generate=generate.generate,
    stand_in=depths.stand_in,
    check=rules.check,
    solve=solve.solve,
    solvers=solve.SOLVERS,
    grade=grade.grade,
    canonical=problem.canonical,
    facts=texts.facts,
    draw=draw.draw,
    formats=formats.FORMATS,
    texts=texts.TEXTS,
    warm_up=(solve.warm_up,),
    budget=solve.BUDGET,
    read_board=read_board.read_board,
    change_task=options.change_task,
    shortest=ShortestWays(
        count_moves=lambda way: len(way.moves),
        is_proved=lambda way: way.is_proved,
        find_shorter=grade.find_shorter,
    ),
    frames=draw.frames,
    answer_text=texts.answer_text,
    book_matter=BookMatter(
        task_text=texts.task_text,
        pieces=draw.draw_pieces,
        paper_text=partial(texts.section_text, "on-paper"),
    ),
)
