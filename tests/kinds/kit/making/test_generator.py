"""The generator of declared kinds keeps to its settings, or refuses them before the work."""

from collections.abc import Collection
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from pipeline.kernels.random_state import RandomState, new_state
from pipeline.kinds import kind_ids
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.builder import make_kind, stand_in
from pipeline.kinds.kit.engine.removal import LEVELS
from pipeline.kinds.kit.making import Clearing, Remove, generator, random_groups
from pipeline.kinds.kit.making.clue_places import images_of, symmetric_groups
from pipeline.kinds.kit.words.core import Model
from pipeline.model import ConfigError, Status, child_seed
from tests.kinds.boards import kind_of
from tests.known import the
from tests.refusals import refused
from tests.slices import cases

SIGNS = ".123456789ABCDEFGHIJKLMNOP"


REMOVED = [kind_id for kind_id in kind_ids() if "clues" in kind_of(kind_id).settings]
"""Kinds whose generator removes clues."""
BARE = {"battleships": -1, "slitherlink": -1, "binairo": -1, "mosaic": -1, "akari": -2, "tapa": -1}
"""What is left in a cell without its clue, where that is not 0."""
WALLS = {"akari": (-1,)}
SIDES = {"samurai": 8}  # of boards, where 6 is none


def without_each(kind_id: str, clues: Board, staying: Collection[int] = ()) -> list[Board]:
    """Return the boards that have all clues but one, which is not one that stays."""
    bare = BARE.get(kind_id, 0)
    blank = (bare, *WALLS.get(kind_id, ()))
    given = [k for k, value in enumerate(clues.values) if value not in blank and k not in staying]
    found = [
        replace(clues, values=(*clues.values[:k], bare, *clues.values[k + 1 :])) for k in given
    ]
    making = kind_of(kind_id).declared.making
    rest = range(len(clues.other_clues) if making.clearing.has_other_clues else 0)
    return found + [
        replace(clues, other_clues=clues.other_clues[:k] + clues.other_clues[k + 1 :]) for k in rest
    ]


@pytest.mark.parametrize("kind_id", REMOVED)
def test_the_number_of_clues_is_in_the_range(kind_id: str) -> None:
    kind = kind_of(kind_id)
    side = SIDES.get(kind_id, 6)
    fewest = kind.generate(kind.parse_params(side, side, None, {}), 1).clues
    low = len(without_each(kind_id, the(fewest))) + 1
    params = kind.parse_params(side, side, None, {"clues": f"{low}:{low + 2}"})
    made = [kind.generate(params, seed).clues for seed in range(4)]
    counts = [len(without_each(kind_id, clues)) for clues in made if clues is not None]
    assert len(counts) > 1
    assert all(low <= count <= low + 2 for count in counts)


@pytest.mark.parametrize(("kind_id", "level"), cases(REMOVED, LEVELS[:-1]))
def test_no_clue_can_be_left_out_at_the_hardest_level(kind_id: str, level: str) -> None:
    """Without any one of its clues a board has other solutions, or needs a harder level."""
    kind, side = kind_of(kind_id), SIDES.get(kind_id, 6)
    try:
        params = kind.parse_params(side, side, None, {"hardest": level})
    except ConfigError:
        assert kind_id in ("kurodoko", "tapa")
        assert level == "single"  # which no board of this size has
        return
    made = kind.generate(params, 1)
    assert made.clues is not None
    fewer = without_each(kind_id, made.clues, kind.declared.making.clearing.stays(made.clues))
    assert fewer
    for clues in fewer:
        if len(kind.solve(clues, 2, kind.budget, "auto").solutions) == 1:
            needed = kind.grade(clues, made.solution).extra["hardest"]
            assert LEVELS.index(needed) > LEVELS.index(level)


