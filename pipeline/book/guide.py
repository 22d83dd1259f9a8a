"""How to play, with a worked example for each kind and rule, and the key to the bands."""

from __future__ import annotations

from functools import partial

from pipeline.book.book import PageRole
from pipeline.book.examples import example_cell, worked_example
from pipeline.book.markdown import parse_markdown, parse_spans
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
from pipeline.book.typeset import QUIET, label, measure
from pipeline.kinds.interface import AnyKind
from pipeline.model import Band
from pipeline.scene import Align, Face, Mark

_MOST_EXAMPLE_CELL_MM = 13.0
_LEAST_EXAMPLE_CELL_MM = 7.0
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


def _howto(plan: Plan, kind: AnyKind, rule: str, title: str) -> list[Strip]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    blocks = parse_markdown(
        language.hyphenate(language.smarten(kind.rules_text(rule, language.code)))
    )
    if blocks and blocks[0].level == 1:
        blocks = blocks[1:]  # the book sets its own heading
    strips = chapter_heading(language.hyphenate(title), style, width)
    strips += prose(blocks, style, width)
    strips += heading(language.say("howto.example"), style, width, style.subheading_pt, above=2)
    room = setting.geometry.steps - column_steps(strips)
    example = _example(plan, kind, rule, _MOST_EXAMPLE_CELL_MM)
    if room < example.steps:
        # Rather somewhat smaller on the page of the rules than alone on the next one.
        share = max(0.0, (room - _EXAMPLE_CAPTION_STEPS) / (example.steps - _EXAMPLE_CAPTION_STEPS))
        cell = share * _example_cell(plan, kind, rule, _MOST_EXAMPLE_CELL_MM)
        if cell >= _LEAST_EXAMPLE_CELL_MM:
            example = _example(plan, kind, rule, cell)
    strips.append(example)
    return strips


def _example_cell(plan: Plan, kind: AnyKind, rule: str, most: float) -> float:
    """Return the cell of the example: two boards stand side by side."""
    clues, _ = worked_example(kind, rule)
    gap = 2 * plan.setting.style.leading_mm
    return example_cell(kind, clues, (plan.setting.geometry.text_width - gap) / 2, most)


def _example(plan: Plan, kind: AnyKind, rule: str, most: float) -> Strip:
    """Return the example, unsolved and solved side by side, each with its caption."""
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    clues, solution = worked_example(kind, rule)
    gap = 2 * style.leading_mm
    cell = _example_cell(plan, kind, rule, most)
    parts = []
    left, height = 0.0, 0.0
    for k, key in enumerate(("howto.puzzle", "howto.solution")):
        scene = kind.draw(clues, solution if k else None, cell)
        height = scene.height_mm
        y = 0.5 * style.leading_mm
        caption = label(
            language.say(key), left + scene.width_mm / 2, height + y + style.leading_mm * BASELINE,
            style.small_pt, Face.TEXT_ITALIC, Align.CENTRE, QUIET,
        )  # fmt: skip
        parts.append(Painted((*scene.moved(left, y).marks, caption)))
        left += scene.width_mm + gap
    used = left - gap
    steps = int((height + 2 * style.leading_mm) / style.leading_mm) + 1
    return Strip(steps, merged(parts).moved((width - used) / 2, 0))


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
