"""Solutions in steps of `grade --explain`: pictures of puzzles, with a sentence under each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.press.book import PageRole
from pipeline.edition.flow.blocks import (
    Block,
    MarkGroup,
    chapter_heading,
    column,
    column_steps,
    heading,
    merged,
    paragraph,
    plain,
    space,
)
from pipeline.edition.flow.typeset import Span
from pipeline.edition.section import STAND_IN
from pipeline.kinds.interface import require
from pipeline.kinds.kit.telling.deduction import Step, cells_of_step, join_steps
from pipeline.model import ConfigError
from pipeline.render.picture import cell_for_size
from pipeline.scene import Face
from pipeline.scene.shading import tint_cells

_ACROSS: Final = 3
_MOST_PICTURES: Final = 9
_MOST_CELL_MM: Final = 9.0
_LATER: Final = 1.4  # The higher, the more steps are in later pictures
_HARDNESS: Final = {"trial": 1, "search": -1}  # Of levels; others are equal


class _Picture(NamedTuple):
    """What is drawn in a picture, and the step that is new in it."""

    known: Step
    new: Step


def add_steps(plan: PagePlan) -> None:
    """Add the solutions in steps that the options list.

    `ConfigError` if a number has no puzzle, or its kind has no deductions.
    """
    setting = plan.setting
    boards = {board.number: board for board in setting.all_boards}
    asked = setting.options.parts.steps
    for number in asked:
        if number not in boards:
            raise ConfigError(
                f"expected parts.steps to name puzzles from 1 to {len(boards)}, found {number}"
            )
        kind = boards[number].kind
        require(kind, kind.deductions, "steps of a solution to show")
    if asked:
        title = setting.language.say("steps.heading")
        plan.mark("steps", title)
        plan.add_flow(PageRole.STEPS, partial(_blocks, plan, [boards[n] for n in asked]), title)


def _blocks(plan: PagePlan, boards: Sequence[BookBoard]) -> list[Block]:
    style, language = plan.setting.style, plan.setting.language
    width = plan.setting.geometry.text_width
    blocks = chapter_heading(language.prose("steps.heading"), style, width)
    blocks += plain(language.prose("steps.introduction"), style, width)
    for board in boards:
        page = plan.puzzle_pages[board.number]
        words = language.say("steps.puzzle", number=board.number, page=page)
        blocks += heading(words, style, width, style.subheading_pt, above=2)
        blocks += [space(is_kept=True), *_rows(plan, board)]
    return blocks


def _rows(plan: PagePlan, board: BookBoard) -> list[Block]:
    style = plan.setting.style
    gap, text_width = 1.5 * style.leading_mm, plan.setting.geometry.text_width
    for across in range(_ACROSS, 0, -1):  # fewer columns if numbers would be too small
        width = (text_width - (across - 1) * gap) / across
        if board.puzzle_fit.cell(width, math.inf) >= board.puzzle_fit.legible_mm:
            break
    pictures = _pictures(board)
    blocks: list[Block] = []
    for first in range(0, len(pictures), across):
        drawn = [
            _figure(plan, board, picture, number, width)
            for number, picture in enumerate(pictures[first : first + across], start=first + 1)
        ]
        steps = max(column_steps(one) for one in drawn)
        parts = [
            column(one, style.leading_mm).moved(k * (width + gap), 0) for k, one in enumerate(drawn)
        ]
        blocks += [Block(steps, merged(parts)), space()]
    return blocks[:-1]


def _figure(
    plan: PagePlan, board: BookBoard, picture: _Picture, number: int, width: float
) -> list[Block]:
    style, language, kind = plan.setting.style, plan.setting.language, board.kind
    assert kind.deductions is not None
    draw_step, clues, solution = kind.deductions.draw_step, board.clues, board.solution

    cell = min(_MOST_CELL_MM, cell_for_size(board.draw, width))
    scene = board.dressed(draw_step(clues, solution, picture.known, cell), cell)
    scene = tint_cells(scene, board.cols, cell, *cells_of_step(picture.new, board.cols))
    words = f"{number}. {board.step_text(picture.new, language.code)}"
    left = (width - scene.width_mm) / 2
    figure = MarkGroup(scene.moved(left, 0).marks).tagged("Figure", words)
    steps = int(scene.height_mm / style.leading_mm) + 1
    text = language.hyphenate(language.smarten(words))
    spans = [Span(text, Face.TEXT)]
    return [Block(steps, figure), *paragraph(spans, style, width, size_pt=style.small_pt)]


def _pictures(board: BookBoard) -> tuple[_Picture, ...]:
    """Return the pictures of a puzzle, each of the hardest step since the one before it."""
    if board.record.verdict.method == STAND_IN:
        return (_Picture(Step("", ()), Step("", ())),) * _MOST_PICTURES
    steps = board.steps
    drawn = [sum(one.least > 0 for one in step.decisions) for step in steps]
    weights = drawn if any(drawn) else [len(step.decisions) for step in steps]
    pictures: list[_Picture] = []
    first, seen, total = 0, 0, sum(weights)
    for end, weight in enumerate(weights, start=1):
        seen += weight
        number = len(pictures) + 1
        is_full = seen >= total * (number / _MOST_PICTURES) ** _LATER and any(weights[first:end])
        if end == len(steps) or (is_full and any(weights[end:])):
            drawing = [k for k in range(first, end) if weights[k]]
            hardest = max(drawing, key=lambda k: (_HARDNESS.get(steps[k].level, 0), k))
            shown = end - 1 if end == len(steps) else hardest
            pictures.append(_Picture(join_steps(steps[: shown + 1]), steps[shown]))
            first = end
    return tuple(pictures)
