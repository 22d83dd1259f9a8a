"""Game IDs of kinds with counts outside, cages, signs, views or two symbols.

Sources: ``keen.c``, ``tents.c``, ``towers.c``, ``unequal.c`` and ``unruly.c`` of Simon Tatham's
collection (MIT).
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from string import ascii_lowercase, digits
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BETWEEN, BOTTOM, CAGE, LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import (
    decode_gaps,
    decode_lines,
    encode_gaps,
    encode_lines,
)
from pipeline.kinds.kit.sites.cells import Decimals, Runs, decode_cells, encode_cells
from pipeline.kinds.kit.sites.forms import game_id_form
from pipeline.kinds.kit.sites.reading import Form, Forms
from pipeline.kinds.kit.sites.text_lines import parse_number, require_size
from pipeline.model import PuzzleFormatError

_ROUND: Final = (TOP, BOTTOM, LEFT, RIGHT)  # The sides in the order of game IDs
_BASE_32: Final = f"0123456789{ascii_lowercase[:22]}"


def _line_places(rows: int, cols: int) -> list[tuple[str, int]]:
    """Return the places of numbers outside in the order of game IDs: of all columns, then rows."""
    return [(TOP, k) for k in range(cols)] + [(LEFT, k) for k in range(rows)]


def counts_id(forms: Forms, game: str, mark: int) -> Form:
    """Return the form ``tatham`` of a game: gaps before cells with a mark, then numbers outside.

    These are the numbers of all columns, then of all rows.
    """
    pattern = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(?:d[a-z])?:([_a-z]+)((?:,[0-9]{1,3})+)")

    def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
        cols, rows = parse_number(match[1]), parse_number(match[2])
        require_size(cols, rows, forms.boards.most_side, line)
        values = [forms.boards.empty] * (rows * cols)
        for cell in decode_gaps(match[3], len(values), line, "cells"):
            values[cell] = mark
        numbers = [*map(parse_number, match[4][1:].split(","))]
        if len(numbers) != rows + cols:
            raise PuzzleFormatError(
                f"expected the numbers of {cols} columns and {rows} rows, found {len(numbers)}; "
                "copy the whole ID",
                line=line,
            )
        places = _line_places(rows, cols)
        found = [Clue(side, (k,), (n,)) for (side, k), n in zip(places, numbers, strict=True)]
        return Parsed(line, forms.make_clues(rows, cols, values, rule, line, (), found))

    def write(clues: Board, _: Solution | None) -> str:
        numbers = [clue.numbers[0] for side in (TOP, LEFT) for clue in clues.clues_of(side)]
        if len(numbers) < clues.rows + clues.cols:
            raise PuzzleFormatError(
                "tatham cannot express lines without a number; use another form"
            )
        cells = encode_gaps(value == mark for value in clues.values)
        return f"{clues.cols}x{clues.rows}:{','.join((cells, *map(str, numbers)))}\n"

    example = "3x3:a_c,1,0,1,1,0,1"
    return game_id_form(game, pattern, example, read, write, forms.refuse_small)


def symbols_id(forms: Forms, distinct: str, alike: str) -> Form:
    """Return the form ``tatham`` of Unruly: how many cells to the next 0 (a) or 1 (A).

    A ``u`` after the size is the rule ``distinct``, without it the rule is ``alike``.
    """
    pattern = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(u?)(?:d[a-z])?:([A-Za-z]+)", re.ASCII)

    def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
        cols, rows = parse_number(match[1]), parse_number(match[2])
        require_size(cols, rows, forms.boards.most_side, line)
        values, at = [forms.boards.empty] * (rows * cols), 0
        for sign in match[4]:
            at += ascii_lowercase.index(sign.lower())
            if sign in "zZ":
                continue
            if at < len(values):
                values[at] = int(sign.isupper())
            at += 1
        if at != len(values) + 1:
            raise PuzzleFormatError(
                f"expected {rows * cols} cells, found {at - 1}; copy the whole ID", line=line
            )
        own = distinct if match[3] else alike
        return Parsed(line, forms.make_clues(rows, cols, values, rule or own, line))

    def write(clues: Board, _: Solution | None) -> str:
        given = [cell for cell, value in enumerate(clues.values) if value != forms.boards.empty]
        text = ""
        for before, cell in pairwise((-1, *given, len(clues.values))):
            gap = cell - before - 1
            is_one = cell < len(clues.values) and clues.values[cell] == 1
            letter = ascii_lowercase[gap % 25]
            text += "z" * (gap // 25) + (letter.upper() if is_one else letter)
        return f"{clues.cols}x{clues.rows}{'u' * (clues.rule == distinct)}:{text}\n"

    return game_id_form("Unruly", pattern, "8x8:aBcD...", read, write, forms.refuse)


def signs_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Unequal: numbers, and the sides on which they are larger."""
    word = "[0-9]{1,2}[URDL]*"
    pattern = re.compile(rf"([0-9]{{1,2}})(?:d[a-z])?:({word}(?:,{word})*),?", re.ASCII)
    steps = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

    def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
        size = parse_number(match[1])
        require_size(size, size, forms.boards.most_side, line)
        words, grid = match[2].split(","), Grid(size, size)
        if len(words) != size * size:
            raise PuzzleFormatError(
                f"expected {size * size} cells, found {len(words)}; copy the whole ID", line=line
            )
        values = [parse_number(word.rstrip("URDL")) for word in words]
        found = set()
        for cell, word in enumerate(words):
            for side in word.lstrip(digits):
                other = grid.look(cell, *steps[side])
                if other is None:
                    raise PuzzleFormatError(f"expected a neighbour beside {word!r}", line=line)
                sign = "<" if other < cell else ">"
                found.add(Clue(BETWEEN, (min(cell, other), max(cell, other)), (), sign))
        return Parsed(line, forms.make_clues(size, size, values, rule, line, (), [*found]))

    def write(clues: Board, _: Solution | None) -> str:
        words = [str(value) for value in clues.values]
        for sign in clues.other_clues:
            larger, other = sign.place[::-1] if sign.sign == "<" else sign.place
            beside = {clues.grid.look(larger, *step): side for side, step in steps.items()}
            words[larger] += beside[other]
        return f"{clues.cols}:{','.join(words)},\n"

    example = "4:0,2R,0,0D,..."
    return game_id_form("Unequal", pattern, example, read, write, forms.refuse_small)


