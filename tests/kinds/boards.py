"""Boards on which every kind is tried: its presets, its examples, and their symmetric images."""

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.template.kind import KIND as TEMPLATE

KIND_IDS = (*kind_ids(), "template")
"""The kinds of the press, and the template, which commands and books do not offer."""


def kind_of(kind_id: str) -> AnyKind:
    """Return a kind, the template too."""
    return TEMPLATE if kind_id == TEMPLATE.id else get_kind(kind_id)


def rule_codes(kind: AnyKind) -> tuple[str, ...]:
    """Return the codes of the violations that a kind's rules report."""
    if kind is TEMPLATE:
        return ("given-changed", "row-repeat", "column-repeat")
    page = "kind" if find_spec(f"{kind.package}.rules") is None else "rules"
    module = importlib.import_module(f"{kind.package}.{page}")
    if not hasattr(module, "RULE_CODES"):  # then the examples have them, as `check-kind` requires
        return tuple(dict.fromkeys(one["code"] for one in load_examples(kind)["breaking"]))
    codes: tuple[str, ...] = module.RULE_CODES
    return codes


def boards_of(kind_id: str) -> Boards:
    """Return the format of a declared kind's clues and solutions."""
    boards: Boards = importlib.import_module(f"{kind_of(kind_id).package}.kind").BOARDS
    return boards


def kinds_with(capability: str) -> list[str]:
    """Return the ids of the kinds that have a capability."""
    return [kind_id for kind_id in KIND_IDS if getattr(kind_of(kind_id), capability) is not None]


def images(puzzle: dict[str, Any], boards: Boards | None = None) -> Iterator[dict[str, Any]]:
    """Yield the other positions of a puzzle whose JSON has a ``clues`` grid.

    A board with runs has only one, since the cells with their sums are above and to the left.
    Clues that point up, down, left and right are turned.
    """
    pointing, symmetries = (boards.pointing, boards.symmetries) if boards else ((), range(8))
    ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
    clue_of = dict(zip(ways, pointing, strict=bool(pointing)))
    for number in (4,) if "runs" in puzzle else [one for one in symmetries if one]:
        image, turned = _image(puzzle, number), {}
        for (down, right), clue in clue_of.items():
            row, col = (right, down) if number & 4 else (down, right)
            turned[clue] = clue_of[-row if number & 2 else row, -col if number & 1 else col]
        rows = [[turned.get(clue, clue) for clue in row] for row in image["clues"]]
        yield {**image, "clues": rows}


def _image(puzzle: dict[str, Any], number: int) -> dict[str, Any]:
    rows, cols = puzzle["rows"], puzzle["cols"]
    blocked = set(puzzle.get("blocked", ()))
    regions = puzzle.get("regions")
    grid = [
        [
            (puzzle["clues"][r][c], r * cols + c in blocked, regions[r][c] if regions else 0)
            for c in range(cols)
        ]
        for r in range(rows)
    ]
    if number & 4:
        grid = [list(column) for column in zip(*grid, strict=True)]
    if number & 2:
        grid = grid[::-1]
    if number & 1:
        grid = [row[::-1] for row in grid]
    image = dict(puzzle, rows=len(grid), cols=len(grid[0]))
    image["clues"] = [[value for value, *_ in row] for row in grid]
    if regions:
        image["regions"] = [[region for *_, region in row] for row in grid]
    cells = [is_blocked for row in grid for _, is_blocked, _ in row]
    if "blocked" in puzzle:
        image["blocked"] = [cell for cell, is_blocked in enumerate(cells) if is_blocked]
    return image | _clues_around(puzzle, number, image["cols"])


def _clues_around(puzzle: dict[str, Any], number: int, wide: int) -> dict[str, Any]:
    """Return cages, signs between cells and numbers outside at their places in an image."""
    rows: int = puzzle["rows"]
    cols: int = puzzle["cols"]

    def moved(cell: int) -> int:
        row, col = divmod(cell, cols)
        row, col, high, long = (col, row, cols, rows) if number & 4 else (row, col, rows, cols)
        row = high - 1 - row if number & 2 else row
        return row * wide + (long - 1 - col if number & 1 else col)

    found: dict[str, Any] = {}
    for name in {"thermometers", "sum_arrows"} & puzzle.keys():
        found[name] = [[*map(moved, line)] for line in puzzle[name]]
    if "lines" in puzzle:
        lines = ([*map(moved, line)] for line in puzzle["lines"])
        found["lines"] = [min(line, line[::-1]) for line in lines]
    for name in {"areas", "diagonals"} & puzzle.keys():
        found[name] = [sorted(map(moved, cells)) for cells in puzzle[name]]
    for name in {"even", "odd"} & puzzle.keys():
        found[name] = sorted(map(moved, puzzle[name]))
    if "slants" in puzzle:
        found["slants"] = [dict(one, cells=[*map(moved, one["cells"])]) for one in puzzle["slants"]]
    for name in {"cages", "runs"} & puzzle.keys():
        found[name] = [dict(cage, cells=sorted(map(moved, cage["cells"]))) for cage in puzzle[name]]
    if "between" in puzzle:
        turned = {"<": ">", ">": "<"}
        found["between"] = [
            [*sorted((moved(a), moved(b))), turned.get(s, s) if moved(a) > moved(b) else s]
            for a, b, s in puzzle["between"]
        ]
    if "right" in puzzle:
        left, top, right, bottom = (puzzle[side] for side in ("left", "top", "right", "bottom"))
        if number & 4:
            left, top, right, bottom = top, left, bottom, right
        if number & 2:
            left, top, right, bottom = left[::-1], bottom, right[::-1], top
        if number & 1:
            left, top, right, bottom = right, top[::-1], left, bottom[::-1]
        found |= {"left": left, "top": top, "right": right, "bottom": bottom}
    elif "left" in puzzle:  # runs of a nonogram read the other way in a mirrored line
        for names in (("left", "top"), ("left_colours", "top_colours")):
            beside = [puzzle[name] for name in names if name in puzzle]
            beside = beside[::-1] if number & 4 else beside
            ways = ((number & 2, number & 1), (number & 1, number & 2))
            for name, lists, (place, turn) in zip(names, beside, ways, strict=False):
                one = [run[::-1] if turn else run for run in lists]
                found[name] = one[::-1] if place else one
    return found
