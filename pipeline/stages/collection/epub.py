"""Records to an EPUB 3: puzzles as pictures and as tables of clues, linked to their answers.

After EPUB 3.3 (W3C) and EPUB Accessibility 1.1: each picture has an alternative in words, each page
a heading, and the book says what it offers. Equal records give equal bytes.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pipeline.book.flow.language import Language, load_language
from pipeline.book.flow.markdown import parse_markdown
from pipeline.book.parts.answer_words import describe_answer
from pipeline.book.parts.board_words import clue_rows, describe_board
from pipeline.config.book_options import BookOptions
from pipeline.model import ConfigError, Record
from pipeline.render.svg import render_svg
from pipeline.render.theme import get_theme
from pipeline.render.xml import escape, quoteattr
from pipeline.scene import Face
from pipeline.stages.puzzle import Puzzle, read_puzzle

EPUB: Final = "epub"
"""Name of the format."""
_CELL_MM: Final = 9.0
_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The day of every part: records carry no clock, and a zip file knows none before."""
_CSS: Final = (
    "body{margin:5%}figure{margin:1em 0;text-align:center}img{max-width:100%}"
    "table{border-collapse:collapse;margin:1em auto}"
    "td,th{border:1px solid;min-width:1.4em;height:1.4em;text-align:center}"
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of the book: its name, what stands in it, and its type."""

    name: str
    text: str
    media: str
    title: str = ""
    properties: str = ""

    @property
    def id(self) -> str:
        return self.name.replace("/", "-").replace(".", "-")


def write_epub(records: Iterable[Record], options: BookOptions) -> bytes:
    """Return the EPUB of some puzzles; title, author, language and theme are those of the options.

    Puzzles are numbered in the order given. `ConfigError` if there are none, or one has no
    solution, or the language is unknown.
    """
    language = load_language(options.language)
    puzzles = [read_puzzle(record) for record in records]
    if not puzzles:
        raise ConfigError("expected puzzles for an EPUB, found none")
    for puzzle in puzzles:
        if puzzle.solution is None:
            raise ConfigError(
                f"{puzzle.record.id}: expected a solution, found none; run puzzlepress solve first"
            )
    pages = [*_rules(puzzles, language), *_puzzles(puzzles, language)]
    answers = list(_answers(puzzles, language))
    pictures = list(_pictures(puzzles, options))
    text = "".join(part.text for part in (*pages, *answers, *pictures))
    digest = hashlib.sha256(f"{options.title} {options.author} {text}".encode())
    own = f"puzzlepress-{digest.hexdigest()[:32]}"
    nav = _nav(options, language, [*pages, answers[0]])
    parts = [nav, *pages, *answers, *pictures, _Part("style.css", _CSS, "text/css")]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        _store(book, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        _store(book, "META-INF/container.xml", _CONTAINER)
        _store(book, "EPUB/package.opf", _package(options, own, parts))
        for part in parts:
            _store(book, f"EPUB/{part.name}", part.text)
    return out.getvalue()


def _store(book: zipfile.ZipFile, name: str, text: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    info = zipfile.ZipInfo(name, _DAY)
    info.compress_type, info.external_attr = method, 0o644 << 16
    book.writestr(info, text)


_CONTAINER: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="EPUB/package.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)


def _package(options: BookOptions, own: str, parts: list[_Part]) -> str:
    items = "".join(
        f'<item id="{part.id}" href="{part.name}" media-type="{part.media}"'
        + (f' properties="{part.properties}"' if part.properties else "")
        + "/>"
        for part in parts
    )
    spine = "".join(f'<itemref idref="{p.id}"/>' for p in parts if p.media.endswith("xhtml+xml"))
    isbn = f"<dc:identifier>urn:isbn:{escape(options.isbn)}</dc:identifier>" * bool(options.isbn)
    access = "".join(
        f'<meta property="schema:{name}">{value}</meta>'
        for name, value in (
            ("accessMode", "visual"), ("accessMode", "textual"),
            ("accessModeSufficient", "textual"), ("accessibilityFeature", "alternativeText"),
            ("accessibilityFeature", "tableOfContents"),
            ("accessibilityFeature", "structuralNavigation"), ("accessibilityHazard", "none"),
            ("accessibilitySummary", "Each board is a picture and a table of its clues."),
        )
    )  # fmt: skip
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="own" '
        f'xml:lang="{options.language}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="own">{own}</dc:identifier>{isbn}'
        f"<dc:title>{escape(options.title)}</dc:title>"
        f"<dc:creator>{escape(options.author)}</dc:creator>"
        f"<dc:language>{options.language}</dc:language>"
        f'<meta property="dcterms:modified">{options.year}-01-01T00:00:00Z</meta>{access}'
        f"</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>\n"
    )


def _page(name: str, title: str, body: str, language: Language, properties: str = "") -> _Part:
    prefix = 'xmlns:epub="http://www.idpf.org/2007/ops" ' * (properties == "nav")
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" {prefix}'
        f'lang="{language.code}" xml:lang="{language.code}"><head><title>{escape(title)}</title>'
        '<link rel="stylesheet" href="style.css"/></head>'
        f"<body>{body}</body></html>\n"
    )
    return _Part(name, text, "application/xhtml+xml", title, properties)


def _nav(options: BookOptions, language: Language, pages: list[_Part]) -> _Part:
    entries = "".join(f'<li><a href="{page.name}">{escape(page.title)}</a></li>' for page in pages)
    heading = escape(language.say("contents.heading"))
    author = escape(options.author)
    body = (
        f"<h1>{escape(options.title)}</h1><p>{author}</p>"
        f'<nav epub:type="toc" id="toc"><h2>{heading}</h2><ol>{entries}</ol></nav>'
    )
    return _page("nav.xhtml", options.title, body, language, "nav")


def _rules(puzzles: list[Puzzle], language: Language) -> Iterator[_Part]:
    seen: set[tuple[str, str | None]] = set()
    for puzzle in puzzles:
        kind, rule = puzzle.kind, puzzle.record.puzzle.get("rule")
        if (kind.id, rule) in seen:
            continue
        seen.add((kind.id, rule))
        title = language.say("contents.howto", kind=kind.title_in(language.code))
        body = [f"<h1>{escape(title)}</h1>"]
        for item in parse_markdown(language.smarten(kind.rules_text(rule, language.code))):
            bold = (Face.TEXT_BOLD, Face.DISPLAY_BOLD)
            said = "".join(
                f"<strong>{escape(span.text)}</strong>" if span.face in bold else escape(span.text)
                for span in item.spans
            )
            marker = f"{item.marker} " if item.marker[:1].isdecimal() else ""
            body += [f"<p>{marker}{said}</p>"] * (not item.level)
        yield _page(f"rules-{len(seen)}.xhtml", title, "".join(body), language)


def _puzzles(puzzles: list[Puzzle], language: Language) -> Iterator[_Part]:
    for number, puzzle in enumerate(puzzles, 1):
        kind, record = puzzle.kind, puzzle.record
        rows = clue_rows(kind, puzzle.clues)
        title = f"{kind.title_in(language.code)} {number}"
        size = language.say("size.board", cols=len(rows[0]), rows=len(rows))
        band = f"{language.say(f'band.{record.grade.band}')} · " if record.grade else ""
        credit = language.credit_line(record.credit) if record.credit else ""
        words = escape(describe_board(kind, puzzle.clues, language.code))
        answer = escape(language.say("puzzle.answer", number=number))
        yield _page(
            f"puzzle-{number}.xhtml",
            title,
            f"<h1>{escape(title)}</h1><p>{band}{size}</p>"
            f'<figure><img src="puzzle-{number}.svg" alt={quoteattr(words)}/></figure>'
            f"{_table(rows)}<p>{escape(credit)}</p>"
            f'<p><a href="answer-{number}.xhtml">{answer}</a></p>',
            language,
        )


def _table(rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{col}</th>' for col in range(1, len(rows[0]) + 1))
    body = "".join(
        f'<tr><th scope="row">{number}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row)
        + "</tr>"
        for number, row in enumerate(rows, 1)
    )
    return f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"


def _answers(puzzles: list[Puzzle], language: Language) -> Iterator[_Part]:
    for number, puzzle in enumerate(puzzles, 1):
        kind = puzzle.kind
        title = language.say("puzzle.answer", number=number)
        words = describe_answer(kind, puzzle.clues, puzzle.solution, language.code)
        back = f"{kind.title_in(language.code)} {number}"
        yield _page(
            f"answer-{number}.xhtml",
            title,
            f"<h1>{escape(title)}</h1><figure>"
            f'<img src="answer-{number}.svg" alt={quoteattr(words)}/></figure>'
            f'<p><a href="puzzle-{number}.xhtml">{escape(back)}</a></p>',
            language,
        )


def _pictures(puzzles: list[Puzzle], options: BookOptions) -> Iterator[_Part]:
    theme = get_theme(options.theme)
    for number, puzzle in enumerate(puzzles, 1):
        for name, solution in (("puzzle", None), ("answer", puzzle.solution)):
            scene = puzzle.kind.draw(puzzle.clues, solution, _CELL_MM)
            title = f"{name} {number}"
            picture = render_svg(scene, theme, title=title, has_outlines=True)
            yield _Part(f"{name}-{number}.svg", picture, "image/svg+xml")
