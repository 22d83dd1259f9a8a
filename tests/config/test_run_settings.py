"""Configurations: values, defaults, and the whole message of each refusal."""

import dataclasses
import io
import json
import sys
from pathlib import Path

import pytest

from pipeline.config.book_options import BookOptions, Margins
from pipeline.config.run import RunConfig
from pipeline.config.run_settings import load_config, resolved
from pipeline.config.site_settings import load_site_config
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Band, ConfigError, PuzzleFormatError, StoreError
from tests.refusals import refused

TEXT = """\
# A comment.
seed = 7

[book]
title = "Paths"
author = "A. Author"
year = 2026
trim = "a4"
margins = { inside = 20 }

[[section]]
title = "Easy"
kind = "numberlink"
size = ["6x6", "8x7"]
band = "easy"
count = 25

[[section]]
title = "Hard"
kind = "numberlink"
size = "10x10"
rule = "cover"
count = [3]
per_page = 2
[section.set]
shortest = 4
adjacent = false
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def load(text: str = TEXT) -> RunConfig:
    Path("book.toml").write_text(text, encoding="utf-8")
    return load_config("book.toml")


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(text)
    return str(caught.value)


# Values


def test_values_and_defaults() -> None:
    config = load()
    assert (config.file.name, config.seed) == ("book.toml", 7)
    assert config.book.margins == Margins(20.0, 12.7, 12.7, 12.7)
    assert (config.book.trim, config.book.language, config.book.isbn) == ("a4", "en", "")
    easy, hard = config.sections
    assert (easy.title, easy.kind, easy.rule) == ("Easy", "numberlink", "free")
    assert (easy.band, easy.per_page, easy.settings) == (Band.EASY, None, {})
    assert (easy.sizes, easy.counts) == (((6, 6), (7, 8)), (13, 12))
    assert (hard.band, hard.rule, hard.per_page) == (None, "cover", 2)
    assert (hard.sizes, hard.counts) == (((10, 10),), (3,))
    assert hard.settings == {"shortest": "4", "adjacent": "false"}


def test_the_values_cannot_be_changed() -> None:
    config = load()
    for value, name in ((config, "seed"), (config.book, "title"), (config.sections[0], "kind")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, "x")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert load_config("-").sections == load().sections
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"seed = x")))
    with refused(ConfigError):
        load_config("-")


def test_a_trim_may_be_given_in_millimetres() -> None:
    assert load(TEXT.replace('"a4"', "[210, 297.5]")).book.trim == "210x297.5mm"


def test_a_file_of_printers_is_looked_for_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    path = tmp_path / "sub" / "b.toml"
    path.write_text(TEXT.replace("year", 'printers_file = "mine.toml"\nyear'))
    config = load_config(path)
    assert config.book.printers_file == tmp_path / "sub" / "mine.toml"
    assert resolved(config)["book"]["printers_file"] == "mine.toml"


def test_resolved_values_are_json_that_loads_again() -> None:
    config = load()
    value = json.loads(json.dumps(resolved(config)))
    assert value["section"][0]["count"] == [13, 12]
    assert value["section"][0]["size"] == ["6x6", "8x7"]
    assert value["book"]["margins"] == {
        "inside": 20.0,
        "outside": 12.7,
        "top": 12.7,
        "bottom": 12.7,
    }
    assert "book.toml" not in json.dumps(value)
    written = "seed = 7\n[book]\n" + "".join(
        f"{key} = {json.dumps(item)}\n"
        for key, item in value["book"].items()
        if item is not None and key not in ("margins", "parts")
    )
    parts = {key: item for key, item in value["book"]["parts"].items() if item is not None}
    switches = ", ".join(f"{key} = {json.dumps(item)}" for key, item in parts.items())
    written += f"parts = {{ {switches} }}\n"
    written += "margins = { inside = 20.0, outside = 12.7, top = 12.7, bottom = 12.7 }\n"
    for section in value["section"]:
        written += "[[section]]\n" + "".join(
            f"{key} = {json.dumps(item)}\n"
            for key, item in section.items()
            if item is not None and key != "set"
        )
        written += "[section.set]\n" + "".join(
            f"{key} = {json.dumps(item)}\n" for key, item in section["set"].items()
        )
    assert resolved(load(written)) == value


def test_the_book_table_has_the_defaults_of_the_book_options() -> None:
    config = load(TEXT.replace("margins = { inside = 20 }\n", "").replace('trim = "a4"\n', ""))
    assert config.book == BookOptions(title="Paths", author="A. Author", year=2026)


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("style", ("standard", "large-print", "booklet")),
        ("theme", ("mono", "colour", "cells", "dashed")),
        ("answers", ("end", "overleaf", "flipped", "none")),
        ("profile", ("print", "screen", "tablet", "kindle-scribe", "remarkable")),
        ("credits", ("licence", "puzzle", "end")),
    ],
)
def test_the_choices_are_those_of_the_book(key: str, choices: tuple[str, ...]) -> None:
    for choice in choices:
        assert getattr(load(TEXT.replace("year", f'{key} = "{choice}"\nyear')).book, key) == choice
    listed = ", ".join(f'"{choice}"' for choice in choices)
    assert refusal(TEXT.replace("year", f'{key} = "x"\nyear')) == (
        f"book.toml:7: book.{key}: expected one of {listed}; found 'x'"
    )


# Checks of other rooms


def test_errors_of_other_rooms_get_file_line_and_key() -> None:
    def check(config: RunConfig) -> None:
        raise ConfigError(f"unknown trim {config.book.trim!r}")

    Path("book.toml").write_text(TEXT)
    with pytest.raises(ConfigError) as caught:
        load_config("book.toml", [(("book", "isbn"), lambda _: None), (("book", "trim"), check)])
    assert str(caught.value) == "book.toml:8: book.trim: unknown trim 'a4'"


def test_a_key_that_is_left_out_is_looked_for_in_its_table() -> None:
    config = load()
    assert str(config.file.error(("section", 1, "band"), "m")) == "book.toml:18: section 2, band: m"
    assert str(config.file.error(("section", 0), "m")) == "book.toml:11: section 1: m"
    assert str(config.file.error(("nowhere",), "m")) == "book.toml:1: nowhere: m"


# Refusals

PERCENTILE = 'percentile: expected the least and the most, from 0 to 100 ("60:80")'
SCORE = 'expected the least and the most, with at most two decimals ("2.5:4")'
COUNT = 'expected a whole number from 1 to 100000, a list with one for each size, "fill" or "all"'
SIZE = 'expected columns x rows ("10x10"), each from 1 to 9999, a list of them, or "all"'
KNOWN = ", ".join(kind_ids())
SECTION = (
    "title, kind, size, count, rule, band, percentile, score, hardest, trials, order, "
    "quality, labels, dots, at_most, "
    "theme, symbols, pencil_marks, per_page, introduction, rules, set"
)
TOML = "texts need quotation marks, and each key may come once in its table"

REFUSALS = [
    # no TOML
    ("seed = 7", "seed = ", "2: expected TOML, found something else at column 8 (invalid value); "
     + TOML),
    ("seed = 7", "seed = 7\nseed = 8", "3: expected TOML, found something else at column 9 "
     "(cannot overwrite a value); " + TOML),
    ('"Easy"', '"Easy', "12: expected TOML, found something else at column 14 (illegal character "
     "'\\n'); " + TOML),
    ("false\n", "[1,\n", "27: expected TOML, found something else (invalid value); " + TOML),
    # the top
    ("count = 25", 'count = 25\nquality = "best"',
     '17: section 1, quality: expected "best of N", N from 2 to 20; found \'best\''),
    ("seed", "sede", "2: sede: unknown key: expected one of seed, library, series, "
     "volume, no_repeat, source, date, volumes, pictures, leave_out, choices, sheet, cover, "
     "dossier, book, page, section; found 'sede'; did you mean 'seed'?"),
    ("seed = 7\n", "", "1: seed: expected a whole number from 0 to 18446744073709551615, found no "
     "such key (Random seed; the same file gives the same book)"),
    ("seed = 7", "seed = -1", "2: seed: expected a whole number from 0 to 18446744073709551615; "
     "found -1"),
    ("seed = 7", "seed = true", "2: seed: expected a whole number from 0 to 18446744073709551615; "
     "found true"),
    (TEXT[TEXT.index("[[") :], "", "1: section: expected one or more tables [[section]], found no "
     "such key (The sections, in print order)"),
    (TEXT[TEXT.index("[[") :], '[section]\ntitle = "Easy"\n', "11: section: expected one or more "
     "tables [[section]]; found a table"),
    # the book
    ("trim", "trimm", "8: book.trimm: unknown key: expected one of trim, title, author, year, "
     "subtitle, publisher, edition, isbn, copyright_holder, licence, dedication, language, "
     "margins, printers, printers_file, profile, tagged, pdfx, style, look, theme, bleed, pages, "
     "rules, answers, answers_per_page, answer_cell_mm, comfortable_cell_mm, has_pdf, parts, "
     "are_openers_recto, commercial, licences, credits, credit_line, confirmed, hyphenation, "
     "fonts; found 'trimm'; did you mean 'trim'?"),
    ("year = 2026\n", "", "4: book.year: expected a year from 1000 to 9999, found no such key "
     "(Year on the copyright page; it is never read from the clock)"),
    ("2026", "26", "7: book.year: expected a year from 1000 to 9999; found 26"),
    ('"Paths"', '" "', "5: book.title: expected a text that is not empty; found ' '"),
    ('"A. Author"', '""', "6: book.author: expected a text that is not empty; found ''"),
    ("year", "answers_per_page = 0\nyear", "7: book.answers_per_page: expected a whole number from "
     "1 to 60; found 0"),
    ("year", "comfortable_cell_mm = 1\nyear", "7: book.comfortable_cell_mm: expected millimetres "
     "from 3 to 30; found 1.0"),
    ("year", "printers = [1]\nyear", '7: book.printers.0: expected a list of printers ("kdp", '
     '"ingram", "lulu", "desk"), ["all"] or []; found 1'),
    ("year", 'pages = "9:8"\nyear', "7: book.pages: expected a whole number from 8 to 2000, or the "
     "fewest and the most (\"24:32\"); found '9:8'"),
    ("year", "pages = 7\nyear", "7: book.pages: expected a whole number from 8 to 2000, or the "
     "fewest and the most (\"24:32\"); found 7"),
    ("seed", 'date = "2027-03-01"\nseed', "2: date: expected a day (2027-03-01, without quotes); "
     "found '2027-03-01'"),
    ("band", "dots = { easy = 5 }\nband", "15: section 1, dots: expected a whole number from 1 to "
     "4, or a table of them by band; found a table"),
    ("band", 'dots = { easy = "2" }\nband', "15: section 1, dots.easy: expected a whole number "
     "from 1 to 4, or a table of them by band; found '2'"),
    ("band", 'labels = { esy = "x" }\nband', "15: section 1, labels: expected a table of bands, "
     "easy, medium, hard, expert; found a table"),
    ('"a4"', "[210]", "8: book.trim: expected [width, height] in millimetres, each from 50 to "
     "1000; found [210]"),
    ('"a4"', "4", '8: book.trim: expected a name ("letter", "half-letter", "a4", "a5", "6x9", '
     '"7x10", "8x10", "8.5x11"), a size with its unit ("8x10in", "210x297mm"), or '
     "[width, height] in millimetres; found 4"),
    ("inside", "insde", "9: book.margins.insde: unknown key: expected one of inside, outside, top, "
     "bottom; found 'insde'; did you mean 'inside'?"),
    ("inside = 20", "inside = -1", "9: book.margins.inside: expected millimetres from 0 to 100; "
     "found -1.0"),
    ("inside = 20", "inside = nan", "9: book.margins.inside: expected millimetres from 0 to 100; "
     "found nan"),
    ("year", "parts.log = 1\nyear", "7: book.parts.log: expected true or false; found 1"),
    # sections
    ("band", "bnad", f"15: section 1, bnad: unknown key: expected one of band, "
     f"{SECTION.replace('band, ', '')}; found 'bnad'; "
     "did you mean 'band'?"),
    ("band", "ends", f"15: section 1, ends: unknown key: expected one of {SECTION}; found 'ends', "
     "which is now 'symbols'; rename it"),
    ('"easy"', '"esay"', "15: section 1, band: expected one of easy, medium, hard, expert; found "
     "'esay'; did you mean 'easy'?"),
    ('"easy"', "3", "15: section 1, band: expected one of easy, medium, hard, expert; found 3"),
    ('"numberlink"', '"numbrlink"', f"13: section 1, kind: expected one of {KNOWN}; found "
     "'numbrlink'; did you mean 'numberlink'?"),
    ('kind = "numberlink"\n', "", "11: section 1, kind: expected a kind that puzzlepress kinds "
     "lists, found no such key (The kind of puzzle)"),
    ('"cover"', '"cove"', "22: section 2, rule: expected one of free, cover, no-uturn, no-touch; "
     "found 'cove'; did you mean 'cover'?"),
    ("count = 25", "count = 0", f"16: section 1, count: {COUNT}; found 0"),
    ("count = 25", "count = 1.5", f"16: section 1, count: {COUNT}; found 1.5"),
    ("count = 25", "count = true", f"16: section 1, count: {COUNT}; found true"),
    ("count = 25", 'count = "many"', f"16: section 1, count: {COUNT}; found 'many'"),
    ("count = 25", "count = [3, 0]", f"16: section 1, count: {COUNT}; found [3, 0]"),
    ("count = 25", "count = [1, 2, 3]", "16: section 1, count: expected as many numbers as sizes "
     "(2), found 3; give one for each size, or a single number for all"),
    ("count = 25", "count = 1", "16: section 1, count: expected at least one puzzle of each of the "
     "2 sizes, found 1; raise the count or leave sizes out"),
    ("8x7", "8x0", f"14: section 1, size: {SIZE}; found ['6x6', '8x0']"),
    ("8x7", "100000x100000", f"14: section 1, size: {SIZE}; found ['6x6', '100000x100000']"),
    ('"10x10"', "10", f"21: section 2, size: {SIZE}; found 10"),
    ("8x7", "6x6", "14: section 1, size: expected each size once; found ['6x6', '6x6']"),
    ("per_page = 2", 'percentile = "80:60"', f"24: section 2, {PERCENTILE}; found '80:60'"),
    ("per_page = 2", 'percentile = "6.5:60"', f"24: section 2, {PERCENTILE}; found '6.5:60'"),
    ("per_page = 2", "percentile = 60", f"24: section 2, {PERCENTILE}; found 60"),
    ("per_page = 2", 'score = "2.555:4"', f"24: section 2, score: {SCORE}; found '2.555:4'"),
    ("per_page = 2", "score = true", f"24: section 2, score: {SCORE}; found true"),
    ("per_page = 2", "per_page = 13", "24: section 2, per_page: expected a whole number from 1 to "
     "12; found 13"),
    ('"Hard"', '"Easy"', "19: section 2, title: expected a unique title, found 'Easy' again "
     "(first in section 1); rename one of the sections"),
    ("shortest = 4", "shortest = 1.5", "26: section 2, set.shortest: expected a table of options "
     "of the kind (texts, whole numbers, true or false); found 1.5"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), REFUSALS)
def test_refusals(old: str, new: str, message: str) -> None:
    assert old in TEXT
    assert refusal(TEXT.replace(old, new, 1)) == f"book.toml:{message}"


def test_an_option_that_the_kind_does_not_know() -> None:
    others = [key for key in get_kind("numberlink").settings if key != "shortest"]
    known = ", ".join(["shortest", *others])
    assert refusal(TEXT.replace("shortest", "shortset")) == (
        f"book.toml:26: section 2, set.shortset: unknown key: expected one of {known}; "
        "found 'shortset'; did you mean 'shortest'?"
    )


def test_what_the_kind_says_about_sizes_and_options_gets_its_line() -> None:
    assert refusal(TEXT.replace("8x7", "1x1")).startswith("book.toml:14: section 1, size: ")
    message = refusal(TEXT.replace("shortest = 4", 'shortest = "tiny"'))
    assert message.startswith("book.toml:26: section 2, set.shortest: ")
    assert "tiny" in message


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (None, StoreError, "book.toml: expected a file, found nothing of that name; check the "
         "path"),
        (b"", PuzzleFormatError, "book.toml: expected text, found an empty file; check that the "
         "step before wrote something"),
        (b"a\0", PuzzleFormatError, "book.toml:1: expected text, found a binary file (a NUL byte "
         "at offset 1); name a text file"),
        (b"# \xff", PuzzleFormatError, "book.toml:1: expected UTF-8 text, found the byte 0xFF at "
         "offset 2; save the file as UTF-8"),
    ],
)  # fmt: skip
def test_files_that_are_no_text(data: bytes | None, error: type[Exception], message: str) -> None:
    if data is not None:
        Path("book.toml").write_bytes(data)
    with pytest.raises(error) as caught:
        load_config("book.toml")
    assert str(caught.value) == message


def test_the_shipped_configurations_load() -> None:
    folder = Path(__file__).parents[2] / "configs"
    shipped = sorted(folder.glob("*.toml"))
    assert shipped
    for path in shipped:
        if path.name == "site.toml":
            assert load_site_config(path).site.title
        else:
            assert load_config(path).sections


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 10**5])
def test_numbers_and_brackets_without_end_are_no_toml(tmp_path: Path, value: str) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f"seed = {value}\n")
    with refused(ConfigError):
        load_config(path)


def test_eight_pages_are_the_fewest_of_a_book() -> None:
    assert load(TEXT.replace("year", "pages = 8\nyear", 1)).book.pages == (0, 8)
    assert load(TEXT.replace("year", 'pages = "8:8"\nyear', 1)).book.pages == (8, 8)


@pytest.mark.parametrize(
    ("old", "new", "cure"),
    [
        ("[book]", '[cover]\nprice = "12.99"\n[book]', "write 51299"),
        ("[book]", '[cover]\nprice = "7.50"\n[book]', "write 50750"),
    ],
)
def test_a_slip_is_named_with_its_cure(old: str, new: str, cure: str) -> None:
    assert refusal(TEXT.replace(old, new, 1)).endswith(cure)


def test_pencil_marks_are_for_kinds_whose_cells_take_numbers() -> None:
    message = refusal(TEXT.replace("band", "pencil_marks = true\nband", 1))
    assert message.startswith(
        "book.toml:15: section 1, pencil_marks: expected a kind whose cells take"
    )
    assert "sudoku" in message
    assert "killer" not in message
    assert message.endswith("found numberlink; leave it out")