def test_sudokus_of_25x25_are_read_and_proved() -> None:
    """As words, as a row of signs for each row, and as one line of signs with letters beyond 9."""
    sudoku, side = kind_of("sudoku"), range(25)
    answer = [[(row % 5 * 5 + row // 5 + col) % 25 + 1 for col in side] for row in side]
    given = [[answer[r][c] * ((7 * r + 11 * c) % 3 > 0) for c in side] for r in side]
    words = "".join(" ".join(str(one or "-") for one in row) + "\n" for row in given)
    signs = "".join("".join(SIGNS[one] for one in row) + "\n" for row in given)
    for text in (words, signs, signs.replace("\n", "") + "\n"):
        forms = [form for form in sudoku.formats if form.detect(text)]
        found = [one for form in forms for one in form.read(text, None)]
        assert [one.clues.values for one in found] == [tuple(chain.from_iterable(given))]
    (parsed, *_) = found
    verdict = the(sudoku.uniqueness).prove(parsed.clues, None, sudoku.budget)
    assert verdict.status is Status.UNIQUE
    (solution,) = sudoku.solve(parsed.clues, 2, sudoku.budget, "auto").solutions
    assert [solution.number_at[cell] for cell in range(625)] == [*chain.from_iterable(answer)]


@pytest.mark.parametrize(
    ("kind_id", "settings", "advice"),
    [
        ("akari", {"clues": "40:45"}, "choose fewer"),
        ("slitherlink", {"clues": "41", "symmetry": "half-turn"}, "choose a wider range"),
    ],
)
def test_impossible_numbers_of_clues_are_refused(
    kind_id: str, settings: dict[str, str], advice: str
) -> None:
    with pytest.raises(ConfigError, match=advice):
        kind_of(kind_id).parse_params(10, 10, None, settings)


def test_groups_without_all_images_are_left_out() -> None:
    images = images_of(3, 3, "both-axes")
    assert list(symmetric_groups([8, 4, 0, 2, 1], images)) == [(4,)]
    assert list(symmetric_groups([8, 4, 0, 2, 6], images)) == [(0, 2, 6, 8), (4,)]


def test_a_level_at_which_no_puzzle_can_be_made_is_refused_with_the_others() -> None:
    hitori = kind_of("hitori")
    with refused(ConfigError):
        hitori.parse_params(6, 6, None, {"hardest": "single"})
    params = hitori.parse_params(6, 6, None, {"hardest": "overlap"})
    assert any(hitori.generate(params, seed).clues is not None for seed in range(3))


def test_an_easy_sudoku_has_the_usual_clues_unless_settings_say_otherwise() -> None:
    sudoku = kind_of("sudoku")
    turned = images_of(9, 9, "half-turn")[0]

    def places(**settings: str) -> set[int]:
        made = sudoku.generate(sudoku.parse_params(9, 9, None, {"band": "easy"} | settings), 1)
        assert made.clues is not None
        return {cell for cell, value in enumerate(made.clues.values) if value}

    usual, free = places(), places(symmetry="none", clues="24:26")
    assert 32 <= len(usual) <= 38
    assert {turned[cell] for cell in usual} == usual
    assert 24 <= len(free) <= 26
    assert {turned[cell] for cell in free} != free


@pytest.mark.parametrize("side", [8, 10, 12, 16])
def test_large_sudokus_are_made_and_have_one_solution(side: int) -> None:
    sudoku = kind_of("sudoku")
    made = sudoku.generate(sudoku.parse_params(side, side, None, {"hardest": "global"}), 1)
    assert made.clues is not None
    assert not sudoku.check(made.clues, made.solution)
    assert the(sudoku.uniqueness).prove(made.clues, made.solution, sudoku.budget).status == "unique"


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", kind_ids())
def test_answers_of_oblong_boards_are_read_again(kind_id: str) -> None:
    kind = kind_of(kind_id)
    try:
        params = kind.parse_params(6, 8, None, {})
    except ConfigError as error:
        assert "found 8x6" in str(error)  # noqa: PT017
        return
    made = kind.generate(params, 1)
    assert made.clues is not None
    read = kind.decode_solution(made.clues, kind.encode_solution(made.solution))
    assert read == made.solution
    assert not kind.check(made.clues, read)
    clues, typical = kind.stand_in(params)
    assert kind.decode_solution(clues, kind.encode_solution(typical)) == typical


def test_a_stand_in_has_numbers_that_answers_may_have() -> None:
    declared = kind_of("sudoku").declared
    assert declared is not None
    few = replace(declared, boards=replace(declared.boards, answers=lambda rows, cols: range(4)))
    clues, typical = stand_in(few, few.presets["usual"])
    assert {number for _, number in typical.items} <= {*range(4)}
    assert few.boards.decode_solution(clues, few.boards.encode_solution(typical)) == typical


MASK = "xxxx.xxxx\n" * 4 + "x.x...x.x\n" + "xxxx.xxxx\n" * 4


@pytest.mark.parametrize(("kind_id", "bare"), [("sudoku", (0,)), ("akari", (-1, -2))])
def test_clues_are_in_the_pattern(kind_id: str, bare: tuple[int]) -> None:
    kind = kind_of(kind_id)
    made = kind.generate(kind.parse_params(9, 9, None, {"mask": MASK}), 1)
    assert made.clues is not None
    places = {cell for cell, value in enumerate(made.clues.values) if value not in bare}
    assert places <= {cell for cell, sign in enumerate(MASK.replace("\n", "")) if sign == "x"}
    assert the(kind.uniqueness).prove(made.clues, made.solution, kind.budget).status == "unique"


@pytest.mark.parametrize(
    ("mask", "found"),
    [
        ("x.\n..", "expected 4 rows for a board of 4x4, found 2"),
        ("x...\n....\n...\n....", "in row 3, found 3"),
        ("x...\n.?..\n....\n....", "in row 2, found '[?]'"),
        ("....\n....\n....\n....", "found none"),
    ],
)
def test_a_pattern_that_is_wrong_is_refused(mask: str, found: str) -> None:
    with pytest.raises(ConfigError, match=found):
        kind_of("sudoku").parse_params(4, 4, None, {"mask": mask})


def test_a_pattern_is_its_own_symmetry() -> None:
    with refused(ConfigError):
        kind_of("sudoku").parse_params(9, 9, None, {"mask": MASK, "symmetry": "none"})


STEERED = [
    (kind_id, band)
    for kind_id in REMOVED
    for band in sorted(kind_of(kind_id).declared.making.steered)
]


SMALLER = {"skyscrapers": (6, "full"), "variantsudoku": (6, "dots")}


@pytest.mark.parametrize(("kind_id", "band"), STEERED)
def test_a_band_is_met_soon_if_boards_are_steered(
    kind_id: str, band: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "ATTEMPTS", 100)
    kind = kind_of(kind_id)
    side, rule = SMALLER.get(kind_id, (8, None))
    params = kind.parse_params(side, side, rule, {"band": band})
    made = [kind.generate(params, seed) for seed in range(2)]
    assert [kind.grade(one.clues, one.solution).band for one in made] == [band, band]


def test_first_attempts_are_not_steered_where_a_kind_says_so() -> None:
    kind = kind_of("skyscrapers")
    params = kind.parse_params(5, 5, "parks-2", {"band": "hard"})
    made = [kind.generate(params, seed) for seed in range(4)]
    assert all(one.attempt >= kind.declared.making.unsteered["hard"] for one in made)
    assert all(kind.grade(one.clues, one.solution).band == "hard" for one in made)


def test_a_layout_gets_and_gives_boards_as_files_have_them() -> None:
    declared = kind_of("sudoku").declared

    def layout(board: Board, state: RandomState, _: object) -> tuple[Board, Solution]:
        numbers = the(random_groups(board, state))
        assert board.regions
        return declared.boards.draft(board, numbers, values=tuple(numbers), regions=())[:2]

    kind = make_kind(replace(declared, making=Remove(layout=layout)))
    made = kind.generate(kind.parse_params(6, 6, None, {}), 1)
    assert made.clues == kind.decode(kind.encode(the(made.clues)))
    assert kind.check(the(made.clues), the(made.solution)) == ()


def test_clues_outside_of_cells_are_sorted_before_they_are_removed() -> None:
    declared = kind_of("futoshiki").declared

    def layout(*given: Any) -> tuple[Board, Solution] | None:
        full, answer = the(declared.making.layout(*given))
        return replace(full, other_clues=full.other_clues[::-1]), answer

    kinds = [make_kind(replace(declared, making=replace(declared.making, layout=one)))
             for one in (declared.making.layout, layout)]  # fmt: skip
    assert kinds[0].generate(kinds[0].parse_params(4, 4, None, {}), 1) == kinds[1].generate(
        kinds[1].parse_params(4, 4, None, {}), 1
    )


def test_a_layout_that_no_file_could_have_is_an_error() -> None:
    declared = kind_of("suguru").declared

    def layout(board: Board, *_: object) -> tuple[Board, Solution]:
        return declared.boards.draft(board, [1] * 25, values=(1,) * 25, regions=())[:2]

    kind = make_kind(replace(declared, making=Remove(layout=layout)))
    with refused(ConfigError):
        kind.generate(kind.parse_params(5, 5, None, {}), 1)


@pytest.mark.parametrize("staying", [(), ("between",)])
def test_clues_outside_of_cells_are_removed_with_what_follows_from_them(
    staying: tuple[str, ...],
) -> None:
    declared = kind_of("futoshiki").declared
    clearing = Clearing(has_other_clues=True, staying_sorts=staying)
    making = replace(declared.making, clearing=clearing)
    kind = make_kind(replace(declared, making=making))
    params = kind.parse_params(4, 4, None, {})
    full = the(making.layout(Board(4, 4, (0,) * 16), new_state(child_seed(1, 0)), ()))[0]
    made = the(kind.generate(params, 1).clues)
    assert (len(made.other_clues) == len(full.other_clues)) == bool(staying)

    def declare(board: Board) -> Model:
        return declared.declare(replace(board, other_clues=()))

    kind = make_kind(replace(declared, making=making, declare=declare))
    if staying:
        assert kind.generate(params, 1).clues is not None
        return
    with refused(ConfigError):
        kind.generate(params, 1)
