"""Sheets for a magazine: an issue each, no puzzle twice, resumed without another byte."""

import csv
from pathlib import Path

import pytest

from pipeline.model import ConfigError
from pipeline.run.execution import Workers
from pipeline.run.sheet import make_sheets
from pipeline.stages.books.book import load_book_config
from tests.pages import pages_of
from tests.run.runs import digests

CONFIG = """\
seed = 5
[sheet]
size = "a5"
issues = 2
[book]
title = "Corner"
author = "A. Setter"
year = 2026
[[section]]
title = "All"
kind = "numberlink"
size = "5x5"
count = 2
"""


def test_each_issue_has_puzzles_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "mag.toml")
    with Workers(1) as workers:
        result, files = make_sheets(config, tmp_path / "out", workers)
        before = digests(tmp_path / "out")
        part = tmp_path / "out" / ".sheet-01.pdf.99999999.part"
        part.write_text("left by a kill")
        _, again = make_sheets(config, tmp_path / "out", workers)
    assert not part.exists()
    assert [path.name for path in files] == [
        "sheet-01.pdf", "sheet-01.svg", "sheet-02.pdf", "sheet-02.svg",
    ]  # fmt: skip
    assert again == files
    assert digests(tmp_path / "out") == before  # the first manifest names its sheets, too
    assert not (tmp_path / "out" / "images").exists()
    rows = list(csv.DictReader((tmp_path / "out" / "puzzles.csv").read_text().splitlines()))
    assert [(row["issue"], row["number"]) for row in rows] == [
        ("1", "1"), ("1", "2"), ("2", "1"), ("2", "2"),
    ]  # fmt: skip
    ids = {record.id for demand in result.selection.demands for record in demand.taken}
    assert len(ids) == 4
    for path in files[::2]:
        (page,) = pages_of(path)
        said = " ".join(piece.text for piece in page.pieces)
        assert "Corner" in said
        assert "© 2026 A. Setter" in said
        assert sum(piece.is_turned for piece in page.pieces) >= 2


def test_letters_of_an_svg_may_be_outlines(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    (tmp_path / "drawn.toml").write_text(CONFIG.replace("issues = 2", 'text = "outlines"'))
    with Workers(1) as workers:
        for name, has_text in (("mag", True), ("drawn", False)):
            config = load_book_config(tmp_path / f"{name}.toml")
            _, files = make_sheets(config, tmp_path / name, workers)
            assert ("<text" in files[1].read_text()) is has_text


def test_too_few_puzzles_make_no_sheet(tmp_path: Path) -> None:
    config = CONFIG.replace('"numberlink"', '"npuzzle"').replace('"5x5"', '"2x2"')
    config = config.replace("count = 2", 'count = 2\nscore = "90:99"')
    (tmp_path / "mag.toml").write_text(config)
    with Workers(1) as workers:
        result, files = make_sheets(
            load_book_config(tmp_path / "mag.toml"), tmp_path / "out", workers
        )
    assert result.shortfalls
    assert files == []


def test_sheets_of_a_numbered_volume_have_its_number(tmp_path: Path) -> None:
    top = 'library = "l.sqlite"\nseries = "Corner"\nvolume = 7\n'
    path = tmp_path / "mag.toml"
    path.write_text(top + CONFIG.replace('"Corner"', '"Corner {volume}"'))
    with Workers(1) as workers:
        _, files = make_sheets(load_book_config(path), tmp_path / "out", workers)
        (page,) = pages_of(files[0])
        assert "Corner 7" in " ".join(piece.text for piece in page.pieces)
        path.write_text("volumes = 2\n" + CONFIG)
        with pytest.raises(
            ConfigError, match=r"mag.toml:1: volumes: expected one volume of sheets"
        ):
            make_sheets(load_book_config(path), tmp_path / "no", workers)
    assert not (tmp_path / "no").exists()
