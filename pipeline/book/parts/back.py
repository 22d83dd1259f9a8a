"""Back matter: the solver's log, pieces to cut out, credits and licences."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib import resources
from typing import Final

from pipeline import __version__
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.config.book_options import BookOptions
from pipeline.edition.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    chapter_heading,
    column,
    column_steps,
    heading,
    merged,
    paginate,
    plain,
    space,
)
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import QUIET, label, measure
from pipeline.edition.rights import is_own, without_nothing
from pipeline.model import ConfigError, Credit, Record
from pipeline.render.fonts import family_name, font_path, licence_file
from pipeline.render.picture import cell_for_size
from pipeline.scene import Face, Ink, Line, Mark, Role
from pipeline.store.files import read_text


def add_credits(plan: PagePlan) -> None:
    """Add credits of the puzzles by author, licences of the type, and how the book was made."""
    title = plan.setting.language.say("credits.heading")
    plan.mark("credits", title)
    # Drop white space if that saves a page with only a line or two.
    whole = _credits(plan)
    tight = [block for block in whole if not block.is_space or block.is_kept]
    steps = plan.setting.geometry.steps
    blocks = min(whole, tight, key=lambda found: len(paginate(found, steps)))
    plan.add_flow(PageRole.CREDITS, lambda: blocks, title)


def require_credits(options: BookOptions, records: Iterable[Record]) -> None:
    """Raise ConfigError if a book of these records needs its page of credits.

    It does if a font, or a puzzle by somebody else, has a credit to print.
    """
    others = [r.id for r in records if without_nothing(r.credit) and not is_own(r, options)]
    if others or options.fonts.files():
        what = (
            f"puzzles of others ({', '.join(others[:3])}{', ...' * (len(others) > 3)})"
            if others
            else "fonts of your own"
        )
        raise ConfigError(
            f"expected parts.credits = true in a book with {what}, which are credited there; "
            "leave the key out"
        )


def _credits(plan: PagePlan) -> list[Block]:
    setting = plan.setting
    style, language = setting.style, setting.language
    width = setting.geometry.text_width
    small = style.subheading_pt

    def title(key: str, above: int = 1) -> list[Block]:
        return heading(language.prose(key), style, width, small, above)

    blocks = chapter_heading(language.prose("credits.heading"), style, width)
    blocks += title("credits.puzzles", above=0)
    for credit, numbers in gather_credits(setting):
        blocks += [*plain(credit_text(setting, credit, numbers), style, width), space()]
    blocks += title("credits.fonts")
    text, display = (family_name(font_path(face)) for face in (Face.TEXT, Face.DISPLAY))
    key = "credits.fonts_one" if text == display else "credits.fonts_text"
    blocks += plain(language.prose(key, text=text, display=display), style, width)
    for key, names, notices in font_notices(setting.options):
        said = language.prose(key, names=language.say("number.separator").join(names))
        blocks += [space(), *plain(said, style, width)]
        for notice in notices:
            blocks += [space(), *plain(notice, style, width, size_pt=style.small_pt)]
    if setting.options.parts.made:
        blocks += title("credits.software", above=2)
        said = language.prose("credits.software_text", version=__version__)
        blocks += plain(said, style, width)
    return blocks


def font_notices(options: BookOptions) -> list[tuple[str, list[str], list[str]]]:
    """Return key of the sentence, font families and copyright notice for each font licence.

    `StoreError` or `PuzzleFormatError` if the licence of the user's fonts cannot be read, or is
    empty.
    """
    replaced = options.fonts.files()
    by_key: dict[str, tuple[list[str], list[str]]] = {}
    for face in Face:
        licence = options.fonts.licence if face in replaced else None
        path = font_path(face)
        if licence is None:
            file = resources.files("pipeline.render.fonts").joinpath(licence_file(path))
            key, text = "credits.fonts_open", file.read_text("utf-8")
        else:
            key, text = "credits.fonts_licence", read_text(licence)
        said = (family_name(path), first_paragraph(text))
        for part, value in zip(by_key.setdefault(key, ([], [])), said, strict=True):
            if value not in part:
                part.append(value)
    return [(key, names, notices) for key, (names, notices) in by_key.items()]


def first_paragraph(text: str) -> str:
    r"""Return the first paragraph of a licence: its copyright notice.

    >>> first_paragraph("Copyright 2020\nA. Designer\n\nThis font is free.")
    'Copyright 2020 A. Designer'
    """
    return " ".join(text.strip().split("\n\n")[0].split())


def gather_credits(setting: LayoutContext) -> list[tuple[Credit | None, list[int]]]:
    """Return credits with the numbers of their puzzles, in order of the first of them.

    The publisher's own puzzles, and those without an author, are under None.
    """
    by_credit: dict[str, tuple[Credit | None, list[int]]] = {}
    for board in setting.all_boards:
        record = board.record
        own = is_own(record, setting.options)
        credit = None if own else without_nothing(record.credit)
        by_credit.setdefault(repr(credit), (credit, []))[1].append(board.number)
    return list(by_credit.values())


def credit_text(setting: LayoutContext, credit: Credit | None, numbers: list[int]) -> str:
    """Return the printed text of a credit. Its wording is kept verbatim."""
    language, options = setting.language, setting.options
    form = "one" if len(numbers) == 1 else "other"
    shown = language.ranges(numbers)
    if credit is None:
        sentence = language.say(
            f"credits.own_{form}", numbers=shown, year=options.year, holder=options.holder
        )
        if not options.licence:
            return sentence
        return f"{sentence} {language.say('credits.licence', licence=options.licence.rstrip('. '))}"
    key = f"credits.by_{form}" if credit.author else f"credits.unnamed_{form}"
    parts = (
        language.say(key, numbers=shown, author=credit.author),
        credit.title and language.say("credits.titled", title=credit.title),
        credit.text,
        credit.licence and language.say("credits.licence", licence=credit.licence),
        credit.url,
    )
    return " ".join(filter(None, parts))


_LINE_MM: Final = 22.0  # Room to write a time
_ROW_MM: Final = (9.5, 8.0)  # Height of a row for handwriting; the lower one to save a page


def divide_log(count: int, columns: int, first: int, later: int) -> tuple[int, ...]:
    """Return the rows of each page of a log: as few pages as possible, filled evenly.

    ``first`` and ``later`` are the most rows on the first page, which has the heading, and on the
    others.
    """
    rest = count - columns * first
    capacities = [first, *[later] * max(0, -(-rest // (columns * later)))]
    even = next(
        rows for rows in range(1, max(capacities) + 1)
        if columns * sum(min(rows, limit) for limit in capacities) >= count
    )  # fmt: skip
    return tuple(min(even, limit) for limit in capacities)


def add_log(plan: PagePlan) -> None:
    """Add the pages for solving times."""
    setting = plan.setting
    style, geometry = setting.style, setting.geometry
    title = setting.language.say("log.heading")
    plan.mark("log", title)
    head = chapter_heading(title, style, geometry.text_width)
    boards = list(setting.all_boards)
    gap = style.leading_mm
    number = max(
        measure(f"{boards[-1].number} ", Face.DISPLAY_SEMIBOLD, style.body_pt),
        measure(f"{setting.language.say('log.number')}  ", Face.DISPLAY, style.small_pt),
    )
    columns = max(1, int((geometry.text_width + gap) / (number + _LINE_MM + gap)))
    room = geometry.text_height - gap
    plans = [
        (
            divide_log(
                len(boards), columns,
                int((room - column_steps(head) * style.leading_mm) / row), int(room / row),
            ),
            row,
        )
        for row in _ROW_MM
    ]  # fmt: skip
    pages, row = min(plans, key=lambda item: len(item[0]))
    first = 0
    for rows in pages:
        chosen = boards[first : first + rows * columns]
        above = [] if first else head
        paint = partial(_log_page, plan, chosen, rows, columns, row, above)
        plan.add(PageRole.LOG, paint, title if first else "")
        first += len(chosen)


def _log_page(
    plan: PagePlan,
    boards: list[BookBoard],
    rows: int,
    columns: int,
    row_mm: float,
    head: list[Block],
) -> MarkGroup:
    setting = plan.setting
    style, language = setting.style, setting.language
    step = style.leading_mm
    width = (setting.geometry.text_width - (columns - 1) * step) / columns
    indent = width - max(_LINE_MM, 0.6 * width)
    top = column_steps(head) * step
    marks: list[Mark] = []
    for k in range(min(columns, -(-len(boards) // rows))):
        x = k * (width + step)
        for text, at in (("number", 0.0), ("time", indent)):
            words = language.say(f"log.{text}")
            y = top + BASELINE * step
            marks.append(label(words, x + at, y, style.small_pt, Face.DISPLAY, ink=QUIET))
        for row, board in enumerate(boards[k * rows : (k + 1) * rows]):
            y = top + step + (row + 1) * row_mm - 0.45 * style.body_pt * PT
            marks.append(label(str(board.number), x, y, style.body_pt, Face.DISPLAY_SEMIBOLD))
            y += 0.2 * step
            marks.append(Line((x + indent, y), (x + width, y), 0.3, Ink(Role.RULE)))
    return merged([column(head, step), MarkGroup(tuple(marks))])


_MOST_CELL_MM: Final = 25.0  # Largest side of a piece; larger ones are no easier to hold


def add_pieces(plan: PagePlan) -> None:
    """Add the pieces of each kind and size, with blank backs; a book for the screen has none."""
    if plan.setting.options.is_for_screen:
        return
    sizes: dict[tuple[str, int, int], BookBoard] = {}
    for board in plan.setting.all_boards:
        if board.kind.book_matter is not None:
            sizes.setdefault((board.kind.id, board.rows, board.cols), board)
    for number, board in enumerate(sizes.values()):
        plan.open_recto()
        if number == 0:
            plan.mark("pieces", plan.setting.language.say("pieces.heading"))
        plan.add(PageRole.PIECES, partial(_pieces, plan, board))
        plan.add_blank("pieces to cut out have nothing on their backs")


def _pieces(plan: PagePlan, board: BookBoard) -> MarkGroup:
    setting = plan.setting
    geometry, style, language = setting.geometry, setting.style, setting.language
    width = geometry.text_width
    size = language.say("size.board", cols=board.cols, rows=board.rows)
    blocks = chapter_heading(language.prose("pieces.heading"), style, width)
    blocks += plain(
        language.prose("pieces.text", kind=board.kind.title_in(language.code), size=size),
        style,
        width,
    )
    over = (column_steps(blocks) + 1) * style.leading_mm
    matter = board.kind.book_matter
    assert matter is not None
    room = geometry.text_height - over
    cell = cell_for_size(lambda cell: matter.pieces(board.clues, cell), width, room)
    scene = matter.pieces(board.clues, min(cell, _MOST_CELL_MM))
    left = (width - scene.width_mm) / 2
    return merged([column(blocks, style.leading_mm), MarkGroup(scene.marks).moved(left, over)])
