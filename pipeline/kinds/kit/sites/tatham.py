"""Game IDs of Simon Tatham's collection: a size, parameters, a colon, and parts with commas.

Sources: ``solo.c``, ``divvy.c``, ``dominosa.c``, ``pattern.c``, ``keen.c``, ``tents.c``,
``towers.c``, ``unequal.c`` and ``unruly.c`` of Simon Tatham's collection (MIT).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BETWEEN, BOTTOM, CAGE, LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.board.regions import (
    box_of,
    boxes,
    decode_gaps,
    decode_lines,
    encode_gaps,
    encode_lines,
)
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, diagonals_of
from pipeline.kinds.kit.sites.cells import (
    Bracketed,
    Codec,
    Decimals,
    Runs,
    decode_cells,
    encode_cells,
)
from pipeline.kinds.kit.sites.cells import Signs as SignCodec
from pipeline.kinds.kit.sites.forms import game_id_form
from pipeline.kinds.kit.sites.reading import Form, Forms, Reading, Site
from pipeline.kinds.kit.sites.text_lines import game_id, is_number, parse_number, require_size
from pipeline.model import PuzzleFormatError

ID_ADVICE: Final = "copy the whole ID"
Size: TypeAlias = Literal["wide", "short", "side", "set"]
"""How a size is written: columns x rows, one side of a square, or the largest of a domino set."""
_ROUND: Final = (TOP, BOTTOM, LEFT, RIGHT)  # The sides in the order of Towers
_SIZES: Final = {
    "wide": "([0-9]+)x([0-9]+)",
    "short": "([0-9]{1,3})x([0-9]{1,3})",
    "side": "([0-9]{1,2})()",
    "set": "([0-9]{1,2})()",
}

TATHAM: Final = "tatham"  # Name of the form
_OTHERS: Final[dict[str, tuple[str, Callable[[int, int], Container[int]] | None]]] = {
    "Unequal with adjacent numbers": (r"[0-9]+a\w*:.*", None),
    "Loopy on a grid that is not of squares": (r"[0-9]+x[0-9]+t[1-9]\w*:.*", None),
    "Palisade": (r"[0-9]+x[0-9]+n[0-9]+:[0-3a-z]+", None),
    "Map": (r"[0-9]+x[0-9]+n[0-9]+(?:d[a-z])?:[a-z]+,[0-4a-z]+", None),
    "Undead": (r"[0-9]+x[0-9]+(?:d[a-z])?:[0-9]+,[0-9]+,[0-9]+,[a-zRL]+(?:,[0-9]+)+", None),
    "Magnets": (r"[0-9]+x[0-9]+(?:d[a-z])?:(?:[0-9.]+,){4}[LRTB*]+", None),
    "Tracks": (r"[0-9]+x[0-9]+(?:d[a-z])?:[a-zA-F0-9]+(?:,S?[0-9]+)+", None),
    "Untangle": (r"[0-9]+:[0-9]+-[0-9]+(?:,[0-9]+-[0-9]+)+", None),
    "Slant": (r"[0-9]+x[0-9]+(?:d[a-z])?:[0-4a-z]+", lambda w, h: (w * h + w + h + 1,)),
    "Galaxies": (r"[0-9]+x[0-9]+(?:d[a-z])?:[a-zM]+", lambda w, h: range(w * h + 1, 4 * w * h)),
}
"""Games and variants that no kind reads: how their IDs look, and of how many cells they are."""


_GAMES: Final = (
    "Black Box", "Bridges", "Cube", "Dominosa", "Fifteen", "Filling", "Flip", "Flood", "Galaxies",
    "Guess", "Inertia", "Keen", "Light Up", "Loopy", "Magnets", "Map", "Mines", "Mosaic", "Net",
    "Netslide", "Palisade", "Pattern", "Pearl", "Pegs", "Range", "Rectangles", "Same Game",
    "Signpost", "Singles", "Sixteen", "Slant", "Slide", "Solo", "Tents", "Towers", "Tracks",
    "Twiddle", "Undead", "Unequal", "Unruly", "Untangle",
)  # fmt: skip


def are_ids(lines: Sequence[str]) -> bool:
    """Return whether more than half of some lines have game IDs."""
    return 2 * sum(bool(game_id(line)[0]) for line in lines) > len(lines)


def game_of(label: str) -> str:
    """Return the game that a label of an ID or a page of the collection names, "" if none.

    >>> game_of("Light Up 3:"), game_of("rect"), game_of("mine")
    ('Light Up', 'Rectangles', '')
    """
    letters = "".join(re.findall("[a-z]", label.lower()))
    own = {"rect": "rectangles"}.get(letters, letters)
    return next((game for game in _GAMES if game.lower().replace(" ", "") == own), "")


def other_game(line: str) -> str:
    """Return the game of an ID that no kind reads, "" if it is unknown."""
    for name, (pattern, sizes) in _OTHERS.items():
        if not re.fullmatch(pattern, line):
            continue
        head, _, body = line.partition(":")
        sides = [*map(parse_number, re.findall("[0-9]+", head)[:2])]
        words = re.findall(".", body)
        cells = sum(ord(word) - 96 for word in words if word.islower())
        cells += sum(map(is_number, words))
        if sizes is None or cells in sizes(*sides):
            return name
    return ""


class Part(Protocol):
    """A part of a game ID. ``pattern`` is a regular expression without groups."""

    @property
    def pattern(self) -> str:
        """The expression that the text of the part matches."""

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the part into a board."""

    def write(self, board: Board, empty: int) -> str:
        """Return the part of a board."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The clues of cells by some codecs; without any they are decimal numbers."""

    codecs: Sequence[Codec] = ()
    pattern: str = "[^,]*"
    expected: str = ""

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the clues."""
        codecs = self.codecs or _numbers(board.boards.empty)
        expected = self.expected or f"cells as in {example!r}"
        board.values = decode_cells(text, codecs, board.size, board.line, expected, ID_ADVICE)

    def write(self, board: Board, empty: int) -> str:
        """Return the clues."""
        return encode_cells(board.values, self.codecs or _numbers(empty))


def Numbers() -> Cells:  # noqa: N802 (a part)
    """Return the clues of cells as decimal numbers, before another part."""
    return Cells((), "[0-9a-z_]+", "numbers, or letters for empty cells")


@dataclass(frozen=True, slots=True)
class Signs:
    """Cells with a digit or another sign, and letters for runs of empty cells."""

    numbers: range
    signs: Mapping[str, int] = field(default_factory=dict)
    pattern: str = "[^,]*"

    def codecs(self, empty: int) -> Sequence[Codec]:
        """Return the codecs of a cell."""
        known = {**{str(number): number for number in self.numbers}, **self.signs}
        return SignCodec(known), Runs(empty, ascii_lowercase)

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the clues."""
        Cells(self.codecs(board.boards.empty)).read(text, board, example)

    def write(self, board: Board, empty: int) -> str:
        """Return the clues."""
        return encode_cells(board.values, self.codecs(empty))


