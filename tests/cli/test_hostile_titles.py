"""Hostile titles and names: refused with file, line and key, or printed as the text they are."""

import csv
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pytest

from pipeline.model import Credit
from pipeline.store.jsonl import write_records
from tests.book.pdf_text import page_texts
from tests.book.sample import make_record
from tests.program import run_program
from tests.slices import cases
from tests.source import ROOT
from tests.web.site_sample import make_records

TEXTS = {
    "HTML": '<script>alert(1)</script><img src=x onerror="a()">',
    "XML": "]]>&amp;&#65;<!--<![CDATA[<?x?>",
    "quotes": "\"'` \\ %s %(x)s",
    "a formula": "=cmd|' /C calc'!A0", "a plus": "+1+1", "a minus": "-1+1", "an at": "@SUM(1)",
    "a path": "../../etc/passwd", "a Windows path": "..\\..\\x:y", "a device": "CON", "dots": "..",
    "words": 99 * "word " + "word.", "a long word": 500 * "x",
    "fields": "{x} {0} {title} {", "Markdown": "# **a** [x](javascript:1) `c`",
    "lines": "a\nb\tc",
}  # fmt: skip
"""Texts that every page can have."""
NEVER_SET = {
    "an escape sequence": "\x1b[31mred\x1b]0;t\x07", "a control sequence": "\x9b31m",
    "NUL": "a\0b", "a line separator": "a\u2028b", "a form feed": "a\x0cb",
    "no character": "x\uffff", "an override": "\u202eevil", "Hebrew": "סיר",
    "an emoji": "a\U0001f389", "a byte order mark": "a\ufeffb",
}  # fmt: skip
"""Texts for which the typefaces of books have no glyphs."""
INVALID = {"half a pair": r"a\ud800b", "no scalar": r"\U00110000", "no escape": r"\x1b"}
"""Texts that TOML does not have."""
EVERY = {**TEXTS, **NEVER_SET}

BOOK = """seed = 1
[book]
title = @book.title@
subtitle = @book.subtitle@
author = @book.author@
publisher = @book.publisher@
year = 2026
trim = "a5"
profile = "screen"
[cover]
series = @cover.series@
[[section]]
title = @section 1, title@
kind = "numberlink"
size = "6x6"
count = 3
labels = { easy = @section 1, labels.easy@ }
"""
MOST_OF_A_LABEL = 10
"""Letters that fit between the number of a puzzle of that book and the page of its answer."""
BOOK_KEYS = re.findall("@(.+?)@", BOOK)
SITE = """seed = 7
demo = true
[site]
title = @site.title@
author = @site.author@
description = @site.description@
base_url = "https://puzzles.example/p"
start = 2026-11-16
days = 1
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "in.jsonl"
title = @daily 1, title@
[[pack]]
title = @pack 1, title@
slug = "small"
records = "in.jsonl"
count = 2
[[language]]
code = "de"
title = @language 1, title@
"""
SITE_KEYS = re.findall("@(.+?)@", SITE)
MAGAZINE = """seed = 5
[sheet]
size = "a5"
caption = @sheet.caption@
answer = @sheet.answer@
[book]
title = @book.title@
author = @book.author@
year = 2026
[[section]]
title = @section 1, title@
kind = "numberlink"
size = "5x5"
count = 2
"""
MAGAZINE_KEYS = re.findall("@(.+?)@", MAGAZINE)
COMMANDS = {
    "sheet": ("sheet", "all.toml", "--out", "out", "--jobs", "1"),
    "book": ("book", "in.jsonl", "--config", "all.toml", "-o", "out.pdf", "--trust"),
    "epub": ("export", "in.jsonl", "--to", "epub", "--config", "all.toml", "-o", "out.epub"),
    "site": ("site", "all.toml", "--out", "out", "--work", "work", "--trust", "--jobs", "1"),
}
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def literal(text: str) -> str:
    """Return a text as TOML may write it: with an escape for all but letters and signs."""
    return '"' + "".join(c if re.match(r"[\w /.]", c) else f"\\U{ord(c):08x}" for c in text) + '"'


