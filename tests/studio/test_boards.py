"""Boards that are drawn in the studio: changed, judged, completed and thinned out."""

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.edit import CLUE, partner_of
from pipeline.model import ConfigError, PuzzleFormatError
from pipeline.studio.app import Studio
from pipeline.studio.check import _clues_of, _only, check_board, clues_only_restrict
from pipeline.studio.compose import _places, complete, thin_out, vary_clues, vary_solution
from pipeline.studio.drawing import blank, change, desk_of, edits_to_json, picture, present
from pipeline.studio.setter import SETTER
from tests.kinds.kit.looks.test_edit import UNDRAWN, steps_to
from tests.known import the
from tests.refusals import refused
from tests.slices import cases
from tests.source import ROOT

KINDS = [kind for kind in kind_ids() if get_kind(kind).declared or get_kind(kind).drawn]
COMPLETED = (
    "sudoku", "slitherlink", "binairo", "futoshiki", "skyscrapers", "mosaic", "kurodoko", "killer",
    "calcudoku",
)  # fmt: skip
"""Kinds of which clues in cells, between them or beside lines make any board unique."""


def made(kind_id: str, seed: int = 1) -> Any:
    kind = get_kind(kind_id)
    return kind.generate(kind.presets["tiny"], seed)


@pytest.mark.parametrize("kind_id", KINDS)
def test_an_empty_board_can_be_drawn_and_judged(kind_id: str) -> None:
    rows = 4 if kind_id in ("sudoku", "killer", "variantsudoku") else 5
    puzzle = blank(kind_id, rows, rows)
    desk = desk_of(kind_id)
    board = desk.read(puzzle)
    assert (board.rows, board.cols) == (rows, rows)
    assert edits_to_json(desk, board)
    shown = picture(desk.kind, desk.clues_of(board), board.cols)
    assert shown["svg"].startswith("<svg")
    assert shown["left"] + rows * shown["cell"] <= shown["width"]
    said = check_board(kind_id, puzzle, with_picture=True)
    assert said["status"] in ("unique", "multiple", "unsolvable", "undecided", "incomplete")
    assert (said["status"] == "incomplete") == ("message" in said)


@pytest.mark.parametrize("kind_id", KINDS)
def test_a_puzzle_is_unique_and_has_its_grade_and_steps(kind_id: str) -> None:
    kind, found = get_kind(kind_id), made(kind_id)
    said = check_board(kind_id, kind.encode(found.clues), is_thorough=True, with_picture=True)
    grade = kind.grade(found.clues, found.solution)
    assert said["status"] == "unique"
    assert {*said["starts"]} <= {*range(len(found.clues.values))} if kind.declared else True
    assert bool(said["starts"]) == bool(said["steps"])
    assert said["grade"]["guessing"] == (grade.extra["hardest"] in ("trial", "search"))
    assert said["solutions"] == [kind.encode_solution(found.solution)]
    assert said["differ"] == said["undecided"] == []
    assert said["forced"]["agreeing"] == [*range(found.clues.rows * found.clues.cols)]
    assert (said["grade"]["band"], said["grade"]["score"]) == (grade.band, grade.score)
    assert 1 <= len(said["steps"]) <= 10
    assert "second" not in said


def test_several_solutions_differ_in_the_cells_that_are_given() -> None:
    said = check_board("sudoku", blank("sudoku", 4, 4), with_picture=True)
    one, two = ([*chain(*found["numbers"])] for found in said["solutions"])
    differ = {cell for cell, pair in enumerate(zip(one, two, strict=True)) if len({*pair}) > 1}
    assert said["status"] == "multiple"
    assert differ <= {*said["differ"]}
    assert said["picture"] == said["second"]  # nothing is common to both


@pytest.mark.parametrize("kind_id", ["sudoku", "futoshiki", "slitherlink", "skyscrapers"])
def test_clues_that_contradict_each_other_are_as_few_as_can_be(kind_id: str) -> None:
    kind, found = get_kind(kind_id), made(kind_id)
    board: Board = found.clues
    desk = desk_of(kind_id)
    cell = next(k for k, value in enumerate(board.values) if value == desk.boards.empty)
    spoilt = None
    for number in range(5):
        values = (*board.values[:cell], number, *board.values[cell + 1 :])
        if not kind.solve(replace(board, values=values), 1, kind.budget, kind.solvers[0]).solutions:
            spoilt = replace(board, values=values)
    assert spoilt is not None
    said = check_board(kind_id, kind.encode(spoilt))
    assert said["status"] == "unsolvable"
    kept = {(one["sort"], tuple(one["place"])) for one in said["conflict"]}
    assert (CLUE, (cell,)) in kept

    def solutions(clues: set[Any]) -> int:
        fewer = _only(spoilt, desk.boards.empty, clues)
        return len(kind.solve(fewer, 1, kind.budget, kind.solvers[0]).solutions)

    assert solutions(kept) == 0
    assert all(solutions(kept - {one}) for one in kept)


