"""Front matter: half title, title page, copyright page, dedication, contents."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from pipeline import __version__
from pipeline.book.parts.art import opener_art, title_art
from pipeline.book.parts.back import gather_credits
from pipeline.book.parts.guide import is_without_guessing, opens_with_rules
from pipeline.book.parts.looks import CORNER_MM, corners
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.parts.sums import has_sums
from pipeline.book.press.book import PageRole
from pipeline.config.book_options import BookOptions
from pipeline.edition.flow.blocks import (
    Block,
    MarkGroup,
    chapter_heading,
    column_steps,
    leader_entry,
    merged,
    paginate,
    paragraph,
    plain,
    space,
    tagged_lines,
)
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import Span, TextLine, break_evenly, break_lines, place_line
from pipeline.model import Confirmed, RenderError, Status
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene

_LEAST_TITLE_PT = 12.0
_TITLE_SCALES = (1.0, 0.85, 0.7, 0.55)  # Tried in turn until everything fits
_LEAST_ORNAMENT_MM = 30.0
_LEAST_PAGES = 6  # Of a section that has a page with its title, unless the parts say so


def add_front(plan: PagePlan) -> None:
    """Add the front matter."""
    options = plan.setting.options
    if options.parts.half_title:
        half_title = _half_title(plan.setting)
        plan.add(PageRole.HALF_TITLE, lambda: half_title, has_folio=False)
        plan.add_blank("the title page is a right-hand page")
    plan.mark("title", options.title)
    title = _title(plan.setting)
    plan.add(PageRole.TITLE, lambda: title, has_folio=False)
    plan.add_flow(PageRole.COPYRIGHT, lambda: _copyright(plan), has_folio=False)
    if options.dedication:
        dedication = _dedication(plan.setting)
        plan.add(PageRole.DEDICATION, lambda: dedication, has_folio=False)
    if options.parts.contents:
        heading = plan.setting.language.say("contents.heading")
        plan.mark("contents", heading)
        plan.add_flow(PageRole.CONTENTS, lambda: _contents(plan), heading, least=1.0)


def _fitted(
    text: str,
    face: Face,
    size_pt: float,
    width: float,
    line_limit: int,
    least: float = _LEAST_TITLE_PT,
) -> tuple[tuple[TextLine, ...], float]:
    """Return a title in at most ``line_limit`` lines, smaller than ``size_pt`` if necessary."""
    while True:
        lines = break_lines([Span(text, face)], size_pt, width)
        if len(lines) <= line_limit or size_pt <= least:
            return break_evenly([Span(text, face)], size_pt, width), size_pt
        size_pt = max(least, size_pt * 0.9)


def _centred(
    lines: tuple[TextLine, ...], y: float, width: float, size_pt: float
) -> tuple[list[Mark], float]:
    """Return centred lines with the top of the first capitals at ``y``, and the y of their end."""
    marks: list[Mark] = []
    step = 1.14 * size_pt * PT
    baseline = y + 0.66 * size_pt * PT
    for k, line in enumerate(lines):
        marks += place_line(line, 0, baseline + k * step, width, size_pt, Align.CENTRE)
    return marks, baseline + (len(lines) - 1) * step + 0.25 * size_pt * PT


def _half_title(setting: LayoutContext) -> MarkGroup:
    geometry, style, options = setting.geometry, setting.style, setting.options
    lines, size = _fitted(
        options.title, Face.DISPLAY_SEMIBOLD, style.heading_pt, 0.8 * geometry.text_width, 4,
        max(_LEAST_TITLE_PT, style.small_pt),
    )  # fmt: skip
    marks, _ = _centred(lines, 0.22 * geometry.text_height, geometry.text_width, size)
    return MarkGroup(tuple(marks))


def _title(setting: LayoutContext) -> MarkGroup:
    geometry = setting.geometry
    width, height = geometry.text_width, geometry.text_height
    for scale in _TITLE_SCALES:
        head, y = _title_head(setting, scale)
        foot, below = _title_foot(setting, scale)
        if y + setting.style.leading_mm <= height - below:
            break
    else:
        title = setting.options.title
        raise RenderError(
            f"the title {title[:40]!r} of {len(title)} characters leaves no room on the "
            "title page; shorten title, subtitle or author"
        )
    end, art = height - below, list[Mark]()
    marks = [*head, *Scene(0, 0, tuple(foot)).moved(0, end).marks]
    room = min(0.86 * width, end - y - 4 * setting.style.leading_mm)
    scene = title_art(setting, room) if room >= _LEAST_ORNAMENT_MM else None
    if scene is not None:
        top = (y + end - scene.height_mm) / 2
        art.extend(scene.moved((width - scene.width_mm) / 2, top).marks)
    art += corners(setting.options.look, width, height)
    return merged([MarkGroup(tuple(marks)), MarkGroup(tuple(art)).tagged()])


def _title_head(setting: LayoutContext, scale: float) -> tuple[list[Mark], float]:
    options, style, width = setting.options, setting.style, setting.geometry.text_width
    step = style.leading_mm
    least = max(_LEAST_TITLE_PT, style.small_pt)
    clear = CORNER_MM.get(options.look, 0.0)
    lines, size = _fitted(
        options.title, Face.DISPLAY_BOLD, scale * style.title_pt, width - 2 * clear, 3, least
    )
    marks, y = _centred(lines, max(clear, 1.5 * scale * step), width, size)
    if options.subtitle:
        size = max(style.small_pt, 1.5 * scale * style.body_pt)
        lines, size = _fitted(
            options.subtitle, Face.TEXT_ITALIC, size, 0.85 * width, 4, style.small_pt
        )
        more, y = _centred(lines, y + scale * step, width, size)
        marks += more
    return marks, y


def _title_foot(setting: LayoutContext, scale: float) -> tuple[list[Mark], float]:
    """Return author and publisher from y = 0 on, and their height."""
    options, style, width = setting.options, setting.style, setting.geometry.text_width
    marks: list[Mark] = []
    y, clear = 0.0, CORNER_MM.get(options.look, 0.0)
    named = (
        (options.author, Face.DISPLAY_SEMIBOLD, 1.35),
        (options.publisher.name, Face.DISPLAY, 1.0),
    )
    for text, face, share in named:
        if text:
            size = max(style.small_pt, share * scale * style.body_pt)
            lines, size = _fitted(text, face, size, width - 2 * clear, 3, style.small_pt)
            more, y = _centred(lines, y, width, size)
            marks += more
            y += 0.8 * scale * style.leading_mm
    return marks, y + clear / 2


def _copyright(plan: PagePlan) -> list[Block]:
    setting = plan.setting
    options, say = setting.options, setting.language.say
    style, width = setting.style, setting.geometry.text_width
    measure = min(width, 42 * style.small_pt * PT)
    size = style.small_pt

    def lines(text: str, face: Face = Face.TEXT) -> list[Block]:
        text = setting.language.hyphenate(text)
        return paragraph([Span(text, face)], style, measure, size_pt=size)

    title = options.title.strip()
    if subtitle := options.subtitle.strip():
        title = say("copyright.title", title=title, subtitle=subtitle)
    blocks = [*lines(title, Face.TEXT_BOLD), space()]
    if options.edition:
        blocks += lines(options.edition)
    blocks += lines(say("copyright.copyright", year=options.year, holder=options.holder))
    if options.publisher:
        blocks += lines(say("copyright.publisher", publisher=options.publisher))
    for line in imprint_of(options)[1:]:
        blocks += lines(line)
    if options.own_isbn:
        blocks += lines(say("copyright.isbn", isbn=options.own_isbn))
    blocks += [space(), *lines(terms_of(setting))]
    if options.parts.how_to_play and (proof := proof_of(setting)):
        blocks += [space(), *lines(proof)]
        blocks += lines(_confirmation(setting)) if options.confirmed else []
    blocks += [space()]
    if options.answers == "end":
        blocks += lines(say("copyright.answers", page=plan.page_of("answers")))
    elif options.answers == "overleaf":
        blocks += lines(say("copyright.answers_overleaf"))
    elif options.answers == "flipped":
        blocks += lines(say("copyright.answers_flipped"))
    if options.parts.credits:
        blocks += lines(say("copyright.credits", page=plan.page_of("credits")))
    if options.parts.made:
        blocks += lines(say("copyright.made", version=__version__))
    rest = setting.geometry.steps - column_steps(blocks)
    return [Block(rest), *blocks] if rest > 0 else blocks


def imprint_of(options: BookOptions) -> list[str]:
    """Return the publisher's name, postal address and e-mail address, each on one line."""
    own = options.publisher
    address = ", ".join(line.strip(" ,") for line in own.address.splitlines())
    return [own.name, *filter(None, (address, own.email))]


