"""The plan of a book: pages in order, and references that are resolved at the end.

A page is added with a function that paints its text area. It is called after the whole plan is
complete, so it may look up the page of any anchor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, TypeAlias

from pipeline.book.parts.boards import BookBoard, Limits
from pipeline.book.parts.looks import folio_frame
from pipeline.book.press.book import OutlineEntry, Page, PageRole, PrintedPlace
from pipeline.book.press.geometry import Geometry, is_recto
from pipeline.book.press.printing import Printing
from pipeline.config.book_options import BookOptions
from pipeline.config.own_pages import OwnPage
from pipeline.edition.flow.blocks import (
    LEAST_FILLED,
    Block,
    MarkGroup,
    chapter_heading,
    column,
    merged,
    stack,
)
from pipeline.edition.flow.style import PT, TextStyle
from pipeline.edition.flow.typeset import QUIET, label, shorten
from pipeline.edition.language import Language
from pipeline.edition.section import BookSection
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.kind_texts import read_texts
from pipeline.model import Band, Status
from pipeline.render.fonts import using_fonts
from pipeline.scene import Align, Face, Ink, Mark, Rect, Role

Instructions: TypeAlias = tuple[AnyKind, str | None, str]  # Kind, rule and title
CHILDREN: Final = "children"  # The look, and the rules of a section, for readers of about 8
_TAB_MM: Final = 4.0  # How far a tab reaches into the page, well outside the text area
_MOST_TAB_MM: Final = 30.0


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """Context of the layout: options, language, sizes, page, printers."""

    options: BookOptions
    sections: tuple[BookSection, ...]
    language: Language
    style: TextStyle
    geometry: Geometry
    printing: Printing
    limits: Limits
    boards: tuple[tuple[BookBoard, ...], ...]  # The boards of each section
    pages: tuple[OwnPage, ...] = ()  # The publisher's own

    @property
    def is_for_children(self) -> bool:
        """Whether each puzzle has a page with its name and goal, for readers of about 8."""
        return self.options.look == CHILDREN

    @property
    def all_boards(self) -> tuple[BookBoard, ...]:
        """Every board in order of number."""
        return tuple(board for boards in self.boards for board in boards)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The bands whose names are printed over puzzles, easiest first."""
        graded = {board.level for board in self.all_boards if not board.label}
        return tuple(band for band in Band if band in graded)

    @property
    def unique_kinds(self) -> tuple[str, ...]:
        """Titles of the kinds whose puzzles are all proved to have one solution."""
        proofs: dict[str, bool] = {}
        for board in self.all_boards:
            is_proved = board.record.verdict.status is Status.UNIQUE
            title = board.kind.title_in(self.language.code)
            proofs[title] = proofs.get(title, True) and is_proved
        return tuple(title for title, is_proved in proofs.items() if is_proved)

    @property
    def instructions(self) -> tuple[Instructions, ...]:
        """The instructions of each kind and rule, in order of the sections."""
        kinds = {board.kind.id: board.kind for board in self.all_boards}
        return tuple(
            (
                kinds[kind],
                rule,
                self._howto_of(kinds[kind], title),
            )
            for (kind, rule), title in self.rule_titles.items()
        )

    def _howto_of(self, kind: AnyKind, title: str) -> str:
        if self.is_for_children:
            return self.language.smarten(self.language.say("contents.howto_section", kind=title))
        own = read_texts(kind.package, self.language.code)["words"].get("howto")
        return str(own or self.language.say("contents.howto", kind=title))

    @property
    def are_rules_in_front(self) -> bool:
        """Whether all rules are before the first section, as those of a single kind always are."""
        return self.options.rules == "front" or len(self.instructions) == 1

    def instructions_before(self, index: int) -> Instructions | None:
        """Return what opens a section, None if that is at the front or in an earlier one."""
        if self.are_rules_in_front:
            return None
        own = (self.sections[index].kind, self.sections[index].rule)
        if own in {(one.kind, one.rule) for one in self.sections[:index]}:
            return None
        return next(one for one in self.instructions if (one[0].id, one[1]) == own)

    @property
    def rule_titles(self) -> dict[tuple[str, str | None], str]:
        """The title of each (kind, rule), with the name of the rule if it has no title of its own.

        A kind with one rule in the book has its title. Children find the title of the section.
        """
        if self.is_for_children:
            return {(one.kind, one.rule): one.title for one in reversed(self.sections)}
        kinds = {board.kind.id: board.kind for board in self.all_boards}
        titles = {
            (section.kind, section.rule): kinds[section.kind].title_in(
                self.language.code, section.rule
            )
            for section in self.sections
        }
        same = Counter(titles.values())
        return {
            (kind, rule): title if same[title] == 1 else f"{title} ({rule})"
            for (kind, rule), title in titles.items()
        }

    def has_rules(self, kind: str) -> bool:
        """Return whether a kind has several rules in the book."""
        return len({section.rule for section in self.sections if section.kind == kind}) > 1


