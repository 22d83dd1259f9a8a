"""What every kind has to do, tried on each kind of the press and on the template.

Capabilities that only some kinds have are tested in test_conformance_capabilities.py.

A new kind needs no test here: a word in ``kind_ids()`` brings it in. What is particular to a kind
(its engines against a naive one, the look of its boards) is tested in the kind's own folder; what
is done with texts, pictures and JSON is in test_conformance_forms.py.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pipeline.kinds import kind_ids, load_examples
from pipeline.kinds.interface import AnyKind, Budget, Solved, under_rule, with_rule
from pipeline.kinds.kit.board.clues import SIDES
from pipeline.kinds.kit.grades.band_costs import ANY, band_costs
from pipeline.model import Band, ConfigError, Status, canonical_json
from pipeline.stages.check_kind import BUDGET, Board, example_boards
from pipeline.stages.puzzle import find_verdict
from tests.kinds.boards import (
    KIND_IDS,
    generated,
    images,
    kind_of,
    preset_boards,
    rule_codes,
    small_boards,
    smallest_preset,
)


@pytest.fixture(scope="module", params=KIND_IDS)
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


# The record itself


def test_the_id_is_the_folder(kind: AnyKind) -> None:
    assert kind_of(kind.id) is kind


def test_names_are_there_and_differ(kind: AnyKind) -> None:
    assert kind.title.strip()
    assert type(kind.version) is int
    assert kind.version >= 1
    formats = [text_format.name for text_format in kind.formats]
    for names in (rule_codes(kind), kind.solvers, formats, list(kind.presets)):
        assert names
        assert len(set(names)) == len(names)


# Params


def test_params_are_described_as_json(kind: AnyKind) -> None:
    described = [kind.describe_params(params) for params in kind.presets.values()]
    for one in described:
        assert json.loads(canonical_json(one)) == one
        assert type(one["rows"]) is int
        assert type(one["cols"]) is int
    assert len({canonical_json(one) for one in described}) == len(described)


def test_params_are_parsed_at_the_size_of_each_preset(kind: AnyKind) -> None:
    for params in kind.presets.values():
        described = kind.describe_params(params)
        rows, cols = described["rows"], described["cols"]
        parsed = kind.describe_params(kind.parse_params(rows, cols, None, {}))
        assert (parsed["rows"], parsed["cols"]) == (rows, cols)


@pytest.mark.parametrize(
    ("rows", "cols"), [(0, 0), (1, 1), (0, 6), (6, -1), (100_000, 100_000), (6, 10**9)]
)
def test_absurd_sizes_are_refused(kind: AnyKind, rows: int, cols: int) -> None:
    with pytest.raises(ConfigError, match="expected"):
        kind.parse_params(rows, cols, None, {})


def test_unknown_settings_are_refused_by_name(kind: AnyKind) -> None:
    rows, cols = _preset_size(kind)
    with pytest.raises(ConfigError, match="'colour_of_the_moon'"):
        kind.parse_params(rows, cols, None, {"colour_of_the_moon": "1"})


WORDS = ("blocked", "message", "words")
"""Settings of Word Search that any word is a value of."""


@pytest.mark.parametrize("value", ["", "?", "-1", "1e9", "9" * 40, "5:2", "٣", "nan", "\0", "1:x"])
def test_bad_values_of_settings_are_refused(kind: AnyKind, value: str) -> None:
    rows, cols = _preset_size(kind)
    for key in kind.settings:
        if value.isalpha() and kind.id == "wordsearch" and key in WORDS:
            continue
        with pytest.raises(ConfigError, match=key):
            kind.parse_params(rows, cols, None, {key: value})


def test_settings_are_explained_in_one_line(kind: AnyKind) -> None:
    for setting in kind.settings.values():
        for words in (setting.help, setting.values, setting.default, setting.example):
            assert words.strip()
            assert "\n" not in words


def test_settings_take_their_examples(kind: AnyKind) -> None:
    """On a board of some size: eight pairs do not fit the smallest."""
    described = [kind.describe_params(params) for params in kind.presets.values()]
    largest = max(described, key=lambda one: (one["rows"] == one["cols"], one["rows"]))
    for key, setting in kind.settings.items():
        if not setting.is_file and not setting.needs:
            kind.parse_params(largest["rows"], largest["cols"], None, {key: setting.example})


# Generating


def test_equal_seeds_make_equal_puzzles_and_others_differ(kind: AnyKind) -> None:
    params = kind.presets[smallest_preset(kind)]
    once = [kind.generate(params, seed) for seed in range(5)]
    again = [kind.generate(params, seed) for seed in reversed(range(5))]
    assert once == again[::-1]
    assert len({made.clues for made in once}) > 1


@pytest.mark.part(5)
def test_every_attempt_is_numbered_from_zero(kind: AnyKind) -> None:
    for name in kind.presets:
        attempt = generated(kind.id, name).attempt
        assert type(attempt) is int
        assert attempt >= 0


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


# Rules


def test_codes_and_examples_are_the_same_set(kind: AnyKind) -> None:
    codes = [example["code"] for example in load_examples(kind)["breaking"]]
    assert set(codes) == set(rule_codes(kind))


def test_violations_name_cells_and_say_what_is_wrong(kind: AnyKind) -> None:
    for example in load_examples(kind)["breaking"]:
        clues = kind.decode(example["puzzle"])
        rows, cols = example["puzzle"]["rows"], example["puzzle"]["cols"]
        for violation in kind.check(clues, kind.decode_solution(clues, example["solution"])):
            assert violation.message.strip()
            assert violation.cells
            assert all(0 <= cell < rows * cols for cell in violation.cells)
            places = [divmod(cell, cols) for cell in violation.cells]
            for axis, name in enumerate(("row", "column")):
                for named in re.findall(rf"\b{name} (\d+)", violation.message):
                    assert {place[axis] + 1 for place in places} == {int(named)}


def test_messages_of_violations(golden: Callable[[str, str], None]) -> None:
    lines = []
    for kind in map(kind_of, KIND_IDS):
        for example in load_examples(kind)["breaking"]:
            clues = kind.decode(example["puzzle"])
            lines += [
                f"{kind.id} {violation.code} {violation.cells}: {violation.message}\n"
                for violation in kind.check(clues, kind.decode_solution(clues, example["solution"]))
            ]
    golden("violations.txt", "".join(lines))


# Solving and proving


def test_solve_finds_the_solution_of_every_preset(kind: AnyKind) -> None:
    for board in preset_boards(kind):
        found = kind.solve(board.clues, 2, BUDGET, kind.solvers[0])
        _assert_right(kind, board, found)
        if found.is_complete:
            assert board.solution in found.solutions, board.name


@pytest.mark.part(5)
def test_every_solver_finds_the_same(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            posed = board._replace(clues=with_rule(kind, board.clues, rule))
            answers: dict[frozenset[Any], str] = {}
            for solver in kind.solvers:
                found = kind.solve(posed.clues, 20, BUDGET, solver)
                _assert_right(kind, posed, found)
                if found.is_complete:
                    answers.setdefault(frozenset(found.solutions), solver)
            assert len(answers) <= 1, (board.name, rule, answers)


@pytest.mark.part(5)
def test_solvers_keep_to_the_limit_and_say_when_there_may_be_more(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            posed = board._replace(clues=with_rule(kind, board.clues, rule))
            total = len(kind.solve(posed.clues, 2, BUDGET, kind.solvers[0]).solutions)
            for solver in kind.solvers:
                found = kind.solve(posed.clues, 1, BUDGET, solver)
                _assert_right(kind, posed, found)
                assert len(found.solutions) == min(total, 1), (board.name, rule, solver)
                assert not (found.is_complete and total > 1), (board.name, rule, solver)


def test_unknown_solvers_are_refused(kind: AnyKind) -> None:
    board = next(small_boards(kind))
    with pytest.raises(ConfigError, match="'abacus'"):
        kind.solve(board.clues, 1, BUDGET, "abacus")


def test_a_spent_budget_is_a_value(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for solver in kind.solvers:
            found = kind.solve(board.clues, 2, Budget(1, 1), solver)
            _assert_right(kind, board, found)
        status = find_verdict(kind, board.clues, board.solution, Budget(1, 1)).status
        assert status in (Status.UNDECIDED, *_possible(kind, board.clues))


def test_verdicts_agree_with_the_number_of_solutions(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = under_rule(kind, board.clues, rule)
            if clues is None:
                continue
            verdict = find_verdict(kind, clues, None, BUDGET)
            assert verdict.status in _possible(kind, clues), (board.name, rule)
            assert verdict.rule in (rule, None)
            assert verdict.method
            assert type(verdict.version) is int


def test_generated_puzzles_are_never_unsolvable(kind: AnyKind) -> None:
    for board in preset_boards(kind):
        status = find_verdict(kind, board.clues, board.solution, BUDGET).status
        assert status not in (Status.UNSOLVABLE, Status.UNCHECKED), board.name


# Symmetry and grade


def test_grades_are_whole_and_repeatable(kind: AnyKind) -> None:
    for board in preset_boards(kind):
        grade = kind.grade(board.clues, board.solution)
        assert grade == kind.grade(board.clues, board.solution)
        assert isinstance(grade.band, Band)
        whole, _, decimals = grade.score.partition(".")
        assert (whole + decimals).isdecimal()
        assert grade.nodes
        assert all(type(count) is int and count >= 0 for count in grade.nodes)
        assert 0 <= grade.capped <= len(grade.nodes)
        assert grade.percentile is None or 0 <= grade.percentile <= 100
        assert grade.method
        assert type(grade.version) is int


def test_canonical_form_is_stable(kind: AnyKind) -> None:
    boards = [*preset_boards(kind), *example_boards(kind)]
    for board in boards:
        key = kind.canonical(board.clues)
        assert key
        clues = kind.decode(kind.encode(board.clues))
        assert kind.canonical(clues) == key
        assert (clues, hash(clues)) == (board.clues, hash(board.clues))
    different = {canonical_json(kind.encode(board.clues)) for board in preset_boards(kind)}
    assert len({kind.canonical(board.clues) for board in preset_boards(kind)}) == len(different)


@pytest.mark.part(5)
def test_turning_a_board_changes_neither_key_nor_verdict_nor_grade(kind: AnyKind) -> None:
    """For kinds whose puzzle is a grid of clues; the others test symmetry in their own folder."""
    if "clues" not in kind.encode(next(small_boards(kind)).clues):
        pytest.skip(f"{kind.id} has no grid of clues to be turned")
    small = [
        board
        for board in dict.fromkeys((*small_boards(kind), *preset_boards(kind)))
        if kind.encode(board.clues)["rows"] * kind.encode(board.clues)["cols"] <= 64
    ]
    assert small
    boards = kind.declared.boards if kind.declared else None
    for board in small:
        puzzle = dict(kind.encode(board.clues))
        key = kind.canonical(board.clues)
        status = find_verdict(kind, board.clues, None, BUDGET).status
        grade = kind.grade(board.clues, board.solution)
        for image in images(puzzle, boards):
            clues = kind.decode(image)
            assert kind.canonical(clues) == key
            assert find_verdict(kind, clues, None, BUDGET).status == status
            solution = kind.solve(clues, 1, BUDGET, kind.solvers[0]).solutions[0]
            if status is Status.UNIQUE:  # a grade may look at the solution; it must be the same one
                assert kind.grade(clues, solution) == grade


def _preset_size(kind: AnyKind) -> tuple[int, int]:
    described = kind.describe_params(kind.presets[smallest_preset(kind)])
    return described["rows"], described["cols"]


def _assert_right(kind: AnyKind, board: Board, found: Solved[Any]) -> None:
    assert len(set(found.solutions)) == len(found.solutions), board.name
    for solution in found.solutions:
        assert kind.check(board.clues, solution) == (), (board.name, found.method)
    assert found.method
    assert type(found.steps) is int
    assert found.steps >= 0


def _possible(kind: AnyKind, clues: Any) -> tuple[Status, ...]:
    """Return the verdicts that fit the number of solutions."""
    found = kind.solve(clues, 2, BUDGET, kind.solvers[0])
    if len(found.solutions) == 2:
        return (Status.MULTIPLE, Status.NOT_APPLICABLE)
    if not found.is_complete:
        return (Status.UNDECIDED, Status.UNIQUE, Status.MULTIPLE, Status.NOT_APPLICABLE)
    if found.solutions:
        return (Status.UNIQUE, Status.NOT_APPLICABLE)
    return (Status.UNSOLVABLE,)


def test_a_stand_in_has_the_size_and_look_of_a_made_board(kind: AnyKind) -> None:
    """It can be a record, and is as large as what is made, its numbers nearly as well."""
    for name, params in kind.presets.items():
        clues, solution = kind.stand_in(params)
        puzzle = kind.encode(clues)
        assert kind.encode(kind.decode(puzzle)) == puzzle, name
        data = kind.encode_solution(solution)
        assert kind.encode_solution(kind.decode_solution(clues, data)) == data, name
        made = generated(kind.id, name)
        for one, other in ((None, None), (solution, made.solution)):
            drawn, right = kind.draw(clues, one, 10.0), kind.draw(made.clues, other, 10.0)
            outside = {clue.sort for clue in getattr(clues, "other_clues", ())}.intersection(SIDES)
            if outside:  # lists of numbers take more room or less
                assert drawn.width_mm >= right.width_mm - 10.0, name
                assert drawn.height_mm >= right.height_mm - 10.0, name
                continue
            assert (drawn.width_mm, drawn.height_mm) == (right.width_mm, right.height_mm), name
        if kind.shortest is not None:
            assert kind.shortest.is_proved(solution)


@pytest.mark.parametrize("kind_id", kind_ids())
def test_the_time_of_a_puzzle_is_measured(kind_id: str) -> None:
    kind = kind_of(kind_id)
    for params in kind.presets.values():
        asked = kind.describe_params(params)
        cells = asked["rows"] * asked["cols"]
        costs = band_costs(f"pipeline.kinds.{kind.id}", asked.get("rule"), cells)
        assert costs[ANY] > 0
        assert set(costs) & {*Band}
