"""Every writer of every kind writes what reads back the same, or refuses it as a bad input."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.hashi.model import LARGEST_CLUE, RULE_PARTS, RULES
from pipeline.kinds.hashi.model import make_clues as make_isles
from pipeline.kinds.interface import rule_of
from pipeline.kinds.kit.board.clues import RUN, Clue, runs_of
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.npuzzle.model import GOALS, LARGEST_SIDE, SMALLEST_SIDE, named_goal
from pipeline.kinds.npuzzle.model import make_clues as make_tiles
from pipeline.kinds.numberlink.model import make_clues as make_pairs
from pipeline.model import ConfigError, PipelineError, Provenance, PuzzleFormatError
from pipeline.stages.check_kind.boards import example_boards
from pipeline.stages.collection.export import PENPA, TABLE, export_text
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import new_record
from tests.kinds.boards import boards_of
from tests.kinds.forms_page import write
from tests.known import the
from tests.refusals import refused

FORMS = [(kind_id, form.name) for kind_id in kind_ids() for form in get_kind(kind_id).formats]


def _pairs() -> Iterator[Any]:
    for pairs, cols in ((1, 2), (1, 1000), (35, 10), (53, 20), (62, 20), (63, 20), (999, 50),
                        (1000, 50), (5000, 100)):  # fmt: skip
        numbers = [number for number in range(1, pairs + 1) for _ in range(2)]
        numbers += [0] * (-len(numbers) % cols)
        for rule in get_kind("numberlink").rules:
            rows = len(numbers) // cols
            yield make_pairs(rows, cols, the(rule), numbers)
            blocked = frozenset({rows * cols})
            yield make_pairs(rows + 1, cols, the(rule), [*numbers, *[0] * cols], blocked)


def _isles() -> Iterator[Any]:
    for rule in RULES:
        for number in (-1, 1, 8, 9, LARGEST_CLUE):
            if number <= 4 * RULE_PARTS[rule].max_bridges:
                for one in (-1, 2):
                    top, middle = [one, 0, one, 0, one], [one, 0, number, 0, one]
                    yield make_isles(5, 5, [*top, *[0] * 5, *middle, *[0] * 5, *top], rule)


def _tiles() -> Iterator[Any]:
    for side in (SMALLEST_SIDE, 4, LARGEST_SIDE):
        for goal in GOALS:
            tiles = [*range(1, side * side - 2), side * side - 1, side * side - 2, 0]
            yield make_tiles(side, side, tiles, named_goal(goal, side, side))


def _sums() -> Iterator[Any]:
    boards = boards_of("kakuro")
    for side, totals in ((3, (3, 17)), (10, (45,)), (10, (45,))):
        grid = Grid(side, side)
        rim = {*grid.cells[:side], *grid.cells[::side]}
        values = [-1 if cell in rim else 0 for cell in grid.cells]
        for total in totals:
            runs = [Clue(RUN, run, (total,)) for run in runs_of(grid, rim)]
            yield boards.make_clues(side, side, values, other_clues=runs)
    yield from (board.clues for board in example_boards(get_kind("kakuro")))


def _declared(kind_id: str) -> Iterator[Any]:
    boards = boards_of(kind_id)
    for side in (4, 9, 10, 16, 25, 40, 100):
        if side > boards.most_side:
            continue
        allowed = boards.allowed(side, side)
        values = [value for value in range(-5, side * side + 100) if value in allowed]
        full = [values[at % len(values)] for at in range(side * side)]
        lone = [*[boards.empty] * (side * side - 1), max(values)]
        for rule in boards.rules or (None,):
            for clues in (full, lone, [max(values), *lone[:-1]], [*values, *lone][: side * side]):
                try:
                    yield boards.make_clues(side, side, clues, rule)
                except PuzzleFormatError:
                    continue  # the rules of the kind do not allow them all
    for board in example_boards(get_kind(kind_id)):
        yield board.clues
        if boards.has_regions:
            yield from _with_extremes(boards, board.clues)
        if any(clue.numbers for clue in board.clues.other_clues):
            yield from _with_largest(boards, board.clues)


def _with_extremes(boards: Any, clues: Any) -> Iterator[Any]:
    """Yield a board with the largest number that each of its regions, and each cell, can have."""
    firsts = {cells[0] for cells in clues.areas}
    for number in (1, max(map(len, clues.areas)) // 2, max(boards.allowed(clues.rows, clues.cols))):
        values = [number if cell in firsts else boards.empty for cell in clues.grid.cells]
        try:
            yield boards.make_clues(clues.rows, clues.cols, values, clues.rule, clues.regions)
        except PuzzleFormatError:
            continue  # the rules of the kind do not allow it


def _with_largest(boards: Any, clues: Any) -> Iterator[Any]:
    """Yield boards whose clues beside cells have the least and the largest number allowed."""
    for is_large in (False, True):
        extra = list(clues.other_clues)
        for at, clue in enumerate(extra):
            size, side = len(clue.place), max(clues.rows, clues.cols)
            sums = {side**size, size * side, size * (2 * side - size + 1) // 2}
            for number in sorted({*sums, *range(side + 1)}, reverse=is_large):
                changed = clue._replace(numbers=(number,) if clue.numbers else ())
                with suppress(PuzzleFormatError):
                    boards.make_clues(*_head(clues), other_clues=[changed])
                    extra[at] = changed
                    break
        with suppress(PuzzleFormatError):
            yield boards.make_clues(*_head(clues), other_clues=extra)


def _head(clues: Any) -> tuple[Any, Any, Any, Any, Any]:
    return clues.rows, clues.cols, clues.values, clues.rule, clues.regions or ()


@cache
def _extremes(kind_id: str) -> list[Any]:
    own = {"numberlink": _pairs, "hashi": _isles, "npuzzle": _tiles, "kakuro": _sums}
    return [*own[kind_id]()] if kind_id in own else [*_declared(kind_id)]


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "name"), FORMS)
def test_the_largest_values_are_written_or_refused(kind_id: str, name: str) -> None:
    kind = get_kind(kind_id)
    (form,) = [form for form in kind.formats if form.name == name]
    boards = _extremes(kind_id)
    assert len(boards) > 3
    written, refused = 0, ""
    for clues in boards:
        try:
            text = form.write([(clues, None)])
        except PuzzleFormatError as error:
            refused = str(error)
            continue
        written += 1
        (parsed,) = form.read(text, rule_of(kind, clues))
        back, own = kind.encode(parsed.clues), kind.encode(clues)
        assert {**back, "labels": None} == {**own, "labels": None}
    assert written or "answers" in refused or name == "rows"  # path lists are made of lines


def _with_parts(kind_id: str) -> Iterator[Any]:
    """Yield examples with every optional part there and missing."""
    boards = boards_of(kind_id)
    for board in example_boards(get_kind(kind_id)):
        clues, extra = board.clues, list(board.clues.other_clues)
        numbers = board.solution.number_at if boards.family == "numbers" else {}
        filled = [value if value != boards.empty else numbers.get(cell, value)
                  for cell, value in enumerate(clues.values)]  # fmt: skip
        lone = [*filled[:2], *clues.values[2:]]
        changes: list[list[Any]] = [extra]
        for at in {0, len(extra) // 2, len(extra) - 1} if extra else ():
            before, behind = extra[:at], extra[at + 1 :]
            changes += [[*before, *some, *behind] for some in (
                [], [extra[at]._replace(sign="")], [extra[at]._replace(numbers=(), sign="")],
            )]  # fmt: skip
        changes.append([clue._replace(sign="") for clue in extra])
        for values in (clues.values, filled, lone, [boards.empty] * len(filled)):
            for some in changes:
                with suppress(PuzzleFormatError, ValueError):
                    size = (clues.rows, clues.cols)
                    yield boards.make_clues(*size, values, clues.rule, clues.regions, some)


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "name"), FORMS)
def test_an_export_reads_back_the_same_or_names_what_it_would_lose(
    kind_id: str, name: str, tmp_path: Path
) -> None:
    kind, made = get_kind(kind_id), Provenance("test")
    is_declared = kind_id not in ("hashi", "npuzzle", "numberlink")
    boards = [*_with_parts(kind_id)] if is_declared else _extremes(kind_id)
    written, refused = 0, ""
    for clues in boards:
        record = new_record(kind, clues, None, made)
        try:
            text = export_text([record], f"{kind_id}/{name}")
        except PipelineError as error:
            refused = str(error)
            continue
        written += 1
        path = tmp_path / "puzzle.txt"
        path.write_text(text, encoding="utf-8")
        (back,) = import_records(str(path), f"{kind_id}/{name}", rule=rule_of(kind, clues))
        assert {**back.puzzle, "labels": None} == {**record.puzzle, "labels": None}
    assert written or "answers" in refused or name == "rows"


@pytest.mark.parametrize(("kind_id", "name"), [("calcudoku", "tatham"), ("killer", "janko")])
def test_given_numbers_are_named_before_they_are_lost(kind_id: str, name: str) -> None:
    kind = get_kind(kind_id)
    board = next(example_boards(kind))
    given = replace(board.clues, values=(board.solution.items[0][1], *board.clues.values[1:]))
    record = new_record(kind, given, None, Provenance("test"))
    with refused(ConfigError):
        export_text([record], f"{kind_id}/{name}")
    said: list[str] = []
    assert export_text([record], f"{kind_id}/{name}", said.append, is_lossy=True)
    assert "given numbers" in said[0]


@pytest.mark.parametrize("sort", ["between", "left", "run"])
def test_a_clue_given_twice_is_refused(sort: str) -> None:
    kind_id = {"between": "futoshiki", "left": "nonogram", "run": "kakuro"}[sort]
    boards = boards_of(kind_id)
    clues = next(example_boards(get_kind(kind_id))).clues
    twice = next(clue for clue in clues.other_clues if clue.sort == sort)
    with refused(PuzzleFormatError):
        boards.make_clues(*_head(clues), other_clues=[*clues.other_clues, twice])


@pytest.mark.dear
@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", [kind_id for kind_id, name in FORMS if name == TABLE])
def test_addresses_of_penpa_hold_the_largest_values_or_refuse_them(
    kind_id: str, tmp_path: Path
) -> None:
    kind, written = get_kind(kind_id), 0
    for clues in _extremes(kind_id):
        if clues.rows * clues.cols == 2:
            continue  # two numbers may be a size
        try:
            text = write(kind, PENPA, clues, None)
        except PipelineError:
            continue
        path = tmp_path / "address.txt"
        path.write_text(text, encoding="utf-8")
        (record,) = import_records(str(path), f"{kind_id}/{PENPA}", rule=rule_of(kind, clues))
        own = kind.encode(clues)
        assert {**record.puzzle, "labels": None} == {**own, "labels": None}
        written += 1
    assert written
