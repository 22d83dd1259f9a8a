"""Texts of boards with sums of runs in black cells: addresses of puzz.link, sheets of janko.at.

An address has the board without its rim: black cells as ``.`` or as their sums down and across,
white ones as letters from ``k`` for 1 to 16 cells, then the sums above the first row and to the
left of the first column. Most sheets have a solution alone, from whose numbers the sums follow.

Source: ``kakuro.js`` of pzprjs (MIT).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import RUN, Clue, runs_of, sum_place
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites import pzpr
from pipeline.kinds.kit.sites.cells import CellWords, join_rows
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet
from pipeline.kinds.kit.sites.pzpr import ADVICE
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.sheets import PENCILLED, board_sheet
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number
from pipeline.model import PuzzleFormatError

_SUMS: Final = f"{digits}{ascii_lowercase[:10]}{ascii_uppercase}"
"""Signs of the sums from 0; those from 20 are capital letters."""
_NO_SUM: Final = "-"
_RUNS: Final = ascii_lowercase[10:]
"""Signs of 1 to 16 white cells."""


def forms(name: str) -> tuple[Site, ...]:
    """Return the forms of all sites: puzz.link, its files, and janko.at."""
    builds = (runs_url, runs_file, runs_sheet)
    return tuple(Site(partial(build, name=name)) for build in builds)


def _rim(rows: int, cols: int) -> list[tuple[bool, int]]:
    """Return the black cells above and left of a board, and whether their runs go across."""
    above = [(False, cell) for cell in range(1, cols)]
    return above + [(True, cell) for cell in range(cols, rows * cols, cols)]


def _read_body(
    body: str, rows: int, cols: int, black: int, empty: int
) -> tuple[list[int], dict[tuple[int, bool], int]]:
    """Return the cells of an address, and the sums by place; `StopIteration` if it is too short."""
    sums: dict[tuple[int, bool], int] = {}
    values, signs = [black] * cols, iter(body)
    while len(values) < rows * cols:
        if len(values) % cols == 0:
            values.append(black)
        sign = next(signs)
        if sign in _RUNS:
            for _ in range(_RUNS.index(sign) + 1):
                values += [black] * (len(values) % cols == 0) + [empty]
            continue
        if sign != ".":
            sums[len(values), False] = _SUMS.find(sign)
            sums[len(values), True] = _SUMS.find(next(signs))
        values.append(black)
    for is_across, cell in _rim(rows, cols):
        if values[cell + (1 if is_across else cols)] != black:
            sums[cell, is_across] = _SUMS.find(next(signs))
    return values, sums


def runs_url(forms: Forms, name: str) -> Form:
    """Return the form ``puzz.link`` of boards whose first row and first column are black."""
    black = _black(forms)

    def read(address: pzpr.Address, rule: str | None) -> Parsed[Board, Solution]:
        rows, cols, line = address.rows + 1, address.cols + 1, address.line
        try:
            values, sums = _read_body(address.body, rows, cols, black, forms.boards.empty)
        except (StopIteration, IndexError):
            values, sums = [], {}
        if len(values) != rows * cols:
            raise PuzzleFormatError(
                f"expected black cells with sums for {address.cols}x{address.rows} cells, found "
                f"{address.body!r}; {ADVICE}",
                line=line,
            )
        return Parsed(line, _pose(forms, Grid(rows, cols), values, sums, rule, line))

    def write(clues: Board, _: Solution | None) -> str:
        cols, grid = clues.cols, clues.grid
        blacks = {cell for cell, value in enumerate(clues.values) if value == black}
        _require_rim(clues, black, "puzz.link")
        sums = {sum_place(run): _SUMS[run.numbers[0]] for run in clues.other_clues}
        inner = [cell for cell in grid.cells[cols:] if cell % cols]
        body = ""
        for is_black, run in groupby(inner, lambda cell: cell in blacks):
            cells = [*run]
            if not is_black:
                body += _RUNS[-1] * ((len(cells) - 1) // len(_RUNS))
                body += _RUNS[(len(cells) - 1) % len(_RUNS)]
                continue
            for cell in cells:
                both = [sums.get((cell, is_across), _NO_SUM) for is_across in (False, True)]
                body += "." if both == [_NO_SUM] * 2 else "".join(both)
        for is_across, cell in _rim(clues.rows, cols):
            if cell + (1 if is_across else cols) not in blacks:
                body += sums.get((cell, is_across), _NO_SUM)
        return pzpr.write_address(name, cols - 1, clues.rows - 1, body)

    title = "addresses of puzz.link and pzpr"
    most = forms.boards.most_side - 1
    return pzpr.address_form(title, (name,), most, read, write, forms.refuse_small)


def _black(forms: Forms) -> int:
    assert forms.boards.blocked is not None
    return forms.boards.blocked


def _pose(
    forms: Forms,
    grid: Grid,
    values: Sequence[int],
    sums: Mapping[tuple[int, bool], int],
    rule: str | None,
    line: int,
) -> Board:
    """Return the clues of a board whose sums are given by their places; 0 is none."""
    blacks = {cell for cell, value in enumerate(values) if value == _black(forms)}
    runs = (Clue(RUN, run) for run in runs_of(grid, blacks) if len(run) > 1)
    found = [run._replace(numbers=(sums[place],)) for run in runs
             if sums.get(place := sum_place(run), 0) > 0]  # fmt: skip
    return forms.make_clues(grid.rows, grid.cols, values, rule, line, (), found)


def _sums(grid: Grid, numbers: Mapping[int, int]) -> dict[tuple[int, bool], int]:
    """Return the sums of the numbers of white cells."""
    runs = (Clue(RUN, run) for run in runs_of(grid, set(grid.cells) - numbers.keys())
            if len(run) > 1)  # fmt: skip
    return {sum_place(run): sum(numbers[cell] for cell in run.place) for run in runs}


def runs_file(forms: Forms, name: str) -> Form:
    """Return the form ``pzprv3``: the cells with a row and a column of sums, then the answer.

    A sum that is missing is that of the answer.
    """
    black, empty = _black(forms), forms.boards.empty

    def read(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Board, Solution]:
        framed = sheet._replace(rows=sheet.rows + 1, cols=sheet.cols + 1)
        grid, cells = Grid(framed.rows, framed.cols), pzpr.read_rows(framed, None)
        words = [word for row in cells for word in row.values]
        below = sheet.body[framed.rows : framed.rows + sheet.rows]
        marks = [word for _, text in below for word in PENCILLED.sub("", text).split()]
        inner = [cell for cell in grid.cells[grid.cols :] if cell % grid.cols]
        drawn = {cell: int(mark) for cell, mark in zip(inner, marks, strict=False)
                 if is_number(mark)}  # fmt: skip
        white = {cell for cell in inner if words[cell] == "."}
        numbers = {cell: drawn[cell] for cell in white & drawn.keys()}
        is_full = white == numbers.keys()
        sums = _sums(grid, numbers) if is_full else {}
        for cell in {*grid.cells} - white:
            across, comma, down = words[cell].partition(",")
            for is_across, number in enumerate((down, across) if comma else (across, across)):
                if is_number(number) and parse_number(number):
                    sums[cell, is_across == 1] = parse_number(number)
        values = [empty if cell in white else black for cell in grid.cells]
        board = _pose(forms, grid, values, sums, rule, sheet.line)
        answer = Solution("numbers", tuple(sorted(numbers.items())), grid) if is_full else None
        return Parsed(sheet.line, board, answer)

    def write(board: Board, answer: Solution | None) -> str:
        cols, cells = board.cols, board.grid.cells
        _require_rim(board, black, "pzprv3")
        sums = {sum_place(run): run.numbers[0] for run in board.other_clues}
        both = [(sums.get((cell, True), -1), sums.get((cell, False), -1)) for cell in cells]
        words = ["." if value == empty else f"{both[cell][0]},{both[cell][1]}"
                 for cell, value in enumerate(board.values)]  # fmt: skip
        words[:cols] = ["0", *(str(down) for _, down in both[1:cols])]
        words[cols::cols] = [str(across) for across, _ in both[cols::cols]]
        found = {} if answer is None else answer.number_at
        drawn = [str(found.get(cell, ".")) for cell in cells[cols:] if cell % cols]
        size = (str(board.rows - 1), str(cols - 1))
        rows = [*join_rows(words, cols), *join_rows(drawn, cols - 1)]
        return to_lines(pzpr.HEADER, name, *size, *rows)

    most = forms.boards.most_side - 1
    return pzpr.file_form("files of pzpr", (name,), most, read, write, forms.refuse_small)


def _require_rim(board: Board, black: int, form: str) -> None:
    rim = (*board.grid.cells[: board.cols], *board.grid.cells[:: board.cols])
    if any(board.values[cell] != black for cell in rim):
        raise PuzzleFormatError(
            f"{form} cannot express white cells in the first row or column; use jsonl"
        )


def runs_sheet(forms: Forms, name: str) -> Form:
    """Return the form ``janko``: sums in the problem, or else those of the solution's numbers.

    In the problem ``x`` is a black cell, a number one with sums: 100 times that down, and across.
    """
    black, empty = _black(forms), forms.boards.empty
    clue_words = CellWords(
        {"-": empty, ".": empty, "x": black}, range(1, 10_000), "a sum, - or x", ADVICE
    )
    words = CellWords({"-": 0, ".": 0, "x": 0}, range(1, 10), "a number from 1 to 9, or -", ADVICE)

    def numbers(sheet: JankoSheet) -> dict[int, int]:
        rows, cols = sheet.size()
        table = [words.read_row(line, cols).values for line in sheet.drawn]
        number_of = {cell: n for cell, n in enumerate(n for row in table for n in row) if n}
        if len(table) != rows or not number_of:
            raise PuzzleFormatError(
                f"expected {rows} rows of numbers below 'solution', found {len(table)}; without "
                "sums below 'problem' these are needed",
                line=sheet.line,
            )
        return number_of

    def read(sheet: JankoSheet, rule: str | None) -> Board:
        grid = Grid(*sheet.size())
        if sheet.rows:
            table = [clue_words.read_row(line, grid.cols).values for line in sheet.rows]
            given = dict(enumerate(value for row in table for value in row))
            values = [empty if value == empty else black for value in given.values()]
            both = {cell: divmod(value, 100) for cell, value in given.items() if value > 0}
            sums = {(cell, k == 1): pair[k] for cell, pair in both.items() for k in (0, 1)}
        else:
            found = numbers(sheet)
            values = [empty if cell in found else black for cell in grid.cells]
            sums = _sums(grid, found)
        return _pose(forms, grid, values, sums, rule, sheet.line)

    def read_drawn(clues: Board, sheet: JankoSheet) -> Solution:
        return Solution("numbers", tuple(sorted(numbers(sheet).items())), clues.grid)

    def write(clues: Board) -> list[str]:
        given = {cell: "x" if value == black else "-" for cell, value in enumerate(clues.values)}
        sums: dict[int, int] = {}
        for run in clues.other_clues:
            cell, is_across = sum_place(run)
            sums[cell] = sums.get(cell, 0) + run.numbers[0] * (1 if is_across else 100)
        return join_rows(
            [*(given | {cell: str(n) for cell, n in sums.items()}).values()], clues.cols
        )

    def write_drawn(clues: Board, solution: Solution) -> list[str]:
        found = solution.number_at
        return join_rows([str(found.get(cell, "-")) for cell in clues.grid.cells], clues.cols)

    return board_sheet(
        forms,
        (name,),
        read,
        write,
        read_drawn=read_drawn,
        write_drawn=write_drawn,
        needs_problem=False,
    )
