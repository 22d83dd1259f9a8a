"""Extract puzzles from files and addresses of other programs, which `docs/formats.md` lists.

Sources: sudocue.net/fileformats.php, sudokuwiki.org/Sudoku_String_Definitions, ``midend.c`` of
Simon Tatham's collection (MIT), OpenSudoku (GPL), hodoku.sourceforge.net,
github.com/grantm/sudoku-exchange-puzzle-bank, github.com/davidjosepha/slitherlink.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import unescape
from itertools import islice
from typing import Final
from urllib.parse import unquote

from pipeline.kinds.kit.sites import cages, nonograms, sums
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.packed import LINK, NAMED_LINK, unpack_link
from pipeline.kinds.kit.sites.penpa import DOTS, SQUARES
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.tatham import are_ids
from pipeline.kinds.kit.sites.text_lines import (
    Line,
    content_lines,
    first_lines,
    is_number,
    number_lines,
    read_label,
    whole_lines,
)
from pipeline.model import PuzzleFormatError
from pipeline.stages.collection.credits import Comments
from pipeline.stages.collection.drawn_grids import DrawnGrid, OddLines, drawn_grids
from pipeline.stages.collection.file_readers import Carried, carried_texts, is_container

_HEAD: Final = 20  # Lines with content that are examined to recognise a file
_PROBE: Final = 500  # Lines that are searched for a drawn grid
_LENGTHS: Final = (81, 256, 625)
_SPLIT: Final = re.compile(r"[\s,;|\"'()\[\]<>=?&/#:]+")
_EMPTY: Final = str.maketrans("xX*_-0", "......")
_SIGNS: Final = re.compile(r"[1-9A-P]*[.0*_xX-][0-9A-P.*_xX-]*")
_PLACED: Final = re.compile(r"\+[1-9]")
_ADDRESS: Final = re.compile(r"https?://\S+")
_WIKI: Final = re.compile(r"bd=(?:S9B)?([0-9a-v]{162})(?![0-9A-Za-z])")
_NESTED: Final = re.compile(r"https?://[^\s?#]{1,99}[?#]m=(?:edit|solve)&p=(https?(?:%3A|:)\S+)")
_FILED: Final = re.compile(r"[?&/](pzprv3(?:\.\d)?/\S*)")
_GAME: Final = re.compile(r"<game\s[^<>]*?\b(?:cells_)?data=\"([^\"<]*)\""
                          r"|<(folder)\s[^<>]*?\b(?:folder_)?name=\"([^\"<]*)\""
                          r"|<(name|author|description|comment|level|source)>([^<]*)<")  # fmt: skip
_ELSEWHERE: Final = (
    "found an address with the name of a puzzle, which is on its site; open it, and copy an "
    "address that contains the puzzle, such as f-puzzles.com/?load=..."
)
_INK: Final = re.compile(r"[|!│┃║¦]|[-_=─━═]{2}|[0-9.*_X-]{2} ")
_SAVED: Final = re.compile(rb"\s*([A-Z]+) *:(\d{1,7}):")
_SLK: Final = re.compile(
    r"(?:#[^\n]*\n|[^\S\n]*\n)*\d{1,3} +\d{1,3}[^\n]*\n[^\S\n]*\n"
    r"((?:[0-4.]+[^\S\n]*\n)+)[^\S\n]*\n[-x.]"
)


def program_parts(text: str, grid: str | None) -> Iterator[Carried] | None:
    """Return the puzzles of a file of another program, None for another text.

    ``grid`` is that of `carried_texts`.
    """
    if "SAVEFILE:" in text[:200]:
        return iter([_saved_game(text)])
    if "<opensudoku" in text[:500]:
        return _xml_games(text)
    if re.search(r"^\[Puzzle\]\s*$", text, re.MULTILINE):
        head, _, rest = text.partition("[Puzzle]")
        board = re.split(r"^\[", rest, maxsplit=1, flags=re.MULTILINE)[0].strip()
        return iter([Carried(f"{board}\n", head.count("\n") + 2, tags=(SQUARES,))])
    if (wrapped := re.fullmatch(r"\s*ipuz\((.*)\)\s*", text, re.DOTALL)) is not None:
        return carried_texts(wrapped[1], grid)
    if grid is None and site_boards(text) is not None:
        return _with_comments(Comments(text))
    if is_container(text, grid):
        return None
    if (drawn := _SLK.match(text)) is not None:
        board = "\n".join(" ".join(row.strip()) for row in drawn[1].split())
        line = text.count("\n", 0, drawn.start(1)) + 1
        return iter([Carried(f"{board}\n", line, tags=(DOTS,))])
    lines = [line for _, line in islice(content_lines(text), _HEAD)]
    if 2 * sum(map(_has_more, lines)) >= len(lines) > 0:
        return _entries(text)
    if any(map(_NESTED.search, lines)):
        return carried_texts(_NESTED.sub(lambda found: unquote(found[1]), text))
    return _drawn(text)


def site_boards(text: str) -> Iterator[Loose | PuzzleFormatError] | None:
    """Return the boards of a text of a kind's own programs, None for another text."""
    if are_ids(first_lines(text, _HEAD)):
        return None
    found = (site.read(text) for site in (nonograms, cages, sums))
    return next((one for one in found if one is not None), None)


