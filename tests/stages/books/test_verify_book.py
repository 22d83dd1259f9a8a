"""A printed book is proved from its pages, and every way of spoiling it is found."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.book import BookSection, lay_out, write_book
from pipeline.kinds import get_kind
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.model import ConfigError, Record, Status, StoreError, Verdict, record_id
from pipeline.scene import Label, Mark, Polyline, Role
from pipeline.scene.symbols import END
from pipeline.stages.books.printed import read_book
from pipeline.stages.books.verify_book import Listed, records_beside, verify_book
from tests.book.sample import example_section, make_options
from tests.preflight import pdfs
from tests.refusals import refused
from tests.slices import cases
from tests.stages.books.printed_books import (
    COUNT,
    Spoiler,
    make_book,
    paint_over,
    problems,
    proved_records,
)  # fmt: skip


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return proved_records(COUNT, "free", {})


@pytest.mark.part(4)
@pytest.mark.parametrize(
    "options",
    [
        {"style": "large-print"},
        {"answers": "none", "language": "de"},
        {"style": "booklet", "trim": "a5", "theme": "dashed"},
        {"theme": "cells", "answers": "flipped"},
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param({"answers": "flipped"}, marks=pytest.mark.slow),
        pytest.param({"theme": "cells"}, marks=pytest.mark.slow),
    ],
    ids=["large", "none", "booklet", "upset", "end", "flipped", "cells"],
)
def test_a_right_book_is_right(tmp_path: Path, records: list[Record], options: Any) -> None:
    path = make_book(tmp_path / "book.pdf", records, **options)
    findings = list(verify_book(path, records))
    assert [finding for finding in findings if finding.problems] == []
    names = [finding.name for finding in findings]
    assert sorted(name for name in names if name.startswith("puzzle")) == [
        f"puzzle {k}" for k in range(1, COUNT + 1)
    ]
    # the worked example is there unsolved and solved
    assert names.count("Numberlink") >= 2


@pytest.mark.parametrize(("style", "per_page"), [("standard", 2), ("large-print", 4)])
def test_puzzles_without_a_grade_keep_their_numbers(
    tmp_path: Path, records: list[Record], style: str, per_page: int
) -> None:
    ungraded = [replace(record, grade=None) for record in records]
    path = tmp_path / "book.pdf"
    make_book(path, ungraded, section={"per_page": per_page}, style=style, trim="a5")
    findings = list(verify_book(path, ungraded))
    assert [finding for finding in findings if finding.problems] == []
    assert sum(finding.is_puzzle for finding in findings) == COUNT


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("symbols", "theme"), cases(["letters", "dots", "icons"], ["mono", "colour", "cells"])
)
def test_ends_named_otherwise_are_read_back(
    tmp_path: Path, records: list[Record], symbols: str, theme: str
) -> None:
    path = make_book(tmp_path / "book.pdf", records, section={"symbols": symbols}, theme=theme)
    findings = list(verify_book(path, records))
    assert [finding for finding in findings if finding.problems] == []
    assert sum(finding.is_puzzle for finding in findings) == COUNT


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("symbols", "side", "at"),
    [("digits", 10, ""), ("letters", 6, "puzzles"), ("icons", 4, "puzzles")],
)
def test_symbols_of_sudokus_are_read_back_and_spoilt_ones_are_found(
    tmp_path: Path, symbols: str, side: int, at: str
) -> None:
    records = proved_records(2, "boxes", {}, "sudoku", side)
    section: dict[str, Any] = {"symbols": symbols}
    path = make_book(tmp_path / "book.pdf", records, rule="boxes", section=section)
    findings = list(verify_book(path, records))
    assert [finding for finding in findings if finding.problems] == []
    assert [note for finding in findings for note in finding.notes] == []
    assert sum(finding.is_puzzle for finding in findings) == 2
    if at:
        spoil = _swap_letters if symbols == "letters" else _move_picture
        make_book(path, records, spoil, at, "boxes", section)
        assert problems(path, records)


def _swap_letters(marks: list[Mark]) -> list[Mark]:
    return [replace(mark, text={"A": "B", "B": "A"}[mark.text])
            if isinstance(mark, Label) and mark.text in ("A", "B") and mark.position[1] > 60
            else mark for mark in marks]  # fmt: skip


def _move_picture(marks: list[Mark]) -> list[Mark]:
    """Return the marks with one picture in the cell beside it."""
    ends = ((k, one) for k, one in enumerate(marks) if isinstance(one, Polyline) and one.ink == END)
    at, end = next(ends)
    moved = tuple((x, y + 12.0) for x, y in end.points)
    return [*marks[:at], replace(end, points=moved), *marks[at + 1 :]]


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("symbols", "spoil"), [("letters", _swap_letters), ("icons", _move_picture)]
)
@pytest.mark.parametrize("at", ["puzzles", "answers"])
def test_spoilt_ends_are_found(
    tmp_path: Path, records: list[Record], at: str, symbols: str, spoil: Spoiler
) -> None:
    path = make_book(tmp_path / "book.pdf", records, spoil, at, section={"symbols": symbols})
    assert problems(path, records)


def test_rules_of_the_publisher_are_no_fault_but_reported(
    tmp_path: Path, records: list[Record]
) -> None:
    path = make_book(tmp_path / "book.pdf", records, section={"rules": "Join equal numbers."})
    *_, whole = verify_book(path, records)
    assert problems(path, records) == []
    assert "another wording than ours" in whole.notes[0]
    with refused(ConfigError):
        list(verify_book(path, []))


def test_a_puzzle_of_no_record_is_found(tmp_path: Path, records: list[Record]) -> None:
    path = make_book(tmp_path / "book.pdf", records)
    assert problems(path, records[1:]) == ["puzzle 1: is none of the records"]


def test_a_puzzle_with_two_solutions_is_found(tmp_path: Path, records: list[Record]) -> None:
    kind = get_kind("numberlink")
    puzzle = {
        "rows": 5, "cols": 5, "rule": "free",
        "clues": [[1, 0, 0, 0, 0], *[[0] * 5] * 3, [0, 0, 0, 0, 1]],
    }  # fmt: skip
    clues = kind.decode(puzzle)
    solution = kind.solve(clues, 1, kind.budget, "auto").solutions[0]
    wrong = replace(
        records[0], id=record_id(kind.id, puzzle), puzzle=puzzle,
        solution=kind.encode_solution(solution),
    )  # fmt: skip
    path = make_book(tmp_path / "book.pdf", [wrong, *records[1:]])
    assert problems(path, [wrong, *records[1:]]) == [
        "puzzle 1: proved again: multiple under free, expected unique"
    ]


def _clues(marks: list[Mark]) -> list[int]:
    return [k for k, mark in enumerate(marks) if isinstance(mark, Label)
            and mark.ink.role is Role.CLUE]  # fmt: skip


def _swap_figures(marks: list[Mark]) -> list[Mark]:
    """Let the first figure of a board change places with the first that differs from it."""
    first, *others = _clues(marks)
    one = marks[first]
    assert isinstance(one, Label)
    for k in others:
        other = marks[k]
        assert isinstance(other, Label)
        if other.text != one.text:
            marks[first] = replace(one, text=other.text)
            marks[k] = replace(other, text=one.text)
            return marks
    raise AssertionError("expected figures that differ")


def _drop_figure(marks: list[Mark]) -> list[Mark]:
    del marks[_clues(marks)[0]]
    return marks


def _misnumber(marks: list[Mark]) -> list[Mark]:
    return [replace(mark, text="7") if isinstance(mark, Label) and mark.text == "2"
            and mark.ink.role is Role.TEXT else mark for mark in marks]  # fmt: skip


def _drop_line(marks: list[Mark]) -> list[Mark]:
    """Leave out the last line of a page: of an answer, not of the first step before it."""
    *_, line = (m for m in marks if isinstance(m, Polyline) and m.ink.role is Role.PATH)
    return [mark for mark in marks if mark is not line]


def _shift_line(marks: list[Mark]) -> list[Mark]:
    """Let the middle of a line run elsewhere: one corner more than there should be."""
    for k, mark in enumerate(marks):
        if isinstance(mark, Polyline) and mark.ink.role is Role.PATH and len(mark.points) > 2:
            (x0, y0), (x1, y1) = mark.points[0], mark.points[-1]
            corner = (x0, y1) if mark.points[1] != (x0, y1) else (x1, y0)
            points = (mark.points[0], corner, mark.points[-1])
            marks[k] = replace(mark, points=points)
            return marks
    raise AssertionError("expected a line with a corner")


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("at", "spoil", "said"),
    [
        ("puzzles", _swap_figures, "puzzle 1: "),
        ("puzzles", _drop_figure, "Numberlink|puzzle 1"),
        ("puzzles", _misnumber, "puzzle 7: |not numbered"),
        ("answers", _swap_figures, "puzzle|no line|joins"),
        ("answers", _drop_line, "no line joins"),
        ("answers", _shift_line, "breaks|joins"),
        ("answers", _misnumber, "puzzle 2: 0 answers"),
        ("how-to-play", _drop_line, "no line joins"),
    ],
)
@pytest.mark.parametrize("theme", ["mono", pytest.param("cells", marks=pytest.mark.slow)])
def test_what_is_spoilt_on_a_page_is_found(
    tmp_path: Path, records: list[Record], theme: str, at: str, spoil: Spoiler, said: str
) -> None:
    path = make_book(tmp_path / "book.pdf", records, spoil, at, theme=theme)
    found = problems(path, records)
    assert any(re.search(said, one) for one in found), found


SLIDING = [Clues(3, 3, start, (1, 2, 3, 4, 5, 6, 7, 8, 0))
           for start in ((1, 2, 3, 4, 5, 6, 0, 7, 8), (1, 2, 3, 0, 5, 6, 4, 7, 8))]  # fmt: skip


def _mixed(path: Path, records: list[Record], spoil: str = "", by: str = "") -> list[str]:
    """Return what is wrong with a book of two kinds in which one text stands for another."""
    kind = get_kind("npuzzle")
    slides = []
    for clues, moves in zip(SLIDING, ("RR", "DRR"), strict=True):
        puzzle, solution = kind.encode(clues), Solution(moves, is_proved=True)
        slides.append(
            replace(
                records[0], id=record_id(kind.id, puzzle), kind=kind.id, puzzle=puzzle,
                solution=kind.encode_solution(solution),
                verdict=Verdict(Status.NOT_APPLICABLE, None, "", 0),
            )
        )  # fmt: skip
    sections = [
        BookSection(title="Slides", kind="npuzzle", rule=None, records=tuple(slides)),
        BookSection(title="All", kind="numberlink", rule="free", records=tuple(records)),
    ]
    book = lay_out(make_options(), sections)
    if spoil:
        pages = []
        for page in book.pages:
            scene = page.painted()
            marks = tuple(
                replace(mark, text=mark.text.replace(spoil, by))
                if isinstance(mark, Label)
                else mark
                for mark in scene.marks
            )
            pages.append(replace(page, painted=partial(replace, scene, marks=marks)))
        book = replace(book, pages=tuple(pages))
    with path.open("wb") as file:
        write_book(book, file)
    found = list(verify_book(path, [*slides, *records]))
    assert sum(one.is_puzzle for one in found) == COUNT + 2
    return [f"{one.name}: {said}" for one in found for said in one.problems]


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("spoil", "by", "said"),
    [
        ("", "", ""),
        ("in 3 moves", "in 5 moves", "in 5 moves"),
        ("3: ↑←←", "3: ↑←↓", "breaks"),
        ("3: ↑←←", "5: ↑←←", "5: ↑←←"),
        ("3: ↑←←", "5: ↑→←←←", "breaks|not as long"),
        ("3: ↑←←", "", "0 answers"),
        ("Puzzles 3", "Puzzles 4", "shares puzzles|has no heading"),
        ("Puzzles 1–2", "Puzzles 1–3", "shares puzzles"),
    ],
)
def test_a_mixed_book_is_read_whole(
    tmp_path: Path, records: list[Record], spoil: str, by: str, said: str
) -> None:
    found = _mixed(tmp_path / "book.pdf", records, spoil, by)
    assert bool(found) == bool(said), found
    assert any(re.search(said, one) for one in found) or not said, found


def test_a_changed_tile_is_found(tmp_path: Path, records: list[Record]) -> None:
    path = tmp_path / "book.pdf"
    _mixed(path, records)
    page = next(b.page for b in read_book(path).boards if b.kind.id == "npuzzle" and b.number)
    paint_over(path, page - 1, "q 1 g 0 400 900 900 re f Q")
    assert any("missing" in said for said in problems(path, records))


def test_a_list_says_what_must_be_there(tmp_path: Path, records: list[Record]) -> None:
    path = make_book(tmp_path / "book.pdf", records[:4])
    listed = {k: Listed(one.id, None, None) for k, one in enumerate(records[:4], 1)}
    listed[5] = Listed(records[4].id, 9, 12)
    said = [one for found in verify_book(path, records, listed=listed) for one in found.problems]
    assert said == ["puzzle 5 is missing, or cannot be read: expected on page 9"]
    listed = {1: listed[2], 2: listed[1], 3: listed[3], 4: listed[4]}
    said = [one for found in verify_book(path, records, listed=listed) for one in found.problems]
    assert len(said) == 2
    assert all("the run printed" in one for one in said)


@pytest.mark.parametrize("options", [{"answers": "end"}, {"answers": "flipped"}])
def test_a_puzzle_blanked_with_its_answer_is_missing(
    tmp_path: Path, records: list[Record], options: Any
) -> None:
    path = make_book(tmp_path / "book.pdf", records, **options)
    pages = {board.page - 1 for board in read_book(path).boards if board.number == COUNT}
    for page in pages:
        paint_over(path, page, "q 1 g 0 0 900 900 re f Q")
    assert any(f"puzzle {COUNT} is missing" in said for said in problems(path, records))


def test_a_book_without_rules_is_refused(tmp_path: Path) -> None:
    with refused(ConfigError):
        list(verify_book(pdfs.make_pdf(tmp_path / "plain.pdf"), []))


def test_what_is_no_book_is_refused(tmp_path: Path) -> None:
    with refused(StoreError):
        list(verify_book(tmp_path / "missing.pdf", []))
    with refused(ConfigError):
        records_beside(tmp_path / "book.pdf", "-")


@pytest.mark.parametrize(
    ("kind", "options"),
    [("nonogram", {"look": "children", "trim": "a5"}), ("skyscrapers", {"trim": "6x9"})],
)
def test_numbers_outside_of_an_example_are_no_numbers_of_boards(
    kind: str, options: dict[str, str], tmp_path: Path
) -> None:
    section = replace(example_section(kind), pencil_marks=kind == "skyscrapers")
    book = lay_out(make_options(**options), [section])
    path = tmp_path / "book.pdf"
    with path.open("wb") as stream:
        write_book(book, stream)
    (place,) = book.placements
    found = {(board.number, board.page < place.puzzle_page) for board in read_book(path).boards}
    assert found == {(None, True), (1, False)}, "a board in the rules has no number"
