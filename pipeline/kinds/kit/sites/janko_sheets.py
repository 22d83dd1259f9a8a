"""Texts of janko.at: lines that begin with a keyword, and rows of words below some of them.

The rows of a board are below ``problem`` and ``solution``; ``author``, ``title`` and ``source`` are
its credit; other fields are kept unchanged. A text may have several puzzles, each from ``begin`` to
``end``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.sites.cells import join_rows
from pipeline.kinds.kit.sites.forms import Refusal, make_format, to_lines
from pipeline.kinds.kit.sites.text_lines import (
    Line,
    is_number,
    number_lines,
    parse_number,
    part_lines,
)
from pipeline.model import PuzzleFormatError, cut

C = TypeVar("C")
S = TypeVar("S")

JANKO: Final = "janko"  # Name of the form

KEYWORDS: Final = (
    *("begin", "end", "puzzle", "author", "solver", "source", "title", "info", "unit", "size"),
    *("rows", "cols", "problem", "solution", "moves", "depth", "options", "copyright", "mail"),
    *("areas", "file", "clabels", "rlabels"),
)
_FEW: Final = ("ships",)  # Keywords of single games, which messages do not list
_LABELS: Final = ("clabels", "rlabels")
_ROWS: Final = ("problem", "solution", "moves", "areas", *_LABELS)
"""Keywords with rows behind and below; a line below any other keyword is an unknown field."""

_OWN: Final = {
    *("begin", "end", "puzzle", "author", "title", "source", "copyright", "mail", "file", *_ROWS),
    *("licence", "license", "n", "width", "height", "cellSize"),
    *("unit", "size", "rows", "cols", "data", "grid", "patternx", "patterny"),
}
"""Fields that are not kept: those read elsewhere, and settings of the page."""

_FIELD: Final = re.compile(r"([A-Za-z][A-Za-z_]+):? (.+)")
_CELLS: Final = re.compile(r"(?:(?:[0-9,]+|[.?x-]) )+(?:[0-9,]+|[.?x-])")
_TEXTS: Final = ("end", "info", "author", "solver", "source", "title", "copyright", "mail")
"""Keywords below which other lines are text."""

LONGEST: Final = 200  # Most characters of an unknown field that is kept


class JankoSheet(NamedTuple):
    """A puzzle: line of ``problem``, rows of the problem and of the solution, and fields.

    ``others`` are the rows below other keywords, and ``taken`` those that a form asked for.
    """

    line: int
    rows: list[Line]
    drawn: list[Line]
    fields: Mapping[str, str]
    others: Mapping[str, list[Line]]
    taken: set[str]

    @property
    def areas(self) -> list[Line]:
        """The regions."""
        self.taken.add("areas")
        return self.others.get("areas", [])

    @property
    def labels(self) -> Mapping[str, list[Line]]:
        """The numbers outside: above and below by ``clabels``, left and right by ``rlabels``."""
        self.taken.update(_LABELS)
        return {key: self.others[key] for key in _LABELS if key in self.others}

    def require_taken(self, game: str) -> None:
        """Raise `PuzzleFormatError` if there are rows that no form asked for."""
        for key, rows in self.others.items():
            if rows and key not in self.taken:
                what = f"expected a puzzle of {game}, which has no {key!r}; check the game"
                raise PuzzleFormatError(what, line=rows[0][0])

    def size(self) -> tuple[int, int]:
        """Return the rows and columns of the board, from its first rows of words or its fields."""
        rows = self.rows or self.others.get("areas") or self.drawn
        if rows:
            return len(rows), len(rows[0][1].split())
        sides = [sum(len(text.split()) for _, text in self.others.get(key, [])[:1])
                 for key in ("rlabels", "clabels")]  # fmt: skip
        if all(sides) and not self.fields.keys() & {"size", "rows", "cols"}:
            return sides[0], sides[1]
        side = self.fields.get("size", "")
        high, wide = (self.fields.get(key, side) for key in ("rows", "cols"))
        if not (is_number(high) and is_number(wide)):
            raise PuzzleFormatError("expected 'size', or 'rows' and 'cols'", line=self.line)
        return parse_number(high), parse_number(wide)


class _Part(NamedTuple):
    """A keyword, the rest of its line, the line number, and the lines up to the next keyword."""

    word: str
    rest: str
    line: int
    body: list[Line]


def is_janko(text: str, games: tuple[str, ...]) -> bool:
    """Return whether the first line is a keyword, there are rows, and the game matches.

    A text without a game matches any.
    """
    lines = (line.split() for _, line in number_lines(text) if line)
    first = next(lines, [""])
    if first[0] not in KEYWORDS:
        return False
    game, has_problem = "", False
    for line in chain([first], lines):
        has_problem = has_problem or (line[0] in _ROWS and not any(map(str.isalpha, line[1:])))
        if not game and line[0] == "puzzle":
            game = _game(" ".join(line[1:]))
        if game and has_problem:
            break
    return has_problem and (not game or game in games)


def janko_games(text: str) -> dict[str, str]:
    """Return the puzzles of each game in a text of janko.at, {} for other texts.

    Each value is the whole text with the lines of other games blank, which keeps line numbers.
    Puzzles without a game belong to the previous game, at the start to "".
    """
    first = next((line.split()[0] for _, line in number_lines(text) if line), "")
    if first not in KEYWORDS or ("problem" not in text and "puzzle" not in text):
        return {}
    owners: list[str] = []
    start, game, above = 0, "", ""
    for index, (_, line) in enumerate(number_lines(text)):
        word, _, rest = line.partition(" ")
        if word == "begin" or above == "end":
            start = index
        elif word == "puzzle" and rest:
            game = _game(rest)
            owners[start:], start = [game] * (index - start), index
        owners.append(game)
        above = line

    lines = (line for _, line in number_lines(text))
    return part_lines(zip(owners, lines, strict=True), "games")


def _game(name: str) -> str:
    return name.strip().lower()


def split_janko(text: str) -> Iterator[JankoSheet | PuzzleFormatError]:
    """Yield each problem with the rows of its solution and its credit."""
    held: list[_Part] = []
    problem: _Part | None = None
    fault: PuzzleFormatError | None = None  # of a line between the keywords of a puzzle
    for part in chain(_parts(text), [None]):
        if isinstance(part, PuzzleFormatError):
            if held:
                fault = fault or part
            else:
                yield part
            continue
        if problem is None and (part is None or part.word == "end"):
            problem = next((one for one in held if one.word in _ROWS), None)
            held = held if problem else []
        # Lines after "end" belong to the next puzzle.
        if problem is not None and (part is None or part.word in ("problem", "end")):
            fields = {one.word: one.rest for one in held if one.rest}
            drawn = next((one.body for one in held if one.word == "solution"), [])
            rows = problem.body if problem.word == "problem" else []
            others = {one.word: one.body for one in held if one.word in ("areas", *_LABELS)}
            yield fault or JankoSheet(problem.line, rows, drawn, fields, others, set())
            held, problem, fault = [], None, None
        if part is not None:
            held.append(part)
            problem = part if part.word == "problem" else problem


def janko_form(  # noqa: PLR0913 (the parts of a sheet, by name)
    games: tuple[str, ...],
    read: Callable[[JankoSheet, str | None], C],
    read_drawn: Callable[[C, JankoSheet], S | None],
    write: Callable[[C], list[str]],
    write_drawn: Callable[[C, S], list[str]],
    refuse: Refusal[C, S],
    rules: Mapping[str, str] = MappingProxyType({}),
    write_areas: Callable[[C], list[str]] | None = None,
    prepare: Callable[[JankoSheet], JankoSheet] = lambda sheet: sheet,
    has_problem: bool = True,
    needs_problem: bool = True,
    has_signs: bool = False,
) -> TextFormat[C, S]:
    """Return the form ``janko`` of games with these names; the first is written.

    ``read`` and ``write`` convert the rows of the problem, ``read_drawn`` and ``write_drawn`` those
    of the solution. ``rules`` has the rules of games that imply one; the first game of a rule is
    written. ``write_areas`` returns the lines of regions; without it regions are refused.
    ``prepare`` converts a sheet before it is read. Without ``has_problem`` the game has no clues in
    cells, and ``write`` returns other lines; without ``needs_problem`` a sheet may lack them.
    With ``has_signs``, signs lie between the cells and their rows.
    """
    games = tuple(map(str.lower, games))

    def side_of(words: Sequence[object]) -> int:
        return (len(words) + 1) // 2 if has_signs else len(words)

    def read_sheet(sheet: JankoSheet, rule: str | None) -> Parsed[C, S]:
        if not sheet.rows and has_problem and needs_problem:
            raise PuzzleFormatError("expected rows below 'problem', found none", line=sheet.line)
        rows = sheet.fields.get("rows", "")
        if sheet.rows and not has_problem:
            raise PuzzleFormatError(
                f"expected a puzzle of {games[0]}, which has no 'problem'; check the game",
                line=sheet.line,
            )
        if sheet.rows and rows.isdecimal() and rows.lstrip("0") != str(side_of(sheet.rows)):
            raise PuzzleFormatError(
                f"expected {rows} rows below 'problem', as given by 'rows', found "
                f"{side_of(sheet.rows)}; copy the whole text",
                line=sheet.line,
            )
        sheet = prepare(sheet)
        fields = sheet.fields
        clues = read(sheet, rule or rules.get(_game(fields.get("puzzle", ""))))
        sheet.require_taken(games[0])
        solution, unread = None, ""
        try:
            solution = read_drawn(clues, sheet) if sheet.drawn else None
        except PuzzleFormatError as error:
            unread = str(error)
        if sheet.drawn and solution is None:
            unread = unread or "the rows below 'solution' are not a solution"
        credit, own = make_credit(fields), make_source(fields)
        return Parsed(sheet.line, clues, solution, credit, fields.get("file"), own, unread)

    def write_sheet(clues: C, solution: S | None) -> str:
        rows = write(clues)
        drawn = [] if solution is None else ["solution", *write_drawn(clues, solution)]
        wide = side_of(rows[0].split()) if has_problem else getattr(clues, "cols", 0)
        high = side_of(rows) if has_problem else getattr(clues, "rows", 0)
        size = (f"rows {high}", f"cols {wide}")
        rows = ["problem", *rows] if has_problem else rows
        rule = getattr(clues, "rule", None)
        game = next((name for name, own in rules.items() if own == rule), games[0])
        areas = [] if write_areas is None else write_areas(clues)
        return to_lines("begin", f"puzzle {game}", *size, *areas, *rows, *drawn, "end")

    return make_format(
        JANKO,
        "texts of janko.at",
        lambda text: is_janko(text, games),
        split_janko,
        read_sheet,
        write_sheet,
        "\n",
        refuse,
    )


def words_below(lines: Sequence[Line], count: int, name: str, line: int) -> list[str]:
    """Return the words of some lines; `PuzzleFormatError` unless there are ``count``.

    ``name`` is the keyword above them, ``line`` that of the puzzle.
    """
    words = [word for _, text in lines for word in text.split()]
    if len(words) != count:
        raise PuzzleFormatError(
            f"expected {count} words below {name!r}, found {len(words)}; check them",
            line=lines[0][0] if lines else line,
        )
    return words


def read_sides(words: Sequence[str], cols: int) -> Iterator[tuple[int, int]]:
    """Yield (cell, neighbour) for each side in the words by which a line leaves a cell.

    Sides are n, o or e for east, s, w. Other letters and sides of the board are ignored.
    """
    for cell, word in enumerate(words):
        beside = _beside(cell, len(words), cols)
        yield from ((cell, beside[side]) for side in word.replace("e", "o") if side in beside)


def write_sides(joined: Collection[tuple[int, int]], size: int, cols: int) -> list[str]:
    """Return rows of words with the sides by which lines leave cells, for ``joined`` pairs."""
    words = []
    for cell in range(size):
        beside = _beside(cell, size, cols).items()
        sides = (side for side, to in beside if (cell, to) in joined or (to, cell) in joined)
        words.append("".join(sides) or "-")
    return join_rows(words, cols)


def _beside(cell: int, size: int, cols: int) -> dict[str, int]:
    east, west = cell + 1 if (cell + 1) % cols else -1, cell - 1 if cell % cols else -1
    beside = {"n": cell - cols, "o": east, "s": cell + cols, "w": west}
    return {side: to for side, to in beside.items() if 0 <= to < size}


def make_credit(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a credit from those of a source."""
    credit = {key: fields[key] for key in ("author", "title") if fields.get(key)}
    if source := fields.get("source"):
        credit["url" if "://" in source else "text"] = source
    if rights := fields.get("copyright") or fields.get("licence") or fields.get("license"):
        credit["licence"] = rights
    return credit