def _with_comments(comments: Comments) -> Iterator[Carried]:
    """Yield the boards of a text of a kind's own programs with the comments above them."""
    for board in site_boards(comments.rest) or ():
        credit = {**comments.above, **comments.before(board.line or 0)}
        yield Carried("", board.line, credit, board=board)


def _saved_game(text: str) -> Carried:
    data, at, fields = text.encode(), 0, dict[str, str]()
    while (found := _SAVED.match(data, at)) is not None:
        at = found.end() + int(found[2])
        value = data[found.end() : at].decode(errors="replace")
        fields.setdefault(found[1].decode(), value)
    if not all(fields.get(key) for key in ("GAME", "PARAMS", "DESC")):
        return Carried("", 1, fault="expected GAME, PARAMS and DESC in a save file; copy it whole")
    return Carried(f"{fields['PARAMS']}:{fields['DESC']}\n", 1, tags=(fields["GAME"],))


def _xml_games(text: str) -> Iterator[Carried]:
    credit: dict[str, str] = {}
    line, last = 1, 0
    for match in _GAME.finditer(text):
        line, last = line + text.count("\n", last, match.start()), match.start()
        if match[1] is None:
            key = {"folder": "title", "name": "title"}.get(match[2] or match[4], match[4])
            credit[key] = unescape(match[3] or match[5] or "").strip()
            continue
        cells = unescape(match[1]).strip()
        if cells.startswith("version"):
            # Each cell has a value, one or two notes, and whether a player may change it.
            words = cells.partition("\n")[2].strip().rstrip("|").split("|")
            size = len(words) // 81
            cells = "".join(
                words[at] if words[at + size - 1] == "0" else "0"
                for at in range(0, 81 * size, size)
            )
        own = {key: credit[key] for key in ("author", "title") if credit.get(key)}
        yield Carried(f"{cells}\n", line, own, tags=(SQUARES,))


def _has_more(line: str) -> bool:
    """Return whether a line has a Sudoku and other text, or an address with a puzzle."""
    return any(one.search(line) for one in (LINK, NAMED_LINK, _FILED)) or (
        len(line) not in _LENGTHS and _board(line) is not None
    )


def _entries(text: str) -> Iterator[Carried]:
    """Yield the puzzles of lines with their comments, then the lines without one."""
    comments, rest = "", list[str]()
    for number, line in number_lines(text):
        if not line or line.startswith("#"):
            comments += f"{line}\n" if line else ""
            continue
        link, carried = LINK.search(line), _board(line)
        if link is not None:
            for one in _linked(link, line, number):
                yield replace(one, text=comments + one.text)
        elif carried is not None:
            yield replace(carried, text=comments + carried.text, line=number)
        elif (file := _FILED.search(line)) is not None:
            credit, source_id = _labelled(line, file)
            yield Carried(f"{comments}{unquote(file[1])}\n", number, credit, source_id)
        elif NAMED_LINK.search(line):
            yield Carried("", number, fault=_ELSEWHERE)
        elif number > 1 or any(map(str.isdigit, line)):
            rest += [""] * (number - 1 - len(rest)) + [line]
        comments = ""
    if rest:
        yield Carried(to_lines(*rest))


