"""Elements of a Sudoku against all 288 boards of 4x4, and boards that carry several of them."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget, RuleSets, under_rule
from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.board.clues import SIDES, Clue
from pipeline.kinds.kit.board.elements import DOTS, ELEMENTS, LINES, OUTSIDE, XV, rule_named
from pipeline.kinds.kit.looks.diagonal.clue import diagonals_of
from pipeline.kinds.kit.looks.slant.clue import slants_of
from pipeline.kinds.kit.sites.json_objects import adapt
from pipeline.kinds.variantsudoku.boards import BOARDS, ELSEWHERE, RULES
from pipeline.model import ConfigError, PuzzleFormatError
from tests.kinds.test_read_board import printed
from tests.known import the
from tests.refusals import refused

KIND = get_kind("variantsudoku")
SIDE = 4
SIGNS = {"dots": ("white", "black"), "xv": ("V", "X"), "signs": ("<", ">")}
SORTS = {"thermometers": "thermometer", "arrows": "sum-arrow"}
ALL = {
    "all-dots": {"white": lambda a, b: abs(a - b) == 1, "black": lambda a, b: 2 * a == b},
    "all-white": {"white": lambda a, b: abs(a - b) == 1},
    "all-black": {"black": lambda a, b: 2 * a == b},
    "all-xv": {"V": lambda a, b: a + b == 5},
}
MARKS = (
    *ALL,
    "areas",
    "diagonals",
    "cages",
    *SORTS,
    *LINES,
    *SIGNS,
    "parity",
    "little-killer",
    *OUTSIDE,
)


@cache
def grids() -> tuple[tuple[int, ...], ...]:
    """Return all filled boards of 4x4 with boxes of 2x2."""
    rows = [*permutations(range(1, SIDE + 1))]
    found = []
    for lines in product(rows, repeat=2):
        if any(a in lines[1][k - k % 2 : k - k % 2 + 2] for k, a in enumerate(lines[0])):
            continue
        for more in product(rows, repeat=2):
            grid = (*lines[0], *lines[1], *more[0], *more[1])
            columns = ([*grid[k::SIDE]] for k in range(SIDE))
            boxes = ([grid[at + d] for d in (0, 1, SIDE, SIDE + 1)] for at in (0, 2, 8, 10))
            if all(len({*group}) == SIDE for group in (*columns, *boxes)):
                found.append(grid)
    return tuple(found)


def way(random: Random, least: int) -> tuple[int, ...]:
    """Return random cells of which each touches the one before it."""
    cells = [random.randrange(16)]
    while len(cells) < least:
        row, col = divmod(cells[-1], SIDE)
        near = [
            r * SIDE + c for r in range(SIDE) for c in range(SIDE)
            if max(abs(r - row), abs(c - col)) == 1 and r * SIDE + c not in cells
        ]  # fmt: skip
        if not near:
            return way(random, least)
        cells.append(random.choice(near))
    return tuple(cells)


def clues(element: str, random: Random) -> list[Clue]:
    """Return random clues of an element, which need not fit any board."""
    if element in SORTS or element in LINES:
        cells = way(random, random.randint(2, 4))
        sort = SORTS.get(element, "line")
        return [Clue(sort, min(cells, cells[::-1]) if sort == "line" else cells)]
    if element in ALL:
        grid = random.choice(grids())
        pairs = [(k, k + 1) for k in range(16) if k % SIDE < SIDE - 1]
        pairs += [(k, k + SIDE) for k in range(16 - SIDE)]
        marks = []
        for pair in pairs:
            low, high = sorted(grid[cell] for cell in pair)
            if signs := [sign for sign, fits in ALL[element].items() if fits(low, high)]:
                marks.append(Clue("between", pair, (), random.choice(signs)))
        return marks
    if element in SIGNS:
        one = random.randrange(12)
        return [Clue("between", (one, one + SIDE), (), random.choice(SIGNS[element]))]
    if element == "areas":
        return [Clue("area", random.choice([(1, 2, 6), (4, 5, 9, 10), (0, 1, 2, 3)]))]
    if element == "diagonals":
        return [Clue("diagonal", random.choice(diagonals_of(SIDE)))]
    if element == "cages":
        cells = tuple(sorted(random.choice([(0, 1), (5, 6, 10), (2, 6, 7, 11)])))
        low = len(cells) * (len(cells) + 1) // 2
        total = random.randint(low, low + len(cells) * (SIDE - len(cells)))
        return [Clue("cage", cells, random.choice([(), (total,)]))]
    if element == "parity":
        return [Clue(random.choice(("even", "odd")), (random.randrange(16),))]
    if element == "little-killer":
        cells = random.choice([*slants_of(SIDE, SIDE)])
        return [Clue("slant", cells, (random.randint(len(cells), SIDE * len(cells)),))]
    most = {"sandwich": 5, "x-sums": 10, "skyscrapers": SIDE}[element]
    return [Clue(random.choice(SIDES), (random.randrange(SIDE),), (random.randint(1, most),))]


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("element", "seed"), [*product(MARKS, range(6)), *product(("anti-knight", "anti-king"), (0,))]
)
def test_an_element_allows_the_boards_that_keep_it_by_definition(element: str, seed: int) -> None:
    """Of all 288 boards, by the constraints and by ``check``, which share nothing."""
    own = clues(element, Random(seed)) if element in MARKS else []
    parity = [Clue("odd", (0,))]  # so that no element is a kind of its own
    rule = rule_named({element, "parity"})
    others = {(clue.sort, clue.place): clue for clue in (*parity, *own)}
    board = BOARDS.make_clues(SIDE, SIDE, (0,) * 16, rule, (), [*others.values()])
    assert board.rule == rule
    found = KIND.solve(board, 300, Budget(100_000, 100_000), KIND.solvers[0])
    assert found.is_complete
    right = {
        grid for grid in grids()
        if not KIND.check(board, Solution("numbers", tuple(enumerate(grid))))
    }  # fmt: skip
    assert {tuple(n for _, n in one.items) for one in found.solutions} == right


def test_numbers_side_by_side_never_follow_each_other() -> None:
    board = BOARDS.make_clues(6, 6, (0,) * 36, "nonconsecutive")
    found = KIND.solve(board, 3, Budget(100_000, 100_000), KIND.solvers[0])
    assert found.solutions
    for one in found.solutions:
        numbers = dict(one.items)
        assert all(abs(numbers[a] - numbers[b]) != 1 for a, b in board.grid.edges())


def mixed(count: int) -> Iterator[str]:
    """Yield random rules of up to three elements that a board can have."""
    random = Random(1)
    while count:
        some = {*random.sample(ELEMENTS, random.choice([1, 2, 2, 3]))} - {"nonconsecutive"}
        lines, outside = some & {*LINES}, some & {*OUTSIDE, "little-killer"}
        alike = max(len(some & {*DOTS}), len(some & {*XV}), len(lines), len(outside))
        if alike < 2 and not some <= {*ELSEWHERE} and some:
            count -= 1
            yield rule_named(some)


@pytest.mark.part(6)
@pytest.mark.parametrize("rule", dict.fromkeys(mixed(40)))
def test_a_board_with_several_elements_is_unique_and_read_back_from_its_page(rule: str) -> None:
    made = KIND.generate(KIND.parse_params(6, 6, rule, {}), 3)
    if made.clues is None:
        assert "anti-king" in rule or {"areas", "diagonals"} <= {*rule.split("+")}
        return
    assert the(KIND.uniqueness).prove(made.clues, made.solution, KIND.budget).status == "unique"
    assert KIND.decode(KIND.encode(made.clues)) == made.clues
    for solution in (None, made.solution):
        (page,) = printed([KIND.draw(made.clues, solution, 9.0).moved(5.0, 5.0)])
        (found,) = the(KIND.read_board)(page.upright, rule)
        assert (found.clues, found.solution, found.fault) == (made.clues, solution, "")


@pytest.mark.parametrize("rule", ["cages+dots", "cages+xv", "cages+signs"])
def test_no_sign_covers_the_total_of_the_cage_below_it(rule: str) -> None:
    made = (KIND.generate(KIND.parse_params(9, 9, rule, {}), seed) for seed in range(4))
    for one in made:
        if one.clues is not None:
            (page,) = printed([KIND.draw(one.clues, one.solution, 6.0).moved(5.0, 5.0)])
            (found,) = the(KIND.read_board)(page.upright, rule)
            assert (found.clues, found.solution, found.fault) == (one.clues, one.solution, "")


def test_sets_of_elements_are_rules() -> None:
    assert "thermometers+dots" in RULES
    assert "dots+thermometers" not in RULES
    assert "thermometers+" not in RULES
    assert next(iter(RULES)) == "thermometers"
    assert "a+b" in RuleSets(("a", "b"))
    assert "a+c" not in RuleSets(("a", "b"))


def test_the_rule_follows_from_what_is_seen() -> None:
    line, sign = Clue("line", (0, 1, 2)), Clue("between", (0, 4), (), "white")
    board = BOARDS.make_clues(4, 4, (0,) * 16, "renban", (), [line, sign])
    assert board.rule == "renban+dots"
    assert under_rule(KIND, board, "whispers+dots").rule == "whispers+dots"
    assert under_rule(KIND, board, "thermometers") is None
    with refused(PuzzleFormatError):
        KIND.decode({**KIND.encode(board), "rule": "dots+xv"})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([], "use sudoku"),
        ([Clue("cage", (0, 1), (3,))], "use killer"),
        ([Clue("thermometer", (0, 2))], "to touch"),
        ([Clue("thermometer", (0, 1, 0))], "different cells"),
        ([Clue("thermometer", (0, 1)), Clue("sum-arrow", (0, 4))], "lines of one sort"),
        ([Clue("area", (0, 1)), Clue("area", (2, 3))], "do not touch"),
        ([Clue("diagonal", (0, 1, 2, 3))], "a diagonal of the board"),
        ([Clue("slant", (5, 10), (3,))], "from a rim"),
        ([Clue("slant", (1, 6, 11), (3,)), Clue("left", (0,), (3,))], "found both"),
        ([Clue("even", (16,))], "cells from 0 to 15"),
    ],
)
def test_a_board_that_cannot_be_is_refused(wrong: list[Clue], message: str) -> None:
    with pytest.raises(PuzzleFormatError, match=message):
        BOARDS.make_clues(4, 4, (0,) * 16, None, (), wrong)


@pytest.mark.parametrize(
    ("side", "rule", "message"),
    [
        (9, "diagonals", "expected more than diagonals; for these alone use sudoku"),
        (9, "jigsaw", "expected more than jigsaw; for these alone use sudoku"),
        (9, "palindromes+renban", "expected one of palindromes, whispers, renban, found"),
        (9, "dots+all-white", "found dots and all-white; take one away"),
        (9, "nonconsecutive+all-dots", "found nonconsecutive and all-dots; take one away"),
        (9, "little-killer+sandwich", "found little-killer and sandwich; take one away"),
        (4, "anti-king+dots", "at least 6x6 for anti-king, found 4x4"),
        (4, "nonconsecutive", "at least 6x6 for nonconsecutive, found 4x4"),
    ],
)
def test_a_rule_that_no_board_can_have_is_refused(side: int, rule: str, message: str) -> None:
    kind = get_kind("variantsudoku")
    with pytest.raises(ConfigError, match=message):
        kind.parse_params(side, side, rule, {})


def test_a_file_of_f_puzzles_is_read_by_its_fields() -> None:
    """As that program writes it: cells named from 1, one thermometer with two lines."""
    empty: list[list[object]] = [[{} for _ in range(9)] for _ in range(9)]
    data = {
        "size": 9, "grid": empty, "antiknight": True, "diagonal-": True,
        "thermometer": [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}],
        "arrow": [{"lines": [["R5C5", "R5C6", "R5C7"]], "cells": ["R5C5"]}],
        "difference": [{"cells": ["R9C9", "R8C9"], "value": ""}],
        "sandwichsum": [{"cell": "R0C3", "value": "10"}],
    }  # fmt: skip
    (form,) = (one for one in KIND.formats if one.name == "f-puzzles")
    (found,) = form.read(json.dumps(data), None)
    board = found.clues
    assert board.rule == "diagonals+anti-knight+thermometers+arrows+dots+sandwich"
    assert {one.place for one in board.clues_of("thermometer")} == {(0, 1), (0, 9)}
    assert [one.place for one in board.clues_of("sum-arrow")] == [(40, 41, 42)]
    assert board.clues_of("between") == [Clue("between", (71, 80), (), "white")]
    assert board.clues_of("top") == [Clue("top", (2,), (10,))]
    data["ratio"] = [{"cells": ["R1C1", "R1C2"], "value": "3"}]
    with refused(PuzzleFormatError):
        list(form.read(json.dumps(data), None))


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("difference", [{"cells": ["R1C1"]}], "['R1C1']"),
        ("difference", [{"cells": ["R1C1", "R1C2", "R1C3"]}], "['R1C1', 'R1C2', 'R1C3']"),
        ("thermometer", ["R1C1"], "'R1C1'"),
        ("thermometer", [{"cells": ["R1C1"]}], "None"),
        ("thermometer", [{"lines": [5]}], "5"),
        ("thermometer", 5, "5"),
        ("even", [{"cells": 5}], "5"),
        ("arrow", [{"lines": [["R1C2", "R1C3"]], "cells": ["R1C1", "R1C2"]}], "['R1C1', 'R1C2']"),
        ("killercage", [{"cells": ["R1C1", "R1C2"], "value": "\u00b2"}], "'\u00b2'"),
        ("killercage", [{"cells": ["R1C1", "R1C2"], "value": "12?"}], "'12?'"),
        ("sandwichsum", [{"cell": "R3C4", "value": "5"}], "'R3C4'"),
        ("sandwichsum", [{"cell": "R0C3", "value": "5"}] * 2, "'R0C3'"),
        ("littlekillersum", [{"cell": "R1C8", "direction": "DR", "value": "5"}], "'R1C8'"),
    ],
)
def test_a_field_of_f_puzzles_that_says_no_clue_is_named(
    field: str, value: object, found: str
) -> None:
    """What is left out of a file without a word is another puzzle."""
    data = {"antiknight": True, "grid": [[{} for _ in range(9)] for _ in range(9)], field: value}
    (form,) = (one for one in KIND.formats if one.name == "f-puzzles")
    for read in (lambda: list(form.read(json.dumps(data), None)), lambda: adapt(data)):
        with pytest.raises(PuzzleFormatError, match=re.escape(f"found {found} in {field} of f-pu")):
            read()


def test_other_fields_in_another_form_are_no_traceback() -> None:
    grid: list[list[object]] = [[{} for _ in range(9)] for _ in range(9)]
    for more in ({"cages": ["x"]}, {"regions": [5]}):
        with refused(PuzzleFormatError):
            adapt({"cells": grid, "global": ["antiknight"], **more})
