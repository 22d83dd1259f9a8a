"""Boards of Word Search: words at random places, letters around them, and no second reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, TypeAlias

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.wordsearch import settings
from pipeline.kinds.wordsearch.readings import END, on_board, readings_of

Way: TypeAlias = tuple[int, int]  # By how many rows and columns the next letter is away
Own: TypeAlias = Mapping[str, tuple[int, ...]]  # The cells of each word

STRAIGHT: Final[tuple[Way, ...]] = ((0, 1), (1, 0))
FORWARDS: Final[tuple[Way, ...]] = (*STRAIGHT, (1, 1), (-1, 1))
BACKWARDS: Final[tuple[Way, ...]] = ((0, -1), (-1, 0), (-1, -1), (1, -1))
WAYS: Final[Mapping[str | None, tuple[Way, ...]]] = {
    "easy": STRAIGHT,
    "medium": FORWARDS,
    "hard": (*FORWARDS, *BACKWARDS),
    "expert": (*FORWARDS[2:], *BACKWARDS),
}
COSTS: Final[Mapping[Way, int]] = {
    (0, 1): 1, (1, 0): 1, (1, 1): 4, (-1, 1): 4, (0, -1): 8, (-1, 0): 8, (-1, -1): 16, (1, -1): 16,
}  # fmt: skip
"""How much harder a word is to see in a direction than across."""
SEEN: Final = 4  # Places at which a reader looks for a word before others add no more
TRIES: Final = 24  # Random places of a word, of which the one with most common letters is taken
ROUNDS: Final = 6  # Times that places are drawn before all are looked at
REPAIRS: Final = 200  # Times that letters are changed before a board is given up


def words_of(board: kit.Board) -> list[str]:
    """Return the words to be found, in alphabetical order."""
    return [clue.sign for clue in board.clues_of("word")]


def way_of(board: kit.Board, first: int, last: int) -> Way:
    """Return the direction in which a word is read."""
    (row, col), (row2, col2) = divmod(first, board.cols), divmod(last, board.cols)
    return (row2 > row) - (row2 < row), (col2 > col) - (col2 < col)


def effort(board: kit.Board) -> list[int]:
    """Return the cost of each word: of its direction, times the places that begin as it does."""
    found, costs = on_board(board), []
    for word in words_of(board):
        ways = (COSTS[way_of(board, *ends)] for ends in found.at(word))
        others = sum(1 for _ in found.at(word[:2])) - 1
        costs.append(min(ways, default=1) * (SEEN + min(max(others, 0), SEEN)))
    return costs


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return a board in which each word can be read once, and no blocked word; None if stuck."""
    asked = settings.asked_of(params)
    band = making.pick(state, [*WAYS]) if params.band is None else params.band
    words = _choose(asked, board, state)
    cells = _place(words, board, WAYS[band], asked.blocked, state)
    if cells is None:
        return None
    letters = [""] * len(board.values)
    for word, own in cells.items():
        for cell, letter in zip(own, word, strict=True):
            letters[cell] = letter
    free = [cell for cell, letter in enumerate(letters) if not letter]
    message = asked.letters
    if len(message) > len(free):
        return None
    for cell, letter in zip(free, message, strict=False):
        letters[cell] = letter
    pool = ascii_uppercase + "".join(words) * (band != "easy")
    if not _fill(letters, {*free[len(message) :]}, cells, (board, asked.blocked, pool), state):
        return None
    lengths = [kit.Clue("message", (), tuple(map(len, asked.message.split())))] if message else []
    clues = (*lengths, *(kit.Clue("word", (), (), word) for word in words))
    values = tuple(ascii_uppercase.index(letter) + 1 for letter in letters)
    ends = sorted((min(own[0], own[-1]), max(own[0], own[-1])) for own in cells.values())
    made = replace(board, values=values, other_clues=tuple(sorted(clues)))
    return kit.Drafted(made, kit.Solution("strokes", tuple(ends)), is_finished=True)


def _choose(asked: settings.Asked, board: kit.Board, state: kit.RandomState) -> list[str]:
    """Return random words, none a part of another, the longest first."""
    fitting = asked.fitting(board.rows, board.cols)
    least, most = asked.count(board.rows, board.cols)
    number = least + int(making.random_below(state, most - least + 1))
    words: list[str] = []
    for at in making.shuffled(state, range(len(fitting))):
        word = fitting[at]
        texts = (word, word[::-1])
        if len(words) < number and not any(
            text in other or other in text for other in words for text in texts
        ):
            words.append(word)
    if len(words) < least:  # too many of them are parts of others
        apart = settings.apart(fitting)
        order = making.shuffled(state, range(len(apart)))
        words = max(words, [apart[k] for k in order[:least]], key=len)
    return sorted(words, key=len, reverse=True)


