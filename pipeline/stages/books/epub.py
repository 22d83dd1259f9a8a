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
from typing import Final

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
from pipeline.edition.section import BookSection
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, Record
from pipeline.render.fonts import using_fonts
from pipeline.render.metadata import escape, quoteattr
from pipeline.render.svg import render_svg
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


@dataclass(slots=True)
class _Book:
    """A book in progress, with the pictures of its pages."""

    setting: LayoutContext
    cover: bytes | None
    pictures: list[_Part] = field(default_factory=list)

    def say(self, key: str, **values: object) -> str:
        return self.setting.language.say(key, **values)

    def figure(self, name: str, scene: Scene, text: str, caption: str = "") -> str:
        """Add a picture with a text alternative, and return its figure."""
        theme = get_theme(self.setting.options.theme)
        picture = render_svg(scene, theme, title=name.replace("-", " "), has_outlines=True)
        self.pictures.append(_Part(f"{name}.svg", picture.encode(), "image/svg+xml"))
        below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        return f'<figure><img src="{name}.svg" alt={quoteattr(text)}/>{below}</figure>'

    def page(
        self, name: str, title: str, body: str, within: Sequence[_Part] = (), level: int = 1
    ) -> _Part:
        """Return a page with its title as heading."""
        head = f"<h{level}>{escape(title)}</h{level}>"
        return self.bare(name, title, head + body, within)

    def bare(
        self, name: str, title: str, body: str, within: Sequence[_Part] = (), properties: str = ""
    ) -> _Part:
        """Return a page whose body has its own heading, without the soft hyphens for print."""
        code = self.setting.language.code
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
            '<html xmlns="http://www.w3.org/1999/xhtml" '
            f'xmlns:epub="http://www.idpf.org/2007/ops" lang="{code}" xml:lang="{code}">'
            f"<head><title>{escape(title)}</title>"
            '<link rel="stylesheet" href="style.css"/></head>'
            f"<body>{body}</body></html>\n"
        ).replace("\N{SOFT HYPHEN}", "")
        return _Part(f"{name}.xhtml", text.encode(), _XHTML, title, properties, tuple(within))


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
    nav = _nav(book, contents)
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


def _package(options: BookOptions, own: str, blurb: str, parts: Sequence[_Part]) -> str:
    items = "".join(
        f'<item id="{part.id}" href="{part.name}" media-type="{part.media}"'
        + (f' properties="{part.properties}"' if part.properties else "")
        + "/>"
        for part in parts
    )
    spine = "".join(f'<itemref idref="{part.id}"/>' for part in parts if part.media == _XHTML)
    title = ": ".join(filter(None, (options.title.strip(), options.subtitle.strip())))
    named = (
        ("identifier", options.own_isbn and f"urn:isbn:{check_isbn(options.own_isbn)}"),
        ("title", title),
        ("creator", options.author),
        ("publisher", options.publisher.name),
        ("rights", f"© {options.year} {options.holder}"),
        ("description", " ".join(blurb.split())),
        ("language", options.language),
    )
    about = "".join(f"<dc:{name}>{escape(text)}</dc:{name}>" for name, text in named if text)
    access = "".join(
        f'<meta property="schema:{name}">{value}</meta>'
        for name, value in (
            ("accessMode", "visual"), ("accessMode", "textual"),
            ("accessModeSufficient", "textual"), ("accessibilityFeature", "alternativeText"),
            ("accessibilityFeature", "tableOfContents"),
            ("accessibilityFeature", "structuralNavigation"), ("accessibilityHazard", "none"),
            ("accessibilitySummary", "Clues are tables and lists, answers are texts."),
        )
    )  # fmt: skip
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="own" '
        f'xml:lang="{options.language}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="own">{own}</dc:identifier>{about}'
        f'<meta property="dcterms:modified">{options.year}-01-01T00:00:00Z</meta>{access}'
        f"</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>\n"
    )


def _nav(book: _Book, contents: Sequence[_Part]) -> _Part:
    """Return the table of contents: chapters, and the puzzles of each section."""
    heading = book.say("contents.heading")
    listed = [part for part in contents if part.name not in _UNLISTED]
    body = f'<nav epub:type="toc" id="toc"><h1>{escape(heading)}</h1>{_entries(listed)}</nav>'
    return book.bare("nav", heading, body, properties="nav")


def _entries(parts: Iterable[_Part]) -> str:
    lines = (
        f'<li><a href="{part.name}">{escape(part.title)}</a>'
        f"{_entries(part.within) if part.within else ''}</li>"
        for part in parts
    )
    return f"<ol>{''.join(lines)}</ol>"


