"""The examples of a new kind, made by its own generator and judged by its own rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import AnyKind, Generated, rule_of
from pipeline.model import ConfigError, JsonObject, PipelineError, canonical_json
from pipeline.stages.check_kind import Board, changed_ways, fillings, small_clues

SEEDS: Final = 20
MOST_CHANGES: Final = 400  # Of a made board, to find what breaks one rule alone
LESSON_SIDES: Final = (3, 4, 5, 6)


def new_examples(kind: AnyKind) -> tuple[str, list[str]]:
    """Return the text of an ``examples.json``, and what it lacks.

    It has a solved board for each rule, a small one as the lesson, and boards as small as possible
    that break one rule alone, as far as they are found among small boards and small changes of
    solved ones. `ConfigError` if the generator makes no board.
    """
    made = [*_solved(kind)]
    if not made:
        raise ConfigError(
            f"expected a board from the presets of {kind.id}, found none from {SEEDS} seeds; "
            "mend its making first"
        )
    solved = [_example(kind, one.clues, one.solution) for one in made]
    lesson = min((*_lessons(kind), *made), key=lambda one: kind.encode(one.clues)["rows"])
    breaking = _breaking(kind, made)
    lines = [
        f'"lesson": {canonical_json(_example(kind, lesson.clues, lesson.solution))}',
        _list("solved", solved),
        _list("breaking", [{"code": code, **one} for code, one in sorted(breaking.items()) if one]),
    ]
    lacks = [f"none breaks {code} alone" for code, one in sorted(breaking.items()) if not one]
    lacks += [
        f"no solved board under the rule {rule}"
        for rule in kind.rules
        if rule is not None and rule not in {rule_of(kind, one.clues) for one in made}
    ]
    lacks += [] if breaking else ["no board breaks a rule"]
    return "{" + ",\n".join(lines) + "}\n", lacks


def _list(name: str, examples: list[JsonObject]) -> str:
    return f'"{name}": [\n' + ",\n".join(map(canonical_json, examples)) + "]"


def _example(kind: AnyKind, clues: Any, solution: Any) -> JsonObject:
    return {"puzzle": kind.encode(clues), "solution": kind.encode_solution(solution)}


def _solved(kind: AnyKind) -> Iterator[Generated[Any, Any]]:
    """Yield a board of the smallest preset that makes one, under each rule."""
    sizes = [kind.describe_params(params) for params in kind.presets.values()]
    sizes.sort(key=lambda asked: asked["rows"] * asked["cols"])
    for rule in kind.rules:
        for asked in sizes:
            found = _made(kind, asked["rows"], asked["cols"], rule)
            if found is not None:
                yield found
                break


def _lessons(kind: AnyKind) -> Iterator[Generated[Any, Any]]:
    for side in LESSON_SIDES:
        found = _made(kind, side, side, kind.rules[0])
        if found is not None:
            yield found
            return


def _made(kind: AnyKind, rows: int, cols: int, rule: str | None) -> Generated[Any, Any] | None:
    try:
        params = kind.parse_params(rows, cols, rule, {})
    except PipelineError:  # no size of this kind
        return None
    tried = (kind.generate(params, seed) for seed in range(SEEDS))
    return next((one for one in tried if one.clues is not None), None)


def _breaking(kind: AnyKind, made: list[Generated[Any, Any]]) -> dict[str, JsonObject | None]:
    """Return by code the smallest board that was found to break that rule alone, if any was."""
    found: dict[str, JsonObject | None] = {}
    if kind.declared is None:
        return found

    def judge(clues: Any, way: Any) -> None:
        codes = {one.code for one in kind.check(clues, way)}
        for code in codes:
            if len(codes) > 1:
                found.setdefault(code, None)
            elif found.get(code) is None:
                found[code] = _example(kind, clues, way)

    keys = {key for one in made for key in kind.encode(one.clues)}
    small = (one for one in dict.fromkeys(small_clues(kind)) if keys >= kind.encode(one).keys())
    for clues in sorted(small, key=lambda one: len(one.values)):
        for way in fillings(kind, clues):
            judge(clues, way)
    state = new_state(1)
    for one in made:
        board = Board("", one.clues, one.solution)
        for way in changed_ways(kind, board, state, MOST_CHANGES):
            judge(one.clues, way)
        for other in _alike(kind, one.clues):  # whose answer keeps all rules but those of clues
            judge(one.clues, other.solution)
    return found


def _alike(kind: AnyKind, clues: Any) -> Iterator[Generated[Any, Any]]:
    """Yield boards of the same size and rule."""
    puzzle = kind.encode(clues)
    params = kind.parse_params(puzzle["rows"], puzzle["cols"], rule_of(kind, clues), {})
    yield from (one for k in range(SEEDS) if (one := kind.generate(params, k)).clues is not None)
