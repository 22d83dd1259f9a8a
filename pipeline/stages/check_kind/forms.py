"""Whether text forms read back what they write, and recognize it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, Final

from pipeline.kernels.random_state import new_state, pick, random_below
from pipeline.kinds.interface import AnyKind, TextFormat, rule_of, with_rule
from pipeline.model import PuzzleFormatError, Status, cut
from pipeline.stages.check_kind.boards import (
    BUDGET,
    Board,
    boards_of,
    small_boards,
    what_differs,
)
from pipeline.stages.puzzle import find_verdict

Form = TextFormat[Any, Any]

FOREIGN: Final = ("", "\n \n", "a letter\nto my aunt\n", "# a comment\n", '{"schema":1}\n', "\0\1")
"""Texts that no form recognizes."""
RANDOM_BOARDS: Final = 12
TRIES: Final = 8  # To find random clues that a kind accepts
SIDES: Final = (2, 3, 5, 8, 12, 16)


def check_forms(kind: AnyKind) -> Iterator[str]:
    """Yield boards that no text form expresses, and those that come back changed."""
    boards, written = [*boards_of(kind)], set[str]()
    for board in boards:
        names = [form.name for form in kind.formats if written_by(form, board)]
        written |= {*names}
        if not names and board.name.startswith("solved"):
            yield (
                f"{board.name}: expected a text form for it, found none; add one to forms, "
                f'such as kit.sites.tables.record("{kind.id}"), which has every board'
            )
        yield from _recognized(kind, board)
    for form in kind.formats:
        if form.name not in written:
            yield f"expected the form {form.name} to express an example or preset, found none"
        for text in FOREIGN:
            if form.detect(text):
                yield f"expected the form {form.name} not to recognize {text!r}; see detect"
        for rule in kind.rules:
            some = [
                one for one in boards if rule_of(kind, one.clues) == rule and written_by(form, one)
            ]
            for group in (*([one] for one in some), *([some] if len(some) > 1 else [])):
                yield from _read_back(kind, form, group, rule)
        yield from _posed(kind, form)
    for two in random_boards(kind) if kind.declared is not None else ():
        for form in kind.formats:
            if all(written_by(form, board) for board in two):
                yield from _read_back(kind, form, two, rule_of(kind, two[0].clues))


def written_by(form: Form, board: Board) -> str:
    """Return a board in a text form, without its solution if possible; "" if it has no such."""
    for solution in (None, board.solution):
        try:
            return form.write([(board.clues, solution)])
        except PuzzleFormatError:
            continue
    return ""


def _recognized(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield forms that do not recognize their text, or of which an earlier one reads another."""
    rule = rule_of(kind, board.clues)
    for form in kind.formats:
        text = written_by(form, board)
        if not text:
            continue
        first = next((one for one in kind.formats if one.detect(text)), None)
        if first is None or not form.detect(text):
            yield (
                f"{board.name}: expected the form {form.name} to recognize what it wrote, "
                f"found {cut(text)!r}; see forms"
            )
        elif first is not form and [*first.read(text, rule)] != [*form.read(text, rule)]:
            yield f"{board.name}: expected {form.name}, found {first.name} that reads it otherwise"


def _read_back(
    kind: AnyKind, form: Form, boards: Sequence[Board], rule: str | None
) -> Iterator[str]:
    """Yield that boards are read as others from the text that a form writes of them."""
    puzzles = [(board.clues, board.solution) for board in boards]
    try:
        text = form.write(puzzles)
    except PuzzleFormatError:
        puzzles = [(clues, None) for clues, _ in puzzles]
        text = form.write(puzzles)
    read = [*form.read(text, rule)]
    if [one.clues for one in read] != [clues for clues, _ in puzzles]:
        number = f"{len(read) or 'no'} boards"
        apart = what_differs(kind, puzzles[0][0], read[0].clues) if len(read) == 1 else number
        yield (
            f"{boards[0].name}: expected to read what the form {form.name} wrote, found "
            f"{apart or 'another answer'}; see forms"
        )
        return
    lines = [one.line for one in read]
    for one, (_, solution) in zip(read, puzzles, strict=True):
        if one.solution not in (None, solution):
            yield f"{boards[0].name}: expected the answer that {form.name} wrote, found another"
    if not text.endswith("\n") or lines != sorted({*lines}):
        yield f"{boards[0].name}: expected {form.name} to end lines, and name those of puzzles"
    if [*form.read(text.replace("\n", "\r\n"), rule)] != read:
        yield f"{boards[0].name}: expected {form.name} to read lines that end as in Windows"


def _posed(kind: AnyKind, form: Form) -> Iterator[str]:
    """Yield that a text is not read under the rule that is named, unless it has no solution."""
    texts = ((board, written_by(form, board)) for board in small_boards(kind))
    written = islice(((board, text) for board, text in texts if text), 1)
    for (board, text), rule in product(written, kind.rules):
        posed = with_rule(kind, board.clues, rule)
        try:
            is_posed = next(form.read(text, rule)).clues == posed
        except PuzzleFormatError:
            is_posed = find_verdict(kind, posed, None, BUDGET).status is Status.UNSOLVABLE
        if not is_posed:
            yield f"{board.name}: expected {form.name} to read it under {rule}; see forms"


def random_boards(kind: AnyKind) -> Iterator[list[Board]]:
    """Yield two boards of a size with random clues, for a kind that has all clues in cells."""
    boards, state = kind.declared.boards, new_state(1)
    if boards.clue_sorts:
        return
    for number in range(RANDOM_BOARDS):
        rows = min(SIDES[number % len(SIDES)], boards.most_side)
        cols = rows if boards.family == "numbers" else 1 + int(random_below(state, 14))
        rule, two = kind.rules[number % len(kind.rules)], list[Board]()
        allowed = boards.allowed(rows, cols)
        clues = [one for one in range(-9, 30) if one in allowed and one != boards.empty]
        for _ in range(TRIES if clues else 0):
            share = pick(state, (15, 30, 60)) if boards.empty in allowed else 100
            values = [
                pick(state, clues) if random_below(state, 100) < share else boards.empty
                for _ in range(rows * cols)
            ]
            try:
                board = boards.make_clues(rows, cols, values, rule)
            except PuzzleFormatError:
                continue
            two.append(Board(f"random board {number}", board, None))
            if len(two) == 2:
                yield two
                break
