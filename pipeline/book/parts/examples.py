"""Worked examples and the ornament of the title page, from the examples of each kind."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from pipeline.book.parts.page_plan import LayoutContext
from pipeline.kinds import load_examples
from pipeline.kinds.interface import AnyKind, with_rule
from pipeline.kinds.kit.deduction import Step
from pipeline.model import ConfigError, JsonObject, canonical_json
from pipeline.scene import Scene


@cache
def worked_example(kind: AnyKind, rule: str | None) -> tuple[Any, Any]:
    """Return clues and solution of an example of the kind that is valid under the rule.

    An example made for that rule is preferred. `ConfigError` if no example is valid under it.
    """
    posed = []
    for example in load_examples(kind)["solved"]:
        clues = kind.decode(example["puzzle"])
        posed.append((with_rule(kind, clues, rule) != clues, clues, example["solution"]))
    for _, clues, answer in sorted(posed, key=lambda item: item[0]):
        solution = kind.decode_solution(clues, answer)
        under = with_rule(kind, clues, rule)
        if not kind.check(under, solution):
            return under, solution
    raise ConfigError(
        f"kind {kind.id}: no example in examples.json is right under the rule {rule!r}; add one"
    )


@cache
def first_step(kind: AnyKind, rule: str | None) -> Step | None:
    """Return the first step of the worked example; None for a kind without deductions."""
    if kind.deductions is None:
        return None
    return kind.deductions.first_step(*worked_example(kind, rule))


@lru_cache(maxsize=256)
def example_cell(kind: AnyKind, clues: Any, width: float, most: float) -> float:
    """Return the largest cell, up to ``most``, with which a board is at most ``width`` mm wide."""
    wide = kind.draw(clues, None, 10.0).width_mm
    cell = min(most, 10.0 * width / wide)
    while kind.draw(clues, None, cell).width_mm > width:
        cell *= 0.995
    return cell


def ornament(setting: LayoutContext, room: float) -> Scene:
    """Return the art of the title page: the largest solved example of the first kind.

    It is not a puzzle of the book, so it is no spoiler.
    """
    kind = setting.boards[0][0].kind

    def fullness(example: JsonObject) -> tuple[int, int]:
        puzzle = example["puzzle"]
        return puzzle["rows"] * puzzle["cols"], len(canonical_json(example["solution"]))

    fullest = max(load_examples(kind)["solved"], key=fullness)
    clues = kind.decode(fullest["puzzle"])
    solution = kind.decode_solution(clues, fullest["solution"])
    side = min(room, 150.0)
    cell = example_cell(kind, clues, side, 60.0)
    scene = kind.draw(clues, solution, cell)
    while max(scene.height_mm, scene.width_mm) > side:
        cell *= 0.98 * side / max(scene.height_mm, scene.width_mm)
        scene = kind.draw(clues, solution, cell)
    return scene
