"""Back matter: the solver's log, and credits with licences."""

from __future__ import annotations

from functools import partial
from importlib import resources
from pathlib import Path

from pipeline import __version__
from pipeline.book.boards import Board
from pipeline.book.book import PageRole
from pipeline.book.options import BookOptions
from pipeline.book.plan import Plan
from pipeline.book.puzzles import band_of
from pipeline.book.rights import is_own, without_nothing
from pipeline.book.strips import (
    BASELINE,
    Painted,
    Strip,
    chapter_heading,
    column,
    heading,
    merged,
    plain,
    space,
)
from pipeline.book.style import PT
from pipeline.book.typeset import QUIET, label
from pipeline.model import ConfigError, Credit
from pipeline.render.fonts import LICENCE_FILES, family_name, font_path
from pipeline.scene import Face, Ink, Line, Mark, Role

_LOG_STEPS = 2
"""Baseline steps of a row of the log, so that a pencil has room."""


def add_log(plan: Plan) -> None:
    """Add the pages on which a solver notes times."""
    setting = plan.setting
    language, style = setting.language, setting.style
    title = language.say("log.heading")
    plan.mark("log", title)
    columns = max(1, min(3, int(setting.geometry.text_width / (14 * style.body_pt * PT))))
    head = chapter_heading(title, style, setting.geometry.text_width)
    over = sum(strip.steps for strip in head)
    boards = list(setting.all_boards)
    first, is_first = 0, True
    while first < len(boards):
        steps = setting.geometry.steps - (over if is_first else 0) - 1
        rows = steps // _LOG_STEPS
        chosen = boards[first : first + rows * columns]
        tall = min(rows, -(-len(chosen) // columns))
        plan.add(
            PageRole.LOG,
            partial(_log_page, plan, chosen, tall, columns, head if is_first else []),
            "" if is_first else title,
        )
        first += len(chosen)
        is_first = False


def _log_page(
    plan: Plan, boards: list[Board], rows: int, columns: int, head: list[Strip]
) -> Painted:
    setting = plan.setting
    style, language = setting.style, setting.language
    step, small = style.leading_mm, style.small_pt
    gap = 2 * step
    width = (setting.geometry.text_width - (columns - 1) * gap) / columns
    top = sum(strip.steps for strip in head) * step
    marks: list[Mark] = []
    for k in range(min(columns, -(-len(boards) // rows))):
        x = k * (width + gap)
        y = top + BASELINE * step
        for text, at in zip(("number", "band", "time"), _log_stops(width, step), strict=True):
            marks.append(
                label(language.say(f"log.{text}"), x + at, y, small, Face.DISPLAY, ink=QUIET)
            )
        for row, board in enumerate(boards[k * rows : (k + 1) * rows]):
            marks += _log_row(plan, board, x, top + (1 + row * _LOG_STEPS) * step, width)
    return merged([column(head, step), Painted(tuple(marks))])


def _log_stops(width: float, step: float) -> tuple[float, float, float]:
    return (0.0, 2.2 * step, min(6.0 * step, 0.62 * width))


def _log_row(plan: Plan, board: Board, x: float, y: float, width: float) -> list[Mark]:
    style, language = plan.setting.style, plan.setting.language
    step = style.leading_mm
    number, at, time = _log_stops(width, step)
    base = y + 1.6 * step
    band = band_of(board)
    marks: list[Mark] = [
        label(str(board.number), x + number, base, style.body_pt, Face.DISPLAY_SEMIBOLD)
    ]
    if band is not None:
        marks.append(
            label(language.say(f"band.{band.value}"), x + at, base, style.small_pt, Face.DISPLAY)
        )
    line = base + 0.2 * step
    marks.append(Line((x + time, line), (x + width, line), 0.3, Ink(Role.RULE)))
    return marks


def add_credits(plan: Plan) -> None:
    """Add credits of the puzzles by author, licences of the type, and how the book was made."""
    title = plan.setting.language.say("credits.heading")
    plan.mark("credits", title)
    plan.add_flow(PageRole.CREDITS, lambda: _credits(plan), title)


def _credits(plan: Plan) -> list[Strip]:
    setting = plan.setting
    style, language = setting.style, setting.language
    width = setting.geometry.text_width
    small = style.subheading_pt

    def title(key: str, above: int = 1) -> list[Strip]:
        return heading(language.prose(key), style, width, small, above)

    strips = chapter_heading(language.prose("credits.heading"), style, width)
    strips += title("credits.puzzles", above=0)
    for credit, numbers in gather_credits(plan):
        strips += [*plain(credit_text(plan, credit, numbers), style, width), space()]
    strips += title("credits.fonts")
    text, display = (family_name(font_path(face)) for face in (Face.TEXT, Face.DISPLAY))
    strips += plain(language.prose("credits.fonts_text", text=text, display=display), style, width)
    for key, names, notices in font_notices(setting.options):
        said = language.prose(key, names=language.say("number.separator").join(names))
        strips += [space(), *plain(said, style, width)]
        for notice in notices:
            strips += [space(), *plain(notice, style, width, size_pt=style.small_pt)]
    strips += title("credits.software")
    strips += plain(language.prose("credits.software_text", version=__version__), style, width)
    return strips


def font_notices(options: BookOptions) -> list[tuple[str, list[str], list[str]]]:
    """Return, for each licence of the book's type, a sentence's key, families, and its beginning.

    Raises
    ------
    ConfigError
        If the licence of the user's fonts cannot be read.
    """
    replaced = options.fonts.files()
    found: dict[str, tuple[list[str], list[str]]] = {}
    for face in Face:
        licence = options.fonts.licence if face in replaced else None
        text = (
            resources.files("pipeline.render.fonts")
            .joinpath(LICENCE_FILES[face])
            .read_text("utf-8")
            if licence is None
            else _licence_text(licence)
        )
        key = "credits.fonts_open" if licence is None else "credits.fonts_licence"
        for part, value in zip(
            found.setdefault(key, ([], [])),
            (family_name(font_path(face)), first_paragraph(text)),
            strict=True,
        ):
            if value not in part:
                part.append(value)
    return [(key, names, notices) for key, (names, notices) in found.items()]


def _licence_text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path}: expected the licence of the book's fonts as text, found none ({error})"
        ) from error
    if not text.strip():
        raise ConfigError(f"{path}: expected the licence of the book's fonts, found an empty file")
    return text


def first_paragraph(text: str) -> str:
    r"""Return the first paragraph of a licence: its copyright notice.

    Examples
    --------
    >>> first_paragraph("Copyright 2020\nA. Designer\n\nThis font is free.")
    'Copyright 2020 A. Designer'
    """
    return " ".join(text.strip().split("\n\n")[0].split())


def gather_credits(plan: Plan) -> list[tuple[Credit | None, list[int]]]:
    """Return credits with the numbers of their puzzles, in order of the first of them.

    The publisher's own puzzles, and those that say nothing of an author, come under None.
    """
    found: dict[str, tuple[Credit | None, list[int]]] = {}
    for board in plan.setting.all_boards:
        record = board.record
        own = is_own(record, plan.setting.options)
        credit = None if own else without_nothing(record.credit)
        found.setdefault(repr(credit), (credit, []))[1].append(board.number)
    return list(found.values())


def credit_text(plan: Plan, credit: Credit | None, numbers: list[int]) -> str:
    """Return what is printed for a credit. Its text is kept verbatim."""
    language, options = plan.setting.language, plan.setting.options
    form = "one" if len(numbers) == 1 else "other"
    shown = language.ranges(numbers)
    if credit is None:
        own = language.say(
            f"credits.own_{form}", numbers=shown, year=options.year, holder=options.holder
        )
        if not options.licence:
            return own
        return f"{own} {language.say('credits.licence', licence=options.licence.rstrip('. '))}"
    parts = [
        language.say(f"credits.by_{form}", numbers=shown, author=credit.author)
        if credit.author
        else language.say(f"credits.unnamed_{form}", numbers=shown)
    ]
    if credit.title:
        parts.append(language.say("credits.titled", title=credit.title))
    if credit.text:
        parts.append(credit.text)
    if credit.licence:
        parts.append(language.say("credits.licence", licence=credit.licence))
    if credit.url:
        parts.append(credit.url)
    return " ".join(parts)