@dataclass(frozen=True, slots=True)
class RegionLines:
    """The lines between regions."""

    pattern: str = "[a-z_]+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the regions."""
        board.regions = decode_lines(text, board.grid, board.line)

    def write(self, board: Board, empty: int) -> str:
        """Return the lines."""
        return encode_lines(board.regions, board.grid)


@dataclass(frozen=True, slots=True)
class CageLines:
    """The lines between cages."""

    pattern: str = "[a-z_]+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the cells of the cages."""
        cages: dict[int, list[int]] = {}
        for cell, cage in enumerate(decode_lines(text, board.grid, board.line)):
            cages.setdefault(cage, []).append(cell)
        board.other_clues = [Clue(CAGE, tuple(cells)) for cells in cages.values()]

    def write(self, board: Board, empty: int) -> str:
        """Return the lines."""
        if -1 in board.cage_of:
            raise PuzzleFormatError("tatham cannot express cells without a cage; use another form")
        if any(len(cage.place) == 1 for cage in board.other_clues):
            raise PuzzleFormatError("tatham cannot express a cage of one cell; use another form")
        return encode_lines(board.cage_of, board.grid)


@dataclass(frozen=True, slots=True)
class Totals:
    """The total of each cage in its first cell."""

    pattern: str = r"\w+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the totals of the cages read before."""
        expected = "numbers, or letters for empty cells"
        totals = decode_cells(text, _numbers(0), board.size, board.line, expected, ID_ADVICE)
        board.other_clues = [
            cage._replace(numbers=tuple(totals[cell] for cell in cage.place if totals[cell]))
            for cage in board.other_clues
        ]

    def write(self, board: Board, empty: int) -> str:
        """Return the totals."""
        totals = {cage.place[0]: cage.numbers[0] for cage in board.other_clues if cage.numbers}
        return encode_cells([totals.get(cell, 0) for cell in board.grid.cells], _numbers(0))


