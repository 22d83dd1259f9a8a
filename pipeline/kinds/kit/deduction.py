"""Solving steps for people: levels, decisions and their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """

    cells: tuple[int, ...]
    least: int
    most: int
    reason: str
    about: tuple[int, ...] = ()
    family: str = "edges"
    place: tuple[int, ...] = ()
    value: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """Decisions that are made together at one level of deduction.

    ``assumed`` is the refuted assumption, after ``rounds`` rounds of deduction if known; None if
    nothing was assumed.
    """

    level: str
    decisions: tuple[Decision, ...]
    assumed: Decision | None = None
    rounds: int | None = None


def join_steps(steps: Sequence[Step]) -> Step:
    """Return several steps as one, with their first assumption.

    Examples
    --------
    >>> one = Step("forced", (Decision((0, 1), 1, 1, "only", (0,)),))
    >>> len(join_steps([one, one]).decisions)
    2
    """
    assumed = next((step.assumed for step in steps if step.assumed is not None), None)
    return Step("", tuple(one for step in steps for one in step.decisions), assumed)


def decided_cells(cells: Sequence[int], cols: int) -> Sequence[int]:
    """Return the cells of a decision, including all between two in a row or column.

    Examples
    --------
    >>> list(decided_cells((1, 7), 3)), decided_cells((0, 4), 3)
    ([1, 4, 7], (0, 4))
    """
    low, high = min(cells), max(cells)
    if len(cells) != 2 or (low // cols != high // cols and (high - low) % cols):
        return cells
    return range(low, high + 1, 1 if low // cols == high // cols else cols)


_OPTIONAL = ("family", "place", "value")
"""Fields that are omitted from JSON if they have their default."""


def step_to_json(step: Step) -> dict[str, Json]:
    """Return a step as a JSON object; docs/formats.md describes it.

    Examples
    --------
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

    Examples
    --------
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


def cell_name(cell: int, cols: int) -> str:
    """Return the name of a cell, counted from 1.

    Examples
    --------
    >>> cell_name(7, 5)
    'r2c3'
    """
    row, col = divmod(cell, cols)
    return f"r{row + 1}c{col + 1}"


def step_text(step: Step, cols: int, reasons: Mapping[str, str]) -> str:
    """Return a step as text, grouped by reason; "not" marks what is ruled out.

    ``cols`` is the width of the board. Decisions follow the sentence of their reason, or replace
    ``{places}`` in it.

    Examples
    --------
    >>> step = Step("forced", (Decision((0, 1), 1, 1, "only"), Decision((0, 5), 1, 1, "only")))
    >>> step_text(step, 5, {"only": "only way on"})
    'forced: only way on: r1c1-r1c2, r1c1-r2c1'
    """
    by_reason: dict[tuple[str, bool], list[str]] = {}
    for decision in step.decisions:
        key = decision.reason, decision.most == 0
        by_reason.setdefault(key, []).append(_place(decision, cols))
    parts = []
    for (reason, is_not), found in by_reason.items():
        sentence, places = reasons[reason], ", ".join(found)
        follows = "" if "{places}" in sentence else f": {'not ' * is_not}{places}"
        parts.append(sentence.format(places=places) + follows)
    if step.assumed is not None:
        assumption = reasons[step.assumed.reason].format(places=_place(step.assumed, cols))
        after = "" if step.rounds is None else f" in {step.rounds} rounds of deduction"
        parts.insert(0, f"{assumption} leads to a contradiction{after}")
    return f"{step.level}: " + "; ".join(parts)


def _place(decision: Decision, cols: int) -> str:
    names = [cell_name(cell, cols) for cell in decision.cells]
    if decision.family == "cells":
        return names[0]
    if decision.family == "numbers":
        return f"{names[0]}={decision.value}"
    if decision.family == "borders":
        return _border_name(decision, names, cols)
    if decision.most <= 1 and decision.least == decision.most:
        return "-".join(names)
    least, most = decision.least, decision.most
    return f"{'-'.join(names)} ({least if least == most else f'{least} to {most}'})"


def _border_name(decision: Decision, names: list[str], cols: int) -> str:
    """Return the name of a border: ``|`` between two columns, ``/`` between two rows.

    Examples
    --------
    >>> outer = Decision((0,), 1, 1, "number", family="borders", place=(0, 6))
    >>> inner = Decision((0, 5), 1, 1, "number", family="borders", place=(6, 7))
    >>> _border_name(outer, ["r1c1"], 5), _border_name(inner, ["r1c1", "r2c1"], 5)
    ('|r1c1', 'r1c1/r2c1')
    """
    first, last = decision.place
    sign = "/" if last == first + 1 else "|"
    if len(names) == 1:
        row, col = divmod(decision.cells[0], cols)
        is_before = first == row * (cols + 1) + col
        names = ["", *names] if is_before else [*names, ""]
    return sign.join(names)
