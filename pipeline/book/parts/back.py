"""Back matter: credits and licences."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from pipeline import __version__
from pipeline.book.flow.blocks import (
    Block,
    chapter_heading,
    heading,
    paginate,
    plain,
    space,
)
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.book.press.rights import is_own, without_nothing
from pipeline.config.book_options import BookOptions
from pipeline.model import ConfigError, Credit, Record
from pipeline.render.fonts import family_name, font_path, licence_file
from pipeline.scene import Face
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
    found: dict[str, tuple[list[str], list[str]]] = {}
    for face in Face:
        licence = options.fonts.licence if face in replaced else None
        path = font_path(face)
        if licence is None:
            file = resources.files("pipeline.render.fonts").joinpath(licence_file(path))
            key, text = "credits.fonts_open", file.read_text("utf-8")
        else:
            key, text = "credits.fonts_licence", read_text(licence)
        said = (family_name(path), first_paragraph(text))
        for part, value in zip(found.setdefault(key, ([], [])), said, strict=True):
            if value not in part:
                part.append(value)
    return [(key, names, notices) for key, (names, notices) in found.items()]


def first_paragraph(text: str) -> str:
    r"""Return the first paragraph of a licence: its copyright notice.

    Examples
    --------
    >>> first_paragraph("Copyright 2020\nA. Designer\n\nThis font is free.")
    'Copyright 2020 A. Designer'
    """
    return " ".join(text.strip().split("\n\n")[0].split())


def gather_credits(setting: LayoutContext) -> list[tuple[Credit | None, list[int]]]:
    """Return credits with the numbers of their puzzles, in order of the first of them.

    The publisher's own puzzles, and those without an author, are under None.
    """
    found: dict[str, tuple[Credit | None, list[int]]] = {}
    for board in setting.all_boards:
        record = board.record
        own = is_own(record, setting.options)
        credit = None if own else without_nothing(record.credit)
        found.setdefault(repr(credit), (credit, []))[1].append(board.number)
    return list(found.values())


def credit_text(setting: LayoutContext, credit: Credit | None, numbers: list[int]) -> str:
    """Return the printed text of a credit. Its wording is kept verbatim."""
    language, options = setting.language, setting.options
    form = "one" if len(numbers) == 1 else "other"
    shown = language.ranges(numbers)
    if credit is None:
        own = language.say(
            f"credits.own_{form}", numbers=shown, year=options.year, holder=options.holder
        )
        if not options.licence:
            return own
        return f"{own} {language.say('credits.licence', licence=options.licence.rstrip('. '))}"
    key = f"credits.by_{form}" if credit.author else f"credits.unnamed_{form}"
    parts = (
        language.say(key, numbers=shown, author=credit.author),
        credit.title and language.say("credits.titled", title=credit.title),
        credit.text,
        credit.licence and language.say("credits.licence", licence=credit.licence),
        credit.url,
    )
    return " ".join(filter(None, parts))
