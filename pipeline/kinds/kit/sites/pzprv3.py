"""Parts of pzprv3 files of kinds with regions, numbers outside of the board, or sums of runs.

A file is rows of words below its size. `Rule` is a line, `Rooms` are numbers of regions with their
count above, or the borders between them as 0 and 1, `Cells` a word for each cell, `Framed` the
cells with numbers around them. What is drawn is below, as in `sheets`.

Source: ``FileData.js``, ``heyawake.js``, ``starbattle.js``, ``shikaku.js``, ``ripple.js``,
``tents.js``, ``skyscrapers.js``, ``nonogram.js``, ``kakuro.js`` of pzprjs (MIT).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BOTTOM, LEFT, TOP, Clue
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.board.regions import borders_between, regions_between, regions_within
from pipeline.kinds.kit.sites import pzpr, sheets
from pipeline.kinds.kit.sites.cells import CellWords, join_rows
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.reading import Form, Forms, Reading, Site
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number
from pipeline.kinds.kit.sites.words import Words

_ADVICE: Final = "check the file"
_ROOM: Final = CellWords({}, range(10_000), "the number of a region", _ADVICE)


class Part(Protocol):
    """Some lines of a file."""

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the part from the first lines of a sheet; return their number."""

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the lines of a board."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The number of a rule."""

    rules: Mapping[str, int]

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the rule."""
        word = "".join(item for _, item in sheet.body[:1])
        board.set_rule(word, self.rules, "below", _ADVICE)
        return 1

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the number of the rule."""
        return [str(self.rules[board.rule])]


@dataclass(frozen=True, slots=True)
class Rooms:
    """The regions: numbers with their count above, or with ``has_borders`` their borders."""

    has_borders: bool = False

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the regions."""
        grid = board.grid
        # Older files have the number of regions above their rows.
        is_counted = [len(item.split()) for _, item in sheet.body[:2]] == [1, sheet.cols]
        if self.has_borders and not is_counted:
            board.regions = regions_between(grid, pzpr.read_links(_below(sheet), 1))
            return 2 * sheet.rows - 1
        rows = pzpr.read_rows(sheet, _ROOM, 1)
        own = [room for row in rows for room in row.values]
        parted = {pair for pair in grid.edges() if own[pair[0]] != own[pair[1]]}
        board.regions = regions_between(grid, parted)
        return 1 + sheet.rows

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the regions."""
        if self.has_borders:
            return pzpr.write_links(_parted(board, board.regions), board.rows, board.cols)
        rows = join_rows(board.regions, board.cols)
        return [str(len(board.areas)), *rows]


@dataclass(frozen=True, slots=True)
class Cells:
    """The clues of cells."""

    words: Words

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read the clues."""
        words = self.words.at("file", board.boards.empty)
        board.values = [one for row in pzpr.read_rows(sheet, words) for one in row.values]
        return sheet.rows

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the clues."""
        return self.words.at("file", empty).write(board.values, board.cols)


