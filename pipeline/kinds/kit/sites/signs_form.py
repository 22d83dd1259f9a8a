"""Tables of cells and the signs between them, for kinds such as Tango and Futoshiki.

Rows of cells alternate with rows of signs, and in rows of cells words for cells with words for
signs; a dot is no sign, and a wall is ``w``, since bars separate the boxes of other tables. Where
four cells meet there is always a dot. Texts of janko.at have the same table with other signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import BETWEEN, WALL, Clue
from pipeline.kinds.kit.looks.between.clue import Between
from pipeline.kinds.kit.sites.cells import CellWords, split_rows
from pipeline.kinds.kit.sites.forms import make_format, split_table, to_lines
from pipeline.kinds.kit.sites.reading import Form, Forms
from pipeline.kinds.kit.sites.sheets import board_sheet
from pipeline.kinds.kit.sites.text_lines import Line, require_width
from pipeline.model import PuzzleFormatError

NAME = "signs"
_NONE = "."
_WALL = "w"
_OF_JANKO: Final = ({"<": "«", ">": "»"}, {"<": "A", ">": "V"})
"""Signs of janko.at between cells side by side, and between cells one above the other."""
_STRAY: Final = "Â"  # The first byte of a sign in texts that were decoded wrongly


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows of words; ``across`` and ``down`` have the words of signs, by the place of the cells."""

    forms: Forms
    words: CellWords
    across: Mapping[str, str]
    down: Mapping[str, str]

    def read(self, lines: Sequence[Line], rule: str | None) -> Board:
        table = [text.split() for _, text in lines]
        wide = len(table[0])
        if wide % 2 == 0 or len(table) % 2 == 0:
            raise PuzzleFormatError(
                f"expected odd numbers of rows and words, found {len(table)} and {wide}; put a row "
                "of signs or dots between rows of cells",
                line=lines[0][0],
            )
        for (line, _), row in zip(lines, table, strict=True):
            require_width(len(row), wide, line, "the first row")
        cols = wide // 2 + 1
        values = [
            value
            for (line, _), row in zip(lines[::2], table[::2], strict=True)
            for value in self.words.read_all(row[::2], line)
        ]
        rows, signs = len(table) // 2 + 1, [*self._signs(lines, cols)]
        return self.forms.make_clues(rows, cols, values, rule, lines[0][0], (), signs)

    def _signs(self, lines: Sequence[Line], cols: int) -> Iterator[Clue]:
        for index, (line, text) in enumerate(lines):
            signs = {word: sign for sign, word in (self.down if index % 2 else self.across).items()}
            for k, word in enumerate(one.removeprefix(_STRAY) for one in text.split()):
                if (index + k) % 2 == 0 or word in (_NONE, "-"):
                    continue
                if word not in signs:
                    raise PuzzleFormatError(
                        f"expected one of {' '.join(signs)} or a dot between cells, found {word!r}",
                        line=line,
                    )
                one = index // 2 * cols + k // 2
                yield Clue(BETWEEN, (one, one + (1 if k % 2 else cols)), (), signs[word])

    def write(self, clues: Board) -> list[str]:
        signs = {clue.place: clue.sign for clue in clues.other_clues}
        words = [row.split() for row in self.words.write(clues.values, clues.cols)]
        lines = []
        for row, cells in enumerate(split_rows(clues.grid.cells, clues.cols)):
            line = [words[row][0]]
            for k, cell in enumerate(cells[1:], 1):
                line += [self.across.get(signs.get((cell - 1, cell), ""), _NONE), words[row][k]]
            lines.append(" ".join(line))
            under = (signs.get((cell, cell + clues.cols), "") for cell in cells)
            lines.append(f" {_NONE} ".join(self.down.get(sign, _NONE) for sign in under))
        return lines[:-1]


def signs_form(forms: Forms, words: CellWords, rule: str | None = None) -> Form:
    """Return the form ``signs`` of boards with signs, which are of ``rule`` if none is named."""
    signs = {one: _WALL if one == WALL else one for one in _signs_of(forms)}
    table = _Table(forms, words, signs, signs)

    def read(lines: list[Line], named: str | None) -> Parsed[Board, Solution]:
        return Parsed(lines[0][0], table.read(lines, named or rule))

    def write(clues: Board, _: Solution | None) -> str:
        if not clues.other_clues:
            raise PuzzleFormatError("a board without signs is written in the form table")
        forms.refuse(NAME, clues, None)
        return to_lines(*table.write(clues))

    def is_signed(text: str) -> bool:
        block = next(iter(split_table(text)), None)
        if not isinstance(block, list) or len(block) < 3:
            return False
        return any(word in signs.values() for _, line in block for word in line.split())

    title = "rows of cells and rows of the signs between them"
    form: Form = make_format(NAME, title, is_signed, split_table, read, write, "\n")
    return replace(form, confidence=lambda clues: 2 if clues.other_clues else 0)


def janko_signs_form(forms: Forms, games: tuple[str, ...], words: CellWords) -> Form:
    """Return the form ``janko`` of boards of numbers with signs."""
    table = _Table(forms, words, *_OF_JANKO)

    return board_sheet(
        forms, games, lambda sheet, rule: table.read(sheet.rows, rule), table.write, has_signs=True
    )


def _signs_of(forms: Forms) -> tuple[str, ...]:
    return next((sort.signs for sort in forms.boards.clue_sorts if isinstance(sort, Between)), ())
