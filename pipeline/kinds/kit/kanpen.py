"""Texts and addresses of Kanpen and PencilBox, for the kinds that are played there. It knows none.

A text is rows and columns, a line each, then the cells with spaces between, then what is drawn; it
does not say its game. An address names the game as its page and has the same behind ``?problem=``,
without what is drawn, with a slash for each end of a line and a low line for each space.

Source: ``Encode.js``, ``FileData.js`` and ``parser.js`` of the program pzprjs
(github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.forms import Refusal, first_line, make_format, to_lines
from pipeline.kinds.kit.pzpr import PzprSheet
from pipeline.kinds.kit.text_lines import (
    Line,
    is_number,
    number_lines,
    parse_number,
    require_size,
    said_lines,
    split_blocks,
)
from pipeline.model import PuzzleFormatError, cut

C = TypeVar("C")
S = TypeVar("S")


def is_kanpen(text: str) -> bool:
    r"""Return whether the text begins with two lines of one number, and a row of cells.

    Examples
    --------
    >>> is_kanpen("2\n3\n1 . 2\n. . .\n"), is_kanpen("2\n2\nto be\n")
    (True, False)
    """
    block = next(split_blocks(number_lines(text)), [])
    if len(block) < 3 or not all(is_number(line) for _, line in block[:2]):
        return False
    words = block[2][1].split()
    return len(words) == parse_number(block[1][1]) and all(
        word in ".#+*?" or is_number(word) for word in words
    )


def kanpen_forms(
    page: str,
    most: int,
    read: Callable[[PzprSheet, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], Sequence[str]],
    refusals: tuple[Refusal[C, S], Refusal[C, S]],
    likeness: int,
) -> tuple[TextFormat[C, S], TextFormat[C, S]]:
    """Return the forms ``kanpen-url`` and ``kanpen`` of the game that has a page of this name.

    ``most`` is the longest side; ``read`` takes a board with a rule, ``write`` returns the rows of
    cells and of what is drawn; ``refusals`` are those of address and text, ``likeness`` is that of
    a text.
    """
    site = f"http://www.kanpen.net/{page}.html?problem="
    address = re.compile(rf"\S*/{page}\.html\?problem=(\S*)|{page}\.html\?problem=(\S*)")

    def read_block(block: Sequence[Line], rule: str | None) -> Parsed[C, S]:
        first, head = block[0][0], [line for _, line in block[:2]]
        if len(head) < 2 or not all(map(is_number, head)):
            raise PuzzleFormatError(
                f"expected rows and columns, a line each, found {cut(' '.join(head))!r}; "
                "check the file",
                line=first,
            )
        rows, cols = map(parse_number, head)
        require_size(cols, rows, most, first)
        return read(PzprSheet(first, page, rows, cols, list(block[2:])), rule)

    def write_block(clues: C, solution: S | None) -> str:
        rows = write(clues, solution)
        return to_lines(*_size(write(clues, None)), *rows)

    def read_address(line: Line, rule: str | None) -> Parsed[C, S]:
        match = address.fullmatch(line[1])
        if match is None:
            raise PuzzleFormatError(
                f"expected an address such as {site}ROWS/COLUMNS/CELLS, found {cut(line[1])!r}; "
                "copy the whole address",
                line=line[0],
            )
        parts = (match[1] or match[2] or "").replace("_", " ").removesuffix("/").split("/")
        return read_block([(line[0], part.strip()) for part in parts], rule)

    def write_address(clues: C, _: S | None) -> str:
        # Each cell is followed by a space there, the last of a row too.
        rows = write(clues, None)
        cells = "".join(row.replace(" ", "_") + "_/" for row in rows)
        return f"{site}{'/'.join(_size(rows))}/{cells}\n"

    text_form: TextFormat[C, S] = make_format(
        "kanpen",
        "text of Kanpen and PencilBox",
        is_kanpen,
        lambda text: split_blocks(number_lines(text)),
        read_block,
        write_block,
        "\n",
        refusals[1],
    )
    address_form: TextFormat[C, S] = make_format(
        "kanpen-url",
        "addresses of Kanpen",
        lambda text: address.fullmatch(first_line(text)) is not None,
        said_lines,
        read_address,
        write_address,
        refuse=refusals[0],
    )
    return address_form, replace(text_form, likeness=lambda clues: likeness)


def _size(rows: Sequence[str]) -> tuple[str, str]:
    return str(len(rows)), str(len(rows[0].split()))
