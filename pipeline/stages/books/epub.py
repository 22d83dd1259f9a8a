"""A book as EPUB 3, with pictures of puzzles and answers and tables of clues.

It follows EPUB 3.3 (W3C) and EPUB Accessibility 1.1: each picture has a text alternative, each page
a heading, and the metadata state the accessibility. Equal books give equal bytes. Numbers, order
and texts are those of the printed book.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from pipeline import __version__
from pipeline.book.layout import make_setting
from pipeline.book.parts.back import credit_text, gather_credits
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.difficulty import key_by_kind
from pipeline.book.parts.front import imprint_of, proof_of, terms_of
from pipeline.book.parts.guide import (
    example_scene,
    example_states,
    first_step_text,
    is_without_guessing,
    rules_paragraphs,
)
from pipeline.book.parts.page_plan import Instructions, LayoutContext
from pipeline.book.parts.puzzles import dots_over, puzzle_notes, spoken_heading
from pipeline.config.book_options import BookOptions, check_isbn
from pipeline.config.own_pages import PICTURE, OwnPage
from pipeline.config.run import RunConfig
from pipeline.edition.answer_words import describe_answer
from pipeline.edition.board_words import board_notes, clue_rows, in_symbols
from pipeline.edition.flow.markdown import Paragraph, parse_markdown
from pipeline.edition.flow.typeset import SOFT_HYPHEN
from pipeline.edition.section import BookSection
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, Record
from pipeline.render.fonts import using_fonts
from pipeline.render.svg import render_svg
from pipeline.render.templates import load_templates
from pipeline.render.theme import get_theme
from pipeline.scene import Face, Scene
from pipeline.stages.books.book import sections_from_records
from pipeline.stages.books.cover import make_front
from pipeline.store.files import open_binary
from pipeline.store.limits import read_whole

EPUB: Final = "epub"  # Name of the format
_CELL_MM: Final = 9.0
_DAY: Final = (1980, 1, 1, 0, 0, 0)  # Time of every part, the earliest that a zip file has
_CSS: Final = (
    "body{margin:5%}figure{margin:1em 0;text-align:center}img{max-width:100%}"
    ".cover{margin:0;text-align:center}.cover img{max-height:98vh}.small{font-size:.85em}"
    ".title,.dedication{text-align:center;margin-top:20%}ol.rules{padding-left:1.5em}"
    "table{border-collapse:collapse;margin:1em auto}"
    "td,th{border:1px solid;min-width:1.4em;height:1.4em;text-align:center}"
)
_UNLISTED: Final = ("cover.xhtml", "title.xhtml", "copyright.xhtml", "dedication.xhtml")
"""Pages that are not in the table of contents."""
_MEDIA: Final = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_XHTML: Final = "application/xhtml+xml"
_ELEMENTS: Final = {Face.TEXT_BOLD: "strong", Face.DISPLAY_BOLD: "strong", Face.TEXT_ITALIC: "em"}


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of the book; pages have a title."""

    name: str
    data: bytes
    media: str
    title: str = ""
    properties: str = ""
    within: tuple[_Part, ...] = ()  # Pages below this one in the table of contents

    @property
    def id(self) -> str:
        return self.name.replace("/", "-").replace(".", "-")


class _Picture(NamedTuple):
    """A picture on a page: the name of its file, the text alternative, and the caption or ""."""

    name: str
    text: str
    caption: str = ""


