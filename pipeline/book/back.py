"""Back matter: the solver's log, and credits with licences."""

from __future__ import annotations

from functools import partial
from importlib import resources

from pipeline import __version__
from pipeline.book.boards import Board
from pipeline.book.book import PageRole
from pipeline.book.plan import Plan
from pipeline.book.puzzles import band_of
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
from pipeline.model import Credit
from pipeline.scene import Face, Ink, Line, Mark, Role

_FONTS = (
    ("Source Serif 4", "OFL-SourceSerif4.txt"),
    ("Source Sans 3", "OFL-SourceSans3.txt"),
)
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
    style, say = setting.style, setting.language.say
    width = setting.geometry.text_width
    small = style.subheading_pt

    def title(key: str) -> list[Strip]:
        return heading(say(key), style, width, small)

    strips = chapter_heading(say("credits.heading"), style, width)
    strips += heading(say("credits.puzzles"), style, width, small, above=0)
    for credit, numbers in gather_credits(plan):
        strips += [*plain(credit_text(plan, credit, numbers), style, width), space()]
    strips += title("credits.fonts")
    names = [name for name, _ in _FONTS]
    strips += plain(say("credits.fonts_text", text=names[0], display=names[1]), style, width)
    for _, file in _FONTS:
        strips += [space(), *plain(font_notice(file), style, width, size_pt=style.small_pt)]
    strips += [*title("credits.software")]
    strips += plain(say("credits.software_text", version=__version__), style, width)
    return strips


def gather_credits(plan: Plan) -> list[tuple[Credit | None, list[int]]]:
    """Return credits with the numbers of their puzzles, in order of the first of them.

    Puzzles without a credit of their own (None) carry the publisher's.
    """
    found: dict[str, tuple[Credit | None, list[int]]] = {}
    for board in plan.setting.all_boards:
        credit = board.record.credit
        if credit is not None and not any(
            (credit.author, credit.title, credit.url, credit.licence, credit.text)
        ):
            credit = None
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


def font_notice(file: str) -> str:
    """Return the copyright notice of a face: the first lines of its licence."""
    text = resources.files("pipeline.render.fonts").joinpath(file).read_text(encoding="utf-8")
    return " ".join(text.split("\n\n")[0].split())
