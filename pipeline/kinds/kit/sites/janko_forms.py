"""Texts of janko.at for kinds with numbers outside.

These are rows under ``clabels`` (above, below) and ``rlabels`` (left, right).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import (
    BOTTOM,
    LEFT,
    RIGHT,
    SIDES,
    TOP,
    Clue,
    count_lines,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites.cells import CellWords
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, words_below
from pipeline.kinds.kit.sites.reading import Form, Forms
from pipeline.kinds.kit.sites.sheets import board_sheet
from pipeline.kinds.kit.sites.text_lines import is_number, parse_number
from pipeline.model import PuzzleFormatError


def counts_form(forms: Forms, games: tuple[str, ...], words: CellWords, filled: str) -> Form:
    """Return the form ``janko`` of a kind with clues in cells and numbers of filled cells outside.

    A sheet may have its solution alone, from which both follow; ``filled`` is the word of a filled
    cell there.
    """

    def read(sheet: JankoSheet, rule: str | None) -> Board:
        rows, cols = sheet.size()
        table = [words.read_row(line, cols) for line in sheet.rows or sheet.drawn]
        values = [value for row in table for value in row.values]
        clues: Sequence[Clue] = _outside(sheet, rows, cols)
        if not sheet.labels:
            drawn = words_below(sheet.drawn, rows * cols, "solution", sheet.line)
            clues = count_lines(
                Grid(rows, cols), {cell for cell, word in enumerate(drawn) if word == filled}
            )
        return forms.make_clues(rows, cols, values, rule, sheet.line, (), clues)

    return board_sheet(
        forms, games, read, lambda clues: words.write(clues.values, clues.cols), filled,
        write_areas=_labels, needs_problem=False,
    )  # fmt: skip


def views_form(
    forms: Forms, games: tuple[str, ...], words: CellWords, parks: Mapping[str, int]
) -> Form:
    """Return the form ``janko`` of a kind of numbers with a number on each side of a line.

    ``parks`` is by rule how many numbers each line lacks.
    """

    def read(sheet: JankoSheet, rule: str | None) -> Board:
        rows, cols = sheet.size()
        values = [one for line in sheet.rows for one in words.read_row(line, cols).values]
        rules = {str(rows - count): name for name, count in parks.items()}
        depth = sheet.fields.get("depth", str(rows))
        if depth not in rules:
            raise PuzzleFormatError(
                f"expected 'depth' to be one of {', '.join(rules)}, found {depth}; check it",
                line=sheet.line,
            )
        values = values or [forms.boards.empty] * (rows * cols)
        outside = _outside(sheet, rows, cols)
        rule = rule or rules[depth]
        return forms.make_clues(rows, cols, values, rule, sheet.line, (), outside)

    def write_areas(clues: Board) -> list[str]:
        count = parks[clues.rule]
        return [*([f"depth {clues.rows - count}"] if count else ()), *_labels(clues)]

    return board_sheet(
        forms, games, read, lambda clues: words.write(clues.values, clues.cols),
        has_zeros=lambda clues: parks[clues.rule] > 0,
        write_areas=write_areas, needs_problem=False,
    )  # fmt: skip


def _labels(clues: Board) -> list[str]:
    """Return the numbers outside as lines of a sheet, on the right and below if there are any."""
    lines = []
    for key, sides, count in (
        ("rlabels", (LEFT, RIGHT), clues.rows),
        ("clabels", (TOP, BOTTOM), clues.cols),
    ):
        lines.append(key)
        for side in sides:
            numbers = {clue.place[0]: clue.numbers for clue in clues.clues_of(side)}
            words = (",".join(map(str, numbers.get(k, ()))) or "-" for k in range(count))
            if numbers or side in (LEFT, TOP):
                lines.append(" ".join(words))
    return lines


def _outside(sheet: JankoSheet, rows: int, cols: int) -> list[Clue]:
    """Return the numbers outside: words with commas between the numbers of a line."""
    clues = []
    for side, key, skip, count in zip(
        SIDES, ("rlabels", "clabels") * 2, (0, 0, 1, 1), (rows, cols) * 2, strict=True
    ):
        lines = sheet.labels.get(key, [])
        for k, word in enumerate(
            words_below(lines[skip : skip + 1], count, key, sheet.line) if len(lines) > skip else []
        ):
            numbers = [part for part in word.split(",") if part not in ("-", ".")]
            if not all(map(is_number, numbers)):
                raise PuzzleFormatError(
                    f"expected numbers with commas between them under {key!r}, found {word!r}",
                    line=lines[skip][0],
                )
            if numbers:
                clues.append(Clue(side, (k,), tuple(map(parse_number, numbers))))
    return clues