def _front(book: _Book) -> Iterator[_Part]:
    options = book.setting.options
    if book.cover is not None:
        words = ", ".join(filter(None, (options.title, options.subtitle, options.author)))
        picture = f'<img src="cover.png" alt={quoteattr(words)}/>'
        yield book.bare("cover", options.title, f'<div class="cover">{picture}</div>')
    lines = "".join(
        f"<p>{escape(text)}</p>"
        for text in (options.subtitle, options.author, options.publisher.name)
        if text
    )
    heading = f"<h1>{escape(options.title)}</h1>"
    yield book.bare("title", options.title, f'<div class="title">{heading}{lines}</div>')
    yield _copyright(book)
    if options.dedication:
        words = f'<div class="dedication"><p><em>{escape(options.dedication)}</em></p></div>'
        yield book.bare("dedication", options.dedication, words)
    yield from _own_pages(book, "front")


def _copyright(book: _Book) -> _Part:
    setting, options = book.setting, book.setting.options
    lines = [
        options.edition,
        book.say("copyright.copyright", year=options.year, holder=options.holder),
        book.say("copyright.publisher", publisher=options.publisher) if options.publisher else "",
        *imprint_of(options)[1:],
        options.own_isbn and book.say("copyright.isbn", isbn=options.own_isbn),
        terms_of(setting),
        proof_of(setting) if options.parts.how_to_play else "",
        book.say("copyright.made", version=__version__) if options.parts.made else "",
    ]
    body = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    title = book.say("copyright.copyright", year=options.year, holder=options.holder)
    return book.bare("copyright", title, f"<h1>{escape(options.title)}</h1>{body}")


def _own_pages(book: _Book, place: str = "", after: str = "") -> Iterator[_Part]:
    for number, page in enumerate(book.setting.pages, 1):
        if not page.is_at(place, after):
            continue
        body, at = "", 0
        for match in [*PICTURE.finditer(page.text), None]:
            words = page.text[at : match.start() if match else None]
            body += _paragraphs(parse_markdown(words))
            if match:
                at = match.end()
                body += _photograph(book, match[1], Path(match[2] or match[3]))
        if page.qr:
            shown = escape(page.qr)
            is_link = page.qr.startswith(("http://", "https://", "mailto:"))
            body += (
                f"<p><a href={quoteattr(page.qr)}>{shown}</a></p>" if is_link else f"<p>{shown}</p>"
            )
        yield book.page(f"page-{number}", page.title, body)


def _photograph(book: _Book, words: str, path: Path) -> str:
    name = f"image-{len(book.pictures) + 1}{path.suffix.lower()}"
    with open_binary(path) as stream:
        data = read_whole(stream, str(path))
    book.pictures.append(_Part(name, data, _MEDIA[path.suffix.lower()]))
    return f'<figure><img src="{name}" alt={quoteattr(words)}/></figure>'


def _guide(book: _Book) -> Iterator[_Part]:
    """Yield the rules of each kind with an example, and the key to difficulty."""
    setting, parts = book.setting, book.setting.options.parts
    if setting.are_rules_in_front:
        for number, one in enumerate(setting.instructions, 1):
            yield from _rules(book, number, one)
    if parts.key and setting.bands:
        body = f"<p>{escape(book.say('difficulty.introduction'))}</p>"
        kinds = key_by_kind(setting)
        for title, sentences in kinds.items():
            body += f"<h2>{escape(title)}</h2>" if len(kinds) > 1 else ""
            entries = "".join(
                f"<dt>{escape(book.say(f'band.{band}'))}</dt><dd>{escape(text)}</dd>"
                for band, text in sentences.items()
            )
            body += f"<dl>{entries}</dl>"
        yield book.page("difficulty", book.say("difficulty.heading"), body)


def _rules(book: _Book, number: int, instructions: Instructions) -> Iterator[_Part]:
    setting, (kind, rule, title) = book.setting, instructions
    if setting.options.parts.how_to_play:
        body = _paragraphs(rules_paragraphs(setting, kind, rule))
        body += f"<h2>{escape(book.say('howto.example'))}</h2>"
        for state in example_states(setting, kind, rule):
            scene, words = example_scene(setting, kind, rule, _CELL_MM, state)
            name = f"example-{number}-{state.partition('.')[2]}"
            body += book.figure(name, scene, words, book.say(state))
        why = first_step_text(setting, kind, rule)
        body += f"<p>{escape(why)}</p>" if why else ""
        yield book.page(f"rules-{number}", title, body)


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
        body = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
        pages = [_puzzle(book, board) for board in boards]
        yield book.page(f"section-{number}", section.title, body, pages)
        yield from _own_pages(book, after=section.title)