def _labelled(line: str, found: re.Match[str]) -> tuple[dict[str, str], str | None]:
    start = max(line.rfind(sign, 0, found.start()) for sign in " \t(<") + 1
    title, number = read_label(f"{line[:start]} {line[found.end() :].partition(' ')[2]}")
    return ({"title": title} if title else {}), number or None


def _linked(link: re.Match[str], line: str, number: int) -> Iterator[Carried]:
    credit, source_id = _labelled(line, link)
    try:
        for one in carried_texts(json.dumps(unpack_link(link))):
            known = {**credit, **one.credit}
            yield replace(one, line=number, credit=known, source_id=source_id or one.source_id)
    except PuzzleFormatError as error:
        yield Carried("", number, fault=error.message)


def _board(line: str) -> Carried | None:
    """Return the Sudoku of a line with its answer, number and rating, None without one."""
    if len(line) < _LENGTHS[0]:
        return None
    if (wiki := _WIKI.search(line)) is not None:
        pairs = [int(wiki[1][at : at + 2], 32) for at in range(0, 162, 2)]
        given = [pair for pair in pairs if pair & 1] or pairs
        signs = {
            pair: str((pair >> 1).bit_length()) for pair in given if (pair >> 1).bit_count() == 1
        }
        credit, source_id = _labelled(line, wiki)
        return Carried(
            "".join(signs.get(pair, ".") for pair in pairs) + "\n", None, credit, source_id
        )
    is_steps = line.startswith(":")
    words = _SPLIT.split(_PLACED.sub(".", line) if is_steps else line)
    index = next((at for at, word in enumerate(words) if _is_board(word)), None)
    if index is None:
        return None
    board, rest = words[index].translate(_EMPTY), [word for word in words[index + 1 :] if word]
    answer = next((word for word in rest if len(word) == len(board) and word.isalnum()), "")
    answers = f"{answer}\n" if answer else ""
    if is_steps:
        return Carried(f"{board}\n")
    if (address := _ADDRESS.search(line)) is not None:
        credit, source_id = _labelled(line, address)
        return Carried(f"{board}\n", None, credit, source_id, answer=answers)
    before = [word for word in words[:index] if word]
    notes = [word for word in rest if word != answer]
    source = (
        {"difficulty" if is_number(notes[0].replace(".", "")) else "info": " ".join(notes)}
        if notes
        else {}
    )
    return Carried(
        f"{board}\n", source_id=" ".join(before) or None, source=source, answer=answers
    )  # fmt: skip


def _is_board(word: str) -> bool:
    # A filled board is the answer of another.
    return len(word) in _LENGTHS and _SIGNS.fullmatch(word) is not None


def _drawn(text: str) -> Iterator[Carried] | None:
    if _INK.search(text) is None:
        return None
    first = drawn_grids(islice(whole_lines(text), _PROBE))
    if not any(isinstance(one, DrawnGrid) for one in first):
        return None
    return _of_drawn(drawn_grids(whole_lines(text)))


def _of_drawn(found: Iterable[DrawnGrid | OddLines | Line]) -> Iterator[Carried]:
    """Yield grids with the comments above; the line above a grid is its title."""
    title = comments = ""
    for block in found:
        if isinstance(block, OddLines):
            found_rows = f"found {block.high} rows of another shape; check them"
            fault = f"expected the rows of a square grid, {found_rows}"
            yield Carried("", block.line, fault=fault)
        elif isinstance(block, DrawnGrid):
            text = "".join(f"{' '.join(row)}\n" for row in block.rows)
            side, (high, wide) = len(block.rows), block.box
            if high * wide == side:
                text = (
                    f"begin\npuzzle sudoku\npatternx {wide}\npatterny {high}\nproblem\n{text}end\n"
                )
            name, source_id = read_label(title)
            credit = {"title": name} if name else {}
            tags = (SQUARES,) if any(block.box) else ()
            yield Carried(comments + text, block.line, credit, source_id or None, tags=tags)
            title = comments = ""
        elif block[1].startswith("#"):
            comments += f"{block[1].strip()}\n"
        else:
            title = block[1]
