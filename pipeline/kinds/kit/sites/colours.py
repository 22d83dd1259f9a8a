"""Nonograms of several colours as fields of a record, and their forms.

Files have colours of their own; they become the nearest of the four that boards are drawn in, each
another one. More than four are refused.

Sources: FORMAT.md of github.com/mikix/nonogram-db (``non``); webpbn.com/pbn_fmt.html (``webpbn``);
``grid`` by Petr and Mirek Olsak, whose files declare colours below ``#d`` (``olsak``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import LEFT, TOP
from pipeline.kinds.kit.looks.coloured.clue import COLOURS, HUES
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.reading import Form, Forms, Loose, Site
from pipeline.model import PuzzleFormatError
from pipeline.model.hues import Hue, match_hues

Runs: TypeAlias = tuple[tuple[int, str], ...]
"""The runs of a line: lengths and the keys of their colours."""
KIND: Final = "colournonogram"
LETTERS: Final = "abcd"  # Keys of the colours in files that are written
NAMES: Final = ("blue", "orange", "green", "pink")
NAMED: Final[Mapping[str, Hue]] = {
    "black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "green": (0, 176, 0),
    "blue": (0, 0, 255), "yellow": (255, 255, 0), "orange": (255, 128, 0), "brown": (128, 64, 0),
    "purple": (160, 32, 240), "violet": (160, 32, 240), "pink": (255, 128, 192),
    "magenta": (255, 0, 255), "cyan": (0, 255, 255), "grey": (128, 128, 128),
    "gray": (128, 128, 128),
}  # fmt: skip
"""Names of colours in files, as far as they are read."""


class Picture(NamedTuple):
    """A board of a file: its runs, the rows of its answer as keys, and the hues of keys."""

    form: str
    rows: Sequence[Runs]
    columns: Sequence[Runs]
    goal: Sequence[str]
    hues: Mapping[str, Hue | None]
    line: int


def read_hue(word: str) -> Hue | None:
    """Return the colour of a name, or of six hexadecimal digits; None for another word.

    >>> read_hue("#FF8000"), read_hue("Blue"), read_hue("mauve")
    ((255, 128, 0), (0, 0, 255), None)
    """
    digits = word.removeprefix("#").lower()
    if len(digits) == 6 and set(digits) <= set("0123456789abcdef"):
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
        return red, green, blue
    return NAMED.get(word.lower())


def runs_of(line: str, empty: str) -> Runs:
    """Return the runs of a row of an answer."""
    runs: list[tuple[int, str]] = []
    for before, key in zip(f"{empty}{line}", line, strict=False):
        if key != empty:
            runs[-1:] = [(runs[-1][0] + 1, key)] if key == before else [*runs[-1:], (1, key)]
    return tuple(runs)


def pose(
    picture: Picture, empty: str, credit: Mapping[str, str], source: Mapping[str, str]
) -> Loose | PuzzleFormatError:
    """Return a Nonogram of several colours; ``empty`` is the key of empty cells in its answer."""
    keys = [*dict.fromkeys(key for line in (*picture.rows, *picture.columns) for _, key in line)]
    if len(keys) > COLOURS:
        what = f"found a Nonogram of {len(keys)} colours; {COLOURS} at most are read, leave it out"
        return PuzzleFormatError(what, line=picture.line, is_foreign=True)
    hues = [picture.hues.get(key) for key in keys]
    colours = {key: at + 1 for key, at in zip(keys, match_hues(hues, HUES), strict=True)}
    high, wide = len(picture.rows), len(picture.columns)
    puzzle: dict[str, Any] = {"rows": high, "cols": wide, "clues": [[0] * wide] * high}
    for side, lines in ((LEFT, picture.rows), (TOP, picture.columns)):
        puzzle[side] = [[length for length, _ in line] for line in lines]
        puzzle[f"{side}_colours"] = [[colours[key] for _, key in line] for line in lines]
    answer = None
    is_whole = len(picture.goal) == high and {*map(len, picture.goal)} == {wide}
    if is_whole and {*"".join(picture.goal)} <= {empty, *keys}:
        answer = {"numbers": [[colours.get(key, 0) for key in row] for row in picture.goal]}
    return Loose(KIND, puzzle, picture.form, picture.line, answer, credit, source)


def forms(
    read: Callable[[str], Iterator[Loose | PuzzleFormatError] | None],
) -> tuple[Site, ...]:
    """Return the forms ``non``, ``webpbn`` and ``olsak``, which ``read`` reads."""
    titles = {
        "non": "files .non with colours, as of nonogram-db",
        "webpbn": "XML of webpbn",
        "olsak": "files .g of Olsak's grid",
    }
    return tuple(
        Site(partial(_form, name=name, title=title, read=read)) for name, title in titles.items()
    )


def _form(
    forms: Forms,
    name: str,
    title: str,
    read: Callable[[str], Iterator[Loose | PuzzleFormatError] | None],
) -> Form:
    def read_each(
        text: str, rule: str | None
    ) -> Iterator[Parsed[Board, Solution] | PuzzleFormatError]:
        found = read(text)
        if found is None:
            raise PuzzleFormatError(f"expected {title}, found another text; check it", line=1)
        for one in found:
            try:
                yield one if isinstance(one, PuzzleFormatError) else _parsed(one)
            except PuzzleFormatError as error:
                line = None if isinstance(one, PuzzleFormatError) else one.line
                yield PuzzleFormatError(error.message, line=error.line or line)

    def _parsed(one: Loose) -> Parsed[Board, Solution]:
        board = forms.boards.decode(dict(one.puzzle))
        known = one.solution
        answer = forms.boards.decode_solution(board, dict(known)) if known is not None else None
        return Parsed(one.line or 1, board, answer, one.credit, source=one.source)

    def detect(text: str) -> bool:
        first = next(iter(read(text) or ()), None)
        if not isinstance(first, Loose) or first.form != name:
            return False
        return len({k for line in first.puzzle["left_colours"] for k in line}) > 1

    def write(puzzles: Sequence[tuple[Board, Solution | None]]) -> str:
        return GAPS[name].join(_WRITERS[name](board, answer) for board, answer in puzzles)

    form: Form = TextFormat(name, title, detect, read_each, write, GAPS[name])
    return replace(form, confidence=lambda board: 3)


def _lines(board: Board, parting: str) -> tuple[list[str], list[str]]:
    """Return the runs of rows and of columns as words, 0 for none."""
    written = []
    for side, count in ((LEFT, board.rows), (TOP, board.cols)):
        lines = ["0"] * count
        for clue in board.clues_of(side):
            runs = zip(clue.numbers, map(int, clue.sign), strict=True)
            lines[clue.place[0]] = parting.join(f"{n}{LETTERS[k - 1]}" for n, k in runs)
        written.append(lines)
    return written[0], written[1]


def _palette(board: Board) -> list[tuple[str, str, str]]:
    """Return the letter, the hue and the name of each colour of a board."""
    used = sorted({int(colour) for clue in board.other_clues for colour in clue.sign})
    return [(LETTERS[k - 1], "{:02X}{:02X}{:02X}".format(*HUES[k - 1]), NAMES[k - 1])
            for k in used]  # fmt: skip


def _goal(board: Board, answer: Solution | None, signs: str) -> list[str]:
    if answer is None:
        return []
    words = [signs[number] for _, number in answer.items]
    return ["".join(row) for row in split_rows(words, board.cols)]


def _write_non(board: Board, answer: Solution | None) -> str:
    rows, columns = _lines(board, ",")
    colours = [f"color {letter} #{hue}" for letter, hue, _ in _palette(board)]
    goal = "".join(_goal(board, answer, f"0{LETTERS}"))
    head = (f"width {board.cols}", f"height {board.rows}", *colours)
    end = ("", f'goal "{goal}"') if goal else ()
    return to_lines(*head, "", "rows", *rows, "", "columns", *columns, *end)


def _write_webpbn(board: Board, answer: Solution | None) -> str:
    lines = ["<puzzleset>", '<puzzle type="grid" defaultcolor="white">']
    lines.append('<color name="white" char=".">FFFFFF</color>')
    lines += [f'<color name="{name}" char="{letter}">{hue}</color>'
              for letter, hue, name in _palette(board)]  # fmt: skip
    for kind, side, count in (("columns", TOP, board.cols), ("rows", LEFT, board.rows)):
        counts = [""] * count
        for clue in board.clues_of(side):
            runs = zip(clue.numbers, map(int, clue.sign), strict=True)
            counts[clue.place[0]] = "".join(
                f'<count color="{NAMES[k - 1]}">{n}</count>' for n, k in runs
            )
        lines.append(f'<clues type="{kind}">')
        lines += [f"<line>{one}</line>" for one in counts]
        lines.append("</clues>")
    if answer is not None:
        image = [f"|{row}|" for row in _goal(board, answer, f".{LETTERS}")]
        lines += ['<solution type="goal">', "<image>", *image, "</image>", "</solution>"]
    return to_lines(*lines, "</puzzle>", "</puzzleset>")


def _write_olsak(board: Board, _: Solution | None) -> str:
    rows, columns = _lines(board, " ")
    colours = [f"   {letter}:{letter}  #{hue}  {name}" for letter, hue, name in _palette(board)]
    head = ("#d", "   0:   #FFFFFF  white", *colours)
    return to_lines(*head, ": rows", *rows, ": columns", *columns, ": end")


_WRITERS: Final = {"non": _write_non, "webpbn": _write_webpbn, "olsak": _write_olsak}
GAPS: Final = {"non": "====\n", "webpbn": "", "olsak": "\n"}