@dataclass(slots=True)
class _Book:
    """A book in progress, with the pictures of its pages."""

    setting: LayoutContext
    cover: bytes | None
    pictures: list[_Part] = field(default_factory=list)

    def say(self, key: str, **values: object) -> str:
        return self.setting.language.say(key, **values)

    def draw(self, name: str, scene: Scene, text: str, caption: str = "") -> _Picture:
        """Add a picture with a text alternative, and return it."""
        theme = get_theme(self.setting.options.theme)
        picture = render_svg(scene, theme, title=name.replace("-", " "), has_outlines=True)
        self.pictures.append(_Part(f"{name}.svg", picture.encode(), "image/svg+xml"))
        return _Picture(f"{name}.svg", text, caption)

    def page(
        self, template: str, name: str, title: str, /, within: Sequence[_Part] = (),
        properties: str = "", **values: object,
    ) -> _Part:  # fmt: skip
        """Return a page from its template, without the soft hyphens for print."""
        code = self.setting.language.code
        text = _render(f"{template}.xhtml", title=title, code=code, say=self.say, **values)
        data = text.replace(SOFT_HYPHEN, "").encode()
        return _Part(f"{name}.xhtml", data, _XHTML, title, properties, tuple(within))


def _render(template: str, **values: object) -> str:
    return load_templates(__package__, folder="epub_templates").render(template, **values)


def write_epub(
    options: BookOptions,
    sections: Sequence[BookSection],
    pages: Sequence[OwnPage] = (),
    cover: bytes | None = None,
    blurb: str = "",
) -> bytes:
    """Return the EPUB of sections, with puzzles numbered from 1 in the given order.

    ``cover`` is the front as PNG, ``blurb`` the description for shops. Raise `ConfigError` if there
    are no puzzles, or one cannot be printed.
    """
    if not sections:
        raise ConfigError("expected puzzles for an EPUB, found none")
    on_screen = replace(
        options, profile="screen", pdfx=False, bleed=False, pages=None,
        style="standard" if options.style == "booklet" else options.style,
    )  # fmt: skip
    with using_fonts(options.faces):
        book = _Book(make_setting(on_screen, sections, pages), cover)
        contents = [*_front(book), *_guide(book), *_sections(book), *_back(book)]
    listed = [part for part in contents if part.name not in _UNLISTED]
    nav = book.page("nav", "nav", book.say("contents.heading"), properties="nav", pages=listed)
    flat = [one for part in contents for one in (part, *part.within)]
    first = [] if cover is None else [flat.pop(0)]
    parts = [*first, nav, *flat, *book.pictures, _Part("style.css", _CSS.encode(), "text/css")]
    if cover is not None:
        parts.append(_Part("cover.png", cover, "image/png", properties="cover-image"))
    digest = hashlib.sha256(b"".join(part.data for part in parts)).hexdigest()[:32]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _store(archive, "mimetype", b"application/epub+zip", zipfile.ZIP_STORED)
        _store(archive, "META-INF/container.xml", _CONTAINER)
        package = _package(options, f"puzzlepress-{digest}", blurb, parts)
        _store(archive, "EPUB/package.opf", package.encode())
        for part in parts:
            _store(archive, f"EPUB/{part.name}", part.data)
    return out.getvalue()


def _store(
    archive: zipfile.ZipFile, name: str, data: bytes, method: int = zipfile.ZIP_DEFLATED
) -> None:
    info = zipfile.ZipInfo(name, _DAY)
    info.compress_type, info.external_attr = method, 0o644 << 16
    archive.writestr(info, data)


_CONTAINER: Final = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    b'<rootfiles><rootfile full-path="EPUB/package.opf" '
    b'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)


def _package(options: BookOptions, identifier: str, blurb: str, parts: Sequence[_Part]) -> str:
    named = {
        "identifier": options.own_isbn and f"urn:isbn:{check_isbn(options.own_isbn)}",
        "title": ": ".join(filter(None, (options.title.strip(), options.subtitle.strip()))),
        "creator": options.author,
        "publisher": options.publisher.name,
        "rights": f"© {options.year} {options.holder}",
        "description": " ".join(blurb.split()),
        "language": options.language,
    }
    return _render("package.opf", options=options, own=identifier, named=named, parts=parts)


