"""Whether verdicts agree with the solutions, whatever the hint, the budget and the position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pipeline.kinds.interface import AnyKind, Explained, rule_of
from pipeline.model import Status, canonical_json
from pipeline.stages.check_kind.boards import (
    BUDGET,
    Board,
    boards_of,
    breaking_boards,
    posed_boards,
    preset_boards,
    small_boards,
)
from pipeline.stages.check_kind.engines import HURRIED
from pipeline.stages.puzzle import find_verdict

LARGEST_TURNED = 64  # Cells of a board that is solved in each position


def check_verdicts(kind: AnyKind) -> Iterator[str]:
    """Yield boards whose verdict differs from their solutions, also by hint and budget."""
    for board in preset_boards(kind):
        status = find_verdict(kind, board.clues, None, BUDGET).status
        right = Status.UNIQUE if kind.uniqueness is not None else Status.NOT_APPLICABLE
        if status is not right:
            yield f"{board.name}: expected a unique solution, found {status}; check layout"
    for board in posed_boards(kind):
        yield from _proved(kind, board)
        if kind.explain_ambiguity is not None:
            yield from _explained(kind, board)
    for board in small_boards(kind):
        hurried = find_verdict(kind, board.clues, board.solution, HURRIED).status
        if hurried not in (Status.UNDECIDED, *_possible(kind, board.clues)):
            yield f"{board.name}: expected undecided with a spent budget, found {hurried}"
    for code, clues, wrong in breaking_boards(kind) if kind.uniqueness is not None else ():
        misled, alone = (find_verdict(kind, clues, hint, BUDGET).status for hint in (wrong, None))
        if misled is not alone:
            yield f"breaking {code}: expected {alone} with a wrong hint, found {misled}"


def _possible(kind: AnyKind, clues: Any) -> tuple[Status, ...]:
    """Return the verdicts that fit the number of solutions."""
    found = kind.solve(clues, 2, BUDGET, kind.solvers[0])
    if len(found.solutions) == 2:
        return (Status.MULTIPLE, Status.NOT_APPLICABLE)
    if not found.is_complete:
        return (Status.UNDECIDED, Status.UNIQUE, Status.MULTIPLE, Status.NOT_APPLICABLE)
    return (Status.UNIQUE, Status.NOT_APPLICABLE) if found.solutions else (Status.UNSOLVABLE,)


def _proved(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield that a verdict does not fit the solutions, or its witness is not a second one."""
    clues, possible = board.clues, _possible(kind, board.clues)
    hints = kind.solve(clues, 2, BUDGET, kind.solvers[0]).solutions
    for hint in (None, *hints):
        verdict = find_verdict(kind, clues, hint, BUDGET)
        status, witness = verdict.status, verdict.witness
        if status not in possible:
            yield f"{board.name}: expected {possible[0]} as by {kind.solvers[0]}, found {status}"
        if verdict.rule not in (rule_of(kind, clues), None):
            yield f"{board.name}: expected a verdict under its rule, found {verdict.rule}"
        if not verdict.method or type(verdict.version) is not int:
            yield f"{board.name}: expected a verdict with a method and a version; see prove"
        if (witness is not None) != (status is Status.MULTIPLE):
            yield f"{board.name}: expected a witness of several solutions alone; see prove"
        elif witness is not None:
            other = kind.decode_solution(clues, witness)
            if other == hint or kind.check(clues, other):
                yield f"{board.name}: expected a second solution as the witness; see prove"


def _explained(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield that the cells in which solutions agree are not those of the solutions."""
    assert kind.explain_ambiguity is not None
    found = kind.explain_ambiguity(board.clues, BUDGET)
    hurried = kind.explain_ambiguity(board.clues, HURRIED)
    proved = find_verdict(kind, board.clues, None, BUDGET).status
    right = (proved,) if kind.uniqueness is not None else _possible(kind, board.clues)
    parts = (found.agreeing, found.differing, found.undecided)
    cells = [cell for part in parts for cell in part]
    is_right = (
        found.status in right
        and bool(found.differing) == (found.status is Status.MULTIPLE)
        and all([*part] == sorted(part) for part in parts)
        and len({*cells}) == len(cells)
        and {*hurried.differing} <= {*found.differing}
        and {*hurried.agreeing} <= {*found.agreeing}
        and json.loads(canonical_json(found.details)) == found.details
        and _are_witnesses(kind, board.clues, found)
    )
    if not is_right:
        yield f"{board.name}: expected the cells in which its solutions differ, found {found}"


def _are_witnesses(kind: AnyKind, clues: Any, found: Explained[Any]) -> bool:
    are_right = not any(kind.check(clues, solution) for solution in found.witnesses)
    return are_right and len({*found.witnesses}) == len(found.witnesses) <= 2


def check_positions(kind: AnyKind) -> Iterator[str]:
    """Yield boards that get another key, verdict or grade when they are turned or read again."""
    keys = {}
    for board in boards_of(kind):
        clues = board.clues
        grade = kind.grade(clues, board.solution)
        if grade != kind.grade(clues, board.solution):
            yield f"{board.name}: expected equal grades of equal boards; make declare repeatable"
        if not 0 <= grade.capped <= len(grade.nodes) or not grade.nodes:
            yield f"{board.name}: expected counts behind its grade, found {grade.nodes}; see grade"
        keys[canonical_json(kind.encode(clues))] = key = kind.canonical(clues)
        if not key or kind.canonical(kind.decode(kind.encode(clues))) != key:
            yield f"{board.name}: expected one canonical form; make normalize repeatable"
        if kind.declared is not None and clues.rows * clues.cols <= LARGEST_TURNED:
            yield from _turned(kind, board)
    if len({*keys.values()}) < len(keys):
        yield "expected a canonical form of its own for each board, found one of two; see canonical"


def _turned(kind: AnyKind, board: Board) -> Iterator[str]:
    status = find_verdict(kind, board.clues, None, BUDGET).status
    grade, key = kind.grade(board.clues, board.solution), kind.canonical(board.clues)
    for image in dict.fromkeys(kind.declared.boards.images(board.clues)):
        solutions = kind.solve(image, 1, BUDGET, kind.solvers[0]).solutions
        found: dict[str, tuple[object, object]] = {
            "key": (kind.canonical(image), key),
            "verdict": (find_verdict(kind, image, None, BUDGET).status, status),
        }
        if status is Status.UNIQUE and solutions:  # a grade may depend on the solution
            found["grade"] = (kind.grade(image, solutions[0]), grade)
        for what, (other, own) in found.items():
            if other != own:
                yield (
                    f"{board.name}: expected an equal {what} when it is turned, found {other} for "
                    f"{own}; state the rule alike in all directions, or name symmetries of boards"
                )
                return
