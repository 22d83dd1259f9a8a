"""Pages planned before anything is made are those of the finished book."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.grades.band_costs import ANY
from pipeline.model import Band, ConfigError, Status
from pipeline.run import page_plan
from pipeline.run.execution import Workers
from pipeline.run.page_plan import (
    describe_pages,
    describe_work,
    fill_sections,
    plan_book,
    sample_records,
)
from pipeline.run.plan import read_wants
from pipeline.run.run_config import run_config
from pipeline.run.sheet import make_sheets
from pipeline.run.volumes import asks_for_more, plan_volumes
from pipeline.stages.books.book import load_book_config
from tests.refusals import refused
from tests.slices import cases

CONFIG = """\
seed = 5
pictures = "none"
[book]
title = "Small Book"
author = "A. Setter"
year = 2026
trim = "6x9"
style = "large-print"
[[section]]
title = "First"
kind = "numberlink"
size = ["5x5", "7x7"]
count = 5
[[section]]
title = "Second"
kind = "hashi"
size = "7x7"
count = 2
"""


def test_the_plan_is_the_finished_book(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "small.toml")
    book = plan_book(config)
    lines = list(describe_pages(book))
    warned = replace(book, warnings=("one thing", "another"))
    assert [*describe_pages(warned)][-2:] == ["warning: one thing", "warning: another"]
    with Workers(1) as workers:
        (result,) = run_config(config, tmp_path / "out", workers)
    assert result.book is not None
    assert lines[0] == f"{result.book.pages} pages"
    assert sum(int(line.split()[1]) for line in lines[1:] if line[:1] == " ") == result.book.pages
    assert any("section 1: 5 puzzles" in line for line in lines)
    assert any(line.startswith("spine, Amazon KDP") for line in lines)
    assert "spine, Lulu: white 2.7 mm, cream 2.7 mm" in lines  # 20/444 and .06 inches
    assert any("the last page is left to the printer's marks" in line for line in lines)


def test_a_book_longer_than_it_may_be_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG.replace("year", "pages = 12\nyear"))
    config = load_book_config(tmp_path / "small.toml")
    with (
        Workers(1) as workers,
        refused(ConfigError),
    ):
        run_config(config, tmp_path / "out", workers)
    assert not (tmp_path / "out").exists()
    (tmp_path / "small.toml").write_text(CONFIG.replace("year", "pages = 18\nyear"))
    with refused(ConfigError):  # two of six pages are too many
        plan_book(load_book_config(tmp_path / "small.toml"))


def test_a_book_may_have_just_as_many_pages_as_it_is_to_have(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG.replace("year", 'pages = "20:20"\nyear'))
    assert len(plan_book(load_book_config(tmp_path / "small.toml")).pages) == 20


def test_the_lines_of_a_plan_are_its_pages_in_order(tmp_path: Path) -> None:
    text = CONFIG.replace("count = 5", "count = 2\nper_page = 1")
    (tmp_path / "small.toml").write_text(text)
    book = plan_book(load_book_config(tmp_path / "small.toml"))
    first, *lines = describe_pages(book)
    assert first == f"{len(book.pages)} pages"
    end, notes = 0, []
    for line in lines:
        if found := re.match(r" +(\d+)(?:-(\d+))? +(\d+)  ([a-z-]+) *(.*)", line):
            start, last = int(found[1]), int(found[2] or found[1])
            assert start == end + 1
            assert (last - start + 1, found[2]) == (
                int(found[3]),
                str(last) if last > start else None,
            )
            assert {page.role.value for page in book.pages[start - 1 : last]} == {found[4]}
            end = last
            notes += [found[5]] if "cells" in found[5] else []
    assert end == len(book.pages)
    cells = [[one.cell_mm for one in book.placements if one.section == n] for n in (0, 1)]
    assert min(cells[0]) < max(cells[0])
    assert notes == [
        f"section {n}: 2 puzzles, cells of {min(some):.1f} to {max(some):.1f} mm"
        for n, some in enumerate(cells, 1)
    ]
    kdp = f"white {len(book.pages) * 0.002252 * 25.4:.1f} mm, cream"
    assert [line for line in lines if line.startswith(f"spine, Amazon KDP, paperback: {kdp}")]
    (tmp_path / "small.toml").write_text(
        text.replace("large-print", "booklet").replace("6x9", "a5")
    )
    booklet = plan_book(load_book_config(tmp_path / "small.toml"))
    assert not [line for line in describe_pages(booklet) if "spine" in line]


def test_samples_are_as_the_puzzles_of_their_sections_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = {ANY: 1.0, Band.EASY: 1.0, Band.HARD: 3.0}
    cells = []

    def priced(_: object, __: object, size: int) -> dict[str, float]:
        cells.append(size)
        return costs

    monkeypatch.setattr(page_plan, "band_costs", priced)
    first, second = CONFIG.split("count = 5\n")
    third = second.replace("Second", "Third") + 'band = "medium"\n'
    text = f'{first}count = 5\nscore = "1:30"\n{second}trials = true\n{third}'
    last = '[[section]]\ntitle = "Last"\nkind = "npuzzle"\nsize = "3x3"\ncount = 1\n'
    (tmp_path / "small.toml").write_text(text + last)
    found = sample_records(load_book_config(tmp_path / "small.toml"))
    bands = [[one.grade and one.grade.band for one in some] for some in found]
    assert {*bands[0]} == {Band.EASY, Band.HARD}
    assert bands[2] == [Band.MEDIUM] * 2
    assert [some[0].verdict.status for some in found] == 3 * [Status.UNIQUE] + [
        Status.NOT_APPLICABLE
    ]
    hardest = [{one.grade and one.grade.extra["hardest"] for one in some} for some in found[:3]]
    assert hardest[1] == {"trial"}
    assert "trial" not in hardest[0] | hardest[2], "which are promised not to need one"
    assert [len({one.id for one in some}) for some in found] == [5, 2, 2, 1]
    assert all(one.id.isalnum() for some in found for one in some)
    assert {*cells} == {25, 49, 9}


def filled(tmp_path: Path, pages: str, more: str = "") -> RunConfig:
    """Return the small book with two sections that share the pages left by the second."""
    text = CONFIG.replace("count = 5", 'count = "fill"').replace("year", f"pages = {pages}\nyear")
    third = '[[section]]\ntitle = "Third"\nkind = "numberlink"\nsize = "6x6"\ncount = "fill"\n'
    (tmp_path / "fill.toml").write_text(text + third + more)
    return load_book_config(tmp_path / "fill.toml")


def test_sections_are_filled_up_to_the_pages_of_the_book(tmp_path: Path) -> None:
    config = fill_sections(filled(tmp_path, "32"))
    first, second, third = (section.counts for section in config.sections)
    assert second == (2,)
    assert sum(first) - sum(third) in (0, 1)
    assert first[0] - first[1] in (0, 1)
    planned = plan_book(config)
    assert len(planned.pages) <= 32
    one_more = replace(config.sections[2], counts=(third[0] + 1,))
    if sum(first) == sum(third):
        one_more = replace(config.sections[0], counts=(first[0] + 1, first[1]))
    sections = [one if one.title != one_more.title else one_more for one in config.sections]
    unbounded = replace(config.book, pages=None)
    longer = replace(config, sections=tuple(sections), book=unbounded)
    book = plan_book(longer)
    last = [max(p.puzzle_page for p in book.placements if p.section == n) for n in (0, 2)]
    held = [sum(p.puzzle_page == page for p in book.placements) for page in last]
    assert len(book.pages) > 32 or min(held) == 1, "there was room for one more"


def ends_alone(book: Any, section: int) -> bool:
    pages = [one.puzzle_page for one in book.placements if one.section == section]
    return pages.count(pages[-1]) == 1 and len({*pages}) < len(pages)


def filled_by_counting(books: dict[int, Any], fewest: int, most: int) -> int:
    """Return how many puzzles fill a book, from the books of all counts."""
    fits = max((count for count, book in books.items() if len(book.pages) <= most), default=4)
    for count in range(fits, max(3, fits - 13), -1):
        if len(books[count].pages) < fewest:
            break
        if not any(ends_alone(books[count], section) for section in (0, 2)):
            return count
    return fits


def test_as_many_puzzles_are_chosen_as_fit_without_one_alone_on_a_last_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, random = filled(tmp_path, "32"), Random(7)

    def lay_out(filled: RunConfig) -> SimpleNamespace:
        counts = [sum(section.counts) for section in filled.sections]
        placements = [
            SimpleNamespace(section=number, puzzle_page=1 + 100 * number + k // per_page)
            for number, count in enumerate(counts) for k in range(count)
        ]  # fmt: skip
        pages = {(one.section, one.puzzle_page) for one in placements}
        return SimpleNamespace(pages=range(fixed + len(pages)), placements=placements)

    monkeypatch.setattr(page_plan, "_lay_out", lay_out)
    plain = replace(config, sections=config.sections[1:2])
    assert fill_sections(plain) is plain
    layouts = [(2, 9, 4, 13)]  # in which four are the fewest that there may be
    for _ in range(30):
        fewest = random.randint(4, 20)
        most = max(fewest, random.randint(8, 24))
        layouts.append((random.randint(1, 6), random.randint(0, 9), fewest, most))
    for layout in layouts:
        per_page, fixed, fewest, most = layout
        books = {
            count: lay_out(page_plan._filled(config, (0, 2), count)) for count in range(4, 160)
        }
        book = replace(config.book, pages=(fewest, most))
        first, _, third = fill_sections(replace(config, book=book)).sections
        assert sum(first.counts + third.counts) == filled_by_counting(books, fewest, most)
    sizes = ((5, 5), (6, 6), (7, 7))
    three = [replace(section, sizes=sizes) for section in (first, third, third)]
    opened = [replace(section, counts=config.sections[0].counts) for section in three]
    full = replace(config, book=replace(config.book, pages=(8, 8)), sections=tuple(opened))
    per_page, fixed = 1, 9
    assert [one.counts for one in fill_sections(full).sections] == 3 * [(1, 1, 1)]


@pytest.mark.dear
def test_a_filled_book_has_the_pages_of_its_plan(tmp_path: Path) -> None:
    asked = filled(tmp_path, '"18:22"')
    config = fill_sections(asked)
    (plan,) = plan_volumes(asked, tmp_path / "out")
    assert plan.config.sections == config.sections
    with Workers(1) as workers:
        (result,) = run_config(asked, tmp_path / "out", workers)
    assert result.book is not None
    assert result.book.pages == len(plan_book(config).pages) <= 22
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [one["count"] for one in manifest["config"]["section"]] == [
        list(section.counts) for section in config.sections
    ]
    (longer,) = plan_volumes(filled(tmp_path, "28"), tmp_path / "out")
    assert longer.fingerprint != plan.fingerprint


def test_a_section_in_two_parts_asks_for_no_more_than_the_whole(tmp_path: Path) -> None:
    text = CONFIG.replace("count = 2", "count = {}").replace("Second", "{}")
    head, _, second = text.rpartition("[[section]]")
    plans = []
    for sections in ([4], [2, 2], [2, 3]):
        parts = "".join(f"[[section]]{second.format(*one)}" for one in enumerate(sections))
        (tmp_path / "small.toml").write_text(head + parts)
        plans += plan_volumes(load_book_config(tmp_path / "small.toml"), tmp_path / "out")
    whole, halves, more = plans
    assert whole.fingerprint != halves.fingerprint
    assert asks_for_more(whole.fingerprint, halves) == asks_for_more(halves.fingerprint, whole) > 0
    assert asks_for_more(whole.fingerprint, more) == asks_for_more(halves.fingerprint, whole)
    assert asks_for_more(more.fingerprint, whole) == 0


def test_a_book_shorter_than_it_may_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG.replace("year", 'pages = "60:80"\nyear'))
    config = load_book_config(tmp_path / "small.toml")
    with refused(ConfigError):
        plan_book(config)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pages = 20\n", "", r"section 1, count: expected a number, or pages = 120 under \[book\]"),
        ("pages = 20", 'pages = "32:24"', "pages: expected a whole number from 8 to 2000, or the"),
        ("pages = 20", 'pages = "10.5:24"', "pages: expected a whole number from 8 to 2000, or"),
        ("pages = 20", "pages = 4", "pages: expected a whole number from 8 to 2000, or the"),
        ("pages = 20", "pages = true", "pages: expected a whole number from 8 to 2000, or the"),
        ('"fill"', '"full"', 'section 1, count: expected .*, "fill" or "all"'),
        ('"fill"', "0", 'section 1, count: expected .*, "fill" or "all"'),
        ('"fill"', "true", 'section 1, count: expected .*, "fill" or "all"'),
    ],
)
def test_what_cannot_be_filled_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    filled(tmp_path, "20")
    path = tmp_path / "fill.toml"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ConfigError, match=message):
        load_book_config(path)


def test_a_sheet_has_no_pages_to_fill(tmp_path: Path) -> None:
    with Workers(1) as workers, refused(ConfigError):
        make_sheets(filled(tmp_path, "20"), tmp_path / "out", workers)


STRICT = ("numberlink", "7x7", 'rule = "no-touch"\nband = "hard"')
"""No rule but the first has measures, and of its boards none of this size is hard."""


@pytest.mark.parametrize(
    ("sections", "begins"),
    [
        ([STRICT], "the time for these puzzles has not been measured. A"),
        ([("numberlink", "7x7", "")], "about 1 second of one processor"),
        ([("hashi", "7x7", ""), STRICT], "about 1 second of one processor"),
    ],
)
def test_a_time_is_reported_where_it_was_measured(
    tmp_path: Path, sections: list[tuple[str, str, str]], begins: str
) -> None:
    text = CONFIG.split("[[section]]")[0] + "".join(
        f'[[section]]\ntitle = "{kind}"\nkind = "{kind}"\nsize = "{size}"\ncount = 9\n{more}\n'
        for kind, size, more in sections
    )
    (tmp_path / "small.toml").write_text(text)
    first, *costs = describe_work(read_wants(load_book_config(tmp_path / "small.toml")))
    assert first.startswith(begins)
    assert ("plus those without measurements" in first) == (len(sections) > 1)
    assert len(costs) == len(sections)


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (0.4, "1 second of"), (1.0, "1 second of"), (1.5, "2 seconds"), (2.4, "2 seconds"),
        (89.5, "90 seconds"),
        (90.0, "2 minutes"), (91.0, "2 minutes"), (5940.0, "99 minutes"),
    ],
)  # fmt: skip
def test_the_time_for_all_puzzles_is_that_of_their_bands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, time: str
) -> None:
    """That of any band for the first section, of a hard puzzle for the second."""

    def costs(_: object, __: object, cells: int) -> dict[str, float]:
        assert cells in (25, 49)
        return {ANY: 0.0} if cells == 25 else {ANY: 1e9, Band.HARD: seconds / 2}

    monkeypatch.setattr("pipeline.run.page_plan.band_costs", costs)
    text = CONFIG.replace('["5x5", "7x7"]', '"5x5"') + 'band = "hard"\n'
    (tmp_path / "small.toml").write_text(text)
    first, *_ = describe_work(read_wants(load_book_config(tmp_path / "small.toml")))
    assert first.startswith(f"about {time}")


def test_a_kind_without_rates_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.run.page_plan.band_costs", lambda *_: {})
    (tmp_path / "small.toml").write_text(CONFIG)
    first, *costs = describe_work(read_wants(load_book_config(tmp_path / "small.toml")))
    assert first == "the time for these puzzles has not been measured. A puzzle costs:"
    assert costs[-1] == "hashi 7x7: not measured"


@pytest.mark.part(4)
@pytest.mark.parametrize("kind_id", cases(kind_ids(), part=6))
def test_a_plan_makes_no_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind_id: str
) -> None:
    """And says how long the puzzles take, for every kind that is shipped."""

    def fail(*_: object) -> Any:
        raise AssertionError("nothing may be made")

    barred = replace(get_kind(kind_id), generate=fail)
    for room in ("run.page_plan", "run.plan", "stages.generate"):
        monkeypatch.setattr(f"pipeline.{room}.get_kind", lambda _: barred)
    size = {"sudoku": "4x4", "npuzzle": "3x3", "nonogram": "5x5"}.get(kind_id, "6x6")
    head = CONFIG.split("[[section]]")[0]
    path = tmp_path / "small.toml"
    path.write_text(
        f'{head}[[section]]\ntitle = "S"\nkind = "{kind_id}"\nsize = "{size}"\ncount = 4\n'
    )
    config = load_book_config(path)
    assert len(plan_book(config).placements) == 4
    first, *costs = describe_work(read_wants(config))
    assert first.startswith("about")
    assert "not measured" not in " ".join((first, *costs))
    path.write_text(
        path.read_text().replace("count = 4", 'count = "fill"').replace("year", "pages = 24\nyear")
    )
    assert sum(fill_sections(load_book_config(path)).sections[0].counts) > 4


@pytest.mark.parametrize("kind_id", cases(["npuzzle", "numberlink", "sudoku", "zip"], part=2))
def test_the_plan_of_each_kind_has_the_pages_of_its_book(tmp_path: Path, kind_id: str) -> None:
    size = {"sudoku": "4x4", "npuzzle": "3x3", "nonogram": "5x5"}.get(kind_id, "6x6")
    depth = "[section.set]\ndepth = '8:12'\n" if kind_id == "npuzzle" else ""
    head = CONFIG.split("[[section]]")[0]
    path = tmp_path / "small.toml"
    path.write_text(
        f'{head}[[section]]\ntitle = "S"\nkind = "{kind_id}"\nsize = "{size}"\ncount = 7\n{depth}'
    )
    config = load_book_config(path)
    planned = plan_book(config)
    with Workers(1) as workers:
        (result,) = run_config(config, tmp_path / "out", workers)
    assert result.book is not None
    assert result.book.pages == len(planned.pages)
