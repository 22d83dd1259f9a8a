"""Solving steps for people: levels, decisions and their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.kinds.kit.options import describe
from pipeline.model import Json


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on some cells and its reason.

    ``least`` and ``most`` bound the number of lines or bridges between two cells; for a shaded
    cell, a number or a border they are 0 or 1. ``reason`` is a key of the kind's
    `Deductions.reasons`, ``about`` are the cells that it points at. ``family`` is as in
    `constraints.model`: for a border, ``cells`` are the one or two beside it and ``place`` its
    corners; ``value`` is a number.

    ``names`` are more specific keys of the reason, the most specific first, and ``number`` is the
    number of lines, stars and so on that the constraint wants. ``facts`` are further cells whose
    state matters, ``left`` the numbers that the constraint alone leaves to its cells.
    """

    cells: tuple[int, ...]
    least: int
    most: int
    reason: str
    about: tuple[int, ...] = ()
    family: str = "edges"
    place: tuple[int, ...] = ()
    value: int = 1
    names: tuple[str, ...] = ()
    number: int | None = None
    facts: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Decisions that are made together at one level of deduction.

    ``assumed`` is the refuted assumption, None if nothing was assumed. Its ``reason`` is the rule
    that breaks and its ``about`` where, after ``rounds`` rounds of deduction if known.
    """

    level: str
    decisions: tuple[Decision, ...]
    assumed: Decision | None = None
    rounds: int | None = None


def join_steps(steps: Sequence[Step]) -> Step:
    """Return several steps as one, with their first assumption.

    >>> one = Step("forced", (Decision((0, 1), 1, 1, "only", (0,)),))
    >>> len(join_steps([one, one]).decisions)
    2
    """
    assumed = next((step.assumed for step in steps if step.assumed is not None), None)
    return Step("", tuple(one for step in steps for one in step.decisions), assumed)


def decided_cells(cells: Sequence[int], cols: int) -> Sequence[int]:
    """Return the cells of a decision, including all between two in a row or column.

    >>> list(decided_cells((1, 7), 3)), decided_cells((0, 4), 3)
    ([1, 4, 7], (0, 4))
    """
    low, high = min(cells), max(cells)
    if len(cells) != 2 or (low // cols != high // cols and (high - low) % cols):
        return cells
    return range(low, high + 1, 1 if low // cols == high // cols else cols)


def cells_of_step(step: Step, cols: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells that a step decides, and the others that it follows from.

    What is ruled out counts as decided only if nothing is drawn.

    >>> cells_of_step(Step("", (Decision((0, 1), 1, 1, "only", (1, 2)),)), 3)
    ((0, 1), (2,))
    """
    drawn = [one for one in step.decisions if one.least] or step.decisions
    new = {cell for one in drawn for cell in decided_cells(one.cells, cols)}
    ends = (step.assumed,) if step.assumed is not None else ()
    matter = {cell for one in (*step.decisions, *ends) for cell in (*one.about, *one.facts)}
    return tuple(sorted(new)), tuple(sorted(matter - new))


_OPTIONAL = ("family", "place", "value", "names", "number", "facts", "left")
"""Fields that are omitted from JSON if they have their default."""


def step_to_json(step: Step) -> dict[str, Json]:
    """Return a step as a JSON object; docs/formats.md describes it.

    >>> step = Step("forced", (Decision((0, 1), 1, 1, "only", (0,)),))
    >>> step_to_json(step)["decisions"]
    [{'cells': [0, 1], 'least': 1, 'most': 1, 'reason': 'only', 'about': [0]}]
    """
    return {
        "level": step.level,
        "decisions": [describe(one, _OPTIONAL) for one in step.decisions],
        "assumed": None if step.assumed is None else describe(step.assumed, _OPTIONAL),
        "rounds": step.rounds,
    }


def first_placed(steps: Iterable[Step], plain: tuple[str, ...]) -> Step | None:
    """Return the first step that draws something, if one of its reasons is in ``plain``; else None.

    The decisions are those with the first such reason. ``plain`` are obvious to a beginner.

    >>> one, other = Decision((0, 1), 1, 1, "only", (0,)), Decision((3, 4), 1, 1, "only", (4,))
    >>> first_placed([Step("forced", (one, other))], ("only",)).decisions == (one,)
    True
    """
    for step in steps:
        placed = [one for one in step.decisions if one.least > 0]
        if placed:
            first = next((one for one in placed if one.reason in plain), None)
            if first is None:
                return None
            same = (one for one in placed if (one.reason, one.about) == (first.reason, first.about))
            return replace(step, decisions=tuple(same))
    return None
