"""What a site publishes of a record: all that a solver may know, and nothing more."""

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.edition.language import load_language
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import with_rule
from pipeline.model import Band, Credit, Grade, Status, Verdict
from pipeline.web.records import Entry, printed_rules, publish, publish_lesson, rules_of
from tests.browser.conftest import DECLARED
from tests.web.engine import Engine
from tests.web.site_sample import START, make_records, make_sample


def test_a_published_record_says_its_grade_and_day_and_no_answer(tmp_path: Path) -> None:
    table = make_sample(tmp_path, days=1).table
    record = replace(
        make_records(1, 5)[0], grade=Grade("4.52", (7, 8), 1, Band.HARD, 43, "nodes", 3)
    )
    language = load_language("en")
    published = publish(Entry(record, "A title", "daily/a", START), table, language, "1234567")
    assert published["grade"] == {"band": "hard", "score": "4.52", "percentile": 43}
    assert published["date"] == START.isoformat()
    assert published["verdict"] == {"status": "unique", "rule": record.verdict.rule}
    assert published["schedule"] == {"zone": "Europe/Berlin", "week": "1234567", "game": ""}
    assert sorted(published) == [
        "credit", "date", "grade", "id", "kind", "learn", "model", "name", "number", "puzzle",
        "rules", "schedule", "schema", "title", "verdict",
    ]  # fmt: skip
    # Nothing follows from the seed, and of the answer only what is known of each: that it fills
    # the board, and that no line could be cut short.
    unseeded = Entry(record.with_(provenance=None), "A title", "daily/a", START)
    assert publish(unseeded, table, language, "1234567") == published
    unknown = Entry(replace(record, solution=None), "A title", "daily/a", START)
    bare = publish(unknown, table, language, "1234567")
    known, rules = published.pop("model"), bare.pop("model")
    assert bare == published
    cells = len(record.puzzle["clues"]) * len(record.puzzle["clues"][0])
    assert {key for key in rules if rules[key] != known[key]} <= {"counts", "keys", "reasons"}
    assert [one[1] for one in known["counts"]][:cells] == [one[1] for one in rules["counts"]]
    bare = publish(Entry(record.with_(grade=None), "A title", "packs/a/1"), table, language, "")
    assert not {"grade", "date", "schedule"} & set(bare)


def test_a_board_that_counts_its_moves_has_them_as_a_target(tmp_path: Path) -> None:
    table, kind = make_sample(tmp_path, days=1).table, get_kind("npuzzle")
    example = load_examples(kind)["solved"][0]
    answer = kind.decode_solution(kind.decode(example["puzzle"]), example["solution"])
    record = make_records(1, 5)[0].with_(
        kind="npuzzle", puzzle=example["puzzle"], solution=example["solution"],
        verdict=Verdict(Status.NOT_APPLICABLE, None),
    )  # fmt: skip
    published = publish(Entry(record, "A title", "daily/a"), table, load_language("en"), "")
    assert kind.shortest is not None
    assert published["target"] == {
        "moves": kind.shortest.count_moves(answer),
        "proved": kind.shortest.is_proved(answer),
    }


@pytest.mark.parametrize(
    ("kind_id", "rule", "fits"),
    [
        ("numberlink", "no-touch", True),
        ("hashi", "connected-1", False),  # can be posed, but bridges are double
        ("variantsudoku", "dots", False),  # cannot be posed: the lesson has thermometers
    ],
)
def test_a_lesson_is_posed_under_the_rule_of_its_puzzle_where_its_answer_keeps_it(
    kind_id: str, rule: str, fits: bool
) -> None:
    kind, record = get_kind(kind_id), make_records(1, 5)[0]
    entry = Entry(
        record.with_(kind=kind_id, verdict=replace(record.verdict, rule=rule)), "A title", "daily/a"
    )
    lesson = load_examples(kind)["lesson"]
    published = publish_lesson(entry, load_language("en"))["puzzle"]
    posed = kind.encode(with_rule(kind, kind.decode(lesson["puzzle"]), rule)) if fits else None
    assert published == (posed or lesson["puzzle"])


def test_a_game_with_a_title_of_its_own_is_named_in_the_record(tmp_path: Path) -> None:
    table, language = make_sample(tmp_path, days=1).table, load_language("en")
    record = make_records(1, 5)[0]
    for title, name in (("Lines & more", "Lines & more"), ("", "Numberlink")):
        entry = Entry(record, "A title", "daily/a", START, game="lines", game_title=title)
        published = publish(entry, table, language, "0")
        assert published["name"] == name
        assert published["schedule"]["game"] == "lines"