def write_config(folder: Path, form: str, key: str, value: str) -> str:
    """Write a configuration with a TOML value for a key; return the start of its errors."""
    folder.mkdir()
    records = make_records(3, 5) if form is SITE else [make_record(6, 6, seed) for seed in range(3)]
    write_records(records, folder / "in.jsonl")
    line = 1 + form[: form.index(f"@{key}@")].count("\n")
    text = form.replace(f"@{key}@", value)
    (folder / "all.toml").write_text(re.sub("@(.+?)@", '"Plain"', text), encoding="utf-8")
    return f"puzzlepress: error: all.toml:{line}: "


def run(folder: Path, command: str) -> tuple[int, str]:
    """Run a command that leaves the terminal alone; return its exit code and message."""
    done = run_program(*COMMANDS[command], cwd=folder)
    shown = done.stdout + done.stderr
    assert "Traceback" not in shown, shown
    assert not CONTROL.search(shown)
    assert not set(shown) & set("\u2028\u202e\ufeff")
    return done.returncode, shown


def require_refused(folder: Path, command: str, start: str) -> None:
    code, shown = run(folder, command)
    assert (code, shown.startswith(start), shown.count("\n")) == (2, True, 1), shown
    assert sorted(path.name for path in folder.iterdir()) == ["all.toml", "in.jsonl"]


def squeezed(text: str) -> str:
    """Return a text without white space and soft hyphens, where lines may be broken."""
    return re.sub(r"[\s\u00ad]", "", text)


def seen(text: str) -> str:
    """Return the words of a text that HTML may hold."""
    return " ".join(CONTROL.sub("", text).split())


@pytest.mark.part(3)
@pytest.mark.parametrize("command", ["book", "epub"])
@pytest.mark.parametrize("key", BOOK_KEYS)
def test_texts_without_glyphs_are_refused_by_line_and_key(
    key: str, command: str, tmp_path: Path
) -> None:
    for number, text in enumerate(NEVER_SET.values()):
        folder = tmp_path / str(number)
        start = write_config(folder, BOOK, key, literal(text))
        require_refused(folder, command, f"{start}{key}: cannot set the character ")


@pytest.mark.parametrize("form", [BOOK, SITE], ids=["book", "site"])
def test_texts_that_are_no_toml_are_refused_by_line(form: str, tmp_path: Path) -> None:
    for key in re.findall("@(.+?)@", form):
        for name, text in INVALID.items():
            folder = tmp_path / f"{key} {name}"
            start = write_config(folder, form, key, f'"{text}"')
            command = "site" if form is SITE else "book"
            require_refused(folder, command, f"{start}expected TOML, found something else")


@pytest.mark.parametrize("form", [BOOK, SITE], ids=["book", "site"])
def test_a_volume_without_a_number_is_refused_by_line_and_key(form: str, tmp_path: Path) -> None:
    for key in re.findall("@(.+?)@", form):
        start = write_config(tmp_path / key, form, key, '"{volume}"')
        name = key.removesuffix(".easy")
        command = "site" if form is SITE else "book"
        require_refused(tmp_path / key, command, f"{start}{name}: expected a ")


@pytest.mark.part(3)
@pytest.mark.parametrize("case", cases(product(BOOK_KEYS, TEXTS), part=13), ids=", ".join)
def test_a_book_has_the_text_and_nothing_else(case: tuple[str, str], tmp_path: Path) -> None:
    key, name = case
    start = write_config(tmp_path / "a", BOOK, key, literal(TEXTS[name]))
    if key.endswith("easy") and len(TEXTS[name]) > MOST_OF_A_LABEL:
        require_refused(tmp_path / "a", "book", f"{start}section 1, labels: label ")
        return
    assert run(tmp_path / "a", "book")[0] == 0
    path, wanted = tmp_path / "a" / "out.pdf", " ".join(TEXTS[name].split())
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        titles = [" ".join(item.title.split()) for item in outline.root]
        names = [str(pdf.docinfo[field]) for field in ("/Title", "/Author")]
        assert not {"/AcroForm", "/AA", "/OpenAction", "/JavaScript"} & set(pdf.Root.keys())
        printed = "".join(text for page in page_texts(pdf) for text in page)
        links = [link for page in pdf.pages for link in page.obj.get("/Annots", ())]
        assert all("/A" not in link for link in links)
    assert names == [wanted if key == f"book.{one}" else "Plain" for one in ("title", "author")]
    assert (wanted in titles) == (key in ("book.title", "section 1, title"))
    if key != "cover.series":
        assert squeezed(wanted) in squeezed(printed)


