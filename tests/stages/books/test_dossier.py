"""The dossier of a book answers every question, or names what the publisher has to add."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pipeline.config.paths import paths_outside
from pipeline.model import ConfigError
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.preflight.findings import Outcome
from pipeline.preflight.preflight import preflight
from pipeline.run.execution import Workers
from pipeline.run.run_config import run_config
from pipeline.stages.books.book import load_book_config, make_criteria
from pipeline.stages.books.dossier import Dossier, make_dossier
from tests.cli.test_hostile_titles import CONTROL, EVERY, TEXTS

CONFIG = """
seed = 4
library = "lib.db"
series = "Quiet Evenings"
pictures = "none"
[dossier]
editor = "Ada Setter"
editions = ["Loops in Large Print"]
[book]
title = "Loops and Tiles"
author = "A. Setter"
year = 2026
trim = "6x9"
publisher = { name = "Small Press", address = "1 High Street\\nTown", email = "a@press.example" }
[[section]]
title = "Loops"
kind = "slitherlink"
size = "5x5"
count = 2
[[section]]
title = "Tiles"
kind = "npuzzle"
size = "3x3"
count = 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dossier")
    (folder / "book.toml").write_text(CONFIG)
    (folder / "twin.toml").write_text(CONFIG.replace("Quiet Evenings", "Large Evenings"))
    with Workers(1) as workers:
        for name in ("book", "twin"):
            run_config(load_book_config(folder / f"{name}.toml"), folder / name, workers)
    return folder


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        assert value
        for one in value.values() if isinstance(value, dict) else value:
            yield from leaves(one)
    else:
        yield value


def test_no_field_is_blank_and_the_pdf_has_them_all(folder: Path) -> None:
    made = make_dossier(folder / "book", folder / "book.toml")
    json_file, pdf_file = made.write(folder)
    chapters = json.loads(json_file.read_text())
    assert all(isinstance(one, int) or one.strip() for one in leaves(chapters))
    with open_pdf(pdf_file) as file:
        pieces = [piece.text for page in read_pages(file) for piece in page.pieces]
    text = " ".join(pieces)
    for words in ("Small Press", "1 High Street, Town", "a@press.example", "Ada Setter"):
        assert words in text
    assert chapters["proofs"]["exactly_one_solution"] == "proved of 2 of 3 puzzles"
    assert chapters["method"]["other_editions"][0] == "Loops in Large Print"


@pytest.mark.parametrize("name", EVERY)
def test_a_dossier_has_hostile_texts_as_text_and_nothing_else(name: str, tmp_path: Path) -> None:
    text = EVERY[name]
    chapters: dict[str, Any] = {"book": {"title": text, "parts": [{"section": text, "x": 1}]}}
    json_file, pdf_file = Dossier(text, chapters).write(tmp_path)
    assert json.loads(json_file.read_text("utf-8")) == chapters
    with open_pdf(pdf_file) as file:
        shown = "".join(piece.text for page in read_pages(file) for piece in page.pieces)
    with pikepdf.open(pdf_file) as pdf:
        assert not {"/OpenAction", "/AA", "/AcroForm", "/Names"} & {*pdf.Root.keys()}
        assert not any("/Annots" in page or "/AA" in page for page in pdf.pages)
    assert not CONTROL.search(shown)
    if name in TEXTS:
        assert "".join(shown.split()).count("".join(text.split())[:60]) >= 2
    assert sorted(tmp_path.iterdir()) == sorted((json_file, pdf_file))


def test_preflight_warns_of_the_rules_on_content_with_evidence(folder: Path) -> None:
    book = folder / "book" / "book.pdf"
    report = preflight(book, make_criteria(book, folder / "book.toml"))
    warned = {one.rule: one for one in report.findings if one.outcome is Outcome.WARNED}
    assert "editor: Ada Setter" in warned["mass_produced"].measured
    same = warned["same_content"]
    assert "Loops in Large Print; Loops and Tiles, Large Evenings 1 (3 boards)" in same.measured
    assert {one.printer for one in (same, warned["mass_produced"])} == {"ingram"}
    assert {one.rule for one in report.findings if one.outcome is Outcome.FAILED} == {"pages"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (', email = "a@press.example"', "", r"book.toml:1\d: book.publisher: .*publisher.email"),
        ("a@press.example", "a b", "book.publisher.email: expected an e-mail address"),
        ("a@press.example", "b@press.example", "expected the publisher's addresses on the"),
        ("Ada Setter", " ", r"book.toml:7: dossier.editor: expected the name of the person"),
        ("year = 2026", 'year = 2026\nstyle = "booklet"', "expected a book for a print service"),
    ],
)
def test_what_only_the_publisher_knows_is_required(
    folder: Path, old: str, new: str, message: str
) -> None:
    changed = folder / "changed" / "book.toml"
    changed.parent.mkdir(exist_ok=True)
    changed.write_text(CONFIG.replace(old, new).replace("lib.db", "../lib.db"))
    with paths_outside(True), pytest.raises(ConfigError, match=message):
        make_dossier(folder / "book", changed)
