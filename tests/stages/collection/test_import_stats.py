"""The summary of an import adds up: nothing in a file is left out in silence."""

import json
import re
import sys
import tracemalloc
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import AnyKind, TextFormat
from pipeline.model import PuzzleFormatError, Record
from pipeline.stages.check_kind.boards import Board, small_boards
from pipeline.stages.collection.import_stats import ImportTally, Rejection
from pipeline.stages.collection.importer import ImportOptions, read_collection
from pipeline.stages.filter import filter_records

FORMS = [
    pytest.param(kind, form, id=f"{kind_id}-{form.name}")
    for kind_id in kind_ids()
    for kind in [get_kind(kind_id)]
    for form in kind.formats
]


def read(path: Path, text: str, **options: object) -> tuple[list[Record], list[Rejection], str]:
    path.write_text(text, encoding="utf-8")
    tally = ImportTally()
    found = list(read_collection([str(path)], ImportOptions(**options), tally))  # type: ignore[arg-type]
    assert tally.forms.total() + tally.rejected == len(found)
    records = [one for one in found if isinstance(one, Record)]
    return records, [one for one in found if isinstance(one, Rejection)], tally.sentence()


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_a_broken_entry_ends_no_file(kind: AnyKind, form: TextFormat, tmp_path: Path) -> None:  # type: ignore[type-arg]
    board, whole = next((one, text) for one in small_boards(kind) if (text := _written(form, one)))
    lines = whole.rstrip("\n").split("\n")
    place = len(lines) - 1 - (lines[-1] in ("end", "</puzzle>"))
    spoilt = "\n".join([*lines[:place], "~ " + lines[place][1:], *lines[place + 1 :]]) + "\n"
    records, rejected, said = read(
        tmp_path / "all.txt",
        "\n".join([whole, spoilt, whole]),
        format_name=f"{kind.id}/{form.name}",
    )
    assert len(records) + len(rejected) == 3, said
    posed = [{**record.puzzle, "rule": None} for record in records]
    assert posed.count({**kind.encode(board.clues), "rule": None}) >= 2, said


JANKO = {
    "arukone": ([["o", "ow", "sw"], ["so", "w", "ns"], ["n", "o", "nw"]], "cover"),
    "arukone3": ([["e", "ew", "sw"], ["se", "w", "ns"], ["n", "e", "nw"]], "no-uturn"),
}


def janko(game: str, answer: list[list[str]], **more: str) -> str:
    problem = [["1", "-", "-"], ["-", "2", "-"], ["2", "1", "-"]]
    data = {"puzzle": game, "author": "A.", "problem": problem, "solution": answer, **more}
    return json.dumps({"file": "1", "data": data})


def test_lists_of_janko_say_game_answer_and_the_owners_fields(tmp_path: Path) -> None:
    text = "\n".join(janko(game, answer, info="12", difficulty="hard", moves="Z1")
                     for game, (answer, _) in JANKO.items())  # fmt: skip
    records, rejected, said = read(tmp_path / "all.jsonl", text)
    assert not rejected
    assert [record.puzzle["rule"] for record in records] == [rule for _, rule in JANKO.values()]
    for record in records:
        assert record.solution is None or record.solution == record.origin["published"]
        assert record.origin["source"] == {"info": "12", "difficulty": "hard"}
    assert "2 answers, 2 authors, 2 difficulties" in said


def test_what_is_of_another_game_or_no_answer_is_counted(tmp_path: Path) -> None:
    text = "\n".join([janko("castle", [["1"]]), janko("arukone", [["x", "y"]]), "{", "[]"])
    records, rejected, said = read(tmp_path / "all.jsonl", text)
    assert len(records) == 1
    assert [(one.line, one.is_foreign) for one in rejected] == [(1, True), (3, False), (4, False)]
    assert said.endswith(
        "3 rejected, 1 of them of other kinds; 1 authors, 1 answers or comments not understood"
    )


CRYPT = [["A", "-", "B"], ["-", "-", "-"], ["-", "-", "A"]]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ([["-", "1", "-"], ["-", "-", "a"], ["-", "-", "-"]], None),
        ([["-", "1", "-"], ["-", "-", "b"], ["-", "-", "-"]], "expected 1 bridges on each.*'A'"),
        ([["-", "1", "-"], ["-", "-", "-"], ["-", "-", "-"]], "found 0 at row 3, column 3"),
        ([], "which only an answer gives"),
    ],
)
def test_letters_for_numbers_are_read_where_an_answer_gives_them(
    tmp_path: Path, answer: list[list[str]], reason: str | None
) -> None:
    text = janko("hashicrypt", answer, problem=CRYPT)  # type: ignore[arg-type]
    records, rejected, _ = read(tmp_path / "all.jsonl", text)
    if reason is not None:
        assert not records
        assert re.search(reason, rejected[0].reason)
        return
    (record,) = records
    assert record.puzzle["clues"] == [[1, 0, 2], [0, 0, 0], [0, 0, 1]]
    assert record.solution is not None
    assert record.origin["source"] == {"letters": "A = 1, B = 2"}