def _confirmation(setting: LayoutContext) -> str:
    confirmations = [
        board.record.verdict.confirmed
        for board in setting.all_boards
        if board.record.verdict.status is Status.UNIQUE
    ]
    arguments = confirmations.count(Confirmed.ARGUMENT)
    if arguments == len(confirmations):
        return setting.language.say("copyright.confirmed")
    return setting.language.say("copyright.confirmed_some", count=arguments, all=len(confirmations))


def proof_of(setting: LayoutContext) -> str:
    """Return the statement of uniqueness, for all puzzles or for the kinds that are proved."""
    kinds, say = setting.unique_kinds, setting.language.say
    if len(kinds) == len({board.kind.id for board in setting.all_boards}):
        return say("copyright.proof")
    joined = say("number.separator").join(kinds)
    return say("copyright.proof_kinds", kinds=joined) if kinds else ""


def terms_of(setting: LayoutContext) -> str:
    """Return the terms of use, and which puzzles have terms of their own.

    A licence that is a sentence is printed as it is, its name within a sentence.
    """
    licence, say = setting.options.licence.strip(), setting.language.say
    if not licence:
        licence = say("copyright.rights")
    elif not licence.endswith("."):
        licence = say("credits.licence", licence=licence)
    others = [number for credit, own in gather_credits(setting) if credit for number in own]
    if not others:
        return licence
    key = "copyright.others_one" if len(others) == 1 else "copyright.others_other"
    return f"{licence} {say(key, numbers=setting.language.ranges(sorted(others)))}"