def _front(book: _Book) -> Iterator[_Part]:
    options = book.setting.options
    if book.cover is not None:
        words = ", ".join(filter(None, (options.title, options.subtitle, options.author)))
        yield book.page("cover", "cover", options.title, text=words)
    lines = (options.subtitle, options.author, options.publisher.name)
    yield book.page("title", "title", options.title, lines=lines)
    yield _copyright(book)
    if options.dedication:
        yield book.page("dedication", "dedication", options.dedication)
    yield from _own_pages(book, "front")


def _copyright(book: _Book) -> _Part:
    setting, options = book.setting, book.setting.options
    title = book.say("copyright.copyright", year=options.year, holder=options.holder)
    lines = [
        options.edition,
        title,
        book.say("copyright.publisher", publisher=options.publisher) if options.publisher else "",
        *imprint_of(options)[1:],
        options.own_isbn and book.say("copyright.isbn", isbn=options.own_isbn),
        terms_of(setting),
        proof_of(setting) if options.parts.how_to_play else "",
        book.say("copyright.made", version=__version__) if options.parts.made else "",
    ]
    return book.page("copyright", "copyright", title, heading=options.title, lines=lines)


def _own_pages(book: _Book, place: str = "", after: str = "") -> Iterator[_Part]:
    for number, page in enumerate(book.setting.pages, 1):
        if not page.is_at(place, after):
            continue
        parts, start = [], 0
        for match in [*PICTURE.finditer(page.text), None]:
            words = page.text[start : match.start() if match else None]
            picture = _photograph(book, match[1], Path(match[2] or match[3])) if match else None
            parts.append((_paragraphs(parse_markdown(words)), picture))
            start = match.end() if match else start
        is_link = page.qr.startswith(("http://", "https://", "mailto:"))
        yield book.page(
            "own_page", f"page-{number}", page.title, parts=parts, qr=page.qr, is_link=is_link
        )


def _photograph(book: _Book, words: str, path: Path) -> _Picture:
    name = f"image-{len(book.pictures) + 1}{path.suffix.lower()}"
    with open_binary(path) as stream:
        data = read_whole(stream, str(path))
    book.pictures.append(_Part(name, data, _MEDIA[path.suffix.lower()]))
    return _Picture(name, words)


def _guide(book: _Book) -> Iterator[_Part]:
    """Yield the rules of each kind with an example, and the key to difficulty."""
    setting, parts = book.setting, book.setting.options.parts
    if setting.are_rules_in_front:
        for number, one in enumerate(setting.instructions, 1):
            yield from _rules(book, number, one)
    if parts.key and setting.bands:
        kinds = key_by_kind(setting)
        yield book.page("difficulty", "difficulty", book.say("difficulty.heading"), kinds=kinds)


def _rules(book: _Book, number: int, instructions: Instructions) -> Iterator[_Part]:
    setting, (kind, rule, title) = book.setting, instructions
    if setting.options.parts.how_to_play:
        pictures = []
        for state in example_states(setting, kind, rule):
            scene, words = example_scene(setting, kind, rule, _CELL_MM, state)
            name = f"example-{number}-{state.partition('.')[2]}"
            pictures.append(book.draw(name, scene, words, book.say(state)))
        yield book.page(
            "rules", f"rules-{number}", title,
            paragraphs=_paragraphs(rules_paragraphs(setting, kind, rule)),
            pictures=pictures,
            why=first_step_text(setting, kind, rule),
        )  # fmt: skip


def _sections(book: _Book) -> Iterator[_Part]:
    setting = book.setting
    for number, (section, boards) in enumerate(
        zip(setting.sections, setting.boards, strict=True), 1
    ):
        if own := setting.instructions_before(number - 1):
            yield from _rules(book, number, own)
        key = "section.number_one" if len(boards) == 1 else "section.number_other"
        ranges = setting.language.ranges([board.number for board in boards])
        lines = [book.say(key, numbers=ranges)]
        lines += [book.say("section.no_guessing")] * is_without_guessing(setting, number - 1)
        lines += [section.introduction]
        pages = [_puzzle(book, board) for board in boards]
        yield book.page("section", f"section-{number}", section.title, within=pages, lines=lines)
        yield from _own_pages(book, after=section.title)


