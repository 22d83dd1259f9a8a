"""Boards on which a kind is checked: its solved examples, and a generated one of each preset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from pipeline.kinds import has_examples, load_examples
from pipeline.kinds.interface import AnyKind, Budget, Generated, rule_of, with_rule
from pipeline.model import ConfigError, Json, PipelineError, PuzzleFormatError, canonical_json

BUDGET: Final = Budget(nodes=200_000, conflicts=100_000)
NOTE: Final = "note: "
SEEDS: Final = 4
MOST_DIFFERENCES: Final = 4  # Between two boards, in a message


class Board(NamedTuple):
    """Clues with a solution, and a name for messages."""

    name: str
    clues: Any
    solution: Any


def folder_of(kind: AnyKind) -> Path:
    """Return the folder of a kind."""
    return Path(str(files(kind.package).joinpath("kind.py"))).parent


def boards_of(kind: AnyKind) -> Iterator[Board]:
    """Yield the solved examples, and a generated board of each preset that makes one."""
    yield from example_boards(kind)
    yield from preset_boards(kind)


def small_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield the solved examples and a board of the smallest preset, which slow engines solve."""
    yield from example_boards(kind)
    name = smallest_preset(kind)
    made = generated(kind, name)
    if made.clues is not None:
        yield Board(f"preset {name}", made.clues, made.solution)


def posed_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield the small boards under each rule of the kind, with the rule in their names."""
    for board in small_boards(kind):
        for rule in kind.rules:
            name = f"{board.name} under {rule}" if rule else board.name
            yield Board(name, with_rule(kind, board.clues, rule), board.solution)


def example_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield the solved boards of ``examples.json``, none if it is not written yet."""
    if not has_examples(kind):
        return
    for index, example in enumerate(load_examples(kind)["solved"]):
        name = f"solved example {index}"
        try:
            clues = kind.decode(example["puzzle"])
            solution = kind.decode_solution(clues, example["solution"])
        except PuzzleFormatError as error:
            raise ConfigError(f"{folder_of(kind) / 'examples.json'}: {name}: {error}") from None
        yield Board(name, clues, solution)


def breaking_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield the wrong boards of ``examples.json``, by the code of the rule that each breaks."""
    for example in load_examples(kind).get("breaking", ()) if has_examples(kind) else ():
        clues = kind.decode(example["puzzle"])
        solution = kind.decode_solution(clues, example["solution"])
        yield Board(example["code"], clues, solution)


def preset_boards(kind: AnyKind) -> Iterator[Board]:
    """Yield a generated board of each preset that makes one."""
    for name in kind.presets:
        made = generated(kind, name)
        if made.clues is not None:
            yield Board(f"preset {name}", made.clues, made.solution)


@cache
def generated(kind: AnyKind, preset: str) -> Generated[Any, Any]:
    """Return what the first fruitful one of some seeds makes of a preset, or the last failure."""
    return seeded(kind, preset)[1]


@cache
def seeded(kind: AnyKind, preset: str) -> tuple[int, Generated[Any, Any]]:
    """Return the seed of a board of a preset, with the board."""
    for seed in range(SEEDS):
        made = kind.generate(kind.presets[preset], seed)
        if made.clues is not None:
            break
    return seed, made


def smallest_preset(kind: AnyKind) -> str:
    """Return the name of the preset with the fewest cells."""

    def cells(name: str) -> int:
        described = kind.describe_params(kind.presets[name])
        return int(described["rows"] * described["cols"])

    return min(kind.presets, key=cells)


def refusal(call: Callable[..., object], *arguments: object) -> str:
    """Return the message with which a function refuses its arguments, "" if it accepts them."""
    try:
        call(*arguments)
    except PipelineError as error:
        return str(error)
    return ""


def same_rule(kind: AnyKind, clues: Any, rule: str | None) -> bool:
    """Return whether clues are posed under a rule."""
    return rule_of(kind, clues) == rule


def what_differs(kind: AnyKind, clues: Any, other: Any) -> str:
    """Return the places in which two puzzles differ, "" if their JSON is equal."""
    apart = differences(kind.encode(clues), kind.encode(other))
    return "; ".join(islice(apart, MOST_DIFFERENCES))


def differences(expected: Json, found: Json, place: str = "") -> Iterator[str]:
    """Yield the places in which two JSON values differ, and how.

    >>> [*differences({"clues": [[1, 2]]}, {"clues": [[1, 3]], "rule": "x"})]
    ['clues 0 1: 2 became 3', 'rule: nothing became "x"']
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            yield from differences(expected.get(key), found.get(key), f"{place} {key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{place} {number}")
    elif expected != found:
        was, now = ("nothing" if one is None else canonical_json(one) for one in (expected, found))
        yield f"{place.strip()}: {was} became {now}"
