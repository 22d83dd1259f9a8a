"""The examples that are worked in the rules of a kind: their boards, and the first step."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from pipeline.kinds import load_examples
from pipeline.kinds.interface import AnyKind, rule_of, under_rule
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.model import ConfigError

_SEEDS: Final = 12
"""Boards that are made for an example with all elements of a rule."""


@cache
def examples_under(kind: AnyKind, rule: str | None) -> tuple[tuple[Any, Any], ...]:
    """Return clues and solution of the examples of a kind that are valid under a rule.

    Those made for that rule are first; for a set of elements without examples a board with all of
    them is made, else those with most of these elements and no other are returned. `ConfigError` if
    there are none.
    """
    posed, parted = [], []
    for example in load_examples(kind)["solved"]:
        clues = kind.decode(example["puzzle"])
        solution = kind.decode_solution(clues, example["solution"])
        under = under_rule(kind, clues, rule)
        if under is not None and not kind.check(under, solution):
            posed.append((under != clues, under, solution))
        elements = {*(rule_of(kind, clues) or "").split("+")}
        if elements < {*(rule or "").split("+")}:
            parted.append((-len(elements), clues, solution))
    posed = posed or (parted and _made(kind, rule, parted[0][1])) or parted
    if not posed:
        raise ConfigError(
            f"kind {kind.id}: no example in examples.json is right under the rule {rule!r}; add one"
        )
    return tuple(one[1:] for one in sorted(posed, key=lambda item: item[0]))


def _made(kind: AnyKind, rule: str | None, like: Any) -> list[tuple[int, Any, Any]]:
    """Return examples with all elements of a rule, of the size of another; the shortest first."""
    elements, examples = {*(rule or "").split("+")}, list[tuple[int, Any, Any]]()
    for seed in range(_SEEDS):
        made = kind.generate(Params(like.rows, like.cols, rule=rule or ""), seed)
        if made.clues and {*(rule_of(kind, made.clues) or "").split("+")} == elements:
            step = kind.deductions and kind.deductions.first_step(made.clues, made.solution)
            if step:
                examples.append((len(step.decisions), made.clues, made.solution))
    return examples


def worked_example(kind: AnyKind, rule: str | None) -> tuple[Any, Any]:
    """Return clues and solution of the example that is printed with the rules."""
    return examples_under(kind, rule)[0]


@cache
def first_step(kind: AnyKind, rule: str | None) -> Step | None:
    """Return the first step of the worked example; None for a kind without deductions."""
    if kind.deductions is None:
        return None
    return kind.deductions.first_step(*worked_example(kind, rule))
