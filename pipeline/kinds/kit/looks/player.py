"""Export a model as JSON for the player: variables, constraints and looks, without the answer.

The player draws, takes input, checks and gives hints from this alone. Lists are flat and reasons
are numbered to keep pages small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, MOST_SUM, Count, Mark, Model
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.model import Json, JsonObject

SCHEMA: Final = 1  # The version of the JSON format; 2 with a drawing of the clues
_KNOWN: Final = {"crown": "star", "ship": "shaded"}  # Looks that players have under another name
MOST_CELLS: Final = 400
"""Largest board with hints, for kinds with their own drawing: larger ones make pages slow."""


def hints(
    declare: Callable[[Any, Any], Model],
    package: str,
    clues: Any,
    solution: Any,
    language: str,
    most_cells: int = MOST_CELLS,
) -> JsonObject | None:
    """Return the rules of a board as JSON for hints, for kinds with their own drawing.

    ``declare`` returns the model of clues and their solution, if that is known; ``package`` is the
    kind's. None for boards of more than ``most_cells``.
    """
    if clues.rows * clues.cols > most_cells:
        return None
    return to_json(declare(clues, solution), Looks(), 0, read_reasons(package, language))


def to_json(model: Model, looks: Looks, empty: int, sentences: Mapping[str, str]) -> JsonObject:
    """Return a model as JSON; docs/web.md describes it.

    ``looks`` and ``empty`` are the kind's; ``sentences`` has the sentence of each reason.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (1,), "one", about=(0, 1))
    >>> data = to_json(model, Looks(), 0, {"one": "one of them"})
    >>> data["variables"], data["counts"], data["reasons"]
    ([['cells', [0, 1]]], [[0, [1, 2], [1], [0, 1]]], ['one of them'])
    """
    keys = dict.fromkeys(one.reason for one in model.counts)
    keys |= dict.fromkeys(one.reason for one in model.globals)
    place = {key: number for number, key in enumerate(keys)}
    blank, outlines = blank_of(model), [look.outline for look in looks.drawn]
    return {
        "schema": SCHEMA,
        "variables": [_run(list(run), blank) for _, run in groupby(model.marks, _run_key)],
        **({"blank": blank} if blank else {}),
        "counts": list(_counts(model, place)),
        "globals": [
            {"reason": place[one.reason], **one.to_json()}
            | ({} if one.number is None else {"number": one.number})
            for one in model.globals
        ],
        "reasons": [sentences.get(key, key) for key in keys],
        "keys": list(keys),
        "texts": dict(sentences),
        "looks": {
            "dotted": looks.is_dotted,
            "shaded": _KNOWN.get(looks.answer.name, looks.answer.name),
            "symbols": list(looks.symbols) if looks.symbols else None,
            "fives": looks.fives,
            "walled": looks.is_walled,
            **({"parted": True} if looks.is_parted else {}),
            **({"open": True} if looks.is_open else {}),
            **({"coloured": True} if looks.is_coloured else {}),
            **({"letters": looks.letters} if looks.letters else {}),
            "diagonals": looks.diagonals,
            "empty": empty,
            "usual": [looks.usual.look.name, looks.usual.is_number],
            "signs": {str(k): [sign.look.name, sign.is_number] for k, sign in looks.signs.items()},
            **({"outlines": outlines} if any(outlines) else {}),
            **({"corners": looks.answer.outline} if looks.answer.outline else {}),
        },
    }


def _run_key(mark: Mark) -> tuple[str, bool]:
    return mark.family, mark.value == 1 and mark.family != "numbers"


def blank_of(model: Model) -> int:
    """Return what the player has in place of the number 0: the next one; 0 if cells have none.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> _ = model.numbers(range(3), "cell")
    >>> blank_of(model)
    3
    """
    numbers = {mark.value for mark in model.marks if mark.family == "numbers"}
    return max(numbers) + 1 if 0 in numbers else 0


def _run(marks: list[Mark], blank: int) -> list[Json]:
    """Return the family, the flat list of places, and values unless all are 1."""
    places = [cell for mark in marks for cell in mark.place]
    family, is_plain = _run_key(marks[0])
    values = [mark.value or blank for mark in marks]
    return [family, places] if is_plain else [family, places, values]


def _counts(model: Model, place: Mapping[str, int]) -> Iterator[list[Json]]:
    """Yield the counts; those that follow from different values together, as the place of these."""
    columns = {
        one.columns()[0]: (at, one)
        for at, one in enumerate(model.globals)
        if isinstance(one, AllDifferent)
    }
    counts = model.counts
    index = 0
    while index < len(counts):
        first = counts[index]
        number, group = columns.get(tuple(first.literals), (0, None))
        run = counts[index : index + len(group.columns())] if group else []
        alike = {(one.reason, one.sums, tuple(one.about)) for one in run}
        is_whole = group and [tuple(one.literals) for one in run] == group.columns()
        if group and is_whole and alike == {(group.reason, first.sums, group.about)}:
            yield [number, _sums(first)]
            index += len(run)
            continue
        yield _count(first, place[first.reason])
        index += 1


def _count(one: Count, reason: int) -> list[Json]:
    """Return the reason, literals, allowed sums (null: at least one), and cells."""
    return [reason, list(one.literals), _sums(one), list(one.about)]


def _sums(one: Count) -> list[Json] | None:
    if one.sums == AT_LEAST_ONE:
        return None
    return [
        number for number in range(len(one.literals) + 1) if one.sums >> min(number, MOST_SUM) & 1
    ]
