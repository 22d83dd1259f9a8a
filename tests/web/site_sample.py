"""Small sites from made-up records: quick, never proved."""

import datetime
from pathlib import Path

from pipeline.config.site_settings import load_site_config
from pipeline.model import Band, Credit, Record
from pipeline.run.site import arrange
from pipeline.store.jsonl import write_records
from pipeline.web.site import Site
from tests.book.sample import example_section, make_record

START = datetime.date(2026, 11, 16)
HOSTILE = "<script>alert(1)</script> \"&'</title><!-- \u202e]]>"
"""A text that is harmless as text alone."""

CONFIG = """\
seed = 4711
[site]
title = '''{title}'''
base_url = "https://puzzles.example/p"
author = '''{author}'''
start = 2026-11-16
days = {days}
time_zone = "Europe/Berlin"
{more}
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "days.jsonl"
[[pack]]
title = '''{title}'''
slug = "small"
records = "pack.jsonl"
count = 3
"""


def make_records(count: int, seed: int, credit: Credit | None = None) -> list[Record]:
    """Return Numberlink records of three bands in turn, each another puzzle."""
    bands = (Band.HARD, Band.EASY, Band.MEDIUM)
    return [make_record(6, 5, seed + k, bands[k % 3], credit) for k in range(count)]


def write_config(
    folder: Path,
    days: int = 10,
    *,
    title: str = "Lines",
    author: str = "A. Author",
    more: str = "",
    credit: Credit | None = None,
) -> Path:
    """Write a site's configuration with its records and return its path."""
    write_records(make_records(days, 100, credit), folder / "days.jsonl")
    write_records(make_records(3, 9000), folder / "pack.jsonl")
    path = folder / "site.toml"
    text = CONFIG.format(days=days, title=title, author=author, more=more)
    path.write_text(text, encoding="utf-8")
    return path


def make_banded(folder: Path, as_of: datetime.date | None = None, **changes: object) -> Site:
    """Return a site of made-up records whose days have an easy and a medium puzzle."""
    made = write_config(folder, **changes)  # type: ignore[arg-type]
    order = 'kind = "numberlink"\nsize = "6x5"\nbands = ["easy", "medium"]'
    text = made.read_text(encoding="utf-8").replace('records = "days.jsonl"', order, 1)
    made.write_text(f"demo = true\n{text}", encoding="utf-8")
    config = load_site_config(made)
    names = [name for name in config.streams if name != "pack-small"]
    supply = {
        name: [make_record(6, 5, 300 * at + k, band) for k in range(len(config.days))]
        for at, (name, band) in enumerate(zip(names, (Band.EASY, Band.MEDIUM), strict=True))
    }
    supply["pack-small"] = make_records(3, 9000)
    return arrange(config, supply, as_of)


def make_sample(folder: Path, as_of: datetime.date | None = None, **changes: object) -> Site:
    """Return a site of made-up records."""
    config = load_site_config(write_config(folder, **changes))  # type: ignore[arg-type]
    days = make_records(len(config.days), 100, changes.get("credit"))  # type: ignore[arg-type]
    supply = {"records days.jsonl": days, "pack-small": make_records(3, 9000)}
    return arrange(config, supply, as_of)


def make_games(folder: Path, as_of: datetime.date | None = None, days: int = 3) -> Site:
    """Return a site of made-up records with three games a day, the second of two bands."""
    made = write_config(folder, days=days)
    every = 'days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]'
    order = 'kind = "numberlink"\nsize = "6x5"'
    tables = (
        f"{order}\n[[daily]]\n{every}\ngame = 'lines'\ntitle = 'Lines & more'\n{order}\n"
        f"bands = ['easy', 'medium']\n[[daily]]\n{every}\nrecords = 'days.jsonl'\n"
    )
    text = made.read_text(encoding="utf-8").replace('records = "days.jsonl"', tables, 1)
    made.write_text(f"demo = true\n{text}", encoding="utf-8")
    config = load_site_config(made)
    supply = {}
    for at, (name, (_, count)) in enumerate(config.streams.items(), start=1):
        band = Band.MEDIUM if name.endswith("medium") else Band.EASY
        supply[name] = [make_record(6, 5, 300 * at + k, band) for k in range(count)]
    return arrange(config, supply, as_of)


AHEAD = """\
seed = 1
demo = true
[site]
title = "Ahead"
base_url = "https://puzzles.example/"
author = "A. Author"
start = 2026-11-16
days = 8
time_zone = "Europe/Berlin"
skip = [2026-11-18]
[[language]]
code = "en-US"
[[language]]
code = "de-AT"
[[language]]
code = "de"
[[daily]]
days = ["mon", "wed", "sat"]
kind = "sudoku"
size = "9x9"
[[daily]]
days = ["mon", "sun"]
game = "corner"
title = "Nine in the corner"
kind = "sudoku"
size = "9x9"
[[daily]]
days = ["tue", "sun"]
game = "tiles"
kind = "npuzzle"
size = "3x3"
[[daily]]
days = ["mon", "tue", "sun"]
game = "bridges"
kind = "hashi"
size = "7x7"
"""


def make_ahead(folder: Path, as_of: datetime.date | None = None) -> Site:
    """Return a site whose days are all there at once, of four games on some days of the week.

    Two of the games share a kind, and the day that is left out is in no schedule.
    """
    path = folder / "ahead.toml"
    path.write_text(AHEAD, encoding="utf-8")
    config = load_site_config(path)
    supply = {}
    for name, (stream, count) in config.streams.items():
        assert stream.section is not None
        supply[name] = [*example_section(stream.section.kind).records] * count
    return arrange(config, supply, as_of)
