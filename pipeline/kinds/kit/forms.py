"""Text forms put together: how a text is cut into puzzles, how one is read and one is written.

It knows no kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import require_found, said_lines
from pipeline.model import PuzzleFormatError

B = TypeVar("B")
C = TypeVar("C")
S = TypeVar("S")

Puzzles: TypeAlias = Sequence[tuple[C, S | None]]


def make_format(
    name: str,
    title: str,
    detect: Callable[[str], bool],
    split: Callable[[str], Iterable[B]],
    read: Callable[[B, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], str],
    gap: str = "",
) -> TextFormat[C, S]:
    r"""Return a text form.

    ``split`` cuts a whole text into the parts that ``read`` takes, one for each puzzle; ``write``
    returns the text of a puzzle, ``gap`` stands between two. The rest is as in `TextFormat`.

    Examples
    --------
    >>> from pipeline.kinds.kit.text_lines import said_lines
    >>> form = make_format(
    ...     "plain", "a word a line", str.isascii, said_lines,
    ...     lambda line, rule: Parsed(line[0], line[1]), lambda clues, _: f"{clues}\n",
    ... )
    >>> [parsed.clues for parsed in form.read(form.write([("one", None), ("two", None)]), None)]
    ['one', 'two']
    """

    def read_each(text: str, rule: str | None) -> Iterator[Parsed[C, S] | PuzzleFormatError]:
        found = False
        for part in split(text):
            found = True
            try:
                yield read(part, rule)
            except PuzzleFormatError as error:
                yield error
        require_found(found, text.count("\n") + 1)

    def write_all(puzzles: Puzzles[C, S]) -> str:
        return gap.join(write(clues, solution) for clues, solution in puzzles)

    return TextFormat(name, title, detect, read_each, write_all)


def first_line(text: str) -> str:
    r"""Return the first line that says something, "" where none does.

    Examples
    --------
    >>> first_line("# mine\n\n1.1\n")
    '1.1'
    """
    return next((line for _, line in said_lines(text)), "")
