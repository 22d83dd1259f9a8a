"""Hidato and Numbrix: ways through all cells, clues that stay, and boards that are refused."""

from itertools import pairwise, permutations
from random import Random

import networkx as nx
import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.patterns import find_links
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.model import PuzzleFormatError
from tests.known import the
from tests.refusals import refused

KINDS = ("hidato", "numbrix")


def board(kind_id: str, clues: list[list[int]]) -> Board:
    return get_kind(kind_id).decode({"rows": len(clues), "cols": len(clues[0]), "clues": clues})


def touch(kind_id: str, cols: int, one: int, other: int) -> bool:
    down, across = abs(one // cols - other // cols), abs(one % cols - other % cols)
    return max(down, across) == 1 if kind_id == "hidato" else down + across == 1


def answers(kind_id: str, clues: list[list[int]]) -> list[tuple[int, ...]]:
    """Return the numbers of each answer, by trying all orders."""
    given, cols = [clue for row in clues for clue in row], len(clues[0])
    found = []
    for cells in permutations(range(len(given))):
        is_given = all(given[cell] in (0, k) for k, cell in enumerate(cells, 1))
        if is_given and all(touch(kind_id, cols, a, b) for a, b in pairwise(cells)):
            found.append(tuple(cells.index(cell) + 1 for cell in range(len(given))))
    return sorted(found)


@pytest.mark.parametrize("kind_id", KINDS)
@pytest.mark.parametrize(
    "clues",
    [
        [[1, 0, 0], [0, 0, 6]], [[1, 0, 0], [0, 6, 0]], [[0, 0], [4, 0]], [[0, 3, 0], [0, 0, 0]],
        [[1, 2, 0, 4, 0]], [[1, 0, 3, 0], [0, 0, 0, 8]], [[0, 1, 0, 0], [0, 8, 0, 0]],
        [[0, 0, 2], [5, 0, 0]],
    ],
)  # fmt: skip
def test_all_answers_of_small_boards_are_found(kind_id: str, clues: list[list[int]]) -> None:
    kind, every = get_kind(kind_id), answers(kind_id, clues)
    posed = board(kind_id, clues)
    found = kind.solve(posed, 100, kind.budget, "auto").solutions
    assert sorted(tuple(n for _, n in sorted(one.items)) for one in found) == every
    assert not any(fault for one in found for fault in kind.check(posed, one))
    status = {0: "unsolvable", 1: "unique"}.get(len(every), "multiple")
    assert the(kind.uniqueness).prove(posed, None, kind.budget).status == status


@pytest.mark.parametrize("kind_id", KINDS)
@pytest.mark.parametrize("settings", [{}, {"symmetry": "half-turn"}, {"clues": "12:14"}])
def test_the_first_and_the_last_number_are_given(kind_id: str, settings: dict[str, str]) -> None:
    kind = get_kind(kind_id)
    for seed in range(6):
        made = kind.generate(kind.parse_params(4, 5, None, settings), seed)
        clues = [clue for clue in the(made.clues).values if clue]
        assert {1, 20} <= {*clues}
        assert len(clues) < 20
        if "clues" in settings:
            assert 12 <= len(clues) <= 14
        if "symmetry" in settings:
            places = [cell for cell, clue in enumerate(the(made.clues).values) if clue]
            assert places == [19 - cell for cell in reversed(places)]


@pytest.mark.parametrize("kind_id", KINDS)
def test_a_mask_without_the_ends_has_its_clues_alone(kind_id: str) -> None:
    kind = get_kind(kind_id)
    params = kind.parse_params(4, 4, None, {"mask": "xxxx\nx..x\nx..x\nxxxx"})
    for seed in range(6):
        made = kind.generate(params, seed)
        inner = [the(made.clues).values[cell] for cell in (5, 6, 9, 10)]
        assert not any(inner)


@pytest.mark.parametrize("has_corners", [False, True])
def test_a_random_path_visits_each_cell_once_by_cells_that_touch(has_corners: bool) -> None:
    slanted = 0
    for seed in range(20):
        path = making.random_path(Grid(4, 5), new_state(seed), has_corners)
        assert sorted(path) == [*range(20)]
        name = "hidato" if has_corners else "numbrix"
        assert all(touch(name, 5, one, other) for one, other in pairwise(path))
        slanted += sum(not touch("numbrix", 5, *two) for two in pairwise(path))
    assert (slanted > 0) == has_corners


def test_a_number_that_is_given_twice_is_refused_where_it_is() -> None:
    with refused(PuzzleFormatError):
        board("hidato", [[0, 3, 0], [3, 0, 0]])
    with refused(PuzzleFormatError):
        board("numbrix", [[0, 3], [5, 0]])


def test_a_table_is_of_the_kind_whose_numbers_it_can_have() -> None:
    forms = {
        kind_id: next(form for form in get_kind(kind_id).formats if form.name == "table")
        for kind_id in KINDS
    }

    def likely(clues: list[list[int]]) -> list[str]:
        return [name for name, form in forms.items() if form.confidence(board(name, clues))]

    assert likely([[1, 0, 3], [0, 0, 0], [0, 0, 9]]) == ["numbrix"]
    assert likely([[1, 2, 0], [0, 4, 0], [0, 0, 9]]) == ["hidato"]
    assert likely([[1, 0, 3], [0, 0, 0], [0, 0, 8]]) == []


@pytest.mark.parametrize("has_corners", [False, True])
@pytest.mark.parametrize("size", [(1, 4), (2, 3), (3, 3), (4, 2)])
def test_links_are_the_numbers_with_one_place_on_ways_by_definition(
    size: tuple[int, int], has_corners: bool
) -> None:
    """Ways may enter a cell twice, but not that of a written number."""
    rows, cols = size
    random, count = Random(str((size, has_corners))), rows * cols
    name = "hidato" if has_corners else "numbrix"
    literals = tuple(tuple(range(1 + k * count, 1 + (k + 1) * count)) for k in range(count))
    chain, linked = Consecutive("next", literals, cols, has_corners), 0
    for _ in range(60):
        path = making.random_path(Grid(rows, cols), new_state(random.randrange(1000)), has_corners)
        written = {k: cell for k, cell in enumerate(path, 1) if random.random() < 0.5}
        out = {(random.randrange(count), random.randint(1, count)) for _ in range(3)}
        out -= {(cell, k) for k, cell in enumerate(path, 1)}
        facts = [(cell, k, True) for k, cell in written.items()]
        facts += [(cell, k, False) for cell, k in out]
        graph = nx.DiGraph()
        graph.add_nodes_from(
            (k, cell)
            for k in range(1, count + 1)
            for cell in range(count)
            if (cell, k) not in out
            and (written[k] == cell if k in written else cell not in written.values())
        )
        graph.add_edges_from(
            (a, b)
            for a in graph
            for b in graph
            if b[0] == a[0] + 1 and touch(name, cols, a[1], b[1])
        )
        starts, ends = ([n for n in graph if n[0] == k] for k in (1, count))
        after = set(starts).union(*(nx.descendants(graph, one) for one in starts))
        both = after & set(ends).union(*(nx.ancestors(graph, one) for one in ends))
        expected = {
            (k, cell)
            for k, cell in both
            if k not in written
            and (sum(n == k for n, _ in both) == 1 or sum(other == cell for _, other in both) == 1)
        }
        found = find_links(chain, facts)
        assert {(one.number, one.cell) for one in found} == expected
        assert [one.gap for one in found] == sorted(one.gap for one in found)
        linked += len(found)
    assert linked