def _puzzle(book: _Book, board: BookBoard) -> _Part:
    setting, language, number = book.setting, book.setting.language, board.number
    dots = dots_over(board)
    marks = "" if dots is None else dots * "●" + (len(Band) - dots) * "○"
    body = f'<p aria-hidden="true">{marks}</p>' if marks else ""
    words = language.say("spoken.no_picture", number=number)
    body += book.figure(f"puzzle-{number}", board.draw(_CELL_MM), words)
    notes = puzzle_notes(setting, board)
    body += "".join(f'<p class="small">{escape(note)}</p>' for note in notes)
    body += _clues(book, board)
    if setting.options.answers != "none":
        answer = escape(language.say("puzzle.answer", number=number))
        body += f'<p><a href="answer-{number}.xhtml">{answer}</a></p>'
    return book.page(f"puzzle-{number}", spoken_heading(board, language), body, level=2)


def _clues(book: _Book, board: BookBoard) -> str:
    """Return the clues as a table with numbered rows and columns, and the others as a list."""
    say, code = book.say, book.setting.language.code
    empty = say("player.board_empty")
    rows = clue_rows(board.kind, board.clues, code)
    head = "".join(f'<th scope="col">{col}</th>' for col in range(1, len(rows[0]) + 1))
    cells = "".join(
        f'<tr><th scope="row">{number}</th>'
        + "".join(
            f"<td>{escape(in_symbols(cell, board.symbols, code) or empty)}</td>" for cell in row
        )
        + "</tr>"
        for number, row in enumerate(rows, 1)
    )
    notes = "".join(f"<li>{escape(one)}</li>" for one in board_notes(board.kind, board.clues, code))
    return (
        f"<details><summary>{escape(say('spoken.board'))}</summary>"
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{cells}</tbody></table>"
        + (f"<ul>{notes}</ul>" if notes else "")
        + "</details>"
    )


def _back(book: _Book) -> Iterator[_Part]:
    setting = book.setting
    if setting.options.answers != "none":
        pages = [_answer(book, board) for board in setting.all_boards]
        yield book.page("answers", book.say("answers.heading"), "", pages)
    if setting.options.parts.credits:
        lines = [credit_text(setting, *found) for found in gather_credits(setting)]
        lines += [
            book.say("credits.software_text", version=__version__)
        ] * setting.options.parts.made
        body = "".join(f"<p>{escape(line)}</p>" for line in lines)
        yield book.page("credits", book.say("credits.heading"), body)
    yield from _own_pages(book, "back")


def _answer(book: _Book, board: BookBoard) -> _Part:
    number, language = board.number, book.setting.language
    words = describe_answer(board.kind, board.clues, board.solution, language.code, board.symbols)
    body = f"<p>{escape(board.answer_text)}</p>" if board.answer_text else ""
    scene = board.draw(_CELL_MM, is_solved=True)
    body += book.figure(f"answer-{number}", scene, words)
    body += f'<p><a href="puzzle-{number}.xhtml">{escape(spoken_heading(board, language))}</a></p>'
    return book.page(f"answer-{number}", board.answer_heading(language), body, level=2)


def _paragraphs(items: Sequence[Paragraph]) -> str:
    """Return paragraphs, lists and headings, the latter a level below that of the page."""
    found = []
    for (is_item, is_numbered), group in groupby(
        items, lambda one: (bool(one.marker), one.marker[:1].isdecimal())
    ):
        texts = [(one.level, _spans(one)) for one in group]
        if is_item:
            tag = 'ol class="rules"' if is_numbered else "ul"
            lines = "".join(f"<li>{text}</li>" for _, text in texts)
            found.append(f"<{tag}>{lines}</{tag[:2]}>")
            continue
        for level, text in texts:
            name = f"h{min(level + 1, 6)}" if level else "p"
            found.append(f"<{name}>{text}</{name}>")
    return "".join(found)


def _spans(item: Paragraph) -> str:
    tags = {Face.TEXT_BOLD: "strong", Face.DISPLAY_BOLD: "strong", Face.TEXT_ITALIC: "em"}
    texts = ((tags.get(span.face), escape(span.text)) for span in item.spans)
    return "".join(f"<{tag}>{text}</{tag}>" if tag else text for tag, text in texts)


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
            title=get_kind(kind).title, kind=kind, rule=rule, records=tuple(some), at_most=True
        )
        for (kind, rule), some in groups
    ]
    return write_epub(options, sections)
