"""Boards as text, for screen readers: every clue with its place, in the language of the book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pipeline.edition.language import Language, load_language
from pipeline.edition.section import runs_of
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.model import JsonObject
from pipeline.scene.symbols import MOST_PICTURES, Symbols, text_of

_BLOCKED: Final = "wall"
_NAMES: Final = {"white": "white_pearl", "black": "black_pearl", "wall": _BLOCKED, "tree": "tree"}
"""Keys of the player's words for clues that are not numbers."""


def clue_rows(kind: AnyKind, clues: Any, language: str = "en") -> list[list[str]]:
    """Return the clue in each cell of a board as text, "" for an empty cell.

    The clues are the first grid of the puzzle's JSON.
    """
    puzzle, say = kind.encode(clues), load_language(language).say
    lists = (value for value in puzzle.values() if isinstance(value, list) and value)
    grid = next(value for value in lists if isinstance(value[0], list))
    blocked, cols = set(puzzle.get("blocked", ())), len(grid[0])
    empty, names = _signs(kind.id, language, getattr(clues, "rule", None))
    words = _Words(load_language(language), cols)
    looks = looks_of(kind.id, language, getattr(clues, "rule", None))
    letters, (shape, _) = looks.get("letters", ""), looks.get("usual", ("", True))
    beside = {} if kind.aloud is None else kind.aloud.in_cells(clues, words)

    def name(cell: int, value: int) -> str:
        if cell in blocked:
            return say(f"player.{_BLOCKED}")
        if value == empty:
            return beside.get(cell, "")
        if value in names:
            return names[value]
        if letters:
            return str(letters[value - 1])
        if shape == "digits":
            return " ".join(str(value)).replace("9", "?")
        return str(value) if value >= 0 else say("spoken.unknown")

    return [
        [name(row * cols + col, value) for col, value in enumerate(line)]
        for row, line in enumerate(grid)
    ]


@cache
def looks_of(kind_id: str, language: str = "en", rule: str | None = None) -> Mapping[str, Any]:
    """Return how a player shows the cells of a kind; empty for a kind without such looks.

    ``rule``: under a rule that has an example.
    """
    kind = get_kind(kind_id)
    boards = [kind.decode(one["puzzle"]) for one in load_examples(kind)["solved"]]
    board = next((one for one in boards if getattr(one, "rule", None) == rule), boards[0])
    played = kind.play(board, None, language) if kind.play is not None else None
    looks: Mapping[str, Any] = (played or {}).get("looks") or {}
    return looks


def _signs(kind_id: str, language: str, rule: str | None) -> tuple[int, dict[int, str]]:
    """Return the value of an empty cell, and the names of values that are not numbers."""
    looks, say = looks_of(kind_id, language, rule), load_language(language).say
    if not looks:
        return 0, {}
    return looks["empty"], {
        int(value): looks.get("names", {}).get(value) or say(f"player.{_NAMES[shape]}")
        for value, (shape, is_number) in looks["signs"].items()
        if not is_number
    }


def name_of(number: int, symbols: Symbols, language: str) -> str:
    """Return what a board shows in place of a number, pictures by name.

    >>> name_of(2, "letters", "en"), name_of(11, "digits", "en"), name_of(2, "icons", "de")
    ('B', 'B', 'Herz')
    """
    if symbols != "icons":
        return text_of(number, symbols)
    names = load_language(language).say("spoken.pictures").split(", ")
    return names[number - 1] if number <= len(names) else str(number)


def in_symbols(text: str, symbols: Symbols, language: str) -> str:
    """Return the text of a clue with what the board shows in place of its number.

    >>> in_symbols("1 . 2", "letters", "en")
    'A . B'
    """
    if symbols == "numbers":
        return text
    return re.sub("[1-9][0-9]*", lambda found: name_of(int(found[0]), symbols, language), text)


@cache
def step_texts(
    kind_id: str,
    language: str,
    symbols: Symbols,
    is_easy: bool = False,
    rule: str | None = None,
) -> Mapping[str, str]:
    """Return the texts of steps for `step_text`, in the words for the symbols of a board.

    Those for children (``is_easy``) are of first steps alone.
    """
    kind = get_kind(kind_id)
    assert kind.deductions is not None
    texts = kind.deductions.reasons(language, rule)
    if is_easy:
        texts = {**texts, **read_reasons(kind.package, language, rule, "easy_reasons")}
    if symbols == "numbers":
        return texts
    names = {f"digit-{n}": name_of(n, symbols, language) for n in range(1, MOST_PICTURES + 1)}
    return {key: kind.with_symbols(text, symbols, language) for key, text in texts.items()} | names


