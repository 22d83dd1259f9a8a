"""Tables of cells and the signs between them, for kinds such as Tango and Futoshiki.

Rows of cells alternate with rows of signs, and in rows of cells words for cells with words for
signs; a dot is no sign, and a wall is ``w``, since bars separate the boxes of other tables. Where
four cells meet there is always a dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import CellWords, split_rows
from pipeline.kinds.kit.constraints.extra import BETWEEN, WALL, Clue
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.kit.forms import make_format, split_table, to_lines
from pipeline.kinds.kit.text_lines import Line, require_width
from pipeline.model import PuzzleFormatError

NAME = "signs"
_NONE = "."
_WALL = "w"


def signs_form(forms: Forms, words: CellWords, rule: str | None = None) -> Form:
    """Return the form ``signs`` of boards with signs, which are of ``rule`` if none is named."""
    extra = forms.boards.extra
    signs = {_WALL if one == WALL else one: one for one in (extra.signs if extra else ())}
    written = {sign: word for word, sign in signs.items()}

    def read(lines: list[Line], named: str | None) -> Parsed[Clues, Solution]:
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
            for value in words.read_all(row[::2], line)
        ]
        first, rows = lines[0][0], len(table) // 2 + 1
        signed = [*_signs(lines, cols)]
        clues = forms.make_clues(rows, cols, values, named or rule, first, (), signed)
        return Parsed(first, clues)

    def _signs(lines: list[Line], cols: int) -> Iterator[Clue]:
        for at, (line, text) in enumerate(lines):
            for k, word in enumerate(text.split()):
                if (at + k) % 2 == 0:
                    continue
                one = at // 2 * cols + k // 2
                other = one + (1 if k % 2 else cols)
                if word not in (_NONE, *signs):
                    raise PuzzleFormatError(
                        f"expected one of {' '.join(signs)} or a dot between cells, found {word!r}",
                        line=line,
                    )
                if word != _NONE:
                    yield Clue(BETWEEN, (one, other), (), signs[word])

    def write(clues: Clues, _: Solution | None) -> str:
        if not clues.extra:
            raise PuzzleFormatError("a board without signs is written in the form table")
        between = {clue.place: written[clue.sign] for clue in clues.extra}
        own = [row.split() for row in words.write(clues.values, clues.cols)]
        lines = []
        for row, cells in enumerate(split_rows(clues.grid.cells, clues.cols)):
            line = [own[row][0]]
            for k, cell in enumerate(cells[1:], 1):
                line += [between.get((cell - 1, cell), _NONE), own[row][k]]
            lines.append(" ".join(line))
            under = [between.get((cell, cell + clues.cols), _NONE) for cell in cells]
            lines.append(f" {_NONE} ".join(under))
        return to_lines(*lines[:-1])

    def is_signed(text: str) -> bool:
        block = next(iter(split_table(text)), None)
        if not isinstance(block, list) or len(block) < 3:
            return False
        return any(word in signs for _, line in block for word in line.split())

    title = "rows of cells and rows of the signs between them"
    form: Form = make_format(NAME, title, is_signed, split_table, read, write, "\n")
    return replace(form, likeness=lambda clues: 2 if clues.extra else 0)