def make_source(fields: Mapping[str, str], known: Collection[str] = ()) -> dict[str, str]:
    """Return the other fields of a source, without the ``known`` ones."""
    return {
        key: value
        for key, value in fields.items()
        if key not in _OWN and key not in known and 0 < len(value) <= LONGEST
    }


def _parts(text: str) -> Iterator[_Part | PuzzleFormatError]:
    part: _Part | None = None
    is_odd = False
    for number, line in number_lines(text):
        word, rest = (*line.split(None, 1), "", "")[:2]
        field = None if part is None or part.word in _ROWS else _FIELD.fullmatch(line)
        is_field = field is not None and _CELLS.fullmatch(field[2]) is None
        if not line:
            continue
        if word in KEYWORDS or word in _FEW or is_field:
            if part is not None:
                yield part
            part = _Part(word, rest, number, [])
            if word in _ROWS and rest:
                part = part._replace(rest="", body=[(number, rest)])
            elif is_field and field is not None:
                part = part._replace(word=field[1].lower(), rest=field[2])
        elif part is None:
            if not is_odd:
                yield PuzzleFormatError(
                    f"expected a keyword such as 'begin' or 'problem', found {cut(line)!r}; "
                    "check the format",
                    line=number,
                )
            is_odd = True
        elif part.word in _ROWS or part.word in _TEXTS:
            part.body.append((number, line))
        else:
            yield PuzzleFormatError(
                f"expected a keyword, found {cut(line)!r}; known are {', '.join(KEYWORDS)}",
                line=number,
            )
    if part is not None:
        yield part
