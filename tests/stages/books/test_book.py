"""Books from records: who gets in, in what order, and how much is short."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, Credit, Record, record_id
from pipeline.stages.books.book import BookResult, book_from_records, load_book_config
from tests.book.sample import make_record

CONFIG = """\
seed = 1
[book]
title = "Paths"
author = "A. Author"
year = 2026
trim = "a5"
{book}
[[section]]
title = "Easy"
kind = "numberlink"
size = "6x6"
count = {count}
"""


def bound(
    folder: Path, records: list[Record], book: str = "", count: int = 4
) -> tuple[BookResult, Path]:
    config = folder / "book.toml"
    config.write_text(CONFIG.format(book=book, count=count), encoding="utf-8")
    output = folder / "book.pdf"
    return book_from_records(records, load_book_config(config), str(output)), output


def mirrored(record: Record) -> Record:
    """Return the same puzzle in a mirror, its pairs numbered anew in reading order."""
    size = record.puzzle["cols"]
    names: dict[int, int] = {0: 0}
    grid = [
        [names.setdefault(number, len(names)) for number in reversed(row)]
        for row in record.puzzle["clues"]
    ]
    assert record.solution is not None
    paths = [[cell // size * size + size - 1 - cell % size for cell in path]
             for path in record.solution["paths"]]  # fmt: skip
    paths.sort(key=lambda path: grid[path[0] // size][path[0] % size])
    puzzle = {**record.puzzle, "clues": grid}
    clues = get_kind("numberlink").decode(puzzle)
    get_kind("numberlink").decode_solution(clues, {"paths": paths})
    return record.with_(
        id=record_id("numberlink", puzzle), puzzle=puzzle, solution={"paths": paths}
    )


def test_a_puzzle_in_a_mirror_with_other_numbers_is_not_printed_again(tmp_path: Path) -> None:
    stock = [make_record(6, 6, seed) for seed in range(3)]
    twins = [mirrored(record) for record in stock]
    assert all(twin.puzzle != record.puzzle for twin, record in zip(twins, stock, strict=True))
    result, output = bound(tmp_path, [*stock, *twins])
    assert result.shortfalls == {"Easy": 1}
    assert not output.exists()


def test_what_is_short_is_told_by_section(tmp_path: Path) -> None:
    result, _ = bound(tmp_path, [make_record(6, 6, 1)], count=3)
    assert result.shortfalls == {"Easy": 2}
    assert result.summary()[0] == "too few puzzles: section 'Easy' lacks 2"


def test_the_profile_of_the_file_decides_what_is_written(tmp_path: Path) -> None:
    stock = [make_record(6, 6, seed) for seed in range(4)]
    for profile in ("print", "screen"):
        _, output = bound(tmp_path, stock, f'profile = "{profile}"')
        with pikepdf.open(output) as document:
            assert ("/Outlines" in document.Root) is (profile == "screen")


def test_a_sold_book_names_file_line_and_ids(tmp_path: Path) -> None:
    credit = Credit(author="A. Setter", licence="CC-BY-NC-4.0")
    stock = [make_record(6, 6, seed, Band.EASY, credit) for seed in range(4)]
    with pytest.raises(ConfigError) as caught:
        bound(tmp_path, stock, "commercial = true")
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'book.toml'}:7: book.commercial: expected puzzles")
    assert all(record.id in message for record in stock)


@pytest.mark.parametrize(
    ("book", "message"),
    [
        ('fonts = { text = "lost.ttf", licence = "lost.txt" }', ":7: book.fonts: .*lost.ttf: exp"),
        ('fonts = { text = "lost.ttf" }', ":7: book.fonts: expected fonts.licence with"),
        ('hyphenation = ["Zahl"]', ":7: book.hyphenation: expected a word with the hyphens"),
        ('style = "booklet"\nbleed = true', ":8: book.bleed: expected a booklet without bleed"),
        ("margins = { inside = 90, outside = 90 }", ":7: book.margins: expected room for text"),
        ("margins = { outside = 3 }", ":7: book.margins: expected margins.outside of at least"),
        ('language = "xx"', ":7: book.language: unknown language 'xx': expected one of de, en, fr"),
    ],
)
def test_keys_that_will_not_do_are_named_with_their_line(
    tmp_path: Path, book: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        bound(tmp_path, [], book)
