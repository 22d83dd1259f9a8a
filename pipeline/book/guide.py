"""How to play, with a worked example for each kind and rule, and the key to the bands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pipeline.book.book import PageRole
from pipeline.book.examples import example_cell, worked_example
from pipeline.book.markdown import Paragraph, parse_markdown, parse_spans
from pipeline.book.plan import Plan
from pipeline.book.puzzles import band_dots, band_of
from pipeline.book.strips import (
    BASELINE,
    Painted,
    Strip,
    chapter_heading,
    column_steps,
    heading,
    merged,
    paragraph,
    plain,
    prose,
    space,
)
from pipeline.book.style import PT
from pipeline.book.typeset import QUIET, label, measure
from pipeline.kinds.interface import AnyKind
from pipeline.model import Band
from pipeline.scene import Align, Face, Mark

_MOST_EXAMPLE_CELL_MM = 13.0
_LEAST_EXAMPLE_CELL_MM = 6.0
_EXAMPLE_CAPTION_STEPS = 3
"""Steps of an example that do not shrink with its boards."""


def add_guide(plan: Plan) -> None:
    """Add the instructions of every kind and rule, and the key to difficulty."""
    for kind, rule, title in plan.setting.instructions:
        plan.mark(f"howto {kind.id} {rule}", title)
        plan.add_flow(
            PageRole.HOWTO,
            partial(_howto, plan, kind, rule, title),
            title,
        )
    if not plan.setting.is_graded:
        return
    title = plan.setting.language.say("difficulty.heading")
    plan.mark("difficulty", title)
    plan.add_flow(PageRole.DIFFICULTY, lambda: _difficulty(plan), title)


def _howto(plan: Plan, kind: AnyKind, rule: str | None, title: str) -> list[Strip]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    blocks = parse_markdown(
        language.hyphenate(language.smarten(kind.rules_text(rule, language.code)))
    )
    if blocks and blocks[0].level == 1:
        blocks = blocks[1:]  # the book sets its own heading
    most = setting.geometry.steps
    for is_tight in (False, True):
        strips = chapter_heading(language.hyphenate(title), style, width)
        strips += prose(blocks, style, width, is_tight)
        over = 1 if is_tight else 2
        words = language.prose("howto.example")
        strips += heading(words, style, width, style.subheading_pt, above=over)
        whole = [*strips, *_example(plan, kind, rule, most - column_steps(strips))]
        if column_steps(whole) <= most:
            return whole
    return _howto_apart(plan, kind, rule, title, blocks)


def _howto_apart(
    plan: Plan, kind: AnyKind, rule: str | None, title: str, blocks: Sequence[Paragraph]
) -> list[Strip]:
    """Return rules and example where no page holds both, each as large as it likes to be."""
    style, language = plan.setting.style, plan.setting.language
    width = plan.setting.geometry.text_width
    words = language.prose("howto.example")
    return [
        *chapter_heading(language.hyphenate(title), style, width),
        *prose(blocks, style, width),
        *heading(words, style, width, style.subheading_pt, above=2),
        *_example(plan, kind, rule, 0),
    ]


def _example(plan: Plan, kind: AnyKind, rule: str | None, room: int) -> list[Strip]:
    """Return the example, unsolved and solved, each with its caption.

    Both stand side by side, somewhat smaller where that keeps them on the page of the rules, in
    whose ``room`` of steps they may go. Where the measure is too narrow to read them so, one stands
    under the other.
    """
    style, width = plan.setting.style, plan.setting.geometry.text_width
    gap = 2 * style.leading_mm
    clues, _ = worked_example(kind, rule)
    cell = example_cell(kind, clues, (width - gap) / 2, _MOST_EXAMPLE_CELL_MM)
    least = max(_LEAST_EXAMPLE_CELL_MM, 1.4 * style.label_pt * PT)
    if cell < least:
        cell = example_cell(kind, clues, width, least)
        parts = [_figure(plan, kind, rule, cell, is_solved) for is_solved in (False, True)]
        return [_row(plan, [part], is_kept=not k) for k, part in enumerate(parts)]
    pair = _pair(plan, kind, rule, cell)
    if room < pair.steps:
        share = (room - _EXAMPLE_CAPTION_STEPS) / (pair.steps - _EXAMPLE_CAPTION_STEPS)
        if share * cell >= least:
            pair = _pair(plan, kind, rule, share * cell)
    return [pair]


class _Figure(NamedTuple):
    """A board with its caption, and its size without the caption."""

    painted: Painted
    width: float
    height: float


def _pair(plan: Plan, kind: AnyKind, rule: str | None, cell: float) -> Strip:
    return _row(plan, [_figure(plan, kind, rule, cell, is_solved) for is_solved in (False, True)])


def _row(plan: Plan, figures: list[_Figure], is_kept: bool = False) -> Strip:
    """Return figures side by side, in the middle of the measure."""
    step = plan.setting.style.leading_mm
    used = sum(figure.width for figure in figures) + 2 * step * (len(figures) - 1)
    left = (plan.setting.geometry.text_width - used) / 2
    parts = []
    for figure in figures:
        parts.append(figure.painted.moved(left, 0.5 * step))
        left += figure.width + 2 * step
    steps = int((max(figure.height for figure in figures) + 2 * step) / step) + 1
    return Strip(steps, merged(parts), is_kept)


def _figure(plan: Plan, kind: AnyKind, rule: str | None, cell: float, is_solved: bool) -> _Figure:
    style, language = plan.setting.style, plan.setting.language
    clues, solution = worked_example(kind, rule)
    scene = kind.draw(clues, solution if is_solved else None, cell)
    caption = label(
        language.say("howto.solution" if is_solved else "howto.puzzle"),
        scene.width_mm / 2, scene.height_mm + style.leading_mm * BASELINE,
        style.small_pt, Face.TEXT_ITALIC, Align.CENTRE, QUIET,
    )  # fmt: skip
    return _Figure(Painted((*scene.marks, caption)), scene.width_mm, scene.height_mm)


def _difficulty(plan: Plan) -> list[Strip]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    strips = chapter_heading(language.prose("difficulty.heading"), style, width)
    strips += plain(language.prose("difficulty.introduction"), style, width)
    strips.append(space(2))
    for band in Band:
        strips += [*_band_entry(plan, band), space(1)]
    return strips


def _band_entry(plan: Plan, band: Band) -> list[Strip]:
    """Return dots and name of a band, what it means, and which puzzles are in it."""
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    y, size = BASELINE * style.leading_mm, 1.15 * style.body_pt
    dots, across = band_dots(band, 0, y, size)
    indent = across + 1.2 * style.leading_mm
    name = language.say(f"band.{band.value}")
    marks: list[Mark] = [*dots, label(name, indent, y, size, Face.DISPLAY_BOLD)]
    numbers = [board.number for board in setting.all_boards if band_of(board) is band]
    key = "section.number_one" if len(numbers) == 1 else "section.number_other"
    text = (
        language.say(key, numbers=language.ranges(numbers))
        if numbers and len(language.ranges(numbers)) < 60
        else language.count("section.puzzles", len(numbers))
        if numbers
        else language.say("difficulty.none_here")
    )
    room = width - indent - measure(name, Face.DISPLAY_BOLD, size) - style.leading_mm
    if measure(text, Face.DISPLAY, style.small_pt) <= room:
        marks.append(label(text, width, y, style.small_pt, Face.DISPLAY, Align.RIGHT, QUIET))
    return [
        Strip(1, Painted(tuple(marks)), is_kept=True),
        *paragraph(
            parse_spans(language.prose(f"difficulty.{band.value}")), style, width, indent=indent
        ),
    ]