@pytest.mark.parametrize("kind_id", KINDS)
def test_clues_are_only_set_against_each_other_where_fewer_allow_more(kind_id: str) -> None:
    kind, state = get_kind(kind_id), new_state(11)
    if not clues_only_restrict(kind_id):
        return
    for seed in range(5):
        found = made(kind_id, seed)
        clues = _clues_of(kind, found.clues)
        for _ in range(8):
            kept = {clue for clue in clues if random_below(state, 2)}
            fewer = _only(found.clues, kind.declared.boards.empty, kept)
            assert kind.check(fewer, found.solution) == ()


def test_the_hardest_step_has_a_word_of_setters() -> None:
    text = (ROOT / "pipeline/studio/page/setter.js").read_text()
    words = {*re.findall(r"(\w+): \"", text.split("const HARDEST = {")[1].split("};")[0])}
    levels = (the(get_kind(kind_id).deductions).levels for kind_id in KINDS)
    assert {"trial", "search", *chain(*levels)} <= words


def test_an_empty_variant_sudoku_lacks_an_element() -> None:
    said = check_board("variantsudoku", blank("variantsudoku", 9, 9))
    assert said["status"] == "incomplete"
    assert "found none" in said["message"]


def test_walls_trees_and_islands_are_not_left_out_to_find_a_contradiction() -> None:
    loose = {kind_id for kind_id in KINDS if clues_only_restrict(kind_id)}
    assert {"sudoku", "killer", "slitherlink", "masyu", "futoshiki", "binairo"} <= loose
    assert loose.isdisjoint({"akari", "nurikabe", "tents", "yajilin", "zip", "nonogram"})
    walled = {"rows": 2, "cols": 2, "clues": [[2, -1], [-2, -2]]}  # a 2 beside one free cell
    said = check_board("akari", walled)
    assert said["status"] == "unsolvable"
    assert "conflict" not in said


@pytest.mark.parametrize(("kind_id", "symmetry"), cases(COMPLETED, [0, 3]))
def test_a_board_is_completed_and_thinned_out(kind_id: str, symmetry: int) -> None:
    desk = desk_of(kind_id)
    side = 6 if kind_id == "binairo" else 4
    board = complete(desk, desk.read(blank(kind_id, side, side)), new_state(3), symmetry)
    thin = thin_out(desk, board, new_state(4), symmetry)
    assert {*thin.other_clues} <= {*board.other_clues}
    for one in (board, thin):
        said = check_board(kind_id, desk.boards.encode(one), is_thorough=True)
        assert said["status"] == "unique"
    for edit, place in _places(desk, thin, has_clue=True):
        partner = partner_of(desk.boards, thin, edit, place, symmetry)
        assert symmetry == 0 or present(desk, thin, edit, partner) is not None
        fewer = thin
        for at in {place, partner}:
            asked = {"edit": _number(desk, thin, edit), "place": [*at], "choice": None}
            fewer = change(desk, fewer, asked)
        assert check_board(kind_id, desk.boards.encode(fewer))["status"] != "unique"


VARIED = ("sudoku", "slitherlink", "akari", "mosaic", "futoshiki", "skyscrapers")


@pytest.mark.parametrize("kind_id", VARIED)
def test_a_puzzle_has_others_with_its_solution_and_with_its_places(kind_id: str) -> None:
    kind, desk = get_kind(kind_id), desk_of(kind_id)
    clues = kind.generate(kind.presets["small"], 3).clues
    board = desk.read(kind.encode(clues))
    (own,) = kind.solve(clues, 2, kind.budget, kind.solvers[0]).solutions
    for vary in (vary_clues, vary_solution):
        other = vary(desk, board, new_state(7), 0)
        assert other != board
        (answer,) = kind.solve(
            kind.decode(kind.encode(other)), 2, kind.budget, kind.solvers[0]
        ).solutions
        places = [{(edit.name, place) for edit, place in _places(desk, one, has_clue=True)}
                  for one in (board, other)]  # fmt: skip
        if vary is vary_clues:
            assert answer == own
        else:
            assert places[0] == places[1]


