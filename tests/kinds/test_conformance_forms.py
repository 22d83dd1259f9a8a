"""What every kind has to do with JSON, texts and pictures; see test_conformance.py."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import AnyKind, Budget, TextFormat, with_rule
from pipeline.model import PuzzleFormatError, Status, canonical_json
from pipeline.stages.check_kind import BUDGET, Board, example_boards
from pipeline.stages.puzzle import find_verdict
from tests.kinds.boards import KIND_IDS, kind_of, preset_boards, rule_codes, small_boards
from tests.kinds.bounds import outside
from tests.slices import share
from tests.strategies import assert_plain, spoilt_objects, spoilt_once, spoilt_texts

FUZZ = settings(max_examples=share(80, 5), deadline=None, derandomize=True, database=None)


@pytest.fixture(scope="module", params=KIND_IDS)
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


def _boards(kind: AnyKind) -> list[Board]:
    return [*example_boards(kind), *preset_boards(kind)]


# JSON


def test_puzzles_survive_json(kind: AnyKind) -> None:
    for board in _boards(kind):
        puzzle = kind.encode(board.clues)
        read = json.loads(canonical_json(puzzle))
        assert read == puzzle
        assert kind.decode(read) == board.clues
        assert type(puzzle["rows"]) is int
        assert type(puzzle["cols"]) is int


def test_solutions_survive_json(kind: AnyKind) -> None:
    for board in _boards(kind):
        solution = kind.encode_solution(board.solution)
        read = json.loads(canonical_json(solution))
        assert read == solution
        assert kind.decode_solution(board.clues, read) == board.solution


@pytest.mark.part(5)
def test_each_value_of_a_puzzle_is_read_strictly(kind: AnyKind) -> None:
    """Every single value is put wrong in every way: refused, or another puzzle in good form."""
    board = next(example_boards(kind))
    for spoilt in spoilt_once(dict(kind.encode(board.clues))):
        try:
            clues = kind.decode(spoilt)
        except PuzzleFormatError:
            continue
        again = kind.encode(clues)
        assert_plain(again)
        assert (again["rows"], again["cols"]) == (spoilt["rows"], spoilt["cols"])
        assert kind.decode(again) == clues


@pytest.mark.part(5)
def test_each_value_of_a_solution_is_read_strictly(kind: AnyKind) -> None:
    board = next(example_boards(kind))
    for spoilt in spoilt_once(dict(kind.encode_solution(board.solution))):
        try:
            solution = kind.decode_solution(board.clues, spoilt)
        except PuzzleFormatError:
            continue
        assert_plain(kind.encode_solution(solution))
        assert {broken.code for broken in kind.check(board.clues, solution)} <= set(
            rule_codes(kind)
        )


@pytest.mark.sliced
@FUZZ
@given(data=st.data())
def test_whatever_decode_accepts_crashes_nothing_later(kind: AnyKind, data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(list(small_boards(kind))))
    spoilt = data.draw(spoilt_objects(dict(kind.encode(board.clues))))
    try:
        clues = kind.decode(spoilt)
    except PuzzleFormatError:
        return
    assert kind.decode(kind.encode(clues)) == clues
    assert kind.canonical(clues)
    assert kind.facts(clues)
    assert outside(kind.draw(clues, None, 8.0)) == []
    budget = Budget(nodes=200, conflicts=50)
    for solution in kind.solve(clues, 2, budget, kind.solvers[0]).solutions:
        assert kind.check(clues, solution) == ()
    find_verdict(kind, clues, None, budget)


@pytest.mark.sliced
@FUZZ
@given(data=st.data())
def test_wrong_solutions_are_refused_or_checked(kind: AnyKind, data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(list(small_boards(kind))))
    spoilt = data.draw(spoilt_objects(dict(kind.encode_solution(board.solution))))
    try:
        solution = kind.decode_solution(board.clues, spoilt)
    except PuzzleFormatError:
        return
    broken = kind.check(board.clues, solution)
    assert {violation.code for violation in broken} <= set(rule_codes(kind))
    find_verdict(kind, board.clues, solution, Budget(nodes=200, conflicts=50))
    for write in kind.texts.values():
        assert write(board.clues, solution, False)
    assert kind.draw(board.clues, solution, 8.0).marks


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"rows": 3},
        {"rows": 0, "cols": 0, "clues": []},
        {"rows": 10**9, "cols": 10**9, "clues": []},
    ],
)
def test_objects_of_another_make_are_refused(kind: AnyKind, value: dict[str, Any]) -> None:
    board = next(small_boards(kind))
    with pytest.raises(PuzzleFormatError, match="expected"):
        kind.decode(value)
    with pytest.raises(PuzzleFormatError, match="expected"):
        kind.decode_solution(board.clues, value)


# Text forms


def _can_say(text_format: TextFormat[Any, Any], board: Board) -> bool:
    try:
        text_format.write([(board.clues, board.solution)])
    except PuzzleFormatError:
        return False
    return True


def _sayable(kind: AnyKind, text_format: TextFormat[Any, Any]) -> list[Board]:
    return [board for board in small_boards(kind) if _can_say(text_format, board)]


def _written(text_format: TextFormat[Any, Any], board: Board) -> str:
    """Return the puzzle without its solution, where the form can say it so."""
    try:
        return text_format.write([(board.clues, None)])
    except PuzzleFormatError:
        return text_format.write([(board.clues, board.solution)])


def test_formats_can_say_small_boards(kind: AnyKind) -> None:
    """Every form can say some (not each says every rule), and every board has a form."""
    for text_format in kind.formats:
        assert _sayable(kind, text_format), text_format.name
    for board in small_boards(kind):
        assert any(_can_say(text_format, board) for text_format in kind.formats), board.name


def test_formats_read_back_what_they_write(kind: AnyKind) -> None:
    for text_format in kind.formats:
        sayable = [board for board in _boards(kind) if _can_say(text_format, board)]
        for rule in kind.rules:
            puzzles = [
                (board.clues, board.solution)
                for board in sayable
                if with_rule(kind, board.clues, rule) == board.clues
            ]
            if not puzzles:
                continue
            text = text_format.write(puzzles)
            assert text.endswith("\n")
            read = list(text_format.read(text, rule))
            assert [parsed.clues for parsed in read] == [clues for clues, _ in puzzles], (
                text_format.name
            )
            lines = [parsed.line for parsed in read]
            assert lines == sorted(set(lines))
            for parsed, (_, solution) in zip(read, puzzles, strict=True):
                assert parsed.solution in (None, solution), text_format.name
            assert list(text_format.read(text.replace("\n", "\r\n"), rule)) == read


def test_formats_pose_puzzles_under_the_rule_that_is_named(kind: AnyKind) -> None:
    """A reader may refuse a puzzle under a rule, but only one that has no solution under it."""
    for text_format in kind.formats:
        board = _sayable(kind, text_format)[0]
        text = _written(text_format, board)
        for rule in kind.rules:
            posed = with_rule(kind, board.clues, rule)
            try:
                parsed = next(text_format.read(text, rule))
            except PuzzleFormatError:
                assert find_verdict(kind, posed, None, BUDGET).status is Status.UNSOLVABLE
            else:
                assert parsed.clues == posed, text_format.name


def test_formats_are_detected_by_their_own_writing(kind: AnyKind) -> None:
    """The first format to say yes is the one that wrote, or reads the same puzzle from it."""
    for board in _boards(kind):
        own = next(rule for rule in kind.rules if with_rule(kind, board.clues, rule) == board.clues)
        for text_format in (form for form in kind.formats if _can_say(form, board)):
            text = _written(text_format, board)
            assert text_format.detect(text), (board.name, text_format.name)
            first = next(other for other in kind.formats if other.detect(text))
            written, guessed = (next(form.read(text, own)) for form in (text_format, first))
            assert written == guessed, (board.name, text_format.name, first.name)


def test_formats_know_that_nothing_is_not_theirs(kind: AnyKind) -> None:
    for text_format in kind.formats:
        for text in (
            "",
            "\n \n",
            "a letter\nto my aunt\n",
            "# a comment\n",
            '{"schema":1}\n',
            "\0\1",
        ):
            assert not text_format.detect(text), (text_format.name, text)


@pytest.mark.sliced
@FUZZ
@given(data=st.data())
def test_spoilt_texts_are_read_or_refused_with_a_line(kind: AnyKind, data: st.DataObject) -> None:
    text_format = data.draw(st.sampled_from(kind.formats))
    boards = _sayable(kind, text_format)[:2]
    written = text_format.write([(board.clues, board.solution) for board in boards])
    spoilt = data.draw(spoilt_texts(written))
    text_format.detect(spoilt)
    lines: list[int | None] = []
    try:
        for parsed in text_format.read(spoilt, None):
            assert kind.decode(kind.encode(parsed.clues)) == parsed.clues
            lines.append(parsed.line)
    except PuzzleFormatError as error:
        lines.append(error.line)
    assert all(line is not None and 1 <= line <= spoilt.count("\n") + 1 for line in lines)


# What people read and see


def test_rules_are_written_for_each_rule(kind: AnyKind) -> None:
    texts = [kind.rules_text(rule, "en").strip() for rule in kind.rules]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_rules_in_a_language_without_texts_are_english(kind: AnyKind) -> None:
    """A stranger's kind may have English texts alone; a book refuses a language that it lacks."""
    assert kind.rules_text(kind.rules[0], "xx") == kind.rules_text(kind.rules[0], "en")