@dataclass(frozen=True, slots=True)
class OutsideRuns:
    """The numbers above all columns, then left of all rows, with slashes between the lines."""

    pattern: str = "[0-9./]*"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the numbers."""
        lists = text.split("/")
        is_well = all(re.fullmatch(r"([0-9]+(\.[0-9]+)*)?", one) for one in lists)
        if len(lists) != board.cols + board.rows or not is_well:
            raise board.error(
                f"expected the runs of {board.cols} columns and {board.rows} rows with / between "
                f"them, found {len(lists)}; {ID_ADVICE}"
            )
        board.other_clues += [
            Clue(side, (k,), tuple(map(parse_number, one.split("."))))
            for (side, k), one in zip(_lines(board.rows, board.cols), lists, strict=True)
            if one
        ]

    def write(self, board: Board, empty: int) -> str:
        """Return the numbers."""
        runs = {(clue.sort, clue.place[0]): clue.numbers for clue in board.other_clues}
        places = _lines(board.rows, board.cols)
        return "/".join(".".join(map(str, runs.get(place, ()))) for place in places)


def _lines(rows: int, cols: int) -> list[tuple[str, int]]:
    return [(TOP, k) for k in range(cols)] + [(LEFT, k) for k in range(rows)]


def _numbers(empty: int) -> tuple[Codec, ...]:
    return Decimals(empty), Runs(empty, ascii_lowercase)


@dataclass(frozen=True, slots=True)
class Marks:
    """Gaps before cells with a mark."""

    mark: int
    pattern: str = "[_a-z]+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the marks."""
        for cell in decode_gaps(text, board.size, board.line, "cells"):
            board.put(cell, self.mark)

    def write(self, board: Board, empty: int) -> str:
        """Return the gaps."""
        return encode_gaps(value == self.mark for value in board.values)


