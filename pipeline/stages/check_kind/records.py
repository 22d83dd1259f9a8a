"""Whether puzzles and answers survive JSON, and wrong JSON is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from pipeline.kinds.interface import AnyKind
from pipeline.model import JsonObject, PuzzleFormatError, canonical_json, cut
from pipeline.stages.check_kind.boards import (
    Board,
    boards_of,
    breaking_boards,
    example_boards,
    refusal,
)

FOREIGN: Final[tuple[JsonObject, ...]] = (
    {},
    {"rows": 3},
    {"rows": 0, "cols": 0, "clues": []},
    {"rows": 10**9, "cols": 10**9, "clues": []},
)
"""Objects that are no puzzle and no answer of any kind."""
WRONG: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2, 9, 2**31, 2**64, 10**30),
    *(0.0, 1.0, 1.5, float("nan"), "", "1", "a", [], [1], {}, {"a": 1}),
)
"""Values put in place of each one of a record."""


def check_records(kind: AnyKind) -> Iterator[str]:
    """Yield boards that do not survive JSON, and wrong JSON that is read."""
    for board in boards_of(kind):
        puzzle, answer = kind.encode(board.clues), kind.encode_solution(board.solution)
        read, solved = json.loads(canonical_json(puzzle)), json.loads(canonical_json(answer))
        clues = kind.decode(read)
        if (clues, hash(clues), read) != (board.clues, hash(board.clues), puzzle):
            yield f"{board.name}: expected equal clues from their JSON, found others; see decode"
        if kind.decode_solution(board.clues, solved) != board.solution or solved != answer:
            yield f"{board.name}: expected an equal answer from its JSON, found another"
        if {type(puzzle["rows"]), type(puzzle["cols"])} != {int}:
            yield f"{board.name}: expected rows and cols as whole numbers; see encode"
    for board in islice(example_boards(kind), 1):
        yield from _foreign(kind, board)
        yield from _spoilt(kind, board)


def _foreign(kind: AnyKind, board: Board) -> Iterator[str]:
    for value in FOREIGN:
        for what, message in (
            ("puzzle", refusal(kind.decode, value)),
            ("answer", refusal(kind.decode_solution, board.clues, value)),
        ):
            if "expected" not in message:
                yield f"expected {value} to be refused as a {what}, found it read"


def _spoilt(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield wrong values of a puzzle and of its answer that are read, and crash later."""
    for spoilt in spoil_once(kind.encode(board.clues)):
        if (clues := _read(kind.decode, spoilt)) is None:
            continue
        again = kind.encode(clues)
        size = (spoilt["rows"], spoilt["cols"])
        if (again["rows"], again["cols"]) != size or kind.decode(again) != clues:
            yield f"expected {cut(str(spoilt))} to be refused, or kept as it is; see decode"
            return
        yield from _no_plain_json(again)
    codes = set()
    for spoilt in spoil_once(kind.encode_solution(board.solution)):
        solution = _read(lambda data: kind.decode_solution(board.clues, data), spoilt)
        if solution is None:
            continue
        yield from _no_plain_json(kind.encode_solution(solution))
        codes |= {one.code for one in kind.check(board.clues, solution)}
    for code in sorted(codes - {one.name for one in breaking_boards(kind)}):
        yield f"expected an example that breaks {code} alone, found none; add it under breaking"


def _read(read: Callable[[Any], Any], value: JsonObject) -> Any:
    try:
        return read(value)
    except PuzzleFormatError:
        return None


def _no_plain_json(value: Any) -> Iterator[str]:
    """Yield parts of JSON that are no objects, lists, strings, flags or whole numbers."""
    if isinstance(value, dict | list):
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _no_plain_json(part)
    elif type(value) not in (bool, int, str):
        yield f"expected whole numbers, texts and flags in records, found {value!r}; see encode"


def spoil_once(original: JsonObject) -> Iterator[dict[str, Any]]:
    """Yield copies of an object in each of which one value is replaced, lost or doubled."""
    for index in range(len([*places_of(original)])):
        for change in (*WRONG, "double", "lose"):
            spoilt = copy.deepcopy(dict(original))
            holder, key = [*places_of(spoilt)][index]
            if change == "lose":
                del holder[key]
            elif change != "double":
                holder[key] = copy.deepcopy(change)
            elif isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            else:
                continue
            yield spoilt


def places_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (holder, key) inside a JSON value."""
    if isinstance(value, dict):
        keys: list[Any] = [*value]
    elif isinstance(value, list):
        keys = [*range(len(value))]
    else:
        return
    for key in keys:
        yield value, key
        yield from places_of(value[key])