def test_solutions_are_printed_with_and_without_colour(kind: AnyKind) -> None:
    assert kind.texts
    for write in kind.texts.values():
        for board in _boards(kind):
            plain, coloured = (write(board.clues, board.solution, flag) for flag in (False, True))
            assert plain.strip()
            assert plain.endswith("\n")
            assert "\x1b" not in plain
            assert coloured.strip()


def test_facts_are_the_same_columns_for_every_board(kind: AnyKind) -> None:
    columns = {tuple(kind.facts(board.clues)) for board in _boards(kind)}
    assert len(columns) == 1
    for board in _boards(kind):
        assert all(type(value) in (int, str) for value in kind.facts(board.clues).values())


@pytest.mark.parametrize("cell_mm", [2.5, 8.0, 19.3])
def test_drawings_stay_within_their_scene(kind: AnyKind, cell_mm: float) -> None:
    for board in _boards(kind):
        puzzle = kind.encode(board.clues)
        for solution in (None, board.solution):
            scene = kind.draw(board.clues, solution, cell_mm)
            assert scene.marks
            assert scene.width_mm >= puzzle["cols"] * cell_mm
            assert scene.height_mm >= puzzle["rows"] * cell_mm
            assert outside(scene) == [], board.name


def test_drawings_are_repeatable_and_keep_the_solution_to_themselves(kind: AnyKind) -> None:
    for board in _boards(kind):
        puzzle, solved = (kind.draw(board.clues, shown, 8.0) for shown in (None, board.solution))
        assert puzzle == kind.draw(board.clues, None, 8.0)
        assert solved == kind.draw(board.clues, board.solution, 8.0)
        assert puzzle != solved or kind.answer_text is not None
        assert (puzzle.width_mm, puzzle.height_mm) == (solved.width_mm, solved.height_mm)