def _dedication(setting: LayoutContext) -> MarkGroup:
    width = setting.geometry.text_width
    lines, size = _fitted(
        setting.options.dedication, Face.TEXT_ITALIC, 1.2 * setting.style.body_pt, 0.6 * width, 12
    )
    marks, _ = _centred(lines, 0.22 * setting.geometry.text_height, width, size)
    return MarkGroup(tuple(marks))


def _contents(plan: PagePlan) -> list[Block]:
    setting = plan.setting
    style, language, width = setting.style, setting.language, setting.geometry.text_width
    blocks = chapter_heading(language.prose("contents.heading"), style, width)
    touch = [space()] * setting.options.is_for_device  # large enough to tap
    for anchor, title in _matter(plan, before=True):
        blocks += [*leader_entry(title, plan.page_of(anchor), style, width), *touch]
    before = [*blocks, space()]
    after = list[Block]()
    for anchor, title in _matter(plan, before=False):
        after += [*leader_entry(title, plan.page_of(anchor), style, width), *touch]
    full, short = (
        [_contents_of(plan, k, is_short) for k in range(len(setting.sections))]
        for is_short in (False, True)
    )
    spaced = [block for lines in full for block in [*lines, space()]]
    # move sections closer if that saves a page with only a few lines
    shown = (spaced, *([*chain(*close), space()] for close in (full, short)))
    return min(
        ([*before, *lines, *after] for lines in shown),
        key=lambda blocks: len(paginate(blocks, setting.geometry.steps)),
    )


def _contents_of(plan: PagePlan, index: int, is_short: bool) -> list[Block]:
    """Return a section's entry in the contents, with its puzzles on the same line or the next."""
    style, width = plan.setting.style, plan.setting.geometry.text_width
    title, page = plan.setting.sections[index].title, plan.page_of(f"section {index}")
    first, second = _section_summary(plan, index)
    summary = plan.setting.language.say("section.summary", first=first, second=second)
    following = [
        block
        for number, own_page in enumerate(plan.setting.pages)
        if own_page.after == title and not own_page.bleed
        for block in leader_entry(own_page.title, plan.page_of(f"page {number}"), style, width)
    ]
    if is_short:
        lines = leader_entry(title, page, style, width, face=Face.TEXT_BOLD, more=summary)
        return [*lines, *following]
    lines = leader_entry(title, page, style, width, face=Face.TEXT_BOLD)
    kept = [replace(line, is_kept=True) for line in lines]
    below = plain(summary, style, width, size_pt=style.small_pt)
    return [*kept, *tagged_lines(below, "TOCI", is_begun=True), *following]


def _matter(plan: PagePlan, before: bool) -> list[tuple[str, str]]:
    options, say = plan.setting.options, plan.setting.language.say
    parts = options.parts
    if not before:
        has_pieces = not options.is_for_screen and any(
            board.kind.book_matter for board in plan.setting.all_boards
        )
        after = (
            ("answers", say("contents.answers"), options.answers == "end"),
            ("steps", say("steps.heading"), bool(parts.steps)),
            ("pieces", say("pieces.heading"), has_pieces),
            ("log", say("contents.log"), parts.log),
            ("credits", say("contents.credits"), parts.credits),
            *_own(plan, "back"),
        )
        return [(anchor, title) for anchor, title, is_there in after if is_there]
    entries = [(anchor, title) for anchor, title, _ in _own(plan, "front")]
    sums = [("sums", say("sums.heading"))] if has_sums(plan.setting) else []
    if not plan.setting.are_rules_in_front:
        return [*entries, *sums]
    entries += [
        (f"howto {kind.id} {rule}", title)
        for kind, rule, title in plan.setting.instructions
        if parts.how_to_play
    ]
    has_key = parts.key and plan.setting.bands
    entries += [("difficulty", say("contents.difficulty"))] if has_key else []
    return sorted([*entries, *sums], key=lambda entry: plan.page_of(entry[0]))


