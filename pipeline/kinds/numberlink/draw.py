"""A Numberlink board as a scene: grid, frame, numbers, and the lines of the solution.

Lines get numbers that differ wherever two run side by side; the theme chooses their colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, corner_reach, label_size, turns
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.numberlink.model import Clues, Path, Solution
from pipeline.scene import PATH_CLASSES, Disc, Ink, Label, Mark, Point, Polyline, Role, Scene
from pipeline.scene.board import BoardStyle, board_marks, board_size, board_style, cell_centre
from pipeline.scene.symbols import END

_LABEL_SHARE: Final = {1: 0.66, 2: 0.58, 3: 0.44}  # Size of the numbers in cells, by digits
_LABEL_FILL: Final = 0.93  # How much of a cell's width a number may take before it touches the grid
_LINE_SHARE: Final = 0.30
_THINNEST_LINE_MM: Final = 0.85  # So that a hollow line keeps two printable walls and a core
_RING_SHARE: Final = 0.42
_KNOCKOUT_SHARE: Final = 0.47


def draw(clues: Clues, solution: Solution | None, cell_mm: float) -> Scene:
    """Return the board as a scene, with the lines of a solution if one is given.

    Numbers at the ends of lines have rings. In small cells they are too small to print.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> draw(make_clues(1, 3, "free", [1, 0, 1]), None, 10.0).width_mm
    31.4
    """
    paths = (
        () if solution is None else zip(line_looks(clues, solution), solution.paths, strict=True)
    )
    return _board(clues, [*paths], board_style(cell_mm))


def draw_step(clues: Clues, solution: Solution, step: Step, cell_mm: float) -> Scene:
    """Return the board with the pieces of lines that a step draws; numbers on them get rings."""
    drawn = {one.cells for one in step.decisions if one.least > 0}
    pieces = []
    for look, path in zip(line_looks(clues, solution), solution.paths, strict=True):
        joined = [tuple(sorted(pair)) in drawn for pair in pairwise(path)]
        for is_joined, group in groupby(range(len(joined)), key=joined.__getitem__):
            at = [*group]
            pieces += [(look, path[at[0] : at[-1] + 2])] * is_joined
    return _board(clues, pieces, board_style(cell_mm))


def _board(clues: Clues, pieces: Sequence[tuple[int, Path]], style: BoardStyle) -> Scene:
    """Return a board with lines, each with its look."""
    lines = [_line(clues, path, look, style) for look, path in pieces if len(path) > 1]
    looks = {cell: look for look, path in pieces for cell in path}
    board = board_marks(clues.rows, clues.cols, clues.blocked, style)
    marks = (*board.grid, *lines, *_numbers(clues, looks, style), *board.frame)
    return Scene(*board_size(clues.rows, clues.cols, style), marks)


def line_looks(clues: Clues, solution: Solution) -> list[int]:
    """Return a number for each line; modulo `PATH_CLASSES` it differs from those of its neighbours.

    Lines side by side form a planar graph; coloured smallest-last, six classes suffice (Matula and
    Beck, "Smallest-last ordering", J. ACM 30, 1983). The free class used least wins, and within a
    class the numbers alternate.
    """
    near = _neighbours(clues, solution)
    looks = [-1] * len(near)
    used = [0] * PATH_CLASSES
    for line in reversed(_smallest_last(near)):
        taken = {looks[other] % PATH_CLASSES for other in near[line] if looks[other] >= 0}
        choice = _least_used(used, taken)
        looks[line] = choice + PATH_CLASSES * (used[choice] % 2)
        used[choice] += 1
    return looks


_COMMON_CLASSES: Final = 4  # Which nearly always suffice; others are opened only if not


def _least_used(used: Sequence[int], taken: set[int]) -> int:
    free = [k for k in range(_COMMON_CLASSES) if k not in taken]
    if free:
        return min(free, key=lambda k: (used[k], k))
    # A drawing that is not a solution may cross itself; then any class will do.
    return next((k for k in range(_COMMON_CLASSES, PATH_CLASSES) if k not in taken), 0)


def _neighbours(clues: Clues, solution: Solution) -> list[list[int]]:
    """Return for each line the lines that own a cell beside one of its cells, in order."""
    owner = {cell: k for k, path in enumerate(solution.paths) for cell in path}
    near: list[set[int]] = [set() for _ in solution.paths]
    for edge in Grid(clues.rows, clues.cols).edges():
        one, other = (owner.get(cell, -1) for cell in edge)
        if one != other and min(one, other) >= 0:
            near[one].add(other)
            near[other].add(one)
    return [sorted(others) for others in near]


def _smallest_last(near: list[list[int]]) -> list[int]:
    """Return the lines in the order in which the one with the fewest neighbours is removed."""
    degree = [len(others) for others in near]
    left = list(range(len(near)))
    order = []
    while left:
        line = min(left, key=lambda k: (degree[k], k))
        left.remove(line)
        order.append(line)
        for other in near[line]:
            degree[other] -= 1
    return order


def _line(clues: Clues, path: Sequence[int], look: int, style: BoardStyle) -> Mark:
    width = round(max(_LINE_SHARE * style.cell_mm, _THINNEST_LINE_MM), 4)
    points = turns([cell_centre(cell, clues.cols, style) for cell in path])
    return Polyline(points, width, Ink(Role.PATH, look), corner_mm=round(0.5 * style.cell_mm, 4))


def _label_size(digits: int, cell_mm: float) -> float:
    share = _LABEL_SHARE.get(digits, _LABEL_SHARE[3] * 3 / digits)
    fits = _LABEL_FILL * cell_mm / (digits * DIGIT_EM)
    return round(label_size(share * cell_mm, fits), 4)


def _numbers(clues: Clues, looks: Mapping[int, int], style: BoardStyle) -> list[Mark]:
    """Return the numbers, and below them the plates that separate them from lines."""
    digits = len(str(clues.pairs))
    size = _label_size(digits, style.cell_mm)
    plates: list[Mark] = []
    labels: list[Mark] = []
    for cell, number in enumerate(clues.numbers):
        if not number:
            continue
        centre = cell_centre(cell, clues.cols, style)
        if cell in looks:
            plates.append(_plate(centre, looks[cell], digits, size, style))
        labels.append(Label(str(number), centre, size, END, FACE))
    return [*plates, *labels]


def _plate(centre: Point, look: int, digits: int, size: float, style: BoardStyle) -> Disc:
    """Return what separates a number from its line: a ring, or bare paper in a small cell."""
    ring = round(max(0.05 * style.cell_mm, style.grid_mm), 4)
    radius = round(_RING_SHARE * style.cell_mm, 4)
    if radius - ring / 2 < corner_reach(size, digits):
        return Disc(centre, round(_KNOCKOUT_SHARE * style.cell_mm, 4), Ink(Role.PAPER))
    return Disc(centre, radius, Ink(Role.PAPER), Ink(Role.PATH, look), ring)