def describe_board(
    kind: AnyKind, clues: Any, language: str = "en", symbols: Symbols = "numbers"
) -> str:
    """Return a board as text: kind, size, and every clue with its place.

    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> clues = kind.decode({"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0]]})
    >>> describe_board(kind, clues)
    'Numberlink, 3 by 2. Row 1: 1 in column 1, 1 in column 3. The other cells are empty.'
    """
    rows = [
        [in_symbols(cell, symbols, language) for cell in row]
        for row in clue_rows(kind, clues, language)
    ]
    words = load_language(language)
    size = words.say("spoken.size", cols=len(rows[0]), rows=len(rows))
    head = f"{kind.title_in(language, kind.encode(clues).get('rule'))}, {size}."
    return " ".join((head, *_rows(rows, words), *board_notes(kind, clues, language)))


def _rows(rows: Sequence[Sequence[str]], language: Language) -> Iterator[str]:
    """Yield the clues of each row that has some; the other cells are stated to be empty."""
    for number, row in enumerate(rows, 1):
        if all(row):
            yield language.say("spoken.row", row=number, cells=", ".join(row))
        elif any(row):
            cells = ", ".join(
                language.say("spoken.clue", clue=clue, col=col)
                for col, clue in enumerate(row, 1)
                if clue
            )
            yield language.say("spoken.row", row=number, cells=cells)
    if not all(all(row) for row in rows):
        has_some = any(any(row) for row in rows)
        yield language.say("spoken.rest" if has_some else "spoken.nothing")


def board_notes(kind: AnyKind, clues: Any, language: str) -> list[str]:
    """Return a sentence for each clue that is not in a cell, such as areas and cages."""
    puzzle, words = kind.encode(clues), load_language(language)
    return [
        *_regions(puzzle, words),
        *(() if kind.aloud is None else kind.aloud.notes(clues, _Words(words, puzzle["cols"]))),
        *_goal(puzzle, words),
    ]


def _regions(puzzle: JsonObject, language: Language) -> Iterator[str]:
    grid = puzzle.get("regions")
    if not grid:
        return
    cols = len(grid[0])
    areas: dict[int, list[int]] = {}
    for row, line in enumerate(grid):
        for col, area in enumerate(line):
            areas.setdefault(area, []).append(row * cols + col)
    sides = {_sides_of(cells, cols) for cells in areas.values()}
    if len(sides) == 1 and len(areas) > 1 and (only := sides.pop()) is not None:
        yield language.say("spoken.boxes", cols=only[0], rows=only[1])
        return
    yield from name_areas(areas.values(), cols, language)


def name_areas(areas: Iterable[Iterable[int]], cols: int, language: Language) -> Iterator[str]:
    """Yield a sentence for each of several areas."""
    for number, cells in enumerate(areas, 1):
        yield language.say("spoken.area", number=number, cells=name_cells(cells, cols, language))


@dataclass(frozen=True)
class _Words:
    """Sentences in a language about the cells of a board."""

    language: Language
    cols: int

    def say(self, key: str, **values: object) -> str:
        return self.language.say(key, **values)

    def cells(self, cells: Sequence[int]) -> str:
        return name_cells(cells, self.cols, self.language)


def _goal(puzzle: JsonObject, language: Language) -> Iterator[str]:
    if "goal" in puzzle:
        empty = language.say("player.board_empty")
        rows = "; ".join(", ".join(str(v or empty) for v in row) for row in puzzle["goal"])
        yield language.say("spoken.goal", rows=rows)


def name_cells(cells: Iterable[int], cols: int, language: Language) -> str:
    """Return cells as text: a rectangle by its sides, others row by row.

    >>> name_cells([0, 1, 4, 5], 4, load_language("en"))
    'rows 1 to 2, columns 1 to 2'
    >>> name_cells([0, 2, 4], 4, load_language("en"))
    'row 1, columns 1, 3; row 2, column 1'
    """
    by_row: dict[int, list[int]] = {}
    for cell in sorted(cells):
        by_row.setdefault(cell // cols + 1, []).append(cell % cols + 1)
    if len(by_row) > 1 and _sides_of(cells, cols) is not None:
        first = next(iter(by_row.values()))
        return f"{_lines('row', [*by_row], language)}, {_lines('column', first, language)}"
    return "; ".join(
        f"{_lines('row', [row], language)}, {_lines('column', columns, language)}"
        for row, columns in by_row.items()
    )


def _sides_of(cells: Iterable[int], cols: int) -> tuple[int, int] | None:
    """Return columns and rows of a rectangle, None for another shape."""
    places = [divmod(cell, cols) for cell in cells]
    rows, columns = {row for row, _ in places}, {col for _, col in places}
    wide, high = (max(some) - min(some) + 1 for some in (columns, rows))
    return (wide, high) if wide * high == len(places) else None


def _lines(what: str, numbers: Sequence[int], language: Language) -> str:
    """Return rows or columns as text, with runs as ranges."""
    parts = [
        str(first) if first == last else language.say("spoken.range", first=first, last=last)
        for first, last in runs_of(numbers)
    ]
    key = f"spoken.{what}_one" if len(numbers) == 1 else f"spoken.{what}_other"
    return language.say(key, numbers=", ".join(parts))