def test_the_puzzles_of_a_game_are_numbered_by_its_days(tmp_path: Path) -> None:
    table, language = make_sample(tmp_path, days=1).table, load_language("en")
    record, day = make_records(1, 5)[0], datetime.timedelta(days=1)
    week = str(START.weekday()) + str((START + 3 * day).weekday())
    days = [START + k * day for k in (0, 3, 7, 10)]
    entries = [Entry(record, "A title", "daily/a", date) for date in days]
    assert [publish(one, table, language, week)["number"] for one in entries] == [1, 2, 3, 4]
    assert [publish(one, table, language, "0123456")["number"] for one in entries] == [1, 4, 8, 11]


def test_a_puzzle_has_its_owners_terms_those_of_its_setter_or_none(tmp_path: Path) -> None:
    language, record = load_language("en"), make_records(1, 5)[0]
    free = make_sample(tmp_path, days=1, more='licence = "CC BY 4.0"').table
    own, setter = Credit("A. Author"), Credit("B. Setter", licence="CC-BY-4.0")
    for one, table, line in (
        (record.with_(credit=own), free, "© A. Author, CC BY 4.0"),
        (record.with_(credit=own), replace(free, licence=""), "© A. Author"),
        (record.with_(credit=setter), free, language.credit_line(setter)),
        (record, free, ""),
    ):
        published = publish(Entry(one, "A title", "daily/a"), table, language, "")
        assert published["credit"] == {"line": line}


def test_rules_explain_signs_that_the_board_shows_and_are_hyphenated_in_print() -> None:
    kind, german = get_kind("hashi"), load_language("de")
    puzzle = load_examples(kind)["solved"][0]["puzzle"]
    hidden = {**puzzle, "clues": [[clue and -1 for clue in row] for row in puzzle["clues"]]}
    for board, is_shown in ((puzzle, False), (hidden, True), ({}, False)):
        rules = rules_of("hashi", "connected-2", german, board)
        assert any("?" in text for _, text in rules) == is_shown
        assert not any("\N{SOFT HYPHEN}" in text for _, text in rules)
    (first, *_) = printed_rules(kind, "connected-2", german, puzzle, is_hyphenated=True)
    assert any("\N{SOFT HYPHEN}" in span.text for span in first.spans)


@pytest.mark.parametrize(("side", "numbers"), [(9, "1 to 9"), (6, "1 to 6")])
def test_rules_state_the_numbers_of_the_board(side: int, numbers: str) -> None:
    puzzle = {"rows": side, "cols": side}
    text = rules_of("sudoku", "boxes", load_language("en"), puzzle)[0][1]
    assert numbers in text
    assert "and so on" in rules_of("sudoku", "boxes", load_language("en"), {})[0][1]
    assert "and so on" not in text


def test_constraints_that_are_the_same_each_day_are_stated_once() -> None:
    """Of a 9x9 Sudoku the counts of rows, columns and boxes are one entry each."""
    kind = get_kind("sudoku")
    clues = [[0] * 9 for _ in range(9)]
    regions = [[row // 3 * 3 + col // 3 for col in range(9)] for row in range(9)]
    puzzle = {"rows": 9, "cols": 9, "rule": "boxes", "clues": clues, "regions": regions}
    assert kind.play is not None
    model = kind.play(kind.decode(puzzle), None, "en")
    assert model is not None
    assert len([one for one in model["counts"] if len(one) == 2]) == 27
    assert len(json.dumps(model, separators=(",", ":"))) < 20_000
    engine = Engine("constraints/model.js")
    engine.define(
        "counts",
        "(model) => new Model(model, { rows: 9, cols: 9 }).counts.map(({ literals }) => literals)",
    )
    found = engine.call("counts", model)
    assert len(found) == 81 * 4
    for number in range(9):
        assert sorted(found[81 + number]) == [9 * cell + number + 1 for cell in range(9)]


@pytest.mark.parametrize("kind_id", DECLARED)
def test_the_player_of_1_0_finds_all_that_it_reads_in_a_record(kind_id: str) -> None:
    """Pages elsewhere load it by its version, with the records of a site that was built since."""
    kind = get_kind(kind_id)
    board = kind.decode(load_examples(kind)["solved"][0]["puzzle"])
    assert kind.play is not None
    model = kind.play(board, None, "en")
    assert model is not None
    assert {"variables", "counts", "globals", "reasons", "keys", "texts", "looks"} <= {*model}
    looks = "dotted shaded symbols fives walled diagonals empty usual signs"
    assert {*looks.split()} <= {*model["looks"]}
    names = {name for name, _ in (model["looks"]["usual"], *model["looks"]["signs"].values())}
    known = {"plain", "white", "black", "wall", "tree"}
    later = {
        "countryroad": {"corner"},
        "battleships": names,
        "maze": names,
        "tapa": names,
        "pips": names,
        "samurai": names,
    }
    assert names <= known | later.get(kind_id, set())
    assert model["looks"]["shaded"] in ("shaded", "lamp", "star", "tent")
