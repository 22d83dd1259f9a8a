"""Words of the model that are spelled out in other constraints, by their definition."""

import re
from itertools import pairwise, product

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import ARROW, LEFT, Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.constraints.older_forms import Forms
from pipeline.kinds.kit.engine.encode import complete
from pipeline.kinds.kit.engine.removal import remove_clues
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.engine.steps import explain_steps
from pipeline.kinds.kit.sites.cells import number_words
from pipeline.kinds.kit.words.accepted.rule import Accepted, unroll
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.kit.words.model import Model as Words
from pipeline.model import Status
from pipeline.solvers.sat import SatSolver
from pipeline.stages.puzzle import find_verdict
from tests.kinds.boards import boards_of, kind_of
from tests.naive.models import solutions
from tests.source import ROOT


def seen_from(rows: int, cols: int, cell: int, is_open: tuple[bool, ...]) -> int:
    """Return how many open cells are seen from a cell, itself included; 0 from a closed one."""
    row, col = divmod(cell, cols)
    number = int(is_open[cell])
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = row + down, col + right
        while is_open[cell] and 0 <= r < rows and 0 <= c < cols and is_open[r * cols + c]:
            number, r, c = number + 1, r + down, c + right
    return number


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (1, 4), (2, 4)])
def test_a_cell_sees_as_many_cells_as_its_number_says(rows: int, cols: int) -> None:
    ways = [*product((False, True), repeat=rows * cols)]
    for cell, number in product(range(rows * cols), range(1, rows + cols + 1)):
        model = Model(Grid(rows, cols))
        shaded = model.cells()
        model.sees({one: -shaded[one] for one in shaded}, cell, number, "sees", clue=cell)
        right = [
            way
            for way in ways
            if seen_from(rows, cols, cell, tuple(not is_shaded for is_shaded in way)) == number
        ]
        assert [*solutions(model)] == right, (cell, number)
        assert (model.globals[0].clue, model.globals[0].number) == (cell, number)


def test_the_reason_of_a_view_has_its_number() -> None:
    model = Model(Grid(1, 4))
    shaded = model.cells()
    model.sees({one: -shaded[one] for one in shaded}, 0, 3, "sees", clue=0)
    decisions = [one for step in explain_steps(model) for one in step.decisions]
    assert {(one.number, one.names, one.about) for one in decisions} == {(3, ("sees-3",), (0,))}
    assert {one.cells for one in decisions if one.least} == {(3,)}


@pytest.mark.parametrize("cells", [(0, 1), (1, 0), (0, 1, 2), (2, 0, 1)])
def test_numbers_in_order_increase_along_their_cells(cells: tuple[int, ...]) -> None:
    model = Model(Grid(1, 3))
    holds = model.numbers(range(1, 4), "cell")
    model.ordered(holds, cells, range(1, 4), "order", clue=5)
    found = {
        tuple(number for (_, number), variable in holds.items() if way[variable - 1])
        for way in solutions(model)
    }
    assert found == {
        numbers
        for numbers in product(range(1, 4), repeat=3)
        if all(numbers[a] < numbers[b] for a, b in pairwise(cells))
    }
    assert {count.clue for count in model.counts if count.reason == "order"} == {5}


def test_a_constraint_of_ones_own_is_added_to_a_model() -> None:
    odd = unroll([2] * 3, 0, lambda state, place, option: state ^ option, bool)
    model, other = Model(Grid(1, 3)), Model(Grid(1, 3))
    for one in (model, other):
        cells = [*one.cells().values()]
        one.add(Accepted("odd", tuple((-cell, cell) for cell in cells), odd))
    assert {sum(way) for way in solutions(model)} == {1, 3}
    assert remove_clues(model, [], "global") is None
    other.add(Choice("both", ((cells[0], cells[1]),)))
    assert [*solutions(other)] == [(True, True, True)]
    assert remove_clues(other, [], "global") == []


