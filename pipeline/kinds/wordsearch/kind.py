"""Word Search: find the words of a list in a grid of letters.

Books print the words below the grid. Its text form is a table of letters and a list of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from string import ascii_uppercase
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import letters
from pipeline.kinds.wordsearch import drafts, settings
from pipeline.kinds.wordsearch.readings import on_board


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` unless it has words, of which none is in another."""
    words = drafts.words_of(board)
    if 0 in board.values:
        row, col = divmod(board.values.index(0), board.cols)
        raise kit.PuzzleFormatError(
            f"expected a letter in each cell, found none in row {row + 1}, column {col + 1}; add it"
        )
    if not words:
        raise kit.PuzzleFormatError("expected words to be found, found none; add some")
    for one, other in combinations(sorted(words, key=len), 2):
        if one in other or one[::-1] in other:
            raise kit.PuzzleFormatError(
                f"expected words of which none is a part of another, found {one} and {other}; "
                "leave one out"
            )
    return board


BOARDS: Final = kit.Boards(
    family="strokes",
    allowed=lambda rows, cols: range(len(ascii_uppercase) + 1),
    expected="letters from 1 for A to 26 for Z",
    normalize=fit,
    most_side=60,
    clue_sorts=(kit.WordList(),),
    symmetries=(0,),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that each word is in one of the places in which it can be read."""
    grid, found = board.grid, on_board(board)
    places = {word: found.places(word) for word in drafts.words_of(board)}
    known = sorted({place for some in places.values() for place in some})
    strokes = model.strokes(known or [(0, 1)])
    if not known:
        model.clause([-strokes[0, 1]], "word", about=(0, 1))
    for spots in places.values():
        cells = sorted({cell for place in spots for cell in grid.stroke(*place)})
        if len(spots) != 1:
            model.count(strokes[spots], 1, "once", about=cells)
        if spots:
            areas = [grid.stroke(*place) for place in spots]
            options = [[strokes[place]] for place in spots]
            model.choice(options, "word", about=cells, areas=areas)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the words that are not marked once, and what is marked and is no word."""
    marked: dict[str, list[tuple[int, ...]]] = {word: [] for word in drafts.words_of(board)}
    for first, last in sorted(answer.solution.items):
        cells = tuple(answer.cells_between(first, last))
        text = "".join(ascii_uppercase[board.values[cell] - 1] for cell in cells)
        own = [word for word in marked if word in (text, text[::-1])]
        if not own:
            yield kit.Violation("no-word", cells, f"{text} is not one of the words")
        for word in own:
            marked[word].append(cells)
    for word, places in marked.items():
        if not places:
            every = tuple(range(len(board.values)))
            yield kit.Violation("not-found", every, f"{word} is not marked")
        elif len(places) > 1:
            yield kit.Violation("twice", places[1], f"{word} is marked {len(places)} times")


def facts(board: kit.Board) -> Mapping[str, int | str]:
    """Return the number of words as that of clues, and of those that are read backwards."""
    words, found = drafts.words_of(board), on_board(board)
    ways = [drafts.way_of(board, *ends) for word in words for ends in [*found.at(word)][:1]]
    return {"clues": len(words), "backwards": sum(way not in drafts.FORWARDS for way in ways)}


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, None),
    looks=kit.Looks(is_open=True, letters=ascii_uppercase),
    forms=(letters.letters(),),
    settings=settings.SETTINGS,
    require_own=settings.require_own,
    notes=settings.notes,
    effort=drafts.effort,
    facts=facts,
)
