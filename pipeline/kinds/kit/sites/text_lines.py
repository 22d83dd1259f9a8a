"""Lines and numbers of imported texts. Errors have the 1-based line of the mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Final, TypeAlias, TypeVar
from urllib.parse import unquote

from pipeline.model import PuzzleFormatError

Line: TypeAlias = tuple[int, str]  # A line's 1-based number, and its text
K = TypeVar("K")
MOST_PARTS: Final = 500  # Most games or rules of a text; pzpr has some 300 games
MOST_DIGITS: Final = 9  # Most digits of a label or of a side of a board
ANY_NUMBER: Final = range(1, 10 ** (MOST_DIGITS + 1))  # Numbers from 1


def number_lines(text: str) -> Iterator[Line]:
    """Yield the numbered lines of a text, stripped."""
    return ((number, line.strip()) for number, line in whole_lines(text))


def whole_lines(text: str) -> Iterator[Line]:
    """Yield the numbered lines of a text, with their spaces.

    A generator, because a list of the lines of a large text takes fifty times its memory.
    """
    # Not splitlines: it also splits at characters that editors do not count as line ends.
    start = 0
    for number in count(1):
        end = text.find("\n", start)
        if end < 0:
            yield number, text[start:]
            return
        yield number, text[start:end]
        start = end + 1


_CELLS: Final = re.compile(r"[ \t]+|[,;]")
_CELL: Final = re.compile(r"[0-9xX#._-]{0,2}")
_BLANKS: Final = {"", "-", ".", "_"}


def is_comment(line: str) -> bool:
    """Return whether a line begins with ``#`` and is no row of a board, where that is a wall.

    >>> [is_comment(line) for line in ("# a", "#----", "# - 1 -", "#,,1", "#..2")]
    [True, True, False, False, False]
    """
    if not line.startswith("#"):
        return False
    cells = _CELLS.split(line)
    if len(cells) == 1:
        return len(line) < 4 or line.count(".") < 2 or not all(map(_CELL.fullmatch, line))
    is_row = len(cells) > 2 and not _BLANKS.isdisjoint(cells[1:])
    return not (is_row and all(map(_CELL.fullmatch, cells)))


def content_lines(text: str) -> Iterator[Line]:
    """Yield the lines that are neither blank nor comments, which begin with ``#``."""
    return (line for line in number_lines(text) if line[1] and not is_comment(line[1]))


def first_lines(text: str, most: int) -> list[str]:
    """Return up to ``most`` of the first lines with content."""
    return [line for _, line in islice(content_lines(text), most)]


def head_of(text: str, lines: int) -> str:
    """Return the first lines of a text.

    >>> head_of("ab", 1)
    'ab'
    """
    end = 0
    for _ in range(lines):
        end = text.find("\n", end) + 1
        if not end:
            return text
    return text[:end]


_ID: Final = re.compile(r"[0-9]{1,3}(?:x[0-9]{1,3})?(?![0-9])[^\s:#;|,%]*:[^\s:]+")
_SURE: Final = re.compile(r"[0-9]{1,3}x[0-9]|[0-9]{1,2}[a-z]*:[^\s:]{5}")


def game_id(line: str) -> tuple[str, str]:
    """Return the game ID of Simon Tatham's collection in a line and its label, or two empty texts.

    It is the whole line, the last word behind a label, or behind ``#`` in the address of a page.

    >>> game_id("a.org/js/rect.html#3x3%3Aa3b6c"), game_id("Tents 2: 4x4:ab,1"), game_id("At 12:30")
    (('3x3:a3b6c', 'rect'), ('4x4:ab,1', 'Tents 2:'), ('', ''))
    """
    label, _, last = line.rpartition(" ")
    page, mark, name = last.rpartition("#")
    if "/" in page:
        label, name = page.rpartition("/")[2].partition(".")[0], unquote(name)
    elif mark:
        return "", ""
    is_id = _ID.fullmatch(name) and (not label or _SURE.match(name))
    return (name, label) if is_id else ("", "")


_LABEL_EDGES: Final = " \t,;:|-*<>()[]\"'\N{BULLET}\N{EN DASH}\N{EM DASH}"


def read_label(label: str) -> tuple[str, str]:
    """Return (title, "") or ("", number) from the text next to an address.

    >>> read_label("12. The Snake: "), read_label("#12) "), read_label(" - ")
    (('12. The Snake', ''), ('', '12'), ('', ''))
    """
    words = " ".join(label.split()).strip(_LABEL_EDGES)
    number = words.strip("#.")
    return ("", number) if is_number(number) or not number else (words, "")


def part_lines(owned: Iterable[tuple[K, str]], what: str) -> dict[K, str]:
    r"""Return the lines of each owner as a text in which the lines of others are blank.

    Lines keep their numbers. `PuzzleFormatError` if there are more than `MOST_PARTS` owners;
    ``what`` names them.

    >>> part_lines([("a", "1"), ("b", "2"), ("a", "3")], "games")
    {'a': '1\n\n3', 'b': '\n2'}
    """
    parts: dict[K, list[str]] = {}
    ends: dict[K, int] = {}
    for index, (owner, line) in enumerate(owned):
        if line:
            parts.setdefault(owner, []).append("\n" * (index - ends.get(owner, 0)) + line)
            ends[owner] = index
            if len(parts) > MOST_PARTS:
                raise PuzzleFormatError(
                    f"expected at most {MOST_PARTS} different {what}, found more; split the file",
                    line=index + 1,
                )
    return {owner: "".join(part) for owner, part in parts.items()}


def split_blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the runs of lines between blank ones."""
    block: list[Line] = []
    for number, line in lines:
        if line:
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def is_number(token: str) -> bool:
    """Return whether a word is a whole number of ASCII digits."""
    return token.isascii() and token.isdigit()


def parse_number(token: str) -> int:
    """Return the value of a number; a too long one becomes some large value."""
    return int(token[: MOST_DIGITS + 1])


def require_found(found: bool) -> None:
    """Raise `PuzzleFormatError` unless a puzzle was found."""
    if not found:
        raise PuzzleFormatError("expected at least one puzzle, found none; check the file", line=1)


def require_size(cols: int, rows: int, most: int, line: int) -> None:
    """Raise `PuzzleFormatError` if a size is out of range."""
    if not (1 <= cols <= most and 1 <= rows <= most) or cols * rows < 2:
        raise PuzzleFormatError(
            f"expected sides from 1 to {most} and at least two cells, found {cols}x{rows}; "
            "check the size",
            line=line,
        )


def require_width(found: int, cols: int, line: int, width_of: str = "the size") -> None:
    """Raise `PuzzleFormatError` if a row has another number of values than ``cols``."""
    if found != cols:
        raise PuzzleFormatError(
            f"expected {cols} values, as in {width_of}, found {found}; "
            f"correct the row or {width_of}",
            line=line,
        )
