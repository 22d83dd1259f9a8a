"""Lay out a book from options and sections: the order of its parts, and the gutter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from pipeline.book.parts.answers import add_answers
from pipeline.book.parts.back import add_credits, add_log, add_pieces, font_notices, require_credits
from pipeline.book.parts.boards import Limits, number_boards
from pipeline.book.parts.front import (
    add_front,
    has_opener,
    imprint_of,
    section_notes,
    section_opener,
)
from pipeline.book.parts.guide import add_guide, add_rules, goal_of, opens_with_rules
from pipeline.book.parts.own_pages import add_own_pages
from pipeline.book.parts.page_plan import CHILDREN, LayoutContext, PagePlan
from pipeline.book.parts.puzzles import (
    PuzzlePage,
    add_puzzles,
    place_puzzles,
    puzzle_pages,
    puzzle_rows,
    puzzles_below_rules,
)
from pipeline.book.parts.steps import add_steps
from pipeline.book.parts.sums import add_sums, has_sums
from pipeline.book.press.book import Book, PageRole
from pipeline.book.press.geometry import Geometry, make_geometry, page_size
from pipeline.book.press.printing import printing_for
from pipeline.config.book_options import BookOptions, CoverOptions
from pipeline.config.errors import KeyPath, key_name
from pipeline.config.file_sets import printed_names
from pipeline.config.models import SectionConfig
from pipeline.config.own_pages import PICTURE, OwnPage
from pipeline.config.sheet_options import SheetOptions
from pipeline.edition.flow.style import style_for
from pipeline.edition.flow.typeset import check_glyphs, on_one_line
from pipeline.edition.language import load_language
from pipeline.edition.rights import require_rights
from pipeline.edition.section import BookSection
from pipeline.model import ConfigError, Record, RenderError, unknown_name
from pipeline.render.fonts import using_fonts
from pipeline.scene import Face


def lay_out(
    options: BookOptions, sections: Sequence[BookSection], pages: Sequence[OwnPage] = ()
) -> Book:
    """Return the book of the sections, with puzzles numbered from 1 in the order given.

    The book is planned again with a wider inside margin until that suits the number of pages.
    `ConfigError` if an option cannot be carried out, or a record is not ready to be printed.
    `RenderError` if a puzzle is too large for its page, or a character has no glyph.
    """
    with using_fonts(options.faces):
        return _lay_out(options, sections, pages)


def _lay_out(
    options: BookOptions, sections: Sequence[BookSection], pages: Sequence[OwnPage]
) -> Book:
    setting = make_setting(options, sections, pages)
    while True:
        plan = _plan(setting)
        printing, style = setting.printing, setting.style
        wider = make_geometry(options, printing, style, pages=len(plan.pages))
        if wider.inside <= setting.geometry.inside:
            return _book(plan, setting.geometry)
        setting = replace(setting, geometry=wider)


def make_setting(
    options: BookOptions, sections: Sequence[BookSection], pages: Sequence[OwnPage]
) -> LayoutContext:
    """Return the context that all parts of a book share, with the margins of a book of one page.

    Errors are those of `lay_out`, except for puzzles that do not fit.
    """
    if not sections:
        raise ConfigError("expected at least one section; a book without puzzles cannot be set")
    options.check()
    require_rights(options, (record for section in sections for record in section.records))
    titles = [section.title for section in sections]
    for page in pages:
        if page.after and page.after not in titles:
            raise unknown_name("section", page.after, titles, of=f" after page {page.title!r}")
    _check_words(options, sections, pages)
    printing = printing_for(options)
    style = style_for(options.style, page_size(options, printing)[0], options.look)
    limits = Limits(
        max(printing.type_pt, style.label_pt),
        max(printing.type_pt, style.answer_label_pt),
        style.number_share,
        options.parts.zeros,
    )
    language = load_language(options.language).with_words(options.hyphenation)
    if options.look == CHILDREN:
        language = language.for_children()
    if options.style == "large-print":
        language = replace(language, divided={})  # no hyphenation
    font_notices(options)  # fail early if a licence cannot be read
    if not options.parts.credits:
        require_credits(options, (record for section in sections for record in section.records))
    boards = number_boards(sections, limits, options.theme)
    geometry = make_geometry(options, printing, style, pages=1)
    return LayoutContext(
        options, tuple(sections), language, style, geometry, printing, limits, boards, tuple(pages)
    )


def _check_words(
    options: BookOptions, sections: Sequence[BookSection], pages: Sequence[OwnPage]
) -> None:
    for key, message in unsettable(options, sections, pages):
        raise RenderError(f"{key_name(key)}: {message}")
    for name, text in _credit_words(record for one in sections for record in one.records):
        if message := _lacking(text):
            raise RenderError(f"credit of puzzle {name}: {message}")


def unsettable(
    options: BookOptions,
    sections: Iterable[SectionConfig],
    pages: Iterable[OwnPage] = (),
    cover: CoverOptions | None = None,
    sheet: SheetOptions | None = None,
    folder: Path | None = None,
) -> Iterator[tuple[KeyPath, str]]:
    """Yield key and message for each text of a configuration with a character without a glyph.

    Names of files that are printed are looked up from ``folder``, if that is given.
    """
    words: dict[KeyPath, str] = {("book", name): getattr(options, name) for name in _BOOK_WORDS}
    words["book", "publisher"] = " ".join(imprint_of(options))
    if cover is not None:
        words |= {("cover", name): getattr(cover, name) for name in ("series", "blurb", "about")}
    if sheet is not None:
        words |= {("sheet", name): getattr(sheet, name) for name in ("caption", "answer")}
    for index, page in enumerate(pages):
        words |= {("page", index, name): getattr(page, name) for name in ("title", "qr")}
        # of a picture its description; the path of its file is not printed
        words["page", index, "text"] = PICTURE.sub(r"\1", page.text)
    named: list[tuple[KeyPath, str]] = []
    for index, section in enumerate(sections):
        for name in ("title", "introduction", "rules"):
            words["section", index, name] = getattr(section, name)
        words |= {("section", index, "labels", band): text for band, text in section.labels.items()}
        named += [
            (("section", index, "set", k), name) for k, name in printed_names(section, folder)
        ]
    for key, text in (*words.items(), *named):
        if message := _lacking(text):
            yield key, message


_BOOK_WORDS: Final = (
    "title", "subtitle", "author", "edition", "copyright_holder", "licence", "dedication",
    "credit_line",
)  # fmt: skip


def _lacking(text: str) -> str:
    """Return what the faces lack for a text, "" if they can set it."""
    try:
        for face in (Face.TEXT, Face.TEXT_ITALIC, Face.DISPLAY, Face.DISPLAY_BOLD):
            check_glyphs(on_one_line(text), face)
    except RenderError as error:
        return str(error)
    return ""


def _credit_words(records: Iterable[Record]) -> Iterator[tuple[str, str]]:
    """Yield the id of the first puzzle with each distinct credit, and the credit on one line."""
    seen: set[str] = set()
    for record in records:
        if (credit := record.credit) is None:
            continue
        text = " ".join(
            filter(None, (credit.author, credit.title, credit.text, credit.licence, credit.url))
        )
        if text and text not in seen:
            seen.add(text)
            yield record.id, text


def _plan(setting: LayoutContext) -> PagePlan:
    """Return the plan of a book; pages that fill its last leaf are used for larger answers."""
    plan = _plan_parts(setting, 0)
    spare = _padding(plan)
    if spare and setting.options.answers == "end":
        roomy = _plan_parts(setting, spare)
        if len(roomy.pages) <= len(plan.pages) + spare:
            plan = roomy
    for _ in range(0 if setting.options.is_for_screen else _padding(plan)):
        plan.add_notes()
    plan.add_blank("the last page is left to the printer's marks")
    return plan


def _padding(plan: PagePlan) -> int:
    """Return the number of blank pages that fill the last leaf or sheet after one more page."""
    return -(len(plan.pages) + 1) % (4 if plan.setting.options.style == "booklet" else 2)


def _plan_parts(setting: LayoutContext, spare: int) -> PagePlan:
    puzzles = []
    for index in range(len(setting.sections)):
        with _errors_of(index):
            puzzles.append(puzzle_pages(setting, index, goal_of(setting, index)))
    opened = (k for k, pages in enumerate(puzzles) if has_opener(setting, k, len(pages)))
    plan = PagePlan(setting, opened=frozenset(opened))
    options = setting.options
    add_front(plan)
    add_own_pages(plan, setting.pages, "front")
    if setting.are_rules_in_front:
        add_guide(plan)
    if has_sums(setting):
        add_sums(plan)
    for index, section in enumerate(setting.sections):
        if options.are_openers_recto:
            plan.open_recto()
        plan.mark(f"section {index}", section.title)
        with _errors_of(index):
            _add_section(plan, index, puzzles[index])
        add_own_pages(plan, setting.pages, after=section.title)
    if options.answers == "end":
        if options.are_openers_recto:
            plan.open_recto()
        add_answers(plan, spare)
    add_steps(plan)
    add_pieces(plan)
    if options.parts.log:
        add_log(plan)
    if options.parts.credits:
        add_credits(plan)
    add_own_pages(plan, setting.pages, "back")
    return plan


@contextmanager
def _errors_of(index: int) -> Iterator[None]:
    """Name the section in errors."""
    try:
        yield
    except RenderError as error:
        error.section = index
        raise


def _add_section(plan: PagePlan, index: int, pages: list[PuzzlePage]) -> None:
    """Add opener, rules and puzzles of a section; few puzzles may begin below its rules."""
    setting, is_opened = plan.setting, index in plan.opened
    if is_opened:
        plan.add(
            PageRole.OPENER, partial(section_opener, plan, index), has_folio=False, section=index
        )
    notes = () if is_opened or setting.is_for_children else section_notes(plan, index)
    has_rules, number = opens_with_rules(setting, index), plan.next_number
    joined = puzzles_below_rules(setting, index, pages) if has_rules else []
    if add_rules(plan, index, notes, puzzle_rows(plan, joined[0]) if joined else None):
        place_puzzles(plan, index, joined[0], number)
        pages = joined[1:]
    add_puzzles(plan, index, pages, is_titled=is_opened or has_rules or setting.is_for_children)


def _require_stapled(setting: LayoutContext, pages: int) -> None:
    most = min(printer.pages[1] for printer in setting.printing.printers)
    if pages > most:
        raise ConfigError(
            f"expected a booklet of at most {most} pages, which a fold and two staples hold, found "
            f'{pages}; ask for fewer puzzles, make several booklets, or take style = "standard"'
        )


def _book(plan: PagePlan, geometry: Geometry) -> Book:
    setting = plan.setting
    options = setting.options
    pages, page = len(plan.pages), (geometry.width, geometry.height)
    warnings = [*plan.warnings, *setting.printing.warnings(page, pages)]
    if options.style == "booklet":
        _require_stapled(setting, pages)
        warnings += setting.printing.sheet_warnings(page)
    placements = tuple(plan.placements[board.number] for board in setting.all_boards)
    return Book(
        options,
        geometry,
        setting.printing,
        tuple(plan.pages),
        placements,
        tuple(plan.outline),
        tuple(warnings),
    )
