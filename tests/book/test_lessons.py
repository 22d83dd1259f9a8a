"""Sections in the order of lessons, and sections that promise that nobody need guess."""

import json
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from pipeline.config.run_settings import load_config
from pipeline.edition.section import in_lesson_order
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.model import ConfigError, Record, Status, Verdict
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.store.jsonl import read_records
from tests.book.pdf_text import page_texts
from tests.known import the
from tests.program import run_program

BOOK = """\
seed = 4
[book]
title = "Lessons"
author = "A. Setter"
year = 2026

[[section]]
title = "Learn"
kind = "{kind}"
size = "{size}"
count = 4
{keys}
"""


def names_of(step: Step) -> set[str]:
    """Return the patterns, reasons or assumptions of a step."""
    is_plain = step.level in ("single", "global")
    return {
        one.names[0] if one.names and not is_plain else
        one.reason if step.assumed is None else step.level
        for one in step.decisions
    }  # fmt: skip


def steps_of(record: Record) -> list[Step]:
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    solution = kind.decode_solution(clues, the(record.solution))
    return [*the(kind.deductions).explain_steps(clues, solution)]


@cache
def sudokus(band: str) -> tuple[Record, ...]:
    kind = get_kind("sudoku")
    order = GeneratorOrder("sudoku", kind.parse_params(9, 9, None, {"band": band}), 1)
    made = generate_records((order, index) for index in range(8))
    unique = Verdict(Status.UNIQUE, None, "x", 1)
    proved = [record.with_(verdict=unique) for record in made if record]
    return tuple(grade_records(proved))


def test_each_puzzle_needs_few_new_kinds_of_steps_and_all_of_them_are_listed() -> None:
    records = [*sudokus("easy"), *sudokus("hard")]
    ordered, lessons = in_lesson_order(records)
    assert sorted(record.id for record in ordered) == sorted(record.id for record in records)
    needs = {record.id: set().union(*map(names_of, steps_of(record))) for record in records}
    known: set[str] = set()
    for at, record in enumerate(ordered):
        new = needs[record.id] - known
        least = min(len(needs[other.id] - known) for other in ordered[at:])
        assert len(new) == least
        listed = [names_of(step) for step in lessons.get(record.id, ())]
        assert not at or len(listed) == len(new)
        assert all(names & new for names in listed)
        known |= new
    assert lessons, "hard Sudokus have patterns that easy ones do not"
    assert in_lesson_order(records[::-1]) == (ordered, lessons)


def write(folder: Path, kind: str, size: str, keys: str) -> Path:
    (folder / "book.toml").write_text(BOOK.format(kind=kind, size=size, keys=keys))
    return folder / "book.toml"


@pytest.mark.parametrize(
    ("kind", "size", "keys"),
    [
        ("slitherlink", "5x5", 'hardest = "single"\norder = "lessons"'),
        ("numberlink", "6x6", 'hardest = "square"'),
        ("hashi", "7x7", 'band = "easy"\nhardest = "isolation"'),
        ("sudoku", "9x9", 'band = "hard"\nhardest = "overlap"\norder = "lessons"'),
    ],
)
def test_nobody_need_guess_where_a_section_promises_it(
    kind: str, size: str, keys: str, tmp_path: Path
) -> None:
    write(tmp_path, kind, size, keys)
    done = run_program("run", "book.toml", "--out", "out", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with pikepdf.open(tmp_path / "out" / "book.pdf") as book:
        pages = [" ".join(texts) for texts in page_texts(book)]
    assert sum("No guessing: every puzzle of this section" in page for page in pages) == 1
    records = {one.id: one for one in read_records(tmp_path / "out" / "30-graded.jsonl")}
    printed = json.loads((tmp_path / "out" / "puzzles.json").read_text())
    levels = the(get_kind(kind).deductions).levels
    asked = keys.split('hardest = "')[1].split('"')[0]
    for one in printed:
        reached = {step.level for step in steps_of(records[one["id"]])}
        assert reached <= {*levels[: levels.index(asked) + 1]}
    assert len(printed) == 4


@pytest.mark.parametrize(
    ("kind", "keys", "message"),
    [
        ("slitherlink", 'hardest = "trial"', "expected one of single, global, overlap, set; found"),
        ("numberlink", 'hardest = "overlap"', "expected one of forced, square, beside, candidates"),
        ("npuzzle", 'hardest = "single"', "npuzzle has no levels of deduction; leave the key out"),
        ("npuzzle", 'order = "lessons"', "npuzzle has no levels of deduction; leave the key out"),
        ("sudoku", 'order = "lesson"', "order: expected one of"),
    ],
)
def test_what_a_kind_does_not_have_is_refused(
    kind: str, keys: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(write(tmp_path, kind, "4x4", keys))


def test_every_kind_with_steps_has_levels_at_which_nothing_is_assumed() -> None:
    for kind in map(get_kind, kind_ids()):
        if kind.deductions is not None:
            assert kind.deductions.levels
            assert not {"trial", "search"} & {*kind.deductions.levels}