@dataclass(slots=True)
class PagePlan:
    """Pages planned so far, and those of anchors, puzzles and answers; read in painters only."""

    setting: LayoutContext
    pages: list[Page] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    puzzle_pages: dict[int, int] = field(default_factory=dict)
    answer_pages: dict[int, int] = field(default_factory=dict)
    placements: dict[int, PrintedPlace] = field(default_factory=dict)
    outline: list[OutlineEntry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    opened: frozenset[int] = frozenset()  # Sections with a page for their title

    @property
    def next_number(self) -> int:
        """The number of the page that would be added next."""
        return len(self.pages) + 1

    def page_of(self, anchor: str) -> int:
        """Return the page of an anchor, 0 until it is planned."""
        return self.anchors.get(anchor, 0)

    def mark(self, anchor: str, title: str, further: int = 0) -> None:
        """Set an anchor and an outline entry to the next page, or ``further`` pages on."""
        self.anchors[anchor] = self.next_number + further
        self.outline.append(OutlineEntry(title, self.next_number + further))

    def add(
        self,
        role: PageRole,
        paint: Callable[[], MarkGroup],
        head: str = "",
        has_folio: bool = True,
        section: int | None = None,
        reason: str = "",
        keeps_head: bool = False,
    ) -> int:
        """Add a page whose text area is painted by ``paint``; return its number.

        A running head on a left-hand page is the title of the book, except over answers, or where
        the page ``keeps_head``. A page of a section has the section's tab at its fore-edge if the
        book bleeds.
        """
        number = self.next_number
        geometry = self.setting.geometry
        keeps_head |= role is PageRole.ANSWERS
        if head and not is_recto(number) and not keeps_head:
            head = self.setting.options.title
        x, y, width, height = geometry.sheet(number)
        fonts = self.setting.options.faces
        tab = section if geometry.bleed else None

        def painted() -> MarkGroup:
            with using_fonts(fonts):
                body = paint().moved(geometry.left(number), geometry.text_top)
                page = merged([body, self._furniture(number, head, has_folio)])
            if not geometry.bleed:
                return page
            return merged([self._tab(number, tab), page.moved(x, y)])

        self.pages.append(Page(number, role, painted, width, height, (x, y), reason))
        return number

    def add_full(self, role: PageRole, paint: Callable[[float, float], MarkGroup]) -> None:
        """Add a page whose whole sheet, of this width and height with its bleed, is painted."""
        number = self.next_number
        x, y, width, height = self.setting.geometry.sheet(number)
        self.pages.append(Page(number, role, partial(paint, width, height), width, height, (x, y)))

    def add_blank(self, reason: str) -> None:
        """Add a blank page with the reason for it; a book for the screen has none."""
        if self.setting.options.is_for_screen:
            return
        self.add(PageRole.BLANK, MarkGroup, has_folio=False, reason=reason)

    def add_notes(self) -> None:
        """Add a page for the reader's notes."""
        language, style = self.setting.language, self.setting.style
        width = self.setting.geometry.text_width
        words = language.say("notes.heading")
        self.add(
            PageRole.NOTES, lambda: column(chapter_heading(words, style, width), style.leading_mm)
        )

    def open_recto(self) -> None:
        """Add a blank page if the next one would be a left-hand page."""
        if not is_recto(self.next_number) and not self.setting.options.is_for_screen:
            self.add_blank("what follows opens on a right-hand page")

    def add_flow(
        self,
        role: PageRole,
        build: Callable[[], Sequence[Block]],
        head: str = "",
        has_folio: bool = True,
        least: float = LEAST_FILLED,
    ) -> None:
        """Add as many pages as the blocks of ``build`` fill.

        The last is filled to a share of ``least`` if others can spare it. ``build`` is called once
        to count pages and once, when all references are known, to paint; heights may not depend on
        references. The first page has no running head.
        """
        steps, leading = self.setting.geometry.steps, self.setting.style.leading_mm
        count = len(stack(build(), steps, leading, least))
        final = cache(lambda: stack(build(), steps, leading, least))
        for k in range(count):
            self.add(role, partial(lambda at: final()[at], k), head if k else "", has_folio)

    def _tab(self, number: int, section: int | None) -> MarkGroup:
        """Return the thumb index of a section, which bleeds off the fore-edge."""
        count = len(self.setting.sections)
        if section is None or count < 2:
            return MarkGroup()
        geometry = self.setting.geometry
        _, y, width, _ = geometry.sheet(number)
        share = geometry.text_height / count
        high = min(share, _MOST_TAB_MM)
        reach = _TAB_MM + geometry.bleed
        left = width - reach if is_recto(number) else 0.0
        top = y + geometry.text_top + section * share + (share - high) / 2
        return MarkGroup((Rect((left, top), reach, high, Ink(Role.QUIET)),))

    def _furniture(self, number: int, head: str, has_folio: bool) -> MarkGroup:
        geometry, style = self.setting.geometry, self.setting.style
        left = geometry.left(number)
        right = left + geometry.text_width
        x, align = (right, Align.RIGHT) if is_recto(number) else (left, Align.LEFT)
        marks: list[Mark] = []
        if head:
            text = shorten(
                " ".join(head.split()), Face.DISPLAY, style.small_pt, geometry.text_width
            )
            y = geometry.top + 0.8 * style.small_pt * PT
            marks.append(label(text, x, y, style.small_pt, Face.DISPLAY, align, QUIET))
        if has_folio:
            y = geometry.height - geometry.bottom - 0.25 * style.folio_pt * PT
            marks.append(label(str(number), x, y, style.folio_pt, Face.DISPLAY_SEMIBOLD, align))
            look = self.setting.options.look
            marks += folio_frame(look, x, y, align, str(number), style.folio_pt)
        return MarkGroup(tuple(marks)).tagged()
