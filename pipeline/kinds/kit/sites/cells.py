"""Codecs of cells: words in rows, and strings of signs and runs.

A *table* has a word for each cell, separated by spaces: `CellWords`. A *string* encodes cells one
after another by codecs that are tried in turn: `Signs`, `Runs`, or a kind's own (compare the
serializer of cspuz, github.com/semiexp/cspuz). Errors have the 1-based line of the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from pipeline.kinds.kit.sites.text_lines import (
    MOST_DIGITS,
    Line,
    is_number,
    parse_number,
    require_width,
)
from pipeline.model import PuzzleFormatError, cut

V = TypeVar("V")


class Row(NamedTuple):
    """The values of a row of cells, and its 1-based line."""

    line: int
    values: Sequence[Any]


def split_rows(values: Sequence[V], cols: int) -> list[Sequence[V]]:
    """Return the values of cells row by row.

    >>> split_rows([1, 2, 3, 4], 2)
    [[1, 2], [3, 4]]
    """
    return [values[at : at + cols] for at in range(0, len(values), cols)]


def join_rows(words: Sequence[object], cols: int) -> list[str]:
    """Return the words of cells as lines, row by row.

    >>> join_rows(["a", "b", 3, "-"], 2)
    ['a b', '3 -']
    """
    return [" ".join(map(str, row)) for row in split_rows(words, cols)]


@dataclass(frozen=True, slots=True)
class CellWords:
    """Cells as words: signs for some values, whole numbers for the others.

    ``expected`` and ``advice`` are parts of error messages.

    >>> words = CellWords({".": 0}, range(1, 9), "1 to 8 or a dot", "check the file")
    >>> words.read_row((1, "3 . 1"), 3), words.write([3, 0, 1], 3)
    (Row(line=1, values=[3, 0, 1]), ['3 . 1'])
    """

    signs: Mapping[str, Any]
    numbers: range
    expected: str
    advice: str

    def read_row(self, line: Line, cols: int, width_of: str = "the size") -> Row:
        """Return the cells of a row of ``cols`` columns; errors name the source of that number."""
        values = self.read_all(line[1].split(), line[0])
        require_width(len(values), cols, line[0], width_of)
        return Row(line[0], values)

    def read_all(self, words: Sequence[str], line: int) -> list[Any]:
        """Return the values of the words of a line."""
        # Numbers are parsed together, since a board may have a million cells.
        if is_number("".join(words)) and len(max(words, key=len)) <= MOST_DIGITS:
            numbers = [*map(int, words)]
            is_plain = self.signs.keys().isdisjoint(words)
            if is_plain and min(numbers) in self.numbers and max(numbers) in self.numbers:
                return numbers
        return [self.read(word, line) for word in words]

    def read(self, word: str, line: int) -> Any:
        """Return the value of a word."""
        if word in self.signs:
            return self.signs[word]
        if is_number(word) and (number := parse_number(word)) in self.numbers:
            return number
        raise PuzzleFormatError(
            f"expected {self.expected}, found {cut(word)!r}{self.advice and f'; {self.advice}'}",
            line=line,
        )

    def write(self, values: Iterable[Any], cols: int) -> list[str]:
        """Return the rows of a table; values are written as their first sign or as numbers."""
        signs = {value: sign for sign, value in reversed([*self.signs.items()])}
        words = [signs.get(value) or str(value) for value in values]
        return join_rows(words, cols)


def number_words(most: int, empty: int = 0) -> CellWords:
    """Return the words of cells that are empty or have a number from 1.

    >>> number_words(5).read_all(["3", "-"], 1)
    [3, 0]
    """
    expected = f"a number from 1 to {most}, or - for an empty cell"
    signs = dict.fromkeys(("-", ".", "_", "0"), empty)
    return CellWords(signs, range(1, most + 1), expected, "check the text")


class Codec(Protocol):
    """An encoding of some cells in a string."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of the cells from ``at`` and their number; None if it has none."""

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the cells at a position and the length of their text; None if invalid."""


class Signs(dict[str, int]):
    """One character for one cell, by its value."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of a value."""
        return next(((sign, 1) for sign, value in self.items() if value == values[at]), None)

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the value of a sign."""
        return ([self[text[at]]], 1) if text[at] in self else None


class Runs(NamedTuple):
    """A run of cells of one value as a letter; the n-th letter is a run of n."""

    value: int
    letters: str

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the letter of the longest possible run."""
        ahead = islice(values, at, at + len(self.letters))
        run = sum(1 for _ in takewhile(lambda value: value == self.value, ahead))
        return (self.letters[run - 1], run) if run else None

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the run of a letter."""
        run = self.letters.find(text[at]) + 1
        return ([self.value] * run, 1) if run else None


def encode_cells(values: Sequence[int], codecs: Sequence[Codec]) -> str:
    """Return cells as a string; `PuzzleFormatError` if no codec encodes a value.

    >>> encode_cells([1, 0, 0, 2], [Signs({"1": 1, "2": 2}), Runs(0, "abc")])
    '1b2'
    """
    parts = []
    k = 0
    while k < len(values):
        encoded = next((one for codec in codecs if (one := codec.encode(values, k))), None)
        if encoded is None:
            raise PuzzleFormatError(
                f"the form has no sign for {values[k]} (cell {k + 1}); export it in the form "
                "table, or as jsonl"
            )
        parts.append(encoded[0])
        k += encoded[1]
    return "".join(parts)


def decode_cells(
    text: str,
    codecs: Sequence[Codec],
    size: int,
    line: int,
    expected: str,
    advice: str,
    over: int = 0,
) -> list[int]:
    """Return the ``size`` cells of a string; up to ``over`` further cells are dropped.

    `PuzzleFormatError` if no codec decodes a part of it, or there are more or fewer cells: a string
    that was cut off would be another puzzle. ``expected`` and ``advice`` are parts of the message.

    >>> decode_cells("1b2", [Signs({"1": 1, "2": 2}), Runs(0, "abc")], 4, 1, "1 or 2", "look")
    [1, 0, 0, 2]
    """
    values, rest = decode_front(text, codecs, size + over + 1, line, expected, advice)
    if rest or len(values) > size + over:
        raise PuzzleFormatError(f"expected {size} cells, found more; check the size", line=line)
    if len(values) < size:
        raise PuzzleFormatError(f"expected {size} cells, found {len(values)}; {advice}", line=line)
    return values[:size]


def decode_front(
    text: str, codecs: Sequence[Codec], size: int, line: int, expected: str, advice: str
) -> tuple[list[int], str]:
    """Return at least ``size`` cells of a string, as far as it goes, and the rest of it."""
    values: list[int] = []
    place = 0
    while place < len(text) and len(values) < size:
        decoded = next((one for codec in codecs if (one := codec.decode(text, place))), None)
        if decoded is None:
            check = "check the sign" if advice.startswith("copy") else advice
            raise PuzzleFormatError(
                f"expected {expected}, found {cut(text[place:])!r}; {check}", line=line
            )
        values += decoded[0]
        place += decoded[1]
    return values, text[place:]


@dataclass(frozen=True, slots=True)
class Fours:
    """The codec of puzz.link for clues from 0 to 4.

    ``0`` to ``4`` is a clue, ``5`` to ``9`` and ``a`` to ``e`` the same followed by one or two
    empty cells, ``.`` an unknown clue; ``g`` to ``z`` are 1 to 20 empty cells.
    """

    empty: int
    unknown: int

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of the cells from a place on, and how many it covers."""
        clue = values[at]
        ahead = values[at : at + (20 if clue == self.empty else 3)]
        start = 0 if clue == self.empty else 1
        run = next((k for k, v in enumerate(ahead[start:]) if v != self.empty), len(ahead) - start)
        if clue == self.empty:
            return _BASE_36[15 + run], run
        if clue == self.unknown:
            return ".", 1
        return _BASE_36[clue + 5 * run], 1 + run

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the cells of a sign."""
        sign = text[at]
        if sign == ".":
            return [self.unknown], 1
        value = _BASE_36.find(sign)
        if 0 <= value < 15:
            return [value % 5, *[self.empty] * (value // 5)], 1
        return ([self.empty] * (value - 15), 1) if value > 15 else None


@dataclass(frozen=True, slots=True)
class Marks:
    """The codec of puzz.link for a mark or an empty cell, and up to 17 empty cells after it."""

    mark: int
    empty: int

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of a cell and of the empty ones behind it."""
        behind = islice(values, at + 1, at + 18)
        run = sum(1 for _ in takewhile(lambda value: value == self.empty, behind))
        return _BASE_36[run + 18 * (values[at] == self.empty)], run + 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the cells of a sign."""
        value = _BASE_36.find(text[at])
        first = self.mark if value < 18 else self.empty
        return ([first, *[self.empty] * (value % 18)], 1) if value >= 0 else None


@dataclass(frozen=True, slots=True)
class Threes:
    """The codec of puzz.link for clues from 0 to 2: three cells are one digit in base 27."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the sign of three cells; cells past the last are 0."""
        three = (*values[at : at + 3], 0, 0)[:3]
        return _BASE_36[9 * three[0] + 3 * three[1] + three[2]], len(values[at : at + 3])

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the three cells of a sign."""
        value = _BASE_36.find(text[at])
        return ([value // 9, value // 3 % 3, value % 3], 1) if 0 <= value < 27 else None


@dataclass(frozen=True, slots=True)
class Several:
    """The codec of Tapa for clues of up to four digits, of which a 9 is an unknown number.

    A digit is a clue of one number, 9 that of four ones, and ``.`` an unknown one. Other clues are
    two signs, a number in base 36: from 360 on in base 6, 396 in base 4, 460 in base 2.
    """

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the signs of a clue; None for an empty cell."""
        clue = values[at]
        if clue < 0:
            return None
        if clue in _SINGLE:
            return _SINGLE[clue], 1
        digits = [int(digit) % 9 for digit in str(clue)]
        if len(digits) == 1:
            return str(clue), 1
        start, base = _BASES[len(digits)]
        number = start + sum(digit * base**k for k, digit in enumerate(reversed(digits)))
        return f"{_BASE_36[number // 36]}{_BASE_36[number % 36]}", 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the clue of one or two signs, its digits in their order."""
        if text[at] in _CLUES:
            return [_CLUES[text[at]]], 1
        signs = text[at : at + 2]
        if len(signs) < 2 or signs[0] not in "abcdef" or signs[1] not in _BASE_36:
            return None
        number = 36 * _BASE_36.index(signs[0]) + _BASE_36.index(signs[1])
        size = max((size for size, (start, _) in _BASES.items() if start <= number), default=0)
        start, base = _BASES[size]
        digits = [(number - start) // base**k % base or 9 for k in range(size)]
        if number - start >= base**size:
            return None
        return [int("".join(map(str, sorted(digits))))], 2


_BASES: Final = {2: (360, 6), 3: (396, 4), 4: (460, 2)}
_SINGLE: Final = {9: ".", 1111: "9"}
_CLUES: Final = {str(clue): clue for clue in range(9)} | {s: clue for clue, s in _SINGLE.items()}


@dataclass(frozen=True, slots=True)
class Decimals:
    """The codec of Simon Tatham's IDs for decimal numbers, separated by underscores."""

    empty: int

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        if values[at] == self.empty:
            return None
        return f"{'_' * (at > 0 and values[at - 1] != self.empty)}{values[at]}", 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _DECIMAL.match(text, at)
        return ([int(found[1])], len(found[0])) if found else None


class Bracketed:
    """The codec of Dominosa for numbers, from 10 on in brackets."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        number = values[at]
        return None if number < 0 else (str(number) if number < 10 else f"[{number}]", 1)

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _BRACKETED.match(text, at)
        return ([int(found[1] or found[2])], len(found[0])) if found else None


_BRACKETED: Final = re.compile(r"([0-9])|\[([0-9]{1,2})\]")
_DECIMAL: Final = re.compile(r"_?([0-9]{1,4})")
_BASE_36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