def views_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Towers: numbers above, below, left and right, then cells."""
    pattern = re.compile(r"([0-9]{1,2})(?:d[a-z])?:([0-9/]+)(?:,([0-9a-z_]+))?", re.ASCII)
    codecs = (Decimals(forms.boards.empty), Runs(forms.boards.empty, ascii_lowercase))
    expected, advice = "numbers, or letters for empty cells", "copy the whole ID"

    def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
        size = parse_number(match[1])
        require_size(size, size, forms.boards.most_side, line)
        words = match[2].split("/")
        if len(words) != 4 * size:
            raise PuzzleFormatError(
                f"expected {4 * size} places of numbers with / between them, found {len(words)}; "
                f"{advice}",
                line=line,
            )
        places = ((side, at) for side in _ROUND for at in range(size))
        found = [
            Clue(side, (at,), (parse_number(word),))
            for (side, at), word in zip(places, words, strict=True)
            if word
        ]
        values = [forms.boards.empty] * size**2
        if match[3]:
            values = decode_cells(match[3], codecs, size**2, line, expected, advice)
        return Parsed(line, forms.make_clues(size, size, values, rule, line, (), found))

    def write(clues: Board, _: Solution | None) -> str:
        numbers = {(clue.sort, clue.place[0]): str(clue.numbers[0]) for clue in clues.other_clues}
        places = ((side, at) for side in _ROUND for at in range(clues.cols))
        text = f"{clues.cols}:{'/'.join(numbers.get(place, '') for place in places)}"
        has_given = any(value != forms.boards.empty for value in clues.values)
        return f"{text},{encode_cells(clues.values, codecs)}\n" if has_given else f"{text}\n"

    example = "4:2/1/3//.../2,a3b..."
    return game_id_form("Towers", pattern, example, read, write, forms.refuse)


def results_id(forms: Forms) -> Form:
    """Return the form ``tatham`` of Keen: lines of cages, then the operation and result of each.

    Repeated letters are one letter and their number.
    """
    pattern = re.compile(r"([0-9]{1,2})(?:d[a-z]m?)?:([a-z_][0-9a-z_]*),((?:[asmd][0-9]+)+)")
    letters = {"a": "+", "s": "-", "m": "x", "d": "/"}

    def read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Board, Solution]:
        size = parse_number(match[1])
        require_size(size, size, forms.boards.most_side, line)
        counted = re.findall(r"([a-z_])([0-9]{0,3})", match[2])
        counted = counted[: 2 * size * size]  # there are fewer lines between cells
        lines = "".join(letter * (parse_number(times) if times else 1) for letter, times in counted)
        cages: dict[int, list[int]] = {}
        for cell, cage in enumerate(decode_lines(lines, Grid(size, size), line)):
            cages.setdefault(cage, []).append(cell)
        results = re.findall(r"([asmd])([0-9]+)", match[3])
        if len(results) != len(cages):
            raise PuzzleFormatError(
                f"expected the results of {len(cages)} cages, found {len(results)}; copy the "
                "whole ID",
                line=line,
            )
        found = [
            Clue(CAGE, tuple(cells), (parse_number(number),), letters[letter] * (len(cells) > 1))
            for cells, (letter, number) in zip(cages.values(), results, strict=True)
        ]
        values = [forms.boards.empty] * size**2
        return Parsed(line, forms.make_clues(size, size, values, rule, line, (), found))

    def write(clues: Board, _: Solution | None) -> str:
        if -1 in clues.cage_of:
            raise PuzzleFormatError("tatham cannot express cells without a cage; use another form")
        signs = {sign: letter for letter, sign in letters.items()}
        results = []
        for cage in clues.other_clues:
            sign = cage.sign or "+" * (len(cage.place) == 1)
            if not cage.numbers or not sign:
                raise PuzzleFormatError(
                    "tatham cannot express cages without a result and its sign; use another form"
                )
            results.append(f"{signs[sign]}{cage.numbers[0]}")
        lines = encode_lines(clues.cage_of, clues.grid)
        runs = ((letter, len([*run])) for letter, run in groupby(lines))
        text = "".join(letter * k if k < 3 else f"{letter}{k}" for letter, k in runs)
        return f"{clues.cols}:{text},{''.join(results)}\n"

    example = "4:a_3b...,a5m12..."
    return game_id_form("Keen", pattern, example, read, write, forms.refuse_small)
