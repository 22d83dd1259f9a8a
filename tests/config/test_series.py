"""Texts with the number of the volume."""

from dataclasses import fields
from pathlib import Path

import pytest

from pipeline.config.book_options import BookOptions, CoverOptions
from pipeline.config.run import fill_volume, keys_with_volume, require_volume
from pipeline.config.run_settings import load_config
from pipeline.config.site_settings import load_site_config
from pipeline.model import ConfigError
from pipeline.run.volumes import plan_volumes
from tests.refusals import refused

HEAD = "seed = 7\nvolumes = 2\n"
BOOK = '[book]\ntitle = "T {volume}"\nauthor = "A"\nyear = 2026\n'
REST = """\
[cover]
blurb = "Blurb {volume}"
[[page]]
title = "Page {volume}"
text = "Text {volume}"
[[section]]
title = "S {volume}"
kind = "sudoku"
size = "4x4"
count = 1
introduction = "I {volume}"
labels = { easy = "L {volume}" }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.toml"


def test_every_text_of_a_book_is_filled_in(path: Path) -> None:
    texts = {
        one.name
        for options in (BookOptions, CoverOptions)
        for one in fields(options)
        if one.type == "Text"
        and one.name not in ("author", "licence", "isbn", "language", "trim", "price")
    }
    assert {"subtitle", "edition", "dedication", "credit_line", "about", "series"} <= texts
    book = BOOK + "".join(
        f'{name} = "{{volume}}"\n' for name in sorted(texts & {*BookOptions.__dataclass_fields__})
    )
    path.write_text(HEAD + book + REST)
    config = load_config(path)
    assert (
        len(list(keys_with_volume(config)))
        == 1 + len(texts & {*BookOptions.__dataclass_fields__}) + 6
    )
    filled = fill_volume(config, 12)
    assert list(keys_with_volume(filled)) == []
    assert filled.book.title == "T 12"
    assert filled.cover.blurb == "Blurb 12"
    assert (filled.pages[0].title, filled.pages[0].text) == ("Page 12", "Text 12")
    (section,) = filled.sections
    assert (section.title, section.introduction) == ("S 12", "I 12")
    assert set(section.labels.values()) == {"L 12"}


def test_a_field_that_nothing_can_fill_in_is_refused_with_its_line(path: Path) -> None:
    path.write_text(HEAD.replace("volumes = 2\n", "") + BOOK + REST)
    with refused(ConfigError) as caught:
        load_config(path)
    assert str(caught.value).count("expected a numbered volume") == 7
    path.write_text(
        HEAD.replace("volumes = 2\n", "") + BOOK + REST.replace("[cover]", "[cover]\nvolume = 3")
    )
    assert require_volume(load_config(path), None).book.title == "T 3"


def test_a_credit_is_made_before_the_volume_has_a_number(path: Path) -> None:
    path.write_text(HEAD + BOOK.replace('"A"', '"A {volume}"') + REST)
    with refused(ConfigError):
        load_config(path)


def test_a_volume_whose_number_nobody_gives_is_refused(path: Path) -> None:
    path.write_text(HEAD + BOOK + REST)
    config = load_config(path)
    with refused(ConfigError):
        require_volume(config, None)
    assert require_volume(config, 2).book.title == "T 2"


def test_a_series_has_one_name(path: Path) -> None:
    path.write_text('library = "l.sqlite"\nseries = "S {volume}"\n' + HEAD + BOOK + REST)
    with refused(ConfigError):
        load_config(path)


def test_a_site_has_no_fields(path: Path) -> None:
    path.write_text(
        'seed = 7\n[site]\ntitle = "W {volume}"\nauthor = "A"\n'
        'base_url = "https://a.example"\nstart = 2027-01-01\ndays = 1\n'
        '[[pack]]\ntitle = "P"\nslug = "p"\nkind = "sudoku"\nsize = "4x4"\ncount = 1\n'
    )
    with refused(ConfigError):
        load_site_config(path)


@pytest.mark.parametrize(("counts", "puzzles"), [((2, 3), 5), ((7, 1), 8)])
def test_texts_that_count_have_the_numbers_of_the_plan(
    counts: tuple[int, int], puzzles: int, path: Path
) -> None:
    sections = "".join(
        f'[[section]]\ntitle = "{kind}"\nkind = "{kind}"\nsize = "7x7"\ncount = {count}\n'
        for kind, count in zip(("hashi", "numberlink"), counts, strict=True)
    )
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        'subtitle = "{puzzles} puzzles of {kinds} kinds"\n'
        f'[cover]\nblurb = "All {{puzzles}}."\n{sections}'
    )
    config = load_config(path)
    assert config.book.subtitle == f"{puzzles} puzzles of 2 kinds"
    assert config.cover.blurb == f"All {puzzles}."


def test_a_book_that_the_plan_fills_counts_what_it_has(path: Path) -> None:
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\npages = 16\ntrim = "a5"\n'
        'subtitle = "{puzzles} puzzles"\n'
        '[[section]]\ntitle = "S"\nkind = "hashi"\nsize = "7x7"\ncount = "fill"\n'
    )
    config = load_config(path)
    assert config.book.subtitle == "{puzzles} puzzles"
    (plan,) = plan_volumes(config, path.parent / "out")
    assert plan.config.book.subtitle == f"{plan.config.puzzles} puzzles"


@pytest.mark.parametrize("each", [(1, 1), (4, 4), (1, 2), (None, None), (2, None)])
def test_a_text_says_how_many_are_on_a_page_if_all_sections_do(
    each: tuple[int | None, int | None], path: Path
) -> None:
    sections = "".join(
        f'[[section]]\ntitle = "{kind}"\nkind = "{kind}"\nsize = "7x7"\ncount = 4\n'
        + (f"per_page = {number}\n" if number else "")
        for kind, number in zip(("hashi", "numberlink"), each, strict=True)
    )
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        f'[cover]\nblurb = "{{per_page}} on each page."\n{sections}'
    )
    if len({*each}) == 1 and None not in each:
        assert load_config(path).cover.blurb == f"{each[0]} on each page."
    else:
        with refused(ConfigError):
            load_config(path)


@pytest.mark.parametrize("bands", [("easy", "hard"), ("easy", "easy"), ("easy", None)])
def test_a_text_says_how_many_levels_there_are_if_all_sections_have_one(
    bands: tuple[str | None, str | None], path: Path
) -> None:
    sections = "".join(
        f'[[section]]\ntitle = "{k}"\nkind = "hashi"\nsize = "7x7"\ncount = 4\n'
        + (f'band = "{band}"\n' if band else "")
        for k, band in enumerate(bands)
    )
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        f'subtitle = "{{levels}} levels"\n{sections}'
    )
    if None in bands:
        with refused(ConfigError):
            load_config(path)
    else:
        assert load_config(path).book.subtitle == f"{len({*bands})} levels"
