"""Configuration errors: lines of keys, and several errors at once."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.config import errors
from pipeline.config.errors import KeyPath, find_lines
from pipeline.config.run_settings import load_config
from pipeline.model import ConfigError
from pipeline.stages.books.book import load_book_config

LOADS = tomllib.loads

TEXT = '''\
# a comment
seed = 7

[book]
title = """
[no table]
a = 1"""
margins = { inside = 3, outside = 4 }
margins2.top = 4
"quoted key" = [ # a comment with ]
 "5x5",

 "6x6",
]
[[section]]
title = "A"
[section.set]
pairs = "3:4"
[[section]]
title = \'B # ]\'
set.pairs = 3
[[section.part]]
a = 1
[[section.part]]
a = 2
[a.b]
c = 1
[a]
d = 1
'''


def test_every_form_of_key() -> None:
    assert find_lines(TEXT) == {
        ("seed",): 2,
        ("book",): 4,
        ("book", "title"): 5,
        ("book", "margins"): 8,
        ("book", "margins", "inside"): 8,
        ("book", "margins", "outside"): 8,
        ("book", "margins2"): 9,
        ("book", "margins2", "top"): 9,
        ("book", "quoted key"): 10,
        ("book", "quoted key", 0): 10,
        ("book", "quoted key", 1): 10,
        ("section",): 15,
        ("section", 0): 15,
        ("section", 0, "title"): 16,
        ("section", 0, "set"): 17,
        ("section", 0, "set", "pairs"): 18,
        ("section", 1): 19,
        ("section", 1, "title"): 20,
        ("section", 1, "set"): 21,
        ("section", 1, "set", "pairs"): 21,
        ("section", 1, "part"): 22,
        ("section", 1, "part", 0): 22,
        ("section", 1, "part", 0, "a"): 23,
        ("section", 1, "part", 1): 24,
        ("section", 1, "part", 1, "a"): 25,
        ("a", "b"): 26,
        ("a", "b", "c"): 27,
        ("a",): 28,
        ("a", "d"): 29,
    }


def test_line_ends_of_other_systems() -> None:
    assert find_lines("a = 1\r\n[b]\r\nc = 2\r\n")[("b", "c")] == 3


def paths(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """Every way to a key or element of a TOML value."""
    found = {path} if path else set()
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found |= paths(inner, (*path, key))
    return found


names = st.sampled_from(["a", "b", '"c d"', "e.f"])
values = st.sampled_from(["1", '"x"', "[1,\n 2]", '"""\nq = 1\n[z]\n"""', "{ g = 1 }", "'''\n#'''"])


@settings(max_examples=80, deadline=None, derandomize=True, database=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["[[s]]", "[[s]]", "[t]", "[s.u]"]),
            st.dictionaries(names, values, max_size=3),
        ),
        max_size=6,
    )
)
def test_every_key_of_a_valid_text_has_the_line_that_begins_with_it(
    tables: list[tuple[str, dict[str, str]]],
) -> None:
    text = "".join(
        header + "\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
        for header, entries in tables
    )
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = find_lines(text)
    assert paths(data) <= set(lines)
    rows = text.split("\n")
    for path, line in lines.items():
        if isinstance(path[-1], str) and rows[line - 1].partition("=")[1] and len(path) > 1:
            assert str(path[-1]).split(" ")[0] in rows[line - 1]


HEAD = 'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
SECTION_HEAD = '[[section]]\ntitle = "S"\n'


def test_all_that_is_wrong_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "A"\nkind = "numberlnk"\nsize = "8x8"\ncount = 1\n'
        '[[section]]\ntitle = "A"\nkind = "hashi"\nsize = "8x8"\ncount = 1\nband = "hard"\n'
        'set = { hardest = "isolation" }\n'
    )
    with pytest.raises(ConfigError) as error:
        load_config(path)
    noted = str(error.value).splitlines()
    assert [line.split(":")[1] for line in noted] == ["8", "17", "12"]
    assert "did you mean 'numberlink'?" in noted[0]
    assert "leave one out" in noted[1]


def test_findings_of_two_tables_are_reported_together(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'seed = -1\n[book]\ntitel = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "A"\nkind = "hashi"\nsize = "8x8"\ncount = 0\nband = "hrad"\n'
    )
    with pytest.raises(ConfigError) as error:
        load_config(path)
    noted = str(error.value).splitlines()
    assert len(noted) == 4
    assert "did you mean 'title'?" in str(error.value)
    assert "did you mean 'hard'?" in str(error.value)


def test_everything_that_is_wrong_is_reported_at_once(tmp_path: Path) -> None:
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
    noted = str(error.value).splitlines()
    keys = [line.split(": ")[1] for line in noted]
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


@pytest.mark.parametrize(
    "text",
    [
        "a = [\n" + '  "x",\n' * 3_000 + "]\nb = 1\n",
        'a = """\n' + 'x"\n' * 3_000 + '"""\nb = 1\n',
        "[[a]]\n" * 3_000,
    ],
)
def test_lines_are_found_by_parsing_little_more_than_the_text(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = []

    def watched(text: str) -> dict[str, Any]:
        parsed.append(len(text))
        return LOADS(text)

    monkeypatch.setattr(tomllib, "loads", watched)
    find_lines(text)
    assert len(text) // 2 < sum(parsed) <= errors.MOST_EFFORT + 2 * len(text)
