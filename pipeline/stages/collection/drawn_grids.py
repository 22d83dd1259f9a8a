"""Grids of cells drawn with bars, rules and gaps, as programs and people type them.

A row is signs or words, with bars or gaps between boxes, or a bar between cells. A rule is a line
of dashes. A cell without a sign, or with several candidates, is empty.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from pipeline.kinds.kit.sites.text_lines import Line

EMPTY: Final = "-"
LEAST: Final = 4  # Least side of a drawn grid
_LONGEST: Final = 400  # Most characters of a drawn row
_TALLEST: Final = 60  # Rows after which a blank line ends what is no grid yet
_BAR: Final = re.compile(r"[|!¦│┃║]")
_RULE: Final = re.compile(r"(?=.*(?:[-=_─━═]{2}|[-─━═] ?[+┼╬]))[\s.'`,:+*|=_─-╿-]+")
_WORD: Final = re.compile(r"[0-9A-Za-z.*_?#-]{1,9}")
_GROUPS: Final = re.compile(r"[0-9.*_X-]{2,5}(?: +[0-9.*_X-]{2,5})+|[0-9.*_X-]{4,25}")
_BLANK: Final = " "
_CANDIDATES: Final = re.compile(r"u?1?2?3?4?5?6?7?8?9?")


class DrawnGrid(NamedTuple):
    """Rows of words, and the 1-based line of the first.

    ``box`` is the rows and columns of a box, 0 where no line separates them.
    """

    line: int
    rows: list[list[str]]
    box: tuple[int, int]


class OddLines(NamedTuple):
    """Drawn lines that are not a grid."""

    line: int
    high: int


def drawn_grids(lines: Iterable[Line]) -> Iterator[DrawnGrid | OddLines | Line]:
    """Yield the grids among some lines, drawn lines that are none, and lines of other text."""
    held: list[Line] = []
    marks: set[int] = set()
    is_ruled = False
    for number, line in chain(lines, [(0, "(end)")]):
        is_rule, is_row = _RULE.fullmatch(line) is not None, _is_row(line)
        # Two rules below each other are the frames of two grids; a blank line may be a gap.
        is_end = (is_rule and is_ruled and len(held) in marks) or not line.strip()
        is_drawn = is_ruled or (not is_row and bool(held) and _is_drawn(held))
        is_tall = len(held) > _TALLEST
        if held and is_end and (is_tall or (is_drawn and _is_square(held, marks))):
            yield from _grids(held, marks) if is_drawn else held
            held, marks, is_ruled = [], set(), False
        if is_rule:
            is_ruled = True
            marks.add(len(held))
        elif is_row:
            held.append((number, line))
        elif line.strip():
            yield from _grids(held, marks) if held and is_drawn else held
            held, marks, is_ruled = [], set(), False
            if number:
                yield number, line


def _is_row(line: str) -> bool:
    if len(line) > _LONGEST or not line.strip():
        return False
    words = _BAR.sub(" ", line).split()
    if _BAR.search(line) is None:
        return _GROUPS.fullmatch(line.strip()) is not None or all(
            len(word) == 1 or _CANDIDATES.fullmatch(word) for word in words
        )
    return all(map(_WORD.fullmatch, words))


def _is_drawn(held: Sequence[Line]) -> bool:
    """Return whether rows have bars, gaps between boxes, or candidates."""
    if any(_BAR.search(line) for _, line in held):
        return True
    groups = [[*map(len, line.split())] for _, line in held]
    wide = len(groups[0]) * groups[0][0]
    is_grouped = len({*map(tuple, groups)}) == 1 and 1 < groups[0][0] < wide == len(held)
    text = "".join(line for _, line in held)
    return (is_grouped and any(sign in text for sign in "0.*_X-")) or _is_solving(
        [line.split() for _, line in held]
    )


def _is_solving(rows: Sequence[Sequence[str]]) -> bool:
    words = [word for row in rows for word in row]
    is_square = len(rows) == 9 and {*map(len, rows)} == {9}
    return is_square and any(len(word) > 1 for word in words) and all(
        _CANDIDATES.fullmatch(word) for word in words
    )  # fmt: skip


def _is_square(held: Sequence[Line], marks: set[int]) -> bool:
    return any(isinstance(one, DrawnGrid) for one in _grids(held, marks))


def _grids(held: Sequence[Line], marks: set[int]) -> Iterator[DrawnGrid | OddLines]:
    """Yield the squares of some rows; ``marks`` are the numbers of rows above a rule."""
    parts = [_segments(line) for _, line in held]
    if 1 in marks and not "".join(parts[0]).strip():  # the empty head of a table
        held, parts, marks = held[1:], parts[1:], {mark - 1 for mark in marks}
    for has_outer, at in ((all(not row[0].strip() for row in parts), 0),
                          (all(not row[-1].strip() for row in parts), -1)):  # fmt: skip
        for row in parts if has_outer else ():
            if len(row) > 1:
                del row[at]
    count, ordered = len(parts[0]), sorted(marks)
    for width in _widths(parts) if {*map(len, parts)} == {count} else ():
        side = count * width
        split = ([_cells(part, width) for part in row] for row in parts)
        rows = [[word for cells in row for word in cells or ()] for row in split if None not in row]
        signs = {word for row in rows for word in row}
        is_mixed = _BLANK in signs and not signs.isdisjoint((*"0.*_X", EMPTY))
        if side < LEAST or len(rows) != len(held) or len(rows) % side or is_mixed:
            continue
        for top in range(0, len(rows), side):
            within = slice(bisect_right(ordered, top), bisect_left(ordered, top + side))
            inner = [0, *(mark - top for mark in ordered[within]), side]
            steps = {after - before for before, after in pairwise(inner)}
            high = steps.pop() if len(steps) == 1 else 0
            grid = rows[top : top + side]
            box = (high if 1 < high < side else 0, width if 1 < width < side else 0)
            if is_solving := _is_solving(grid):
                box = (3, 3)
            grid = [[EMPTY if word in "*_X " or (is_solving and len(word) > 1) else word
                     for word in row] for row in grid]  # fmt: skip
            yield DrawnGrid(held[top][0], grid, box)
        return
    if held:
        yield OddLines(held[0][0], len(held))


def _segments(line: str) -> list[str]:
    if _BAR.search(line):
        return _BAR.split(line)
    return line.split() if _GROUPS.fullmatch(line.strip()) else [line.strip()]


def _widths(parts: Sequence[Sequence[str]]) -> Iterator[int]:
    """Yield the possible numbers of cells in a segment, the likeliest first."""
    segments = [segment for row in parts for segment in row]
    words = [segment.split() for segment in segments]
    lengths = {len(one[0]) if len(one) == 1 else 0 for one in words}
    if len(lengths) == 1:
        yield from lengths
    most = max(map(len, segments))
    yield from dict.fromkeys((max(map(len, words)), 1, (most - 1) // 2, (most + 1) // 2, most))


def _cells(segment: str, width: int) -> list[str] | None:
    """Return the words of a segment of ``width`` cells, None if their number differs."""
    words = segment.split()
    if len(words) == width:
        return words
    if len(words) == 1 and len(words[0]) == width:
        return list(words[0])
    if width == 1 or not all(len(word) <= width for word in words):
        return None if words else [_BLANK]
    for step, start in ((2, 1), (2, 0), (1, 0)):
        places = range(start, start + step * width, step)
        if all(sign == " " or at in places for at, sign in enumerate(segment)):
            signs = segment.ljust(places.stop)
            return [signs[at] for at in places]
    return None
