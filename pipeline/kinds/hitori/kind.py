"""Hitori: shade cells so that no line repeats a number, and white cells are connected.

Sources of its text forms: ``hitori.js`` of pzprjs (MIT), ``singles.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_letters, digits
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.hitori import drafts
from pipeline.kinds.hitori.drafts import NONE
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables, tatham
from pipeline.kinds.kit.sites.words import Words

BOARDS: Final = kit.Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(100),
    expected="a number from 1 to 99, or 0 for none",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that shaded cells are apart, and white cells connected."""
    model.shades_apart("touch", "whole")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that equal numbers of a line are not all white."""
    white = -model.cells()
    for _, line in board.lines():
        same: dict[int, list[int]] = {}
        for cell in line:
            if board.values[cell] != NONE:
                same.setdefault(board.values[cell], []).append(cell)
        for cells in same.values():
            if len(cells) > 1:
                model.count(white[cells], (0, 1), "twice")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for lines in (answer.rows(), answer.columns()):
        for k, (name, line) in enumerate(lines, 1):
            white = [cell for cell in line if cell not in answer.shaded]
            for number in sorted({board.values[cell] for cell in white} - {NONE}):
                same = tuple(cell for cell in white if board.values[cell] == number)
                if len(same) > 1:
                    found = f"{number} occurs {len(same)} times in {name} {k}"
                    yield kit.Violation("repeated", same, found)
    yield from answer.require_shades_apart()


_NUMBER: Final = re.compile(r"[.%@]|[0-9a-z]|-[g-z]|-[0-9a-f][0-9a-z]")
_SIGNS: Final = digits + ascii_letters


class Base36:
    """The codec of base 36 numbers: one digit, or two after a minus; a dot, % or @ is no number.

    Older programs also write a minus before a single letter from g to z.
    """

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        number = values[at]
        high = f"-{_SIGNS[number // 36]}" if number >= 36 else ""
        return ("." if number == NONE else high + _SIGNS[number % 36]), 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _NUMBER.match(text, at)
        if found is None:
            return None
        number = found[0].removeprefix("-")
        return [NONE if number in ".%@" else int(number, 36)], len(found[0])


def confidence(board: kit.Board) -> int:
    """Return 2 for a full board with no more distinct numbers than the length of a side."""
    is_full = min(board.rows, board.cols) > 2 and NONE not in board.values
    return 2 * (is_full and len(set(board.values)) <= max(board.rows, board.cols))


def _words(empty: str) -> Words:
    return Words(range(1, 100), "a number from 1 to 99", "check the file", empty)


TABLE: Final = tables.table("rows of numbers", _words("- ."), confidence, ("hitori",))

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.MendSketch(
        partial(drafts.begin, BOARDS, fixed),
        most_probed=dict.fromkeys((None, "hard", "expert"), 2),  # always
    ),
    fixed_last=True,
    forms=(
        puzz_link.form(
            ("hitori",), puzz_link.Cells((Base36(),), "a figure or letter for each cell")
        ),
        puzz_link.file(("hitori",), _words(". -"), is_apart=True),
        tatham.form(
            *("Singles", "|d[a-z]", "5x5:1432..."),
            tatham.Cells((tatham.SignCodec({sign: k for k, sign in enumerate(_SIGNS)}),)),
        ),
        janko.form(("hitori",), janko.Cells(_words("-"))),
        TABLE,
        tables.rows("rows of signs", TABLE),
    ),
    sample=lambda rows, cols: [max(rows, cols)] * (rows * cols),
)