def test_a_choice_is_removed_with_its_clue() -> None:
    model = Model(Grid(1, 2))
    a, b = model.cells().values()
    model.choice([(a, b)], "both", about=(0,), clue=0)
    model.choice([(a,), (b,)], "either", about=(1,), clue=1)
    assert remove_clues(model, [[1], [0]], "global") == [0]


def test_a_form_of_janko_may_name_its_game_with_capitals() -> None:
    boards = Boards(
        family="cells", empty=0, allowed=lambda rows, cols: range(3), expected="numbers up to 2"
    )
    form = Forms(boards).janko(("Views",), number_words(2))
    clues = boards.make_clues(1, 3, (0, 2, 0))
    text = form.write([(clues, None)])
    assert form.detect(text)
    assert [one.clues for one in form.read(text, None)] == [clues]


def test_the_page_on_sites_has_each_constraint_of_the_player() -> None:
    sources = sorted((ROOT / "pipeline/kinds/kit/words").rglob("*.py"))
    types = [name for one in sources for name in re.findall(r'"type": "(\w+)"', one.read_text())]
    page = (ROOT / "docs/web.md").read_text(encoding="utf-8")
    assert "accepted" in types
    assert [name for name in types if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize(("rows", "cols", "clues"), [(1, 3, [(1, 1)]), (2, 2, [(0, 0), (3, 0)])])
def test_a_loop_without_a_place_for_a_line_has_no_solution(
    rows: int, cols: int, clues: list[tuple[int, int]]
) -> None:
    kind, arrows = kind_of("yajilin"), [Clue(ARROW, (cell,), (n,), LEFT) for cell, n in clues]
    board = boards_of("yajilin").make_clues(rows, cols, [0] * rows * cols, other_clues=arrows)
    for solver in kind.solvers:
        found = kind.solve(board, 1, Budget(1000, 1000), solver)
        assert (found.solutions, found.is_complete) == ((), True)
    assert find_verdict(kind, board, None, Budget(1000, 1000)).status is Status.UNSOLVABLE


@pytest.mark.parametrize("sums", [(0,), (2,), (1, 3)])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_count_with_a_condition_is_required_where_it_holds(
    sums: tuple[int, ...], sign: int
) -> None:
    board = Board(1, 4, (0,) * 4)
    model = Words(board, Boards(family="cells"), Model(board.grid))
    shaded = model.cells()
    model.count(shaded[[1, 2, 3]], sums, "few", when=sign * shaded[0])
    ways = product((False, True), repeat=4)
    right = [way for way in ways if way[0] != (sign > 0) or sum(way[1:]) in sums]
    assert [*solutions(model.core)] == right
    if sums == (0,):  # then the condition is all that is left to know
        model.clause([sign * shaded[0]], "given", about=0)
        steps = [one for step in explain_steps(model.core) for one in step.decisions]
        few = {(one.cells, one.about) for one in steps if one.reason == "few"}
        assert few == {((cell,), (0, 1, 2, 3)) for cell in (1, 2, 3)}


@pytest.mark.parametrize("sign", [1, -1])
def test_parts_of_cells_reach_the_edge(sign: int) -> None:
    board, inner = Board(3, 4, (0,) * 12), {5, 6}
    model = Words(board, Boards(family="cells"), Model(board.grid))
    shaded = model.cells()
    model.connected(shaded if sign > 0 else -shaded, "out", to_edge=True)
    right = set()
    for way in product((False, True), repeat=12):
        cells = {k for k, one in enumerate(way) if one == (sign > 0)}
        if not any(inner.issuperset(part) for part in board.grid.parts(cells)):
            right.add(way)
    assert {*solutions(model.core)} == right
    search, found = ModelSearch(model.core), set()
    while (answer := search.next_solution(10**6)) is not None:
        found.add(tuple(answer[1:].tolist()))
    assert found == right
    encoding, by_clauses = complete(model.core), set()
    with SatSolver(clauses=encoding.clauses) as solver:
        while solver.solve():
            way = tuple(solver.model().tolist()[1:13])
            by_clauses.add(way)
            solver.add_clauses([[-k if on else k for k, on in enumerate(way, 1)]])
    assert by_clauses == right
