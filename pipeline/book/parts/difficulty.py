"""The key to difficulty: what each band asks of a reader, in the words of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pipeline.book.parts.boards import needs_trials, shown_symbols
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.parts.puzzles import band_dots
from pipeline.config.models import USUAL_BANDS
from pipeline.edition.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    chapter_heading,
    heading,
    merged,
    paragraph,
    plain,
    space,
)
from pipeline.edition.flow.markdown import parse_spans
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import label, measure
from pipeline.edition.language import Language
from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.grades.grading import guessing_bands, has_trials
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.kinds.kit.telling.kind_texts import read_difficulty
from pipeline.model import Band
from pipeline.scene import Face, Mark

_LEAST_ENTRY_EM: Final = 16.0  # Least width for a sentence of the key beside the name of its band


def difficulty_key(
    plan: PagePlan, is_run_on: bool = False, kind: AnyKind | None = None
) -> list[Block]:
    """Return the key of a kind, or of all, as blocks; under a lesser heading if it runs on."""
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    title = language.prose("difficulty.heading")
    blocks = (
        heading(title, style, width, style.subheading_pt, above=1)
        if is_run_on
        else chapter_heading(title, style, width)
    )
    kinds = key_by_kind(setting)
    if kind is None or kind.id == setting.instructions[0][0].id:
        blocks += [*plain(language.prose("difficulty.introduction"), style, width), space()]
    if kind is not None:
        name = title_in_key(setting, kind)
        kinds = {name: kinds[name]} if name in kinds else {}
    sentences = next(iter(kinds.values())) if len(kinds) == 1 else {}
    for band in shown_bands(setting, kind):
        blocks += _band_entry(plan, band, sentences.get(band, ""))
    for text in _sources_of_minutes(setting, kind):
        blocks += [space(), *plain(text, style, width)]
    for title, of_kind in kinds.items() if len(kinds) > 1 else ():
        text = language.hyphenate(f"**{title}.** {in_a_row(of_kind, language)}")
        blocks += [space(), *paragraph(parse_spans(text), style, width)]
    return blocks


def _sources_of_minutes(setting: LayoutContext, only: AnyKind | None) -> Iterator[str]:
    """Yield a sentence on the solving times behind the printed minutes of each kind."""
    timed = (board for board in setting.all_boards if setting.language.minutes(board.record.grade))
    for kind in (
        dict.fromkeys(board.kind for board in timed) if setting.options.parts.minutes else ()
    ):
        fitted = read_measured(kind.package, "minutes") if only in (None, kind) else None
        if fitted is not None and "times" in fitted:
            title = title_in_key(setting, kind)
            numbers = {"times": fitted["times"], "puzzles": fitted["puzzles"]}
            yield setting.language.say("difficulty.minutes", kind=title, **numbers)


def shown_bands(setting: LayoutContext, kind: AnyKind | None = None) -> tuple[Band, ...]:
    """Return the bands of the key, or of a kind in it; all if a section takes puzzles of any band.

    So the pages do not depend on the bands that the puzzles happen to have. Bands in which nearly
    every puzzle needs trials are shown only if they have puzzles, or trials are allowed.
    """
    boards = (one for one in setting.all_boards if kind is None or one.kind is kind)
    graded = {board.level for board in boards if not board.label}
    open_to = [
        set(Band)
        if section.trials
        else set(Band) - {*guessing_bands(get_kind(section.kind).package)}
        for section in setting.sections
        if kind is None or section.kind == kind.id
        if section.sizes and section.takes_any_band
    ]
    if open_to and setting.bands:
        return tuple(band for band in Band if band in graded.union(*open_to))
    return tuple(band for band in setting.bands if band in graded)


def title_in_key(setting: LayoutContext, kind: AnyKind) -> str:
    """Return the title of a kind, or that of its rule if the book has one rule of it."""
    rules = {section.rule for section in setting.sections if section.kind == kind.id}
    return kind.title_in(setting.language.code, rules.pop() if len(rules) == 1 else None)


def key_by_kind(setting: LayoutContext) -> dict[str, dict[Band, str]]:
    """Return the sentences of graded kinds by band, by title; kinds without any are left out."""
    language = setting.language
    graded = [board.kind for board in setting.all_boards if board.level and not board.label]
    by_title = {}
    for kind in dict.fromkeys(graded):
        texts = read_difficulty(kind.package, language.code)
        if texts:
            only = shown_symbols([board for board in setting.all_boards if board.kind is kind])
            by_title[title_in_key(setting, kind)] = {
                band: language.smarten(kind.with_symbols(text, only, language.code))
                for band in shown_bands(setting, kind)
                for text in [_sentence(setting, kind, band, texts[band])]
            }
    return by_title


def _sentence(setting: LayoutContext, kind: AnyKind, band: Band, usual: str) -> str:
    """Return what a band asks of a reader, with or without trials as its puzzles need."""
    boards = [board for board in setting.all_boards if board.kind is kind and board.level is band]
    need = needs_trials(boards) if boards else band in guessing_bands(kind.package)
    is_usual = not need and (band in USUAL_BANDS or not has_trials(kind.package))
    if kind.deductions is None or need is None or is_usual:
        return usual
    name = "with_trials" if need else f"without_trials_{band}"
    return setting.language.say(f"difficulty.{name}", text=usual)


def in_a_row(sentences: Mapping[Band, str], language: Language) -> str:
    """Return the sentences of a kind's bands as one paragraph, each with the name of its band."""
    return " ".join(f"{language.say(f'band.{band}')}: {text}" for band, text in sentences.items())


def _band_entry(plan: PagePlan, band: Band, sentence: str) -> list[Block]:
    """Return dots and name of a band, with its meaning beside them if there is one."""
    style, language = plan.setting.style, plan.setting.language
    width = plan.setting.geometry.text_width
    y = BASELINE * style.leading_mm
    dots, across = band_dots(band, 0, y, style.body_pt, plan.setting.options.look)
    left = across + 0.6 * style.leading_mm
    names = {one: language.say(f"band.{one.value}") for one in shown_bands(plan.setting)}
    marks: list[Mark] = [*dots, label(names[band], left, y, style.body_pt, Face.DISPLAY_BOLD)]
    widest = max(measure(name, Face.DISPLAY_BOLD, style.body_pt) for name in names.values())
    indent = left + widest + 0.8 * style.leading_mm
    if not sentence:
        return [Block(1, MarkGroup(tuple(marks)))]
    spans = parse_spans(language.hyphenate(sentence))
    if width - indent < _LEAST_ENTRY_EM * style.body_pt * PT:  # too narrow beside the name
        name = Block(1, MarkGroup(tuple(marks)), is_kept=True)
        over = [space()] if band is not shown_bands(plan.setting)[0] else []
        return [*over, name, *paragraph(spans, style, width)]
    first, *rest = paragraph(spans, style, width, indent=indent)
    return [replace(first, painted=merged([MarkGroup(tuple(marks)), first.painted])), *rest]