def test_a_large_board_is_graded_on_the_second_look() -> None:
    kind = get_kind("akari")
    puzzle = kind.encode(kind.generate(kind.parse_params(25, 25, None, {}), 1).clues)
    first, second = (check_board("akari", puzzle, is_thorough=one) for one in (False, True))
    assert (first["status"], first["grade"]) == ("unique", None)
    assert second["grade"]["band"]
    assert first["steps"] == second["steps"] != []


def test_what_cannot_vary_is_refused_in_a_sentence() -> None:
    desk = desk_of("killer")  # whose only clues are cages
    board = desk.read(get_kind("killer").encode(made("killer").clues))
    with refused(PuzzleFormatError):
        vary_solution(desk, board, new_state(1), 0)
    empty = desk_of("sudoku").read(blank("sudoku", 4, 4))
    with refused(PuzzleFormatError):
        vary_clues(desk_of("sudoku"), empty, new_state(1), 0)


def test_clues_outside_whose_rule_is_unknown_complete_nothing() -> None:
    kind = get_kind("variantsudoku")
    board = desk_of("variantsudoku").read(kind.encode(made("variantsudoku", 3).clues))
    other = vary_clues(desk_of("variantsudoku"), board, new_state(7), 0)
    assert kind.decode(kind.encode(other)).rule == board.rule


def _number(desk: Any, board: Board, edit: Any) -> int:
    names = [(one["name"], tuple(one["signs"])) for one in edits_to_json(desk, board)]
    return names.index((edit.name, edit.signs))


@pytest.mark.parametrize(
    ("kind_id", "band"), cases(["akari", "sudoku", "tents"], ["easy", "medium"])
)
def test_a_puzzle_is_made_of_the_level_that_is_asked_for(
    kind_id: str, band: str, tmp_path: Path
) -> None:
    asked = {"kind": kind_id, "rows": 8, "cols": 8, "band": band, "seed": 5}
    said: Any = SETTER["generate"](Studio(tmp_path), asked)
    found = check_board(kind_id, said["puzzle"], is_thorough=True)
    assert (found["status"], found["grade"]["band"]) == ("unique", band)
    assert SETTER["generate"](Studio(tmp_path), asked) == said


def test_what_no_clue_can_mend_is_refused_in_a_sentence() -> None:
    desk = desk_of("sudoku")
    puzzle: Any = blank("sudoku", 4, 4)
    puzzle["clues"][0][:2] = [1, 1]
    with refused(PuzzleFormatError):
        complete(desk, desk.read(puzzle), new_state(1), 0)
    with refused(PuzzleFormatError):
        thin_out(desk, desk.read(puzzle), new_state(1), 0)
    desk = desk_of("masyu")
    with refused(PuzzleFormatError):
        complete(desk, desk.read(blank("masyu", 5, 5)), new_state(1), 0)


def test_a_change_has_its_image_under_the_symmetry() -> None:
    desk = desk_of("akari")
    board = desk.read(blank("akari", 3, 3))
    asked = {"edit": 0, "place": [1], "choice": {"sign": "wall", "numbers": [2]}}
    turned = change(desk, board, {**asked, "symmetry": "half-turn"})
    assert [k for k, value in enumerate(turned.values) if value == 2] == [1, 7]
    mirrored = change(desk, board, {**asked, "place": [3], "symmetry": "left-right"})
    assert [k for k, value in enumerate(mirrored.values) if value == 2] == [3, 5]


def test_a_tap_goes_through_what_a_place_can_have_and_comes_back() -> None:
    desk = desk_of("masyu")
    board = empty = desk.read(blank("masyu", 4, 4))
    seen = []
    for _ in range(3):
        board = change(desk, board, {"edit": 0, "place": [5], "choice": "next"})
        seen.append(board.values[5])
    assert board == empty
    assert len({*seen}) == 3


@pytest.mark.parametrize(
    "asked",
    [
        {}, {"edit": 9, "place": [0]}, {"edit": 0}, {"edit": 0, "place": [99]},
        {"edit": 0, "place": [-1]}, {"edit": 0, "place": ["0"]}, {"edit": True, "place": [0]},
        {"edit": 0, "place": [0], "choice": 7}, {"edit": 0, "place": [0], "choice": {"numbers": 1}},
        {"edit": 0, "place": [0], "choice": {"numbers": ["1"]}},
        {"edit": 0, "place": [0], "choice": {"sign": "moon"}},
    ],
)  # fmt: skip
def test_a_change_that_is_none_is_refused(asked: Any) -> None:
    desk = desk_of("akari")
    with refused(PuzzleFormatError):
        change(desk, desk.read(blank("akari", 3, 3)), asked)