def _puzzle(book: _Book, board: BookBoard) -> _Part:
    setting, language, number = book.setting, book.setting.language, board.number
    dots = dots_over(board)
    words = language.say("spoken.no_picture", number=number)
    empty = book.say("player.board_empty")
    return book.page(
        "puzzle", f"puzzle-{number}", spoken_heading(board, language),
        dots="" if dots is None else dots * "●" + (len(Band) - dots) * "○",
        picture=book.draw(f"puzzle-{number}", board.draw(_CELL_MM), words),
        notes=puzzle_notes(setting, board),
        rows=[
            [in_symbols(cell, board.symbols, language.code) or empty for cell in row]
            for row in clue_rows(board.kind, board.clues, language.code)
        ],
        board_notes=board_notes(board.kind, board.clues, language.code),
        answer=f"answer-{number}.xhtml" if setting.options.answers != "none" else "",
        number=number,
    )  # fmt: skip


def _back(book: _Book) -> Iterator[_Part]:
    setting = book.setting
    if setting.options.answers != "none":
        pages = [_answer(book, board) for board in setting.all_boards]
        yield book.page("page", "answers", book.say("answers.heading"), within=pages)
    if setting.options.parts.credits:
        lines = [credit_text(setting, *found) for found in gather_credits(setting)]
        lines += [
            book.say("credits.software_text", version=__version__)
        ] * setting.options.parts.made
        yield book.page("section", "credits", book.say("credits.heading"), lines=lines)
    yield from _own_pages(book, "back")


def _answer(book: _Book, board: BookBoard) -> _Part:
    number, language = board.number, book.setting.language
    words = describe_answer(board.kind, board.clues, board.solution, language.code, board.symbols)
    scene = board.draw(_CELL_MM, is_solved=True)
    return book.page(
        "answer", f"answer-{number}", board.answer_heading(language),
        answer_text=board.answer_text,
        picture=book.draw(f"answer-{number}", scene, words),
        puzzle=f"puzzle-{number}.xhtml",
        puzzle_heading=spoken_heading(board, language),
    )  # fmt: skip


Group: TypeAlias = tuple[str, list[tuple[str, list[tuple[str, str]]]]]
"""The element of a list or "", and its items: their element, and (element or "", text) of spans."""


def _paragraphs(items: Sequence[Paragraph]) -> list[Group]:
    """Return paragraphs, lists and headings, the latter a level below that of the page."""
    groups: list[Group] = []
    for (is_item, is_numbered), group in groupby(
        items, lambda one: (bool(one.marker), one.marker[:1].isdecimal())
    ):
        element = ("ol" if is_numbered else "ul") if is_item else ""
        texts = [
            ("li" if is_item else f"h{min(item.level + 1, 6)}" if item.level else "p",
             [(_ELEMENTS.get(span.face, ""), span.text) for span in item.spans])
            for item in group
        ]  # fmt: skip
        groups.append((element, texts))
    return groups


def make_epub(records: Iterable[Record], config: RunConfig, folder: Path) -> bytes:
    """Return the EPUB of a configuration, with puzzles from records.

    ``folder`` is that of the records. Errors are those of `write_epub` and `sections_from_records`.
    """
    sections = sections_from_records(records, config, folder)
    printed = [record for section in sections for record in section.records]
    cover = make_front(config, folder, printed)
    return write_epub(config.book, sections, config.pages, cover, config.cover.blurb)


def plain_epub(records: Iterable[Record]) -> bytes:
    """Return an EPUB of records in their order, without a configuration; see `write_epub`."""
    options = BookOptions(title="Puzzles", author="puzzlepress", year=2000)
    groups = groupby(records, key=lambda one: (one.kind, one.verdict.rule))
    sections = [
        BookSection(
            title=get_kind(kind).title, kind=kind, rule=rule, records=tuple(group), at_most=True
        )
        for (kind, rule), group in groups
    ]
    return write_epub(options, sections)
