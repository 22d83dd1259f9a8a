"""What each kind of the press has to do besides passing its checks (tests/stages).

A new kind needs no test here: a word in ``kind_ids()`` brings it in. What is particular to a kind
(its engines against a naive one, the look of its boards) is tested in the kind's own folder.
"""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds import kind_ids
from pipeline.kinds.interface import AnyKind, Budget
from pipeline.kinds.kit.grades.band_costs import ANY, band_costs
from pipeline.model import Band, PuzzleFormatError, Status
from pipeline.stages.check_kind.boards import (
    BUDGET,
    breaking_boards,
    example_boards,
    small_boards,
    smallest_preset,
)
from pipeline.stages.check_kind.bounds import outside
from pipeline.stages.check_kind.forms import written_by
from pipeline.stages.puzzle import find_verdict
from tests.kinds.boards import KIND_IDS, images, kind_of, rule_codes
from tests.slices import share
from tests.strategies import spoilt_objects, spoilt_texts

FUZZ = settings(max_examples=share(80, 5), deadline=None, derandomize=True, database=None)


@pytest.fixture(scope="module", params=KIND_IDS)
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


def test_the_id_is_the_folder(kind: AnyKind) -> None:
    assert kind_of(kind.id) is kind


def dump(kind: AnyKind) -> str:
    """Return all that a kind makes and says of its examples."""
    lines: list[object] = [kind.generate(kind.presets[smallest_preset(kind)], 3)]
    for board in example_boards(kind):
        lines += [
            find_verdict(kind, board.clues, None, BUDGET),
            kind.grade(board.clues, board.solution),
            kind.canonical(board.clues),
            kind.draw(board.clues, board.solution, 10.0),
        ]
    return "\n".join(map(str, lines))


@pytest.mark.dear
def test_bytes_depend_on_neither_jit_nor_hash_seed() -> None:
    """Another process, without compilation and with another order of sets, has equal output."""
    code = (
        "from tests.kinds.test_conformance import *\n"
        "for kind_id in KIND_IDS: print(dump(kind_of(kind_id)), end='\\f')"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for kind_id, text in zip(KIND_IDS, done.stdout.split("\f")[:-1], strict=True):
        assert text == dump(kind_of(kind_id)), kind_id


def test_codes_and_examples_are_the_same_set(kind: AnyKind) -> None:
    assert {board.name for board in breaking_boards(kind)} == {*rule_codes(kind)}


def test_messages_of_violations(golden: Callable[[str, str], None]) -> None:
    golden(
        "violations.txt",
        "".join(
            f"{kind.id} {violation.code} {violation.cells}: {violation.message}\n"
            for kind in map(kind_of, KIND_IDS)
            for _, clues, solution in breaking_boards(kind)
            for violation in kind.check(clues, solution)
        ),
    )


@pytest.mark.part(5)
def test_turning_a_board_changes_neither_key_nor_verdict_nor_grade(kind: AnyKind) -> None:
    """Of kinds with a grid of clues, whose JSON is turned without the images of the kit.

    The others test symmetry in their own folder; the checks solve the images of declared kinds.
    """
    boards = kind.declared.boards if kind.declared else None
    for _, board, solution in small_boards(kind):
        puzzle = dict(kind.encode(board))
        if "clues" not in puzzle or puzzle["rows"] * puzzle["cols"] > 64:
            continue
        key, status = kind.canonical(board), find_verdict(kind, board, None, BUDGET).status
        for image in images(puzzle, boards):
            clues = kind.decode(image)
            assert kind.canonical(clues) == key
            if kind.declared is None:
                assert find_verdict(kind, clues, None, BUDGET).status is status
                found = kind.solve(clues, 1, BUDGET, kind.solvers[0]).solutions[0]
                if status is Status.UNIQUE:  # a grade may depend on the solution
                    assert kind.grade(clues, found) == kind.grade(board, solution)


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


@pytest.mark.sliced
@FUZZ
@given(data=st.data())
def test_spoilt_texts_are_read_or_refused_with_a_line(kind: AnyKind, data: st.DataObject) -> None:
    text_format = data.draw(st.sampled_from(kind.formats))
    boards = [board for board in small_boards(kind) if written_by(text_format, board)][:2]
    written = text_format.gap.join(written_by(text_format, board) for board in boards)
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


def test_rules_in_a_language_without_texts_are_english() -> None:
    """A stranger's kind may have English texts alone; a book refuses a language that it lacks."""
    kind = kind_of("template")
    assert kind.rules_text(None, "xx") == kind.rules_text(None, "en")


@pytest.mark.parametrize("kind_id", kind_ids())
def test_the_time_of_a_puzzle_is_measured(kind_id: str) -> None:
    kind = kind_of(kind_id)
    for params in kind.presets.values():
        asked = kind.describe_params(params)
        cells = asked["rows"] * asked["cols"]
        costs = band_costs(f"pipeline.kinds.{kind.id}", asked.get("rule"), cells)
        assert costs[ANY] > 0
        assert set(costs) & {*Band}