@pytest.mark.parametrize("name", cases(TEXTS, part=5))
def test_metadata_of_books_has_the_title_as_text(name: str, tmp_path: Path) -> None:
    """A plain book for a press has none, one for PDF/X a title, a tagged one XMP."""
    wanted = " ".join(TEXTS[name].split())
    for profile, titles in (
        ('"print"', ["", None]), ('"print"\npdfx = true', [wanted, None]),
        ('"screen"\ntagged = true', [wanted, wanted]),
    ):  # fmt: skip
        folder = tmp_path / str(len(profile))
        form = BOOK.replace('"screen"', profile)
        write_config(folder, form, "book.title", literal(TEXTS[name]))
        assert run(folder, "book")[0] == 0
        with pikepdf.open(folder / "out.pdf") as pdf, pdf.open_metadata() as about:
            assert [str(pdf.docinfo.get("/Title", "")), about.get("dc:title")] == titles


@pytest.mark.parametrize("case", cases(product(MAGAZINE_KEYS, EVERY), part=21), ids=", ".join)
def test_a_page_of_a_magazine_has_the_text_or_is_refused(
    case: tuple[str, str], tmp_path: Path
) -> None:
    key, name = case
    text = EVERY[name]
    start = write_config(tmp_path / "a", MAGAZINE, key, literal(text))
    code, shown = run(tmp_path / "a", "sheet")
    if code:
        is_long = name in ("words", "a long word") and key != "sheet.caption"
        where = "puzzlepress: error: all.toml:3: sheet.size: " if is_long else start
        assert (code, shown.startswith(where)) == (2, True), shown
        assert name in {*NEVER_SET, "words", "a long word", "fields", "HTML"}
        assert not list(tmp_path.rglob("*.pdf"))
        return
    assert name not in NEVER_SET
    ElementTree.parse(tmp_path / "a" / "out" / "sheet-01.svg")
    with pikepdf.open(tmp_path / "a" / "out" / "sheet-01.pdf") as pdf:
        printed = "".join(text for page in page_texts(pdf) for text in page)
        assert not {"/AcroForm", "/AA", "/OpenAction", "/JavaScript"} & set(pdf.Root.keys())
    if key != "section 1, title":  # is on no page
        assert squeezed(text) in squeezed(printed)


@cache
def _plain_book() -> bytes:
    with TemporaryDirectory() as folder:
        write_config(Path(folder) / "a", BOOK, BOOK_KEYS[0], '"Plain"')
        assert run(Path(folder) / "a", "book")[0] == 0
        return (Path(folder) / "a" / "out.pdf").read_bytes()


@pytest.mark.part(3)
@pytest.mark.parametrize("case", cases(product(("title", "author"), EVERY), part=11), ids=", ".join)
def test_a_cover_has_the_text_of_its_options_or_is_refused(
    case: tuple[str, str], tmp_path: Path
) -> None:
    option, name = case
    (tmp_path / "in.pdf").write_bytes(_plain_book())
    words: dict[str, Any] = {**dict.fromkeys(("title", "author"), "Plain"), option: EVERY[name]}
    done = run_program(
        "cover", "in.pdf", "--printer", "kdp", "--title", words["title"], "--author",
        words["author"], "-o", "out.pdf", cwd=tmp_path,
    )  # fmt: skip
    assert not CONTROL.search(done.stdout + done.stderr)
    assert not set(done.stdout + done.stderr) & set("\u2028\u202e\ufeff")
    if name in NEVER_SET and name != "a byte order mark":  # of which a face may have a glyph
        assert done.returncode == 2
        assert "cannot set the character" in done.stderr
        assert not (tmp_path / "out.pdf").exists()
        return
    assert done.returncode == 0, done.stderr
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        printed = "".join(text for page in page_texts(pdf) for text in page)
    assert squeezed(EVERY[name]).strip("\ufeff") in squeezed(printed)