@dataclass(frozen=True, slots=True)
class OutsideNumbers:
    """A number for each column, then for each row."""

    pattern: str = "[0-9]{1,3}(?:,[0-9]{1,3})*"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the numbers."""
        numbers = [*map(parse_number, text.split(","))]
        if len(numbers) != board.rows + board.cols:
            raise board.error(
                f"expected the numbers of {board.cols} columns and {board.rows} rows, found "
                f"{len(numbers)}; {ID_ADVICE}"
            )
        places = _lines(board.rows, board.cols)
        board.other_clues += [
            Clue(side, (k,), (n,)) for (side, k), n in zip(places, numbers, strict=True)
        ]

    def write(self, board: Board, empty: int) -> str:
        """Return the numbers."""
        numbers = [clue.numbers[0] for side in (TOP, LEFT) for clue in board.clues_of(side)]
        if len(numbers) < board.rows + board.cols:
            raise PuzzleFormatError(
                "tatham cannot express lines without a number; use another form"
            )
        return ",".join(map(str, numbers))


@dataclass(frozen=True, slots=True)
class Symbols:
    """How many cells to the next 0 (a) or 1 (A)."""

    pattern: str = "[A-Za-z]+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the cells."""
        cell = 0
        for sign in text:
            cell += ascii_lowercase.index(sign.lower())
            if sign in "zZ":
                continue
            if cell < board.size:
                board.put(cell, int(sign.isupper()))
            cell += 1
        if cell != board.size + 1:
            raise board.error(f"expected {board.size} cells, found {cell - 1}; {ID_ADVICE}")

    def write(self, board: Board, empty: int) -> str:
        """Return the cells."""
        given = [cell for cell, _ in board.clues_but(empty)]
        text = ""
        for before, cell in pairwise((-1, *given, len(board.values))):
            gap = cell - before - 1
            is_one = cell < len(board.values) and board.values[cell] == 1
            letter = ascii_lowercase[gap % 25]
            text += "z" * (gap // 25) + (letter.upper() if is_one else letter)
        return text


_STEPS: Final = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


@dataclass(frozen=True, slots=True)
class LargerSigns:
    """Numbers, and the sides on which they are larger."""

    pattern: str = "[0-9]{1,2}[URDL]*(?:,[0-9]{1,2}[URDL]*)*,?"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read numbers and signs."""
        words = text.removesuffix(",").split(",")
        if len(words) != board.size:
            raise board.error(f"expected {board.size} cells, found {len(words)}; {ID_ADVICE}")
        board.values = [parse_number(word.rstrip("URDL")) for word in words]
        signs = set()
        for cell, word in enumerate(words):
            for side in word.lstrip(digits):
                other = board.grid.look(cell, *_STEPS[side])
                if other is None:
                    raise board.error(f"expected a neighbour beside {word!r}")
                sign = "<" if other < cell else ">"
                signs.add(Clue(BETWEEN, (min(cell, other), max(cell, other)), (), sign))
        board.other_clues += signs

    def write(self, board: Board, empty: int) -> str:
        """Return numbers and signs."""
        words = [str(value) for value in board.values]
        for sign in board.other_clues:
            larger, other = sign.place[::-1] if sign.sign == "<" else sign.place
            beside = {board.grid.look(larger, *step): side for side, step in _STEPS.items()}
            words[larger] += beside[other]
        return f"{','.join(words)},"


@dataclass(frozen=True, slots=True)
class Views:
    """The numbers above, below, left and right, then the cells if one has a number."""

    pattern: str = "[0-9/]+(?:,[0-9a-z_]+)?"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read numbers and cells."""
        numbers, comma, cells = text.partition(",")
        words, size = numbers.split("/"), board.rows
        if len(words) != 4 * size:
            raise board.error(
                f"expected {4 * size} places of numbers with / between them, found {len(words)}; "
                f"{ID_ADVICE}"
            )
        places = ((side, (at,)) for side in _ROUND for at in range(size))
        known = zip(places, words, strict=True)
        board.other_clues += [Clue(*place, (parse_number(word),)) for place, word in known if word]
        if comma:
            Numbers().read(cells, board, example)

    def write(self, board: Board, empty: int) -> str:
        """Return numbers and cells."""
        numbers = {(clue.sort, clue.place[0]): str(clue.numbers[0]) for clue in board.other_clues}
        places = ((side, at) for side in _ROUND for at in range(board.cols))
        text = "/".join(numbers.get(place, "") for place in places)
        has_given = any(value != empty for value in board.values)
        return f"{text},{Numbers().write(board, empty)}" if has_given else text


_LETTERS: Final = {"a": "+", "s": "-", "m": "x", "d": "/"}


@dataclass(frozen=True, slots=True)
class Results:
    """The lines of cages, then the operation and result of each; runs of letters are counted."""

    pattern: str = "[a-z_][0-9a-z_]*,(?:[asmd][0-9]+)+"

    def read(self, text: str, board: Reading, example: str) -> None:
        """Read the cages."""
        lines, _, given = text.partition(",")
        counted = re.findall(r"([a-z_])([0-9]{0,3})", lines)
        counted = counted[: 2 * board.size]  # there are fewer lines between cells
        plain = "".join(letter * (parse_number(times) if times else 1) for letter, times in counted)
        CageLines().read(plain, board, example)
        results = re.findall(r"([asmd])([0-9]+)", given)
        if len(results) != len(board.other_clues):
            raise board.error(
                f"expected the results of {len(board.other_clues)} cages, found {len(results)}; "
                f"{ID_ADVICE}"
            )
        board.other_clues = [
            cage._replace(numbers=(parse_number(number),),
                          sign=_LETTERS[letter] * (len(cage.place) > 1))
            for cage, (letter, number) in zip(board.other_clues, results, strict=True)
        ]  # fmt: skip

    def write(self, board: Board, empty: int) -> str:
        """Return the cages."""
        if -1 in board.cage_of:
            raise PuzzleFormatError("tatham cannot express cells without a cage; use another form")
        signs = {sign: letter for letter, sign in _LETTERS.items()}
        results = []
        for cage in board.other_clues:
            sign = cage.sign or "+" * (len(cage.place) == 1)
            if not cage.numbers or not sign:
                raise PuzzleFormatError(
                    "tatham cannot express cages without a result and its sign; use another form"
                )
            results.append(f"{signs[sign]}{cage.numbers[0]}")
        runs = ((one, len([*run])) for one, run in groupby(encode_lines(board.cage_of, board.grid)))
        text = "".join(letter * k if k < 3 else f"{letter}{k}" for letter, k in runs)
        return f"{text},{''.join(results)}"


_PLAIN: Final = "(?:d[a-z])?"


def counts(game: str, mark: int) -> Site:
    """Return the form ``tatham`` of a game with marked cells and numbers outside."""
    return form(game, _PLAIN, "3x3:a_c,1,0,1,1,0,1", Marks(mark), OutsideNumbers(), size="short")


def dominoes() -> Site:
    """Return the form ``tatham`` of Dominosa: all numbers in turn."""
    numbers = Cells((Bracketed(),), r"[0-9\[\]]+", "numbers, from 10 on in brackets")
    return form("Dominosa", "|a", "1:011010", numbers, size="set")


def symbols(distinct: str, alike: str) -> Site:
    """Return the form ``tatham`` of Unruly, with one rule for IDs with ``u`` and one for others."""
    rules = {"u": distinct, "": alike}
    return form("Unruly", _PLAIN, "8x8:aBcD...", Symbols(), size="short", rules=rules)


def larger_signs() -> Site:
    """Return the form ``tatham`` of Unequal: numbers, and the sides on which they are larger."""
    return form("Unequal", _PLAIN, "4:0,2R,0,0D,...", LargerSigns(), size="side")


def views() -> Site:
    """Return the form ``tatham`` of Towers: numbers outside, then cells."""
    return form("Towers", _PLAIN, "4:2/1/3//.../2,a3b...", Views(), size="side")


def results() -> Site:
    """Return the form ``tatham`` of Keen: cages, then the operation and result of each."""
    return form("Keen", "(?:d[a-z]m?)?", "4:a_3b...,a5m12...", Results(), size="side")


def solo(rules: Mapping[str, str]) -> Site:
    """Return the form ``tatham`` of Solo, with the rule for each set of letters behind a size.

    ``j`` means irregular regions, ``x`` both diagonals, ``k`` cages with totals.
    """
    letters = "|".join(sorted(rules, reverse=True))
    pattern = re.compile(
        rf"([0-9]{{1,2}})(?:x([0-9]{{1,2}})(?!j)|(?=j))({letters})(?:d[a-z]+)?:([0-9a-z_][\w,]*)",
        re.ASCII,
    )
    example = f"{'9' if all('j' in one for one in rules) else '3x3'}{min(rules)}:a1b2..."

    def parts_of(letters: str) -> list[Part]:
        lines: list[Part] = [RegionLines()] * ("j" in letters)
        return [Numbers(), *lines, *([CageLines(), Totals()] if "k" in letters else ())]

    def build(forms: Forms) -> Form:
        boards = forms.boards
        has_lines = any(DIAGONAL in sort.names for sort in boards.clue_sorts)

        def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
            high, wide = parse_number(match[1]), parse_number(match[2] or "1")
            side = high * wide
            require_size(side, side, boards.most_side, line)
            board = Reading(boards, line, side, side, rules[match[3]] or None)
            board.regions = boxes(side, high, wide) if match[2] else ()
            parts, texts = parts_of(match[3]), match[4].split(",")
            if len(texts) != len(parts):
                what = f"expected {len(parts)} parts with commas between them"
                raise board.error(f"{what}, found {len(texts)}; {ID_ADVICE}")
            for part, text in zip(parts, texts, strict=True):
                part.read(text, board, example)
            if "x" in match[3] and has_lines:
                board.other_clues += [Clue(DIAGONAL, cells) for cells in diagonals_of(side)]
            return Parsed(line, board.clues(forms, rule))

        def write(board: Board, _: Solution | None) -> str:
            letters = next((one for one, rule in rules.items() if rule == board.rule), None)
            is_jigsaw = letters is not None and "j" in letters
            box = None if is_jigsaw else box_of(board.regions, board.rows)
            lines = [clue for clue in board.other_clues if clue.sort == DIAGONAL]
            if letters is None or (box is None and not is_jigsaw) or len(lines) == 1:
                what = f"the rule {board.rule} on this board" if board.rule else "its regions"
                raise PuzzleFormatError(f"tatham cannot express {what}; use another form")
            head = str(board.rows) if box is None else f"{box[0]}x{box[1]}"
            texts = [part.write(board, boards.empty) for part in parts_of(letters)]
            return f"{head}{letters}:{','.join(texts)}\n"

        return game_id_form("Solo", pattern, example, read, write, forms.refuse)

    return Site(build)


def form(
    game: str,
    params: str,
    example: str,
    *parts: Part,
    size: Size = "wide",
    rules: Mapping[str, str] = MappingProxyType({"": ""}),
    confidence: Callable[[Board], int] = lambda board: 1,
) -> Site:
    """Return the form ``tatham``: game IDs of a game with some parts.

    ``params`` is a regular expression for the text between size and colon, whose first alternative
    is written; ``example`` is for errors; ``rules`` has the rule of each letter after the size.
    """
    body = ",".join(f"({part.pattern})" for part in parts)
    pattern = re.compile(rf"{_SIZES[size]}({'|'.join(rules)})(?:{params}):{body}", re.ASCII)
    # Groups in the parameters, as in (?:d[a-z]+)?, do not count.
    written = re.sub(r"\(\?:.*?\)\?", "", params.partition("|")[0]).replace("\\", "")

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
            cols, rows = parse_number(match[1]), parse_number(match[2] or match[1])
            if size == "set":
                cols, rows = cols + 2, rows + 1
            require_size(cols, rows, boards.most_side, line)
            board = Reading(boards, line, rows, cols, rules[match[3]] or None)
            for part, text in zip(parts, match.groups()[3:], strict=True):
                part.read(text, board, example)
            return Parsed(line, board.clues(forms, rule))

        def write(board: Board, _: Solution | None) -> str:
            if size == "set" and board.cols != board.rows + 1:
                what = "other boards than those one column wider than high"
                raise PuzzleFormatError(f"tatham cannot express {what}; use another form")
            heads = {"side": str(board.cols), "set": str(board.rows - 1)}
            head = heads.get(size, f"{board.cols}x{board.rows}")
            head += next((letter for letter, own in rules.items() if own == board.rule), "")
            texts = [part.write(board, boards.empty) for part in parts]
            return f"{head}{written}:{','.join(texts)}\n"

        found = game_id_form(game, pattern, example, read, write, forms.refuse)
        return replace(found, confidence=confidence)

    return Site(build)


__all__ = [
    "CageLines", "Cells", "Decimals", "Numbers", "OutsideRuns", "Runs", "SignCodec", "Signs",
    "Totals", "counts", "dominoes", "form", "larger_signs", "results", "solo", "symbols", "views",
]  # fmt: skip
