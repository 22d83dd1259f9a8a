"""Tables of words, and rows of signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from json import loads
from math import isqrt
from string import ascii_uppercase

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.sites.cells import Signs, decode_cells, encode_cells, join_rows
from pipeline.kinds.kit.sites.forms import (
    first_line,
    make_format,
    read_table,
    rows_form,
    table_form,
)
from pipeline.kinds.kit.sites.penpa import DASHES, DOTS, SQUARES
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.signs_form import signs_form
from pipeline.kinds.kit.sites.text_lines import Line, content_lines, require_size, require_width
from pipeline.kinds.kit.sites.words import Words
from pipeline.model import PuzzleFormatError, canonical_json, cut


def table(
    title: str,
    cells: Words,
    confidence: Callable[[Board], int] = lambda board: 0,
    tags: tuple[str, ...] = (),
    number_style: int = 1,
    name: str = "table",
) -> Site:
    """Return the form ``table``: rows of words; see `TextFormat` for the other parameters.

    Under another ``name`` boards have no addresses of penpa-edit.
    """

    def build(forms: Forms) -> Form:
        words, most = cells.at("table", forms.boards.empty), forms.boards.most_side
        form: Form = table_form(
            title,
            lambda lines, rule: forms.of_rows(read_table(lines, most, words.read_row), rule),
            lambda board: words.write(board.values, board.cols),
            forms.refuse,
            confidence,
            tags,
            number_style,
        )
        blanks = (word for word, value in words.signs.items() if value == forms.boards.empty)
        return replace(form, name=name, blanks=frozenset(blanks))

    return Site(build)


def chain(title: str, cells: Words, has_corners: bool) -> Site:
    """Return the form ``table`` of numbers that follow each other from cell to cell.

    A table is one if it has the number of its cells. If numbers never follow each other across
    corners, cells as on a chessboard have even and odd ones in turn.
    """

    def confidence(board: Board) -> int:
        turns = {
            (number + cell // board.cols + cell % board.cols) % 2
            for cell, number in enumerate(board.values)
            if number
        }
        is_chain = len(board.values) in board.values and (len(turns) > 1) == has_corners
        return 2 if is_chain else 0

    return table(title, cells, confidence)


def regions(title: str, tags: tuple[str, ...] = ()) -> Site:
    """Return the form ``regions`` of boards of regions alone: the name of that of each cell."""

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(lines: list[Line], rule: str | None) -> Board:
            rows = [line.split() for _, line in lines]
            require_size(len(rows[0]), len(rows), boards.most_side, lines[0][0])
            for (number, _), row in zip(lines, rows, strict=True):
                require_width(len(row), len(rows[0]), number, "the first row")
                for name in {*row}.intersection(("-", ".", "_", "-1")):
                    what = f"expected the name of a region in each cell, found {name!r}"
                    raise PuzzleFormatError(f"{what}; check the table", line=number)
            names = [name for row in rows for name in row]
            values = [boards.empty] * len(names)
            return forms.make_clues(
                len(rows), len(rows[0]), values, rule, lines[0][0], renumbered(names)
            )

        def write(board: Board) -> list[str]:
            names = ascii_uppercase if len(board.areas) <= len(ascii_uppercase) else None
            words = [names[one] if names else one + 1 for one in board.regions]
            return join_rows(words, board.cols)

        # Connected regions, as many as rows, are hardly there by chance.
        form: Form = table_form(title, read, write, forms.refuse_small, lambda board: 3, tags)
        return replace(form, name="regions")

    return Site(build).at_least(4)


def rows(title: str, of: Site, is_square: bool = False) -> Site:
    """Return the form ``rows``: a sign for each cell, as in a table."""
    return replace(of, build=lambda forms: rows_form(title, of.build(forms), is_square))


def signs(cells: Words, rule: str | None = None) -> Site:
    """Return the form ``signs``: rows of cells and of the signs between them.

    Boards are of ``rule`` if none is named.
    """
    return Site(lambda forms: signs_form(forms, cells.at("table", forms.boards.empty), rule))


def line(title: str, lengths: tuple[int, ...]) -> Site:
    """Return the form ``line``: a square of numbers on one line, detected by these lengths.

    Numbers from 10 are letters; ``.``, ``0``, ``*`` and ``_`` are empty cells. A 0 next to dots on
    a board with letters is refused, since it is likely a number there.
    """

    def build(forms: Forms) -> Form:
        boards = forms.boards
        figures = Signs({sign: at for at, sign in enumerate(f"123456789{ascii_uppercase[:16]}", 1)})
        empty, dots = (Signs(dict.fromkeys(signs, boards.empty)) for signs in (".*_0", ".*_"))

        def read(line: Line, rule: str | None) -> Parsed[Board, Solution]:
            number, text = line
            size = isqrt(len(text))
            is_side = max(forms.least_side, 2) <= size <= boards.most_side
            if size * size != len(text) or not is_side:
                raise PuzzleFormatError(
                    f"expected 81 signs for 9x9 cells, or those of another square, found "
                    f"{len(text)}; copy it again",
                    line=number,
                )
            codecs = (figures, dots if size > 9 and "." in text else empty)
            expected = "1 to 9, A to P or a dot"
            values = decode_cells(text, codecs, len(text), number, expected, "copy it again")
            return Parsed(number, forms.make_clues(size, size, values, rule, number))

        def is_line(text: str) -> bool:
            first = first_line(text)
            return len(first) in lengths and re.fullmatch(r"[0-9A-P.*_]+", first) is not None

        return make_format(
            "line",
            title,
            is_line,
            content_lines,
            read,
            lambda board, _: f"{encode_cells(board.values, (figures, dots))}\n",
            refuse=forms.refuse,
        )

    return Site(build)


def record(name: str) -> Site:
    """Return the form ``record``: the name of the kind, and the board as JSON, on a line each.

    It has whatever a board has: clues, regions and clues outside of cells.
    """

    def build(forms: Forms) -> Form:
        boards = forms.boards

        def read(line: Line, rule: str | None) -> Parsed[Board, Solution]:
            number, text = line
            expected = f'{name} {{"rows": 2, "cols": 2, "clues": [[1, 0], [0, 0]]}}'
            try:
                entry = loads(text.removeprefix(name))
            except (ValueError, RecursionError):
                entry = None
            if not isinstance(entry, dict) or not text.startswith(f"{name} "):
                raise PuzzleFormatError(
                    f"expected a line such as {expected}, found {cut(text)!r}; copy it again",
                    line=number,
                )
            try:
                found = boards.decode(entry)
                return Parsed(number, boards.with_rule(found, rule) if rule else found)
            except PuzzleFormatError as error:
                raise PuzzleFormatError(error.message, line=number) from None

        return make_format(
            "record",
            "the name of the kind and its board as JSON, on one line",
            lambda text: first_line(text).startswith(f"{name} {{"),
            content_lines,
            read,
            lambda board, _: f"{name} {canonical_json(boards.encode(board))}\n",
        )

    return Site(build)


__all__ = [
    "DASHES",
    "DOTS",
    "SQUARES",
    "chain",
    "line",
    "record",
    "regions",
    "rows",
    "signs",
    "table",
]
