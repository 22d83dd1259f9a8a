"""Params, Clues and Solution of Numberlink, and their JSON form.

A cell is ``row * cols + col``. Clues: 0 is an empty cell, ``k`` one of the two ends of pair ``k``,
numbered 1..n in reading order. A blocked cell is outside the board's outline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, cast

from pipeline.kinds.kit.board.json_rows import read_rows, read_whole
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.model import Json, JsonObject, PuzzleFormatError

RULES: Final = ("free", "cover", "no-uturn", "no-touch")
"""The rules, from the strongest uniqueness to the weakest; see texts.en.toml. The first is the
default."""

MAX_SIDE: Final = 1000  # Of an imported puzzle; no engine here solves larger ones
EMPTY: Final = (None, 0, ".")  # Labels of an empty cell
MAX_LABEL: Final = 10  # Length of the longest name of a pair


Path: TypeAlias = tuple[int, ...]  # The cells of a line, from end to end


@dataclass(frozen=True, slots=True)
class Params:
    """The options of the generator; ``generate.parse_params`` makes it.

    ``pairs`` is the inclusive range of their number, None for the default. ``shortest`` is the
    least number of cells in a line. ``adjacent``: ends of *different* pairs may be neighbours.
    ``winding`` runs from 0 (straight) to 100 (winding). ``symmetry`` and ``border`` are of
    `shape.SYMMETRIES` and `shape.BORDERS`. ``mask`` is the board's rows from the top, "#" for a
    cell of the board and "." for one outside; None for a full rectangle. ``band`` is the wanted
    band, None for any. ``unused`` is the inclusive range, in percent, of cells that no line of the
    solution passes through; None for lines through all of them.
    """

    rows: int
    cols: int
    rule: str = "free"
    pairs: tuple[int, int] | None = None
    shortest: int = 3
    adjacent: bool = True
    winding: int = 90
    symmetry: str = "none"
    border: str = "any"
    mask: tuple[str, ...] | None = None
    band: str | None = None
    unused: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Clues:
    """The puzzle as printed: size, rule, numbers and blocked cells, all checked by `decode`.

    ``labels`` are the names of the pairs in the puzzle's source, for answers in the same letters;
    empty if they are the numbers. They are not part of the puzzle.
    """

    rows: int
    cols: int
    rule: str
    numbers: tuple[int, ...]
    blocked: frozenset[int] = frozenset()
    labels: tuple[str, ...] = field(default=(), compare=False)

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return len(self.labels) or max(self.numbers, default=0)

    def ends(self) -> tuple[tuple[int, int], ...]:
        """Return the two cells of each pair, the first in reading order first."""
        by_pair = sorted([(number, cell) for cell, number in enumerate(self.numbers) if number])
        cells = [cell for _, cell in by_pair]
        return tuple(zip(cells[::2], cells[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Solution:
    """One path of cells for each pair, ``paths[k]`` for the pair numbered k + 1.

    A path starts at the end of its pair that comes first in reading order, so that equal
    solutions are equal values.
    """

    paths: tuple[tuple[int, ...], ...]


def make_solution(paths: Sequence[Sequence[int]]) -> Solution:
    """Return the solution with these paths, each turned so that it starts at its smaller end.

    >>> make_solution([[2, 1, 0]]).paths
    ((0, 1, 2),)
    """
    return Solution(
        tuple(tuple(path) if path[0] <= path[-1] else tuple(reversed(path)) for path in paths)
    )


def make_clues(
    rows: int, cols: int, rule: str, labels: Sequence[object], blocked: frozenset[int] = frozenset()
) -> Clues:
    """Return clues with the labels of a grid renumbered 1..n in reading order.

    A label of `EMPTY` is an empty cell; any other hashable value names its pair. ``blocked`` cells
    are outside the outline. `PuzzleFormatError` if a label does not occur exactly twice, if there
    is none, or the size is invalid. `ConfigError` if the rule is unknown.

    >>> make_clues(2, 2, "free", ["b", "b", "a", "a"]).numbers
    (1, 1, 2, 2)
    """
    require_rule(rule, RULES)
    if rows < 1 or cols < 1 or rows * cols < 2:
        raise PuzzleFormatError(
            f"expected a board of at least two cells, found {cols}x{rows}; give both sides"
        )
    if rows > MAX_SIDE or cols > MAX_SIDE:
        raise PuzzleFormatError(
            f"expected sides of at most {MAX_SIDE} cells, found {cols}x{rows}; split the board"
        )
    if len(labels) != rows * cols:
        raise PuzzleFormatError(
            f"expected {rows * cols} cells ({cols}x{rows}), found {len(labels)}"
        )
    for cell in sorted(blocked):
        label = labels[cell]
        if label not in EMPTY:
            raise PuzzleFormatError(
                f"expected no label on a blocked cell, found {label!r} at row {cell // cols + 1}, "
                f"column {cell % cols + 1}"
            )
    count = Counter(labels)
    found_empty = [empty for empty in EMPTY if count.pop(empty, 0)]
    for label, times in count.items():
        if times != 2:
            raise PuzzleFormatError(
                f"expected each label exactly twice, found {label!r} "
                f"{'once' if times == 1 else f'{times} times'}; check the grid for a slip"
            )
    if not count:
        raise PuzzleFormatError("expected at least one pair of labels, found an empty grid")
    order = range(1, len(count) + 1)
    if found_empty in ([], [0]) and [*count] == [*order]:
        return Clues(rows, cols, rule, cast("tuple[int, ...]", tuple(labels)), blocked)
    numbered: dict[object, int] = dict.fromkeys(EMPTY, 0)
    numbered |= zip(count, order, strict=True)
    numbers = tuple(map(numbered.__getitem__, labels))
    names = tuple(map(str, count))
    is_numbered = names == tuple(map(str, order))
    return Clues(rows, cols, rule, numbers, blocked, () if is_numbered else names)


def pose_layout(
    rows: int,
    cols: int,
    rule: str,
    paths: Iterable[Sequence[int]],
    blocked: frozenset[int] = frozenset(),
) -> tuple[Clues, Solution]:
    """Return the puzzle of a layout, and the layout as its solution."""
    solution = make_solution(sorted(paths, key=lambda path: min(path[0], path[-1])))
    labels = [0] * (rows * cols)
    for number, path in enumerate(solution.paths, start=1):
        labels[path[0]] = labels[path[-1]] = number
    return make_clues(rows, cols, rule, labels, blocked), solution


def with_rule(clues: Clues, rule: str) -> Clues:
    """Return the same clues posed under another rule."""
    return replace(clues, rule=require_rule(rule, RULES))


def encode(clues: Clues) -> JsonObject:
    """Return the JSON form of clues.

    >>> encode(make_clues(1, 3, "cover", [1, 0, 1]))
    {'rows': 1, 'cols': 3, 'rule': 'cover', 'clues': [[1, 0, 1]]}
    """
    out: dict[str, Json] = {
        "rows": clues.rows,
        "cols": clues.cols,
        "rule": clues.rule,
        "clues": [list(row) for row in split_rows(clues.numbers, clues.cols)],
    }
    if clues.blocked:
        out["blocked"] = sorted(clues.blocked)
    if clues.labels:
        out["labels"] = list(clues.labels)
    return out


def decode(puzzle: JsonObject) -> Clues:
    """Return the clues in a ``record.puzzle``.

    `PuzzleFormatError` for anything that would make a later stage fail: invalid sizes, ragged rows,
    labels not in pairs.
    """
    rows, cols = (read_whole(puzzle, key, MAX_SIDE) for key in ("rows", "cols"))
    rule = puzzle.get("rule", RULES[0])
    if rule not in RULES:
        raise PuzzleFormatError(
            f"expected puzzle.rule to be one of {', '.join(RULES)}, found {rule!r}"
        )
    expected = "whole numbers from 0 in puzzle.clues"
    labels = read_rows(puzzle.get("clues"), "puzzle.clues", rows, cols, expected, least=0)
    clues = make_clues(rows, cols, rule, labels, _blocked(puzzle, rows * cols))
    if "labels" not in puzzle:
        return clues
    names = _labels(puzzle, clues.pairs)
    return Clues(rows, cols, rule, clues.numbers, clues.blocked, names)


def encode_solution(solution: Solution) -> JsonObject:
    """Return the JSON form of a solution: ``{"paths": [[cell, ...], ...]}``."""
    return {"paths": [list(path) for path in solution.paths]}


def decode_solution(clues: Clues, value: JsonObject) -> Solution:
    """Return the solution in a ``record.solution``; `check` decides if it is right.

    `PuzzleFormatError` unless there is one list of cells on the board for each pair.
    """
    paths = value.get("paths") if isinstance(value, Mapping) else None
    if not isinstance(paths, list) or len(paths) != clues.pairs:
        raise PuzzleFormatError(f"expected solution.paths to be a list of {clues.pairs} paths")
    size = clues.rows * clues.cols
    for path in paths:
        if not isinstance(path, list) or not path:
            raise PuzzleFormatError("expected each path of solution.paths to be a list of cells")
        for cell in path:
            if type(cell) is not int or not 0 <= cell < size:
                raise PuzzleFormatError(
                    f"expected cells from 0 to {size - 1} in solution.paths, found {cell!r}"
                )
    return make_solution(paths)


def _labels(puzzle: JsonObject, pairs: int) -> tuple[str, ...]:
    names = puzzle["labels"]
    if (
        not isinstance(names, list)
        or len(names) != pairs
        or not all(isinstance(name, str) and 1 <= len(name) <= MAX_LABEL for name in names)
        or " " in (joined := "".join(names))  # the only one that is printable
        or not joined.isprintable()
        or len(set(names)) != pairs
    ):
        raise PuzzleFormatError(
            f"expected puzzle.labels to be a list of {pairs} different names of 1 to {MAX_LABEL} "
            "characters without spaces; leave it out to use the numbers"
        )
    return tuple(names)


def _blocked(puzzle: JsonObject, size: int) -> frozenset[int]:
    cells = puzzle.get("blocked", [])
    if not isinstance(cells, list) or any(type(c) is not int or not 0 <= c < size for c in cells):
        raise PuzzleFormatError(
            f"expected puzzle.blocked to be a list of cells from 0 to {size - 1}"
        )
    return frozenset(cells)
