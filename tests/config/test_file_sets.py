"""A folder of files in a section: each makes a puzzle of the size that it shows best."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind
from pipeline.model import ConfigError
from pipeline.run.plan import read_wants, start_production
from pipeline.stages.books.book import load_book_config
from pipeline.stages.generate import make_candidate
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.remake import compare_remade
from tests.refusals import refused

CONFIG = """\
seed = 1
[book]
title = "Pictures"
author = "A. Author"
year = 2026
[[section]]
title = "Ours"
kind = "nonogram"
size = {size}
count = {count}
set = {{ pictures = "own" }}
"""
SQUARE = np.zeros((5, 5), dtype=np.uint8)
SQUARE[1:4, 1:4] = 1
BAR = np.zeros((8, 8), dtype=np.uint8)
BAR[1:3, 1:7] = 1
BAR[5, 2:4] = 1


def draw(folder: Path, name: str, cells: np.ndarray, pixels: int = 0) -> None:
    """Write a picture as text, or with so many pixels a cell as PNG."""
    folder.mkdir(exist_ok=True)
    if pixels:
        large = np.kron(cells, np.ones((pixels, pixels), dtype=np.uint8))
        Image.fromarray(255 * (1 - large)).save(folder / f"{name}.png")
        return
    text = "\n".join("".join("#" if cell else "." for cell in row) for row in cells)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def load(folder: Path, size: str = '["5x5", "8x8"]', count: str = '"all"') -> RunConfig:
    file = folder / "book.toml"
    file.write_text(CONFIG.format(size=size, count=count), encoding="utf-8")
    return load_book_config(file)


def test_each_file_of_a_folder_makes_a_puzzle_with_its_name(tmp_path: Path) -> None:
    draw(tmp_path / "own", "square", SQUARE)
    draw(tmp_path / "own", "bars", BAR, pixels=20)
    config = load(tmp_path)
    assert (config.sections[0].sizes, config.sections[0].counts) == (((5, 5), (8, 8)), (1, 1))
    pools = start_production(read_wants(config)).pools
    assert [sum(demand.count for demand in pool.demands) for pool in pools] == [1, 1]
    found = {}
    for pool in pools:
        record = make_candidate((pool.order, 0)).graded
        assert record is not None
        assert compare_remade(read_puzzle(record)) == ([], [])
        assert record.provenance is not None
        found[record.provenance.extra["names"][""]] = record
    for name, cells in (("square", SQUARE), ("bars", BAR)):
        assert found[name].solution == {"cells": np.flatnonzero(cells).tolist()}
    assert load(tmp_path, count="1").puzzles == 1


def test_texts_have_sizes_of_their_own(tmp_path: Path) -> None:
    draw(tmp_path / "own", "square", SQUARE)
    draw(tmp_path / "own", "bars", BAR)
    config = load(tmp_path, size='"all"')
    assert config.sections[0].sizes == ((5, 5), (8, 8))


@pytest.mark.parametrize(
    ("names", "size", "count", "message"),
    [
        ([], '"5x5"', '"all"', "expected at least 1 files .png or .txt in own, found 0; add some"),
        (["a"], '"5x5"', "3", "at least 3 files .png or .txt in own, found 1; add some, or lower"),
        (["a"], '"6x6"', '"all"', "a.txt: picture: expected 6 rows of 6 signs"),
        (["a.png"], '"all"', '"all"', 'a.png: expected a size for a picture of pixels, found "al'),
        (["a.png"], '"5x9"', '"all"', "a.png: expected a picture with sides like a board of 5x9"),
        (["\u65e5"], '"5x5"', '"all"', "cannot set the character"),
        (["n" * 61], '"5x5"', '"all"', "expected 1 to 60 letters"),
        (["a"], '"5x5"', '"fill"', 'count: expected a number or "all" for a folder of files, foun'),
    ],
)
def test_what_makes_no_puzzle_is_named_with_its_line(
    names: list[str], size: str, count: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    for name in names:
        draw(tmp_path / "own", name.removesuffix(".png"), SQUARE, 9 * name.endswith(".png"))
    with pytest.raises(ConfigError) as error:
        load(tmp_path, size, count)
    assert message in str(error.value)
    line = 10 if "count:" in message else 11
    assert str(error.value).startswith(f"{tmp_path / 'book.toml'}:{line}: section 1, ")


def test_links_lead_out_of_no_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    draw(outside, "square", SQUARE)
    (inside / "own").mkdir()
    (inside / "own" / "square.txt").symlink_to(outside / "square.txt")
    with refused(ConfigError):
        load(inside)


def test_a_name_needs_a_picture() -> None:
    with refused(ConfigError):
        get_kind("nonogram").parse_params(5, 5, None, {"name": "cat"})
