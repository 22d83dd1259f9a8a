"""Answers as text, for screen readers: lines as directions, numbers by row, shaded cells."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any, Final

from pipeline.edition.board_words import clue_rows, in_symbols, looks_of, name_areas, name_cells
from pipeline.edition.language import Language, load_language
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.grid import Grid, chains
from pipeline.kinds.kit.board.regions import regions_within
from pipeline.scene.symbols import Symbols

_WAYS: Final = ("go_left", "go_up", "go_right", "go_down")
_ARROWS: Final = dict(zip("←↑→↓", _WAYS, strict=True))


def describe_answer(
    kind: AnyKind, clues: Any, solution: Any, language: str = "en", symbols: Symbols = "numbers"
) -> str:
    """Return an answer as text: the kind's own, lines as directions, or cells by row.

    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> clues = kind.decode({"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0]]})
    >>> describe_answer(kind, clues, kind.decode_solution(clues, {"paths": [[0, 3, 4, 5, 2]]}))
    '1 from row 1, column 1: 1 down, 2 right, 1 up'
    """
    words, shown = load_language(language), partial(in_symbols, symbols=symbols, language=language)
    if kind.answer_text is not None:
        return _moves(kind.answer_text(clues, solution), words)
    answer, cols = kind.encode_solution(solution), clues.cols
    if "bridges" in answer:
        return "; ".join(_bridges(answer["bridges"], cols, words))
    if "strokes" in answer:
        letters = [letter for row in clue_rows(kind, clues, language) for letter in row]
        words_to_find = kind.encode(clues).get("words", ())
        return "; ".join(_strokes(answer["strokes"], clues.grid, letters, words_to_find, words))
    if "paths" in answer:
        return "; ".join(
            f"{shown(str(number))} {_way(path, cols, words)}"
            for number, path in enumerate(answer["paths"], 1)
        )
    if "edges" in answer:
        cells = [word for row in clue_rows(kind, clues) for word in row]
        firsts = {cell for cell, word in enumerate(cells) if word == "1"}
        lines = "; ".join(_way(way, cols, words) for way in _ways(answer["edges"], firsts))
        shaded = f". {_cells(kind, answer, clues, words, shown)}" if "cells" in answer else ""
        return f"{lines}{shaded}"
    if "borders" in answer:
        ways = [*_ways(answer["borders"], ())]
        if all(way[0] == way[-1] for way in ways):
            return "; ".join(_way(way, cols + 1, words, is_corner=True) for way in ways)
        regions = regions_within(Grid(clues.rows, cols), answer["borders"])
        areas: dict[int, list[int]] = {}
        for cell, region in enumerate(regions):
            areas.setdefault(region, []).append(cell)
        return " ".join(name_areas(areas.values(), cols, words))
    return _cells(kind, answer, clues, words, shown)


def _moves(text: str, language: Language) -> str:
    ways = (language.say(f"spoken.{_ARROWS[arrow]}") for arrow in text if arrow in _ARROWS)
    return f"{text.partition(':')[0]}: {', '.join(ways)}"


def _cells(
    kind: AnyKind,
    answer: Any,
    clues: Any,
    language: Language,
    shown: Callable[[str], str],
) -> str:
    """Return the numbers of each row, or the cells that are shaded or have a lamp."""
    rows, cols = clues.rows, clues.cols
    looks = looks_of(kind.id, language.code, clues.rule)
    grid, symbols = answer.get("numbers"), looks.get("symbols")
    if grid is None and symbols:
        shaded, names = set(answer["cells"]), looks.get("names", {})
        symbols = [names.get(str(at), symbol) for at, symbol in enumerate(symbols)]
        grid = [[symbols[row * cols + col in shaded] for col in range(cols)] for row in range(rows)]
    if looks.get("coloured"):
        names = language.say("spoken.colours").split(", ")
        grid = [[f"{len([*run])} {names[colour]}" for colour, run in groupby(row)] for row in grid]
    if grid is not None:
        return " ".join(
            language.say("spoken.row", row=number, cells=", ".join(shown(str(one)) for one in row))
            for number, row in enumerate(grid, 1)
        )
    own = looks.get("names", {}).get("shaded")
    name = own or language.say(f"player.{looks['shaded']}")
    return f"{name[:1].upper()}{name[1:]}: {name_cells(answer['cells'], cols, language)}"


def _place(cell: int, cols: int, language: Language) -> str:
    row, col = divmod(cell, cols)
    return language.say("player.place", row=row + 1, col=col + 1)


def _way(cells: Sequence[int], cols: int, language: Language, is_corner: bool = False) -> str:
    """Return the start of a way, and its runs in each direction."""
    steps = dict(zip((-1, -cols, 1, cols), _WAYS, strict=True))
    runs = groupby(steps[after - cell] for cell, after in pairwise(cells))
    place = _place(cells[0], cols, language)
    if is_corner:
        place = language.say("spoken.corner", place=place)
    parts = (f"{len([*run])} {language.say(f'spoken.{way}')}" for way, run in runs)
    return language.say("spoken.from", place=place, ways=", ".join(parts))


def _ways(pairs: Iterable[Sequence[int]], firsts: Container[int]) -> Iterator[list[int]]:
    """Yield the paths and loops of joined pairs; a path starts in ``firsts`` if it can."""
    for way in chains(pairs):
        is_turned = (way[0] not in firsts, way[0]) > (way[-1] not in firsts, way[-1])
        yield way[::-1] if is_turned else way


def _strokes(
    pairs: Iterable[Sequence[int]],
    grid: Grid,
    letters: Sequence[str],
    known: Container[str],
    language: Language,
) -> Iterator[str]:
    """Yield the word of each stroke with the places of its first and its last letter."""
    for one, other in pairs:
        ways = (grid.stroke(*ends) for ends in ((one, other), (other, one)))
        texts = {"".join(letters[cell] for cell in way): way for way in ways}
        word = next((text for text in texts if text in known), next(iter(texts)))
        first, last = (_place(texts[word][at], grid.cols, language) for at in (0, -1))
        yield language.say("spoken.stroke", word=word, first=first, last=last)


def _bridges(bridges: Iterable[Sequence[int]], cols: int, language: Language) -> Iterator[str]:
    right, down = (language.say(f"spoken.{way}") for way in _WAYS[2:])
    for island, run in groupby(sorted(map(tuple, bridges)), key=lambda bridge: bridge[0]):
        parts = (f"{n} {right if to // cols == island // cols else down}" for _, to, n in run)
        yield f"{_place(island, cols, language)}: {', '.join(parts)}"