def _own(plan: PagePlan, place: str) -> list[tuple[str, str, bool]]:
    pages = enumerate(plan.setting.pages)
    return [
        (f"page {number}", page.title, True)
        for number, page in pages
        if page.is_at(place, "") and not page.bleed
    ]


def _section_summary(plan: PagePlan, index: int) -> tuple[str, str]:
    setting = plan.setting
    language, boards = setting.language, setting.boards[index]
    key = "section.number_one" if len(boards) == 1 else "section.number_other"
    numbers = language.say(key, numbers=language.ranges([board.number for board in boards]))
    return numbers, language.sizes((board.cols, board.rows) for board in boards)


def has_opener(setting: LayoutContext, index: int, pages: int) -> bool:
    """Return whether a section of some pages opens with one of its own: by option, or for notes."""
    section, asked = setting.sections[index], setting.options.parts.openers
    if asked or opens_with_rules(setting, index):
        return bool(asked)
    is_noted = bool(section.introduction or section.hardest) or setting.has_rules(section.kind)
    return is_noted or (asked is None and pages >= _LEAST_PAGES)


def section_notes(plan: PagePlan, index: int) -> list[str]:
    """Return what is printed where a section opens: its title, puzzles and introduction."""
    section, language = plan.setting.sections[index], plan.setting.language
    first, second = _section_summary(plan, index)
    notes = [section.title, language.say("section.summary", first=first, second=second)]
    return notes + _promises(plan, index)


def _promises(plan: PagePlan, index: int) -> list[str]:
    section, language = plan.setting.sections[index], plan.setting.language
    notes = [language.say("section.no_guessing")] * is_without_guessing(plan.setting, index)
    return notes + [language.hyphenate(section.introduction)] * bool(section.introduction)


def section_opener(plan: PagePlan, index: int) -> MarkGroup:
    """Return the page that opens a section: title, puzzles, rules, and introduction."""
    section, language = plan.setting.sections[index], plan.setting.language
    notes = [*_section_summary(plan, index)]
    if plan.setting.has_rules(section.kind) and plan.setting.options.parts.how_to_play:
        page = plan.page_of(f"howto {section.kind} {section.rule}")
        title = plan.setting.rule_titles[section.kind, section.rule]
        notes.append(language.say("section.rules", kind=title, page=page))
    return _opener(plan, index, section.title, notes + _promises(plan, index))


def _opener(plan: PagePlan, index: int, title: str, notes: list[str]) -> MarkGroup:
    setting = plan.setting
    style, geometry = setting.style, setting.geometry
    width, step = geometry.text_width, style.leading_mm
    lines, size = _fitted(
        setting.language.hyphenate(title), Face.DISPLAY_BOLD, 1.3 * style.heading_pt, width, 4
    )
    y = 0.14 * geometry.text_height
    marks, end = _centred(lines, y, width, size)
    rule = end + 1.1 * step
    half = 0.09 * width
    marks.append(Line((width / 2 - half, rule), (width / 2 + half, rule), 0.5, Ink(Role.TEXT)))
    top = rule + 1.3 * step
    for note in notes:
        broken = break_evenly([Span(note, Face.TEXT)], style.body_pt, 0.62 * width)
        for k, line in enumerate(broken):
            baseline = top + (k + 0.5) * step
            marks += place_line(line, 0, baseline, width, style.body_pt, Align.CENTRE)
        top += (len(broken) + 0.5) * step
    art = corners(setting.options.look, width, geometry.text_height)
    low = geometry.text_height - 3 * step
    room = min(0.62 * width, 0.8 * (low - top))
    scene = opener_art(setting, index, room) if room >= _LEAST_ORNAMENT_MM else None
    if scene is not None:
        placed = scene.moved(
            (width - scene.width_mm) / 2, top + 0.4 * (low - top - scene.height_mm)
        )
        art.extend(placed.marks)
    return merged([MarkGroup(tuple(marks)), MarkGroup(tuple(art)).tagged()])