def test_games_of_one_text_of_janko_are_read_each_in_its_kind(tmp_path: Path) -> None:
    text = "".join(
        f"begin\npuzzle {game}\nauthor A.\ndate 2001\nproblem\n{rows}end\n"
        for game, rows in (("arukone", "1 - 1\n"), ("castle", "1 - 1\n"), ("Hashi", "1 - 1\n"))
    )
    records, rejected, _ = read(tmp_path / "all.txt", text)
    assert [record.kind for record in records] == ["numberlink", "hashi"]
    assert [(one.line, one.is_foreign) for one in rejected] == [(12, True)]
    assert records[0].origin["source"] == {"date": "2001"}


@pytest.mark.parametrize("game", ["nonogram", "kakuro", "suguru"])
def test_a_board_that_names_its_game_is_read_in_no_other(tmp_path: Path, game: str) -> None:
    text = f"begin\npuzzle {game}\nproblem\n1 - 1\nend\n"
    records, rejected, _ = read(tmp_path / "all.txt", text)
    assert records == []
    assert len(rejected) == 1


LEVELS = (
    "3,1,1,2;0,1,2,5,8;3,4,7,6",
    "3+B,0,2,2,,8;0,1,2,5,4;3,6,7",
    "3+B:I,0,3,2,,8_0B;0,1,2,5,4;3,6,7",
    "2:3,0,4,1,;0,1,3,2,4,5",
    "3,0,5,1,4;0,1,2",
    "W_3,0,6,1,,,0|6;0,3,6",
    "X_3,0,7,1,,8;0,1,2",
    "3,0,8,2,,,0|1;0,3,6;1,2",
)


def test_plain_levels_and_holes_of_packs_are_read_and_others_named(tmp_path: Path) -> None:
    records, rejected, _ = read(tmp_path / "pack.txt", "\n".join(LEVELS))
    assert [record.origin["source_id"] for record in records] == ["1", "2", "3", "4"]
    assert [record.puzzle.get("blocked") for record in records] == [None, [8], [8], None]
    assert all(one.is_foreign for one in rejected)
    words = ("bridges", "edges join and walls", "hexagons", "walls")
    assert [word for one, word in zip(rejected, words, strict=True) if word in one.reason] == [
        *words
    ]
    # A pack without a level that can be read is a pack still.
    _, rejected, said = read(tmp_path / "pack.txt", "\n".join(LEVELS[4:]))
    assert said == "import: 4 seen: nothing read; 4 rejected, 4 of them of other kinds"


def test_a_published_answer_chooses_the_rule_or_questions_it(tmp_path: Path) -> None:
    rows = [["e", "ew", "w"], ["-", "-", "-"], ["e", "ew", "w"]]
    problem = [["1", "-", "1"], ["-", "-", "-"], ["2", "-", "2"]]
    given = {"puzzle": "arukone", "problem": problem, "solution": rows}
    text = json.dumps({"data": given})
    (record,), _, _ = read(tmp_path / "one.jsonl", text)
    (proved,) = filter_records([record])
    assert (record.puzzle["rule"], proved.puzzle["rule"]) == ("cover", "free")
    assert proved.verdict.rule == "free"
    assert "posed under free, satisfied by its published answer" in proved.origin["answer_note"]
    # Whoever names the rule is asked no more, but hears of the answer.
    (record,), _, _ = read(tmp_path / "one.jsonl", text, rule="cover")
    (proved,) = filter_records([record])
    assert proved.puzzle["rule"] == "cover"
    assert proved.origin["answer_note"].startswith("the published answer breaks")


def test_a_comment_that_no_puzzle_follows_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    _, _, said = read(path, "# Author of this puzzle: A.\n2 1\naa\n\n2 1\naa\n\n# Author: B.\n")
    assert said.endswith("1 authors, 1 answers or comments not understood")


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_readers_take_steps_in_proportion(kind: AnyKind, form: TextFormat, tmp_path: Path) -> None:  # type: ignore[type-arg]
    whole = next(text for board in small_boards(kind) if (text := _written(form, board)))

    def steps(count: int) -> int:
        calls = 0

        def note(*_: object) -> None:
            nonlocal calls
            calls += 1

        path = tmp_path / "all.txt"
        path.write_text(form.gap.join([whole] * count), encoding="utf-8")
        sys.setprofile(note)
        try:
            found = list(read_collection([str(path)], ImportOptions(f"{kind.id}/{form.name}")))
        finally:
            sys.setprofile(None)
        assert len(found) == count
        return calls

    steps(2)  # what is made once
    few, some, many = steps(4), steps(8), steps(16)
    assert many - some <= 2.1 * (some - few)


def _written(form: TextFormat, board: Board) -> str:  # type: ignore[type-arg]
    try:
        return form.write([(board.clues, board.solution)])
    except PuzzleFormatError:
        return ""


@pytest.mark.part(3)
@pytest.mark.parametrize("name", ["numberlink/janko", "numberlink/grid-stream", "hashi/pzprv3"])
def test_readers_hold_no_more_of_a_text_than_a_puzzle(name: str) -> None:
    kind = get_kind(name.partition("/")[0])
    (form,) = [form for form in kind.formats if form.name == name.partition("/")[2]]
    board = next(iter(small_boards(kind)))
    text = form.write([(board.clues, None)] * 1000)
    for _ in form.read_each(text, None):  # Python keeps some tuples that were freed
        pass
    tracemalloc.start()
    try:
        read = sum(not isinstance(one, PuzzleFormatError) for one in form.read_each(text, None))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert read == 1000
    assert peak < len(text)
