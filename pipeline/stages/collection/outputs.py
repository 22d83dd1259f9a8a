"""What solvers write beside their inputs: the answer of a puzzle in a file of its own."""

from __future__ import annotations

from typing import Any

from pipeline.kinds.interface import AnyKind, Parsed
from pipeline.kinds.kit.text_lines import said_lines
from pipeline.model import PuzzleFormatError
from pipeline.stages.collection.detect import detect_forms
from pipeline.stages.collection.file_readers import EMPTY
from pipeline.stages.puzzle import duplicate_key


def read_output(
    kind: AnyKind, found: Parsed[Any, Any], text: str, output: str, rule: str | None
) -> Any:
    """Return the solution in what a solver wrote of a puzzle, None where there is none.

    ``text`` is the puzzle's own, ``output`` the board solved: a form of its kind that has clues and
    answer, or the cells of the answer alone.
    """
    key = duplicate_key(kind, found.clues)
    for own in (output, with_answer(text, output)):
        for owner, form in detect_forms(own):
            if owner is not kind:
                continue
            try:
                for one in form.read_each(own, rule):
                    if isinstance(one, PuzzleFormatError) or one.solution is None:
                        continue
                    if duplicate_key(kind, one.clues) == key:
                        return one.solution
            except PuzzleFormatError:
                continue
    return None


def with_answer(text: str, solved: str) -> str:
    r"""Return a board and the same board solved as one text of janko.at.

    Examples
    --------
    >>> with_answer("2 2\n1.\n.1\n", "1 1\n1 1\n")
    'begin\nproblem\n1 -\n- 1\nsolution\n1 1\n1 1\nend\n'
    """
    lines = ["begin", "problem", *_cells(text), "solution", *_cells(solved), "end"]
    return "".join(f"{line}\n" for line in lines)


def _cells(text: str) -> list[str]:
    said = [line for _, line in said_lines(text)]
    rows = [line.split() if " " in line else list(line) for line in said]
    if len(rows) > 1 and sorted(rows[0]) == sorted([str(len(rows) - 1), str(len(rows[1]))]):
        del rows[0]  # columns and rows, in either order
    return [" ".join(EMPTY if cell in (".", "0", "_") else cell for cell in row) for row in rows]