@dataclass(frozen=True, slots=True)
class Framed:
    """The cells with numbers around: a row and a column for each, or up to half a side of them.

    ``marks`` are the words of clues in cells, ``number`` is before others; ``filled`` is the
    word of a cell of the answer, and other words are numbers of the answer.
    """

    sides: Sequence[str] = (TOP, LEFT)
    marks: Mapping[str, int] | None = None
    number: str = ""
    filled: str = ""
    is_deep: bool = False
    has_lines: bool = False
    """Whether lines between cells are below, which the answer does not need."""

    def _frame(self, rows: int, cols: int) -> tuple[int, int, int, int]:
        """Return the rows above, the columns before, the rows below and the columns behind."""
        deep = ((rows + 1) // 2, (cols + 1) // 2) if self.is_deep else (1, 1)
        below = int(BOTTOM in self.sides)
        return (*deep, below, below)

    def _lines(self, rows: int, cols: int) -> Iterator[tuple[str, int, list[tuple[int, int]]]]:
        """Yield side and number of each line with its places in reading order."""
        above, before, _, _ = self._frame(rows, cols)
        for side in self.sides:
            for k in range(cols if side in (TOP, BOTTOM) else rows):
                if side in (TOP, BOTTOM):
                    span = range(above) if side == TOP else range(above + rows, above + rows + 1)
                    yield side, k, [(row, before + k) for row in span]
                else:
                    wide = (
                        range(before) if side == LEFT else range(before + cols, before + cols + 1)
                    )
                    yield side, k, [(above + k, col) for col in wide]

    def read(self, sheet: pzpr.PzprSheet, board: Reading) -> int:
        """Read clues and numbers; what is drawn is left to `drawn`."""
        words = self._table(sheet)
        above, before, _, _ = self._frame(sheet.rows, sheet.cols)
        marks = self.marks or {}
        for cell in range(board.size):
            word = words[above + cell // board.cols][before + cell % board.cols]
            if word in marks:
                board.put(cell, marks[word])
            elif self.number and word.startswith(self.number):
                board.put(cell, _whole(board, word.removeprefix(self.number)))
        for side, k, places in self._lines(sheet.rows, sheet.cols):
            found = [words[row][col].removeprefix("c") for row, col in places]
            numbers = tuple(_whole(board, word) for word in found if word != ".")
            if numbers:
                board.other_clues.append(Clue(side, (k,), numbers))
        return len(words)

    def _table(self, sheet: pzpr.PzprSheet) -> list[list[str]]:
        above, before, below, behind = self._frame(sheet.rows, sheet.cols)
        high, wide = above + sheet.rows + below, before + sheet.cols + behind
        return [[*row.values] for row in pzpr.read_rows(sheet._replace(rows=high, cols=wide), None)]

    def drawn(self, sheet: pzpr.PzprSheet, board: Board) -> Solution | None:
        """Return the answer among the cells, None without one."""
        above, before, _, _ = self._frame(sheet.rows, sheet.cols)
        rows = self._table(sheet)[above : above + board.rows]
        words = [word for row in rows for word in row[before : before + board.cols]]
        if self.filled:
            cells = tuple((at,) for at, word in enumerate(words) if word == self.filled)
            return Solution("cells", cells) if cells else None
        numbers = [word.removeprefix(self.number) for word in words]
        if not all(map(is_number, numbers)):
            return None
        return Solution("numbers", tuple(enumerate(map(parse_number, numbers))), board.grid)

    def write(self, board: Board, answer: Solution | None, empty: int) -> list[str]:
        """Return the rows."""
        above, before, below, behind = self._frame(board.rows, board.cols)
        wide = before + board.cols + behind
        table = [["."] * wide for _ in range(above + board.rows + below)]
        signs = {value: sign for sign, value in (self.marks or {}).items()}
        items = {} if answer is None else {item[0]: item for item in answer.items}
        for at, value in enumerate(board.values):
            word = signs.get(value, "." if value == empty else f"{self.number}{value}")
            if word == "." and at in items:
                word = self.filled or str(items[at][1])
            table[above + at // board.cols][before + at % board.cols] = word
        numbers = {clue[:2]: clue.numbers for clue in board.other_clues}
        for side, k, places in self._lines(board.rows, board.cols):
            own = numbers.get((side, (k,)), ())
            for (row, col), number in zip(places[len(places) - len(own) :], own, strict=True):
                table[row][col] = str(number)
        lines = pzpr.write_links({}, board.rows, board.cols) if self.has_lines else []
        return [*(" ".join(row) for row in table), *lines]


def _whole(board: Reading, word: str) -> int:
    if not is_number(word):
        raise board.error(f"expected a number around the board, found {word!r}; {_ADVICE}")
    return parse_number(word)


def _below(sheet: pzpr.PzprSheet) -> pzpr.PzprSheet:
    """Return a sheet with blank rows of cells above what is drawn."""
    return sheet._replace(body=[(0, "")] * sheet.rows + sheet.body)


def _parted(board: Board, regions: Sequence[int]) -> dict[Pair, int]:
    return {pair: int(regions[pair[0]] != regions[pair[1]]) for pair in board.grid.edges()}


def form(names: tuple[str, ...], *parts: Part, header: str = pzpr.HEADER) -> Site:
    """Return the form ``pzprv3`` of some parts; the first name is written.

    What is drawn is among the cells of a last part `Framed`, else below: shaded cells, numbers, or
    the borders of areas.
    """

    def build(forms: Forms) -> Form:
        boards, last = forms.boards, parts[-1]

        def read(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Board, Solution]:
            board = Reading(boards, sheet.line, sheet.rows, sheet.cols)
            for part in parts:
                above, sheet = sheet, sheet._replace(body=sheet.body[part.read(sheet, board) :])
            posed = board.clues(forms, rule)
            if drawn := getattr(last, "drawn", None):
                answer = drawn(above, posed)
            elif boards.family == "borders":
                links = pzpr.read_links(_below(sheet), 1)
                own = borders_between(posed.grid, regions_between(posed.grid, links))
                answer = Solution("borders", own) if own else None
            else:
                answer = sheets.read_sheet(posed, boards.family, _below(sheet), is_apart=True)
            return Parsed(sheet.line, posed, answer)

        def write(board: Board, answer: Solution | None) -> str:
            lines = [line for part in parts for line in part.write(board, answer, boards.empty)]
            if boards.family == "borders":
                own = regions_within(board.grid, answer.items if answer else ())
                lines += pzpr.write_links(_parted(board, own), board.rows, board.cols)
            elif not hasattr(last, "drawn"):
                plain = CellWords({".": boards.empty}, range(0), "", "")
                rows = sheets.write_sheet(board, boards.family, answer, plain, is_apart=True)
                lines += rows[board.rows :]
            return to_lines(header, names[0], str(board.rows), str(board.cols), *lines)

        title, most = "files of pzpr", boards.most_side
        return pzpr.file_form(title, names, most, read, write, forms.refuse)

    return Site(build)