def test_kinds_with_clues_that_nobody_draws_are_not_offered(tmp_path: Path) -> None:
    offered: Any = SETTER["kinds"](Studio(tmp_path), {})
    assert {*KINDS} - {one["id"] for one in offered} == UNDRAWN


@pytest.mark.parametrize("kind_id", [kind for kind in KINDS if kind not in UNDRAWN])
def test_a_whole_puzzle_is_drawn_on_an_empty_board(kind_id: str) -> None:
    kind, desk = get_kind(kind_id), desk_of(kind_id)
    target = desk.read(kind.encode(made(kind_id).clues))
    board = desk.read(blank(kind_id, target.rows, target.cols))
    for cell, value in enumerate(board.values):  # such as walls that an empty board has
        if value != desk.boards.empty and value != target.values[cell]:
            board = change(desk, board, {"edit": 0, "place": [cell], "choice": None})
    for name, place, choice in steps_to(target, desk.boards, desk.looks):
        edits = edits_to_json(desk, board)
        fits = ((one["name"], choice.sign in one["signs"]) == (name, True) for one in edits)
        number = [*fits].index(True)
        asked = {"sign": choice.sign, "numbers": [*choice.numbers]}
        board = change(desk, board, {"edit": number, "place": [*place], "choice": asked})
    assert board == target
    assert kind.decode(desk.write(board)) == made(kind_id).clues


@pytest.mark.parametrize("kind_id", KINDS)
def test_each_form_that_is_written_is_read_as_the_kind_that_is_drawn(
    kind_id: str, tmp_path: Path
) -> None:
    studio, puzzle = Studio(tmp_path), get_kind(kind_id).encode(made(kind_id).clues)
    texts: Any = SETTER["write"](studio, {"kind": kind_id, "puzzle": puzzle})
    assert len(texts) >= 2
    for text in texts.values():
        said: Any = SETTER["read"](studio, {"text": text, "kind": kind_id})
        assert (said["kind"], said["puzzle"]) == (kind_id, puzzle)


def test_cells_outside_of_a_numberlink_are_kept(tmp_path: Path) -> None:
    puzzle = {"rows": 2, "cols": 3, "rule": "free", "clues": [[0, 1, 0], [1, 0, 0]], "blocked": [5]}
    said: Any = SETTER["show"](Studio(tmp_path), {"kind": "numberlink", "puzzle": puzzle})
    assert said["puzzle"] == puzzle
    desk = desk_of("numberlink")
    outside = {"edit": 0, "place": [2], "choice": {"sign": "wall", "numbers": []}}
    board = change(desk, desk.read(puzzle), outside)
    assert desk.write(board) == {**puzzle, "blocked": [2, 5]}
    with refused(ConfigError):
        SETTER["complete"](Studio(tmp_path), {"kind": "numberlink", "puzzle": puzzle})


def test_an_address_is_read_as_its_own_kind(tmp_path: Path) -> None:
    address = "https://puzz.link/p?slither/5/5/322dgbg13ci1882"
    said: Any = SETTER["read"](Studio(tmp_path), {"text": address, "kind": "sudoku"})
    assert said["kind"] == "slitherlink"


def test_rules_that_exclude_each_other_follow_the_last_choice() -> None:
    desk = desk_of("variantsudoku")
    board = desk.read(blank("variantsudoku", 6, 6))
    names = [one["name"] for one in edits_to_json(desk, board)]
    line = {"edit": names.index("line"), "place": [0, 1, 7], "choice": {"sign": ""}}
    board = change(desk, board, line)
    assert board.rule == "palindromes"
    for rule in ("palindromes+renban", "renban+anti-knight", "anti-knight"):
        board = change(
            desk, board, {"edit": names.index("rule"), "place": [], "choice": {"sign": rule}}
        )
    assert board.rule == "anti-knight+palindromes"


def test_the_question_with_the_highest_turn_is_answered_in_whatever_order_they_come(
    tmp_path: Path,
) -> None:
    studio, is_begun, goes_on = Studio(tmp_path), Event(), Event()
    answers: dict[int, Any] = {}

    def first() -> str:
        is_begun.set()
        assert goes_on.wait(60)
        return "first"

    def ask(turn: int) -> None:
        answers[turn] = studio.work("a", lambda: turn, turn)

    busy = Thread(target=studio.work, args=("b", first))
    busy.start()
    assert is_begun.wait(60)
    waiting = [Thread(target=ask, args=(turn,)) for turn in (2, 1)]
    for one in waiting:
        one.start()
    goes_on.set()
    for one in (busy, *waiting):
        one.join(60)
    assert answers == {2: 2, 1: None}