@pytest.mark.parametrize("case", cases(product(("title", "series"), EVERY), part=7), ids=", ".join)
def test_a_library_keeps_the_text_and_shows_it_as_one(
    case: tuple[str, str], tmp_path: Path
) -> None:
    option, name = case
    words: dict[str, Any] = {**dict.fromkeys(("title", "series"), "Plain"), option: EVERY[name]}
    if name == "NUL":  # which no command line has
        words[option] = "a\x01b"
    write_records([make_record(6, 6, 1)], tmp_path / "in.jsonl")
    given = [one for key, text in words.items() for one in (f"--{key}", text)]
    for command in (
        ("place", "in.jsonl", *given, "--volume", "1"), ("show",),
        ("find", "--series", words["series"]), ("export", "--series", words["series"], "-o", "x"),
    ):  # fmt: skip
        done = run_program("library", *command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert not CONTROL.search(done.stdout + done.stderr)
        assert not set(done.stdout + done.stderr) & set("\u2028\u202e\ufeff")
    with closing(sqlite3.connect(tmp_path / "library.db")) as db:
        rows = [line for line in db.iterdump() if "INSERT" in line]
    assert any(words[option].replace("'", "''") in row for row in rows)
    assert len((tmp_path / "x").read_text("utf-8").splitlines()) == 1


Shape = dict[str, list[tuple[str, list[str]]]]
"""The elements of each document, with the names of their attributes."""


def epub_of(folder: Path) -> dict[str, ElementTree.Element]:
    """Return the documents of an EPUB made in a folder."""
    assert run(folder, "epub")[0] == 0
    with zipfile.ZipFile(folder / "out.epub") as parts:
        names = [one for one in parts.namelist() if one.endswith((".xhtml", ".opf", ".svg"))]
        return {one: ElementTree.fromstring(parts.read(one)) for one in names}


def shape(trees: dict[str, ElementTree.Element]) -> Shape:
    return {
        name: [(part.tag, sorted(part.attrib)) for part in tree.iter()]
        for name, tree in trees.items()
    }


@cache
def plain_epub_shape() -> Shape:
    with TemporaryDirectory() as folder:
        write_config(Path(folder) / "a", BOOK, BOOK_KEYS[0], '"Plain"')
        return shape(epub_of(Path(folder) / "a"))


@pytest.mark.part(3)
@pytest.mark.parametrize("case", cases(product(BOOK_KEYS, TEXTS), part=13), ids=", ".join)
def test_an_epub_has_the_text_and_nothing_else(case: tuple[str, str], tmp_path: Path) -> None:
    key, name = case
    write_config(tmp_path / "a", BOOK, key, literal(TEXTS[name]))
    trees = epub_of(tmp_path / "a")
    assert shape(trees) == plain_epub_shape()
    wanted = " ".join(TEXTS[name].split())
    texts = [" ".join((part.text or "").split()) for tree in trees.values() for part in tree.iter()]
    spoken = [part.get("alt") or "" for tree in trees.values() for part in tree.iter()]
    package = {part.tag.split("}")[1]: part.text for part in trees["EPUB/package.opf"].iter()}
    names_of = {"book.author": "creator", "book.publisher": "publisher"}
    if key in names_of:
        assert " ".join((package[names_of[key]] or "").split()) == wanted
    if key in ("book.title", "book.subtitle"):
        whole = f"{wanted}: Plain" if key == "book.title" else f"Plain: {wanted}"
        assert " ".join((package["title"] or "").split()) == whole
        assert any(wanted in " ".join(one.split()) for one in spoken)
    if key != "cover.series":  # is in the picture of the cover
        assert any(wanted in text for text in texts)


class Page(HTMLParser):
    """The elements of a page with the names of their attributes, and its texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, list[str]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, sorted(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def pages_in(folder: Path) -> dict[str, Page]:
    return {
        path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
    }


@cache
def plain_site_shape() -> Shape:
    with TemporaryDirectory() as folder:
        write_config(Path(folder) / "a", SITE, SITE_KEYS[0], '"Plain"')
        assert run(Path(folder) / "a", "site")[0] == 0
        return {path: page.tags for path, page in pages_in(Path(folder) / "a" / "out").items()}


@pytest.mark.part(3)
@pytest.mark.parametrize("case", cases(product(SITE_KEYS, EVERY), part=15), ids=", ".join)
def test_a_site_has_the_text_and_nothing_else(case: tuple[str, str], tmp_path: Path) -> None:
    key, name = case
    write_config(tmp_path / "a", SITE, key, literal(EVERY[name]))
    assert run(tmp_path / "a", "site")[0] == 0
    pages = pages_in(tmp_path / "a" / "out")
    assert {path: page.tags for path, page in pages.items()} == plain_site_shape()
    texts = [" ".join(text.split()) for page in pages.values() for text in page.texts]
    assert any(seen(EVERY[name]) in text for text in texts)
    assert not any(CONTROL.search(text) for text in texts)
    for path in (tmp_path / "a" / "out").rglob("*"):
        if path.suffix in (".xml", ".svg"):
            ElementTree.parse(path)
        elif path.suffix in (".json", ".webmanifest"):
            json.loads(path.read_text(encoding="utf-8"))


SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FIELDS = ("author", "title", "text", "licence")


def report_of(folder: Path, field: str, text: str) -> Page:
    """Write a report on records with a name in a field; return its page."""
    words: dict[str, Any] = {**dict.fromkeys(FIELDS, "Plain"), field: text}
    write_records(make_records(3, 5, Credit(**words)), folder / "in.jsonl")
    done = run_program("report", "in.jsonl", "--out", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert not CONTROL.search(done.stdout + done.stderr)
    return pages_in(folder / "out")["index.html"]


@cache
def plain_report_tags() -> list[tuple[str, list[str]]]:
    with TemporaryDirectory() as folder:
        return report_of(Path(folder), FIELDS[0], "Plain").tags


@pytest.mark.parametrize("case", cases(product(FIELDS, EVERY), part=9), ids=", ".join)
def test_a_report_has_the_names_as_text(case: tuple[str, str], tmp_path: Path) -> None:
    field, name = case
    text = EVERY[name]
    page = report_of(tmp_path, field, text)
    assert page.tags == plain_report_tags()
    assert not CONTROL.search((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    if field != "licence":  # is no column of pages
        assert any(seen(text) in " ".join(one.split()) for one in page.texts)
    column = "source" if field == "text" else field
    quoted = f"'{text}" if text[0] in "=+-@" else text
    with (tmp_path / "out" / "report.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row[column] for row in rows] == [quoted] * 3
    with zipfile.ZipFile(tmp_path / "out" / "report.xlsx") as archive:
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    assert not list(sheet.iter(f"{SHEET}f"))
    head, *body = [list(row.iter(f"{SHEET}c")) for row in sheet.iter(f"{SHEET}row")]
    place = ["".join(cell.itertext()) for cell in head].index(column)
    for row in body:
        assert row[place].get("t") == "inlineStr"
        assert "".join(row[place].itertext()) == re.sub(
            "[\x00-\x08\x0b-\x1f\uffff]", "\ufffd", quoted
        )


FILE_NAMES = {
    "HTML": "<img src=x onerror=a>", "XML": "]]>&amp;", "a formula": "=1+1", "an option": "-x",
    "a plus": "+1", "an at": "@SUM(1)", "dots": "..a", "an escape sequence": "\x1b[31m\x07",
    "lines": "a\nb", "an override": "\u202eevil", "quotes": "\"'`",
}  # fmt: skip
"""Names of files, as far as a file system has them."""


@pytest.mark.parametrize("name", cases(FILE_NAMES, part=4))
def test_a_collection_has_names_of_files_and_of_people_as_text(name: str, tmp_path: Path) -> None:
    text = FILE_NAMES[name]
    copyfile(ROOT / "samples" / "numberlink-easy.txt", tmp_path / f"{text}.txt")
    config = f"sources = [{literal(f'{text}.txt')}]\n"
    config += "".join(f"{key} = {literal(text)}\n" for key in ("title", "author", "licence"))
    (tmp_path / "all.toml").write_text(config, encoding="utf-8")
    done = run_program("collection", "all.toml", "--out", "out", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not CONTROL.search(done.stdout + done.stderr)
    assert "\u202e" not in done.stdout + done.stderr
    made = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")]
    assert all(re.fullmatch(r"[\w./-]+", one) for one in made if one != f"{text}.txt")
    for path, page in pages_in(tmp_path / "out").items():
        assert not {"img"} & {tag for tag, _ in page.tags}, path
        assert not CONTROL.search((tmp_path / "out" / path).read_text(encoding="utf-8"))
    (table,) = (tmp_path / "out").rglob("report.csv")
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    quoted = f"'{text}" if text[0] in "=+-@" else text
    assert {(row["author"], row["licence"]) for row in rows} == {(quoted, quoted)}
    assert all(row["file"].removeprefix("'").endswith(f"{text}.txt") for row in rows)
    (graded,) = (tmp_path / "out").rglob("30-graded.jsonl")
    records = [json.loads(line) for line in graded.read_text(encoding="utf-8").splitlines()]
    assert {record["provenance"]["collection"] for record in records} == {text}
