from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.kit.looks.measures import DIGIT_EM, FIGURE_EM
from pipeline.kinds.numberlink.draw import draw, line_looks
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.scene import PATH_CLASSES, Disc, Label, Line, Polyline, Role, Scene
from pipeline.scene.board import board_style, cell_centre
from tests.scenes import scene_json, small_board

PT = 25.4 / 72


def _labels(scene: Scene) -> list[Label]:
    return [mark for mark in scene.marks if isinstance(mark, Label)]


def _many_pairs(count: int) -> Clues:
    """Return a board whose pairs lie side by side, for its numbers alone."""
    return make_clues(count, 2, "free", [k // 2 + 1 for k in range(2 * count)])


@st.composite
def stripes(draw_: st.DrawFn) -> tuple[Clues, Solution]:
    """A board covered by lines: a snake through all cells, cut at random."""
    rows, cols = draw_(st.integers(2, 9)), draw_(st.integers(2, 9))
    is_turned = draw_(st.booleans())
    snake = [
        r * cols + (c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)
    ]
    if is_turned:
        rows, cols = cols, rows
        snake = [(cell % rows) * cols + cell // rows for cell in snake]
    size = rows * cols
    cuts = sorted(draw_(st.sets(st.integers(1, size // 2 - 1), max_size=12))) if size > 3 else []
    bounds = [0, *(2 * cut for cut in cuts), size]
    paths = [snake[a:b] for a, b in pairwise(bounds)]
    labels = [0] * size
    for k, path in enumerate(paths, start=1):
        labels[path[0]] = labels[path[-1]] = k
    clues = make_clues(rows, cols, "free", labels)
    by_number = {clues.numbers[path[0]]: path for path in paths}
    return clues, make_solution([by_number[k + 1] for k in range(len(paths))])


@pytest.mark.parametrize(
    ("name", "cell_mm", "is_solved"),
    [("puzzle", 10.0, False), ("solution", 10.0, True), ("small-answer", 3.0, True)],
)
def test_the_drawing_is_as_it_was(
    golden: Callable[[str, str], None], name: str, cell_mm: float, is_solved: bool
) -> None:
    clues, solution = small_board()
    scene = draw(clues, solution if is_solved else None, cell_mm)
    golden(f"numberlink-{name}.json", scene_json(scene))


def test_a_board_with_blocked_cells_is_as_it_was(golden: Callable[[str, str], None]) -> None:
    labels = [0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]
    clues = make_clues(4, 4, "free", labels, frozenset({0, 1, 6, 12}))
    golden("numberlink-blocked.json", scene_json(draw(clues, None, 10.0)))


@settings(max_examples=60)
@given(stripes())
def test_lines_side_by_side_never_look_the_same(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    looks = line_looks(clues, solution)
    assert len(looks) == clues.pairs
    owner = {cell: k for k, path in enumerate(solution.paths) for cell in path}
    for cell, line in owner.items():
        neighbours = [cell + clues.cols]
        if (cell + 1) % clues.cols:
            neighbours.append(cell + 1)
        for other in neighbours:
            if owner.get(other, line) != line:
                assert looks[line] % PATH_CLASSES != looks[owner[other]] % PATH_CLASSES


def test_looks_are_spread_evenly() -> None:
    paths = [(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3) for k in range(12)]
    labels = [k // 4 + 1 if k % 4 in (0, 3) else 0 for k in range(48)]
    clues = make_clues(12, 4, "free", labels)
    looks = line_looks(clues, make_solution(paths))
    assert len(set(looks)) >= 6


def test_lines_run_through_the_centres_of_their_cells() -> None:
    clues, solution = small_board()
    style = board_style(10.0)
    scene = draw(clues, solution, 10.0)
    lines = [m for m in scene.marks if isinstance(m, Polyline) and m.ink.role is Role.PATH]
    assert len(lines) == clues.pairs
    for line, path in zip(lines, solution.paths, strict=True):
        centres = [cell_centre(cell, clues.cols, style) for cell in path]
        assert set(line.points) <= set(centres)
        assert line.points[0] == centres[0]
        assert line.points[-1] == centres[-1]
        for centre in centres:
            assert any(_is_on(centre, a, b) for a, b in pairwise(line.points))


def _is_on(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
    return all(min(a[k], b[k]) - 1e-6 <= p[k] <= max(a[k], b[k]) + 1e-6 for k in (0, 1))


@pytest.mark.parametrize("cell_mm", [3.0, 4.0, 6.0, 10.0, 20.0])
@pytest.mark.parametrize("pairs", [3, 9, 10, 45])
def test_numbers_fit_their_cells_and_can_be_read(cell_mm: float, pairs: int) -> None:
    clues = _many_pairs(pairs)
    for label in _labels(draw(clues, None, cell_mm)):
        assert label.size_mm / PT >= 6.999
        assert len(label.text) * DIGIT_EM * label.size_mm <= 0.94 * cell_mm
        assert FIGURE_EM * label.size_mm <= 0.8 * cell_mm


@pytest.mark.parametrize("cell_mm", [3.0, 5.0, 10.0, 20.0])
@pytest.mark.parametrize("pairs", [3, 45])
def test_numbers_of_a_solution_keep_clear_of_their_lines(cell_mm: float, pairs: int) -> None:
    clues = _many_pairs(pairs)
    solution = make_solution([(2 * k, 2 * k + 1) for k in range(pairs)])
    scene = draw(clues, solution, cell_mm)
    discs = [mark for mark in scene.marks if isinstance(mark, Disc)]
    labels = _labels(scene)
    assert [disc.centre for disc in discs] == [label.position for label in labels]
    for disc, label in zip(discs, labels, strict=True):
        wide = len(label.text) * DIGIT_EM * label.size_mm / 2
        inner = disc.radius_mm - (disc.width_mm / 2 if disc.ink else 0.0)
        assert disc.fill is not None
        assert inner >= min(wide, FIGURE_EM * label.size_mm / 2)
        assert inner + 0.05 * cell_mm >= wide
        assert disc.radius_mm + disc.width_mm / 2 <= cell_mm / 2


def test_nothing_is_thinner_than_printers_hold() -> None:
    clues, solution = small_board()
    for cell_mm in (2.5, 3.0, 8.0, 20.0):
        for mark in draw(clues, solution, cell_mm).marks:
            if isinstance(mark, Line | Polyline) or (
                isinstance(mark, Disc) and mark.ink is not None
            ):
                assert mark.width_mm / PT >= 0.75


def test_a_solution_that_is_none_is_drawn_without_fuss() -> None:
    clues, _ = small_board()
    wrong = make_solution([(0, 24, 3), (7,), (7, 8, 7)])
    assert draw(clues, wrong, 10.0).width_mm == draw(clues, None, 10.0).width_mm
