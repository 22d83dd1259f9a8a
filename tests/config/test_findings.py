"""All that is wrong with a configuration is told at once, and nothing that only follows from it."""

from pathlib import Path

import pytest

from pipeline.config.run_settings import load_config
from pipeline.model import ConfigError
from pipeline.stages.books.book import load_book_config

HEAD = 'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
SECTION_HEAD = '[[section]]\ntitle = "S"\n'


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "A"\nkind = "numberlnk"\nsize = "8x8"\ncount = 1\n'
        '[[section]]\ntitle = "A"\nkind = "hashi"\nsize = "8x8"\ncount = 1\nband = "hard"\n'
        'set = { hardest = "isolation" }\n'
    )
    with pytest.raises(ConfigError) as error:
        load_config(path)
    told = str(error.value).splitlines()
    assert [line.split(":")[1] for line in told] == ["8", "17", "12"]
    assert "did you mean 'numberlink'?" in told[0]
    assert "leave one out" in told[1]


def test_findings_of_two_tables_are_told_together(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'seed = -1\n[book]\ntitel = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "A"\nkind = "hashi"\nsize = "8x8"\ncount = 0\nband = "hrad"\n'
    )
    with pytest.raises(ConfigError) as error:
        load_config(path)
    told = str(error.value).splitlines()
    assert len(told) == 4
    assert "did you mean 'title'?" in str(error.value)
    assert "did you mean 'hard'?" in str(error.value)


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(
        HEAD
        + 'isbn = "978-3-16-148410-1"\ntrim = "leter"\nbleed = true\nstyle = "booklet"\n'
        + "answers = 3\n"
        + 'library = "x"\n[cover]\naccent = "#ffff00"\n'
        + SECTION_HEAD
        + 'kind = "numberlink"\nsize = "6x6"\ncount = [1, 2]\nrule = "cuver"\n'
        + "[section.set]\npiars = 3\n"
        + SECTION_HEAD
        + 'kind = "hashii"\nsize = "6x6"\ncount = 1\n'
    )
    with pytest.raises(ConfigError) as error:
        load_book_config(path)
    told = str(error.value).splitlines()
    keys = [line.split(": ")[1] for line in told]
    assert keys == [
        "book.answers", "book.library", "book.bleed", "book.isbn", "cover.accent",
        "section 1, count", "section 1, rule", "section 1, set.piars", "section 2, kind",
        "section 2, title", "book.trim",
    ]  # fmt: skip


def test_a_section_that_is_to_fill_is_not_blamed_for_pages_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "book.toml"
    rest = 'kind = "numberlink"\nsize = "6x6"\ncount = "fill"\n'
    path.write_text(f'{HEAD}pages = "32:24"\n{SECTION_HEAD}{rest}')
    with pytest.raises(ConfigError) as error:
        load_config(path)
    assert str(error.value).count("\n") == 0
    assert "book.pages" in str(error.value)