def _place(
    words: Sequence[str],
    board: kit.Board,
    ways: Sequence[Way],
    blocked: Sequence[str],
    state: kit.RandomState,
) -> Own | None:
    """Return cells of each word, the directions in turn; None if a word has no place left."""
    letters: dict[int, str] = {}
    cells: dict[str, tuple[int, ...]] = {}
    order = [ways[k] for k in making.shuffled(state, range(len(ways)))]
    for number, word in enumerate(words):
        turned = (*order[number % len(order) :], *order[: number % len(order)])
        places = (place for way in turned for place in _places(word, way, board, letters, state))
        own = next((one for one in places if _is_clean(word, one, letters, board, blocked)), None)
        if own is None:
            return None
        cells[word] = own
        letters.update(zip(own, word, strict=True))
    return cells


def _places(
    word: str, way: Way, board: kit.Board, letters: Mapping[int, str], state: kit.RandomState
) -> Iterator[tuple[int, ...]]:
    """Yield places of a word in a direction: the best of some, a few times, then that of all."""
    starts = _starts(board, len(word), way)
    for _ in range(ROUNDS if starts else 0):
        some = [making.pick(state, starts) for _ in range(min(TRIES, len(starts)))]
        best = _best(word, way, board, some, letters)
        if best is None:
            break
        yield best
    every = [starts[k] for k in making.shuffled(state, range(len(starts)))]
    best = _best(word, way, board, every, letters)
    if best is not None:
        yield best


def _is_clean(
    word: str,
    cells: tuple[int, ...],
    letters: Mapping[int, str],
    board: kit.Board,
    blocked: Sequence[str],
) -> bool:
    """Return whether a word at a place leaves all blocked words out of what can be read."""
    if not blocked:
        return True
    known = {**letters, **dict(zip(cells, word, strict=True))}
    signs = [known.get(cell, END) for cell in board.grid.cells]
    text = readings_of(board.rows, board.cols, signs).text
    return not any(one in text for one in blocked)


def _best(
    word: str, way: Way, board: kit.Board, starts: Sequence[int], letters: Mapping[int, str]
) -> tuple[int, ...] | None:
    """Return the place of a word that shares most letters with others, None if none is free."""
    best: tuple[int, tuple[int, ...]] | None = None
    for start in starts:
        own = tuple(start + k * (way[0] * board.cols + way[1]) for k in range(len(word)))
        common = [letters[cell] == letter for cell, letter in zip(own, word, strict=True)
                  if cell in letters]  # fmt: skip
        if all(common) and (best is None or len(common) > best[0]):
            best = len(common), own
    return None if best is None else best[1]


def _starts(board: kit.Board, length: int, way: Way) -> list[int]:
    """Return the cells at which a word can begin."""
    rows, cols = ([*range(side)] for side in (board.rows, board.cols))
    for step, places in ((way[0], rows), (way[1], cols)):
        if step:
            del places[max(0, len(places) - length + 1) :]
    shift = (length - 1) * (way[0] < 0), (length - 1) * (way[1] < 0)
    return [(row + shift[0]) * board.cols + col + shift[1] for row in rows for col in cols]


def _fill(
    letters: list[str],
    free: set[int],
    cells: Own,
    limits: tuple[kit.Board, Sequence[str], str],
    state: kit.RandomState,
) -> bool:
    """Fill free cells, in place, until nothing is read that should not be; False if stuck."""
    board, blocked, pool = limits
    for cell in sorted(free):
        letters[cell] = making.pick(state, pool)
    for _ in range(REPAIRS):
        wrong = [*_second_readings(letters, cells, board, blocked)]
        if not wrong:
            return True
        for one in wrong:
            some = sorted(free.intersection(one))
            if not some:
                return False
            letters[making.pick(state, some)] = making.pick(state, pool)
    return False


def _second_readings(
    letters: Sequence[str], cells: Own, board: kit.Board, blocked: Sequence[str]
) -> Iterator[tuple[int, ...]]:
    """Yield the cells of each reading of a word at another place, and of each blocked word."""
    found = readings_of(board.rows, board.cols, letters)
    for word in (*cells, *blocked):
        own = {cells[word][0], cells[word][-1]} if word in cells else set()
        for first, last in found.at(word):
            if {first, last} != own:
                yield board.grid.stroke(first, last)
