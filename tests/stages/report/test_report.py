"""Reports on collections."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.model import (
    Band,
    ConfigError,
    Credit,
    Grade,
    Provenance,
    PuzzleFormatError,
    Record,
    Status,
    Verdict,
    record_id,
)
from pipeline.scene import Line, Scene
from pipeline.stages.check_kind.boards import example_boards
from pipeline.stages.collection.import_stats import Rejection, keep_records, read_rejections
from pipeline.stages.filter import add_rule_profiles, filter_records
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.report import report
from pipeline.stages.report.pictures import (
    SHADE,
    Figures,
    Grid,
    Heading,
    Part,
    Pictures,
    cell_size,
    thumbnail,
)
from pipeline.stages.report.report import _step_parts, write_report, write_solving
from pipeline.stages.report.sections import report_parts
from pipeline.stages.report.tables import (
    EXACT,
    OTHER,
    RELABELLED,
    SAME,
    TURNED,
    WRONG,
    Findings,
    Table,
    survey,
    why_not_unique,
)
from pipeline.store.jsonl import record_reader, records_at, write_records
from tests.kinds.boards import kind_of
from tests.known import as_a
from tests.library.boards import make_records
from tests.refusals import refused
from tests.stages.mappers import through_pickles


def _chosen(records: Sequence[Record], table: Table, findings: Findings) -> Pictures:
    return Pictures.chosen(partial(records_at, records), table, findings)


GRADE = Grade(
    score="1.00",
    nodes=(1,),
    capped=0,
    band=Band.EASY,
    percentile=None,
    method="m",
    version=1,
    extra={"hardest": "rest", "assumed": ["cover"], "probes": 3},
)
RECORD = Record(id="0" * 16, kind="hashi", puzzle={"rows": 1, "cols": 3, "clues": [[1, 0, 1]]})


def numberlink(clues: list[list[int]], score: str | None = None, **extra: object) -> Record:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": "free", "clues": clues}
    return Record(
        record_id("numberlink", puzzle),
        "numberlink",
        puzzle,
        verdict=Verdict(Status.UNIQUE, "free"),
        grade=None if score is None else replace(GRADE, score=score),
        credit=Credit(author="<A>"),
        provenance=Provenance("import bare", extra={"file": "a.txt", "line": 7, **extra}),
    )


def test_words_and_counts_of_a_grade_are_columns_and_lists_are_not() -> None:
    ((row,), _) = survey([replace(RECORD, grade=GRADE)])
    assert (row["hardest"], row["probes"], row["percentile"]) == ("rest", 3, "")
    assert "assumed" not in row


def test_a_puzzle_without_a_grade_has_no_such_columns() -> None:
    ((row,), _) = survey([RECORD])
    assert row["band"] == ""
    assert "hardest" not in row


def test_rows_lead_back_to_the_owners_list() -> None:
    ((row,), _) = survey([numberlink([[1, 0, 1]], source_id="12")])
    assert (row["file"], row["line"], row["source_id"], row["author"]) == ("a.txt", 7, "12", "<A>")


def test_equal_puzzles_are_found_in_groups() -> None:
    one = numberlink([[1, 0, 2], [1, 0, 2]])
    mirrored = numberlink([[1, 1], [0, 0], [2, 2]])
    other = numberlink([[1, 0, 0], [1, 2, 2]])
    lettered = one.with_(puzzle={**one.puzzle, "labels": ["x", "y"]})
    table, findings = survey([one, other, one, mirrored, lettered])
    assert findings.duplicates == [{0: "", 2: EXACT, 3: TURNED, 4: RELABELLED}]
    assert [row["duplicate of"] for row in table] == ["", "", 1, 1, 1]


def test_the_page_shows_what_was_found(tmp_path: Path) -> None:
    several = Verdict(Status.MULTIPLE, "free", witness={"paths": [[0, 3, 4, 5, 2]]})
    odd = numberlink([[1, 0, 1], [0, 0, 0]], published={"paths": [[0, 1, 2, 4]]})
    odd = odd.with_(verdict=several, solution={"paths": [[0, 1, 2]]})
    named = numberlink([[1, 0, 1]], "2.00").with_(credit=Credit(author="Ито \u05d0 \u4e2d"))
    write_report(partial(records_at, [named, odd, named]), tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    for given in (
        "3 puzzles",
        "Scores by size",
        "The hardest",
        "Duplicates: 1 group",
        "Several solutions: 1",
        "Other answers than published: 1",
        "Suggested order",
    ):
        assert given in page, given
    assert "Ито \u05d0 \u4e2d" in page


def test_cells_in_which_two_solutions_differ_are_marked() -> None:
    board = numberlink([[1, 0, 1], [0, 0, 0]]).with_(
        solution={"paths": [[0, 1, 2]]},
        verdict=Verdict(Status.MULTIPLE, "free", witness={"paths": [[0, 3, 4, 5, 2]]}),
    )
    table, findings = survey([board])
    shown = _chosen([board], table, findings).several[0]
    bare = read_puzzle(board)
    grid = lines_of(bare.kind.draw(bare.clues, None, 10.0))
    # All six cells differ in one solution or another.
    assert [lines_of(one.scene) for one in shown] == [grid + 6 * SHADE] * 2


@pytest.mark.parametrize("kind_id", ["akari", "sudoku", "hitori", "nurikabe"])
def test_cells_of_lamps_numbers_and_shades_that_differ_are_marked(kind_id: str) -> None:
    board = next(example_boards(kind_of(kind_id)))
    kind, solution = kind_of(kind_id), kind_of(kind_id).encode_solution(board.solution)
    other = dict(solution)
    if "cells" in other:  # one fewer
        other["cells"] = other["cells"][1:]
        cell = solution["cells"][0]
    else:
        rows = [list(row) for row in other["numbers"]]
        cell = next(at for at, clue in enumerate(board.clues.values) if not clue)
        rows[cell // len(rows)][cell % len(rows)] += 1
        other["numbers"] = rows
    record = Record("0" * 16, kind_id, kind.encode(board.clues), solution).with_(
        verdict=Verdict(Status.MULTIPLE, kind.rules[0], witness=other)
    )
    table, findings = survey([record])
    for one in _chosen([record], table, findings).several[0]:
        xs = [mark.start[0] for mark in one.scene.marks[:SHADE] if isinstance(mark, Line)]
        ys = [mark.start[1] for mark in one.scene.marks[:SHADE] if isinstance(mark, Line)]
        wide = cell_size(read_puzzle(record))
        assert len(xs) == SHADE
        assert (xs[0] // wide, ys[0] // wide) == (cell % board.clues.cols, cell // board.clues.cols)


def test_cells_that_differ_are_marked_in_order() -> None:
    board = next(example_boards(kind_of("sudoku")))
    kind, cols = kind_of("sudoku"), board.clues.cols
    solution = kind.encode_solution(board.solution)
    rows = [list(row) for row in solution["numbers"]]
    blank = [cell for cell, clue in enumerate(board.clues.values) if not clue]
    # A set of numbers that are alike but for multiples of 8 keeps the order of their coming.
    alike = max(([cell for cell in blank if cell % 8 == k] for k in range(8)), key=len)[:4]
    for cell in alike:
        rows[cell // cols][cell % cols] = rows[cell // cols][cell % cols] % cols + 1
    record = Record("0" * 16, "sudoku", kind.encode(board.clues), solution).with_(
        verdict=Verdict(Status.MULTIPLE, kind.rules[0], witness={"numbers": rows})
    )
    wide = cell_size(read_puzzle(record))
    table, findings = survey([record])
    for one in _chosen([record], table, findings).several[0]:
        lines = [mark for mark in one.scene.marks[: SHADE * len(alike)] if isinstance(mark, Line)]
        marked = [line.start[1] // wide * cols + line.start[0] // wide for line in lines[::SHADE]]
        assert marked == alike


def test_each_kind_has_extremes_of_its_own_and_pictures_with_two_boards_fit() -> None:
    tiles = {"rows": 2, "cols": 2, "start": [[3, 1], [2, 0]], "goal": [[1, 2], [3, 0]]}
    slide = Record("1" * 16, "npuzzle", tiles, grade=replace(GRADE, score="3.00"))
    records = [numberlink([[1, 0, 1]], "0.50"), slide]
    table, findings = survey(records)
    pictures = _chosen(records, table, findings)
    titles = [
        part.text for part in report_parts(table, findings, pictures) if isinstance(part, Heading)
    ]
    assert [title for title in titles if title.startswith("The")] == [
        "The hardest of Numberlink",
        "The easiest of Numberlink",
        "The hardest of Sliding Puzzle",
        "The easiest of Sliding Puzzle",
    ]
    small, large = thumbnail(slide, table[1]).scene, pictures.large[1].scene
    assert small.width_mm < 38
    assert large.width_mm < 54
    assert "a.txt:7" in pictures.large[0].caption


def test_the_proved_answer_is_beside_one_that_breaks_the_rules() -> None:
    record = numberlink([[1, 0, 1], [0, 0, 0]], published={"paths": [[0, 1, 2, 4]]})
    record = record.with_(solution={"paths": [[0, 1, 2]]})
    table, findings = survey([record])
    shown = _chosen([record], table, findings).answers[0]
    assert [one.caption.split(": ")[1] for one in shown] == [f"published, {WRONG}", "proved"]


def lines_of(scene: Scene) -> int:
    return sum(isinstance(mark, Line) for mark in scene.marks)


@pytest.mark.parametrize(
    ("published", "expected"),
    [([0, 1, 4, 5, 2], SAME), ([0, 3, 4, 5, 2], OTHER), ([0, 1, 2, 4], WRONG), (None, "")],
)
def test_published_answers_are_compared(published: list[int] | None, expected: str) -> None:
    extra: Any = {} if published is None else {"published": {"paths": [published]}}
    record = numberlink([[1, 0, 1], [0, 0, 0]], **extra)
    record = record.with_(solution={"paths": [[0, 1, 4, 5, 2]]})
    rows, findings = survey([record])
    assert rows[0]["published answer"] == expected
    assert findings.answers == ([] if expected in ("", SAME) else [0])


def test_order_and_volumes_share_the_difficulty() -> None:
    scores = [f"{k / 10:.2f}" for k in range(250)]
    boards = [[[1, *[0] * at, 1, *[0] * (300 - at)]] for at in range(250)]
    records = [numberlink(board, score) for board, score in zip(boards, scores, strict=True)]
    rows, _ = survey([*reversed(records), records[7]])  # a duplicate has no place in a volume
    assert (rows[250]["order"], rows[250]["volume"]) == ("", "")
    assert [row["order"] for row in rows[:250]] == list(range(250, 0, -1))
    by_volume = {
        volume: [float(str(row["score"])) for row in rows if row["volume"] == volume]
        for volume in (1, 2, 3)
    }
    means = [sum(scores) / len(scores) for scores in by_volume.values()]
    assert max(means) - min(means) < 0.2
    assert rows[125]["own percentile"] == 50


def test_what_is_unique_elsewhere_is_reported() -> None:
    verdict = Verdict(
        Status.UNSOLVABLE,
        "cover",
        extra={
            "rule_profile": {
                "strongest": ["free"],
                "rules": [
                    {"rule": "free", "status": "unique"},
                    {"rule": "cover", "status": "unsolvable"},
                ],
            }
        },
    )
    ((row,), _) = survey([numberlink([[1, 0, 1]]).with_(verdict=verdict)])
    assert row["note"] == "unsolvable under cover; unique under free"


def test_pages_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [numberlink([[1, 0, 1]], "0.50"), numberlink([[1, 0, 0, 1]], "2.00")]
    written = write_report(partial(records_at, records), tmp_path)
    assert {path.name for path in written} >= {"index.html", "report.csv", "report.xlsx"}
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "&lt;A&gt;" in page
    assert "<A>" not in page
    assert page.count("<svg ") == 2 + 2 + 4 + 2  # bars, histograms, extremes twice, thumbnails
    assert "http" not in page
    assert "font-family=" not in page, "pictures are lettered in the typefaces of the page"
    rows = list(csv.DictReader((tmp_path / "report.csv").read_text("utf-8").splitlines()))
    assert [row["score"] for row in rows] == ["0.50", "2.00"]
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))[1]["number"] == 2
    monkeypatch.setattr(report, "SINGLE_PAGE", 1)
    monkeypatch.setattr(report, "PAGE", 1)
    names = [path.name for path in write_report(partial(records_at, records), tmp_path)]
    assert names[-4:] == ["index.html", "list.html", "page-1.html", "page-2.html"]
    listed = (tmp_path / "list.html").read_text(encoding="utf-8")
    assert "<svg" not in listed
    assert "box.oninput" in listed
    index = (tmp_path / "index.html").read_text("utf-8")
    assert '<a href="page-2.html">page 2</a>' in index.split("<h2>All puzzles</h2>")[1]


def test_a_report_of_lines_by_workers_has_the_bytes_of_one_of_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = make_records(3)
    records = [*shown, numberlink([[1, 0, 1]], "0.50"), numberlink([[1, 0, 0, 1]], "2.00"), *shown]
    monkeypatch.setattr(report, "SINGLE_PAGE", 4)
    monkeypatch.setattr(report, "PAGE", 3)
    write_records(records, tmp_path / "all.jsonl")
    alone = write_report(partial(records_at, records), tmp_path / "alone")
    found = write_report(
        record_reader(tmp_path / "all.jsonl"), tmp_path / "all", (), through_pickles
    )
    assert [path.read_bytes() for path in found] == [path.read_bytes() for path in alone]
    assert len(found) == 3 + 2 + 3


def test_a_spreadsheet_takes_no_text_for_a_formula(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    record = numberlink([[1, 0, 1]], "0.50").with_(credit=Credit(author="=1+1"))
    write_report(partial(records_at, [record]), tmp_path)
    sheet = load_workbook(tmp_path / "report.xlsx").active
    assert sheet is not None
    head, values = (list(row) for row in sheet.iter_rows(values_only=True))
    assert values[head.index("author")] == "'=1+1"
    assert values[head.index("score")] == 0.5


@pytest.mark.parametrize("character", ["\x01", "\ufffe"])
def test_a_spreadsheet_holds_no_character_that_xml_cannot(tmp_path: Path, character: str) -> None:
    from openpyxl import load_workbook

    source = {f"level{character}": f"a{character}b"}
    record = numberlink([[1, 0, 1]], "0.50").with_(credit=Credit(author=f"A{character}B"))
    assert record.provenance is not None
    provenance = replace(record.provenance, extra={"source": source})
    write_report(partial(records_at, [record.with_(provenance=provenance)]), tmp_path)
    sheet = load_workbook(tmp_path / "report.xlsx").active
    assert sheet is not None
    head, values = (list(row) for row in sheet.iter_rows(values_only=True))
    assert values[head.index("author")] == "A\ufffdB"


def test_owners_and_what_they_say_of_the_difficulty_are_shown() -> None:
    boards = [[[1, *[0] * at, 1, *[0] * (9 - at)]] for at in range(6)]
    given = [
        ("easy", "1.00"),
        ("easy", "2.00"),
        ("easy", "8.00"),
        ("hard", "9.00"),
        ("hard", "7.00"),
    ]
    records = [
        numberlink(board, score, source={"difficulty": label, "info": "x"})
        for board, (label, score) in zip(boards, given, strict=False)
    ]
    table, findings = survey(records)
    assert [row["source.info"] for row in table] == ["x"] * 5
    parts = list(report_parts(table, findings, _chosen(records, table, findings)))
    grids = {
        head.text: parts[at + 1 :] for at, head in enumerate(parts) if isinstance(head, Heading)
    }
    owners = as_a(Grid, grids["Authors, sources and licences"][0]).rows
    assert owners == [("<A>", "a.txt", "-", "5", "", "", "", "5")]
    labels = as_a(Grid, grids["Difficulty labels of the sources"][1]).rows
    assert [row[:3] for row in labels] == [
        ("numberlink", "easy", "3.67"), ("numberlink", "hard", "8.00")
    ]  # fmt: skip
    assert [row[-2] for row in labels] == ["1", ""]
    assert labels[0][-1].startswith("3 (")


def parts_of(records: list[Record], refused: list[Rejection]) -> dict[str, list[Part]]:
    """Return the parts of a report under their headings, these without their counts."""
    table, findings = survey(records)
    pictures = _chosen(records, table, findings)
    found: dict[str, list[Part]] = {}
    for part in report_parts(table, findings, pictures, refused):
        if isinstance(part, Heading):
            found[part.text.partition(":")[0]] = under = []
        else:
            under.append(part)
    return found


def test_every_question_of_an_owner_has_an_answer() -> None:
    def solved(board: list[list[int]], hardest: str, file: str, **extra: object) -> Record:
        made = numberlink(board, "1.00", file=file)
        assert made.grade is not None
        return made.with_(
            grade=replace(made.grade, extra={"hardest": hardest}), extra={"quality": extra}
        )

    records = [
        solved([[1, 0, 1], [2, 0, 2]], "square", "a.txt", reasons=3, width=2),
        solved([[2, 0, 2], [1, 0, 1]], "square", "b.txt", reasons=3, width=2),
        solved([[1, 2], [0, 0], [1, 2]], "square", "b.txt", reasons=3, width=2),
        solved([[1, 0, 0, 1]], "trial", "b.txt", reasons=5, width=1),
        numberlink([[1, 2], [2, 1]]).with_(verdict=Verdict(Status.UNSOLVABLE, "free")),
        numberlink([[1, 0, 0, 0, 1]]).with_(verdict=Verdict(Status.UNDECIDED, "free")),
    ]
    refused = [
        Rejection("a.txt", 3, "expected 9 cells, found 8"),
        Rejection("a.txt", 9, "expected 9 cells, found 8"),
        Rejection("c.txt", None, "found a puzzle of the game 'gokigen'", is_foreign=True),
    ]
    found = parts_of(records, refused)
    glance = {name: answer for name, answer, *_ in grid_of(found["At a glance"]).rows}
    assert glance["What could not be read?"] == "3 entries"
    assert glance["Which have one solution?"] == "4"
    assert glance["Which are broken?"].startswith("1 without a solution, 1 not decided")
    assert glance["What is duplicated?"] == (
        "2: 0 exactly, 1 relabelled, 1 turned or mirrored; 2 across files"
    )
    assert glance["Which need a guess?"].startswith("1 of 4 ")
    assert glance["Who made them?"] == "0 have no author, 6 no licence"
    assert grid_of(found["Not read"]).rows == [
        ("expected 9 cells, found 8", "a.txt:3; a.txt:9", "2"),
        ("another kind: found a puzzle of the game 'gokigen'", "c.txt", "1"),
    ]
    assert grid_of(found["In need of a guess"]).rows == [("numberlink", "4", "1", "4")]
    assert grid_of(found["Most and least varied"]).rows == [("most", "4 3"), ("least", "1 2")]
    drawn = {name: [part for part in found[name] if isinstance(part, Figures)] for name in found}
    assert len(drawn["Broken"][0].figures) == 2
    assert len(drawn["Duplicates"][0].figures) == 2  # the first, and one that is not drawn alike
    assert len(drawn["Bands and hardest deductions"][0].figures) == 2


def test_measures_that_are_no_numbers_are_left_out_of_the_means() -> None:
    """A file may say anything; found by fuzzing."""
    board = [[1, 0, 1], [2, 0, 2]]
    measured: list[dict[str, object]] = [
        {"reasons": [[]], "width": 4}, {"reasons": 3, "width": 1}, {"reasons": "many"},
    ]  # fmt: skip
    records = [numberlink(board, "1.00").with_(extra={"quality": each}) for each in measured]
    (row,) = grid_of(parts_of(records, [])["Quality"]).rows
    assert row == ("numberlink", "3x2", "2.5", "3.0")


def grid_of(parts: list[Part]) -> Grid:
    return next(part for part in parts if isinstance(part, Grid))


def test_volumes_of_two_kinds_share_each_and_list_their_means() -> None:
    """Scores of one kind say nothing beside those of another, and a duplicate is in no volume."""
    easy = [numberlink([[1, *[0] * at, 1]], f"{at / 10:.2f}") for at in range(130)]
    board = {"rows": 1, "cols": 0, "clues": [[]]}
    hard = [
        replace(
            RECORD,
            id=f"{at:016x}",
            puzzle={**board, "cols": at + 2, "clues": [[1, *[0] * at, 1]]},
            grade=replace(GRADE, score=f"{50 + at / 10:.2f}"),
        )
        for at in range(1, 131)
    ]
    rows = grid_of(parts_of([*easy, *hard, easy[3]], [])["Volumes of equal difficulty"]).rows
    assert len(rows) == 3
    assert sum(int(row[1]) for row in rows) == 260
    means = [[float(one.split()[1]) for one in row[2].split(", ")] for row in rows]
    assert sorted({one > 40 for mean in means for one in mean}) == [False, True]
    for kind in zip(*means, strict=True):
        assert max(kind) - min(kind) < 0.2


def test_what_import_refused_is_read_back_for_the_report(tmp_path: Path) -> None:
    path = tmp_path / "rejected.jsonl"
    rejected = [Rejection("a.txt", 3, "expected 9 cells, found 8"), Rejection("c", None, "x", True)]
    list(keep_records(rejected, str(path), lambda sentence: None))
    assert read_rejections(str(path)) == rejected
    path.write_text('{"id": 3}\n')
    with refused(PuzzleFormatError):
        read_rejections(str(path))


WALLED = [[1, 2, 0, 0], [3, 0, 0, 0], [0, 3, 2, 0], [0, 0, 0, 1]]


def proved(clues: list[list[int]], rule: str) -> Record:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": rule, "clues": clues}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    (found,) = add_rule_profiles(filter_records([record]))
    return found


@pytest.mark.parametrize(
    ("clues", "rule", "words"),
    [
        ([[1, 2], [2, 1]], "free", "unsolvable under free (two pairs on the border would have to"),
        (WALLED, "free", "unsolvable under free (a pair is walled in"),
        ([[1, 1, 0]], "cover", "unsolvable under cover (some cells must stay empty"),
    ],
)
def test_what_can_be_seen_at_once_is_reported(
    clues: list[list[int]], rule: str, words: str
) -> None:
    assert why_not_unique(proved(clues, rule)).startswith(words)


def test_where_it_is_unique_instead_is_reported() -> None:
    given = why_not_unique(proved([[1, 1, 0]], "cover"))
    assert given.endswith("; unique under free")


def test_what_is_unique_or_not_looked_at_needs_no_reason() -> None:
    unique = proved([[1, 0, 1]], "cover")
    assert unique.verdict.status is Status.UNIQUE
    assert why_not_unique(unique) == ""
    assert why_not_unique(unique.with_(verdict=Verdict(Status.UNCHECKED, None))) == ""


def graded(kind_id: str, seed: int = 1) -> Record:
    kind = get_kind(kind_id)
    made = kind.generate(kind.parse_params(6, 6, None, {}), seed)
    puzzle = kind.encode(made.clues)
    solution = kind.encode_solution(made.solution)
    (record,) = grade_records([Record(record_id(kind_id, puzzle), kind_id, puzzle, solution)])
    return record


@pytest.mark.parametrize("kind_id", ["numberlink", "hashi", "slitherlink", "hitori"])
def test_each_step_has_a_picture_and_the_last_shows_the_solution(
    kind_id: str, tmp_path: Path
) -> None:
    record = graded(kind_id)
    puzzle = read_puzzle(record)
    assert puzzle.kind.deductions is not None
    steps = list(puzzle.kind.deductions.explain_steps(puzzle.clues, puzzle.solution))
    first, drawn, _ = [part for part in _step_parts(puzzle) if isinstance(part, Figures)]
    assert len(drawn.figures) == len(steps) > 1
    assert [one.caption.split(".")[0] for one in drawn.figures] == [
        str(number + 1) for number in range(len(steps))
    ]
    whole = Step("", tuple(one for step in steps for one in step.decisions))
    cell_mm = first.figures[0].scene.width_mm / 7
    draw_step = puzzle.kind.deductions.draw_step
    last = draw_step(puzzle.clues, puzzle.solution, whole, cell_mm)
    assert last == puzzle.kind.draw(puzzle.clues, puzzle.solution, cell_mm)
    assert all(one.scene != drawn.figures[-1].scene for one in drawn.figures[:-1])
    page = write_solving([record], record.id[:9], tmp_path)
    text = page.read_text("utf-8")
    assert text.count("<svg ") == len(steps) + 2
    assert "http" not in text.replace("http://www.w3.org", "")
    assert f"{len(steps)}. " in text
    assert write_solving([record], record.id, tmp_path).read_text("utf-8") == text


def test_what_names_no_puzzle_or_has_no_steps_is_reported(tmp_path: Path) -> None:
    one, other = graded("hashi", 1), graded("hashi", 2)
    with refused(ConfigError):
        write_solving([one, other], "xyz", tmp_path)
    with refused(ConfigError):
        write_solving([one, other], "", tmp_path)
    with refused(ConfigError):
        write_solving([one.with_(solution=None)], one.id, tmp_path)
    tiles = {"rows": 2, "cols": 2, "start": [[0, 1], [3, 2]], "goal": [[1, 2], [3, 0]]}
    with refused(ConfigError):
        write_solving([Record("1" * 16, "npuzzle", tiles, {"moves": "RD"})], "1", tmp_path)
