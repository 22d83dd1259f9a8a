"""Whether the declaration of a kind and its rules by definition have the same solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from pipeline.kernels.random_state import RandomState, new_state, pick, random_below, shuffled
from pipeline.kinds.interface import AnyKind, Budget
from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.making.strategies import Remove
from pipeline.kinds.kit.words.core import families_of
from pipeline.model import PuzzleFormatError, canonical_json
from pipeline.stages.check_kind.boards import (
    NOTE,
    Board,
    boards_of,
    example_boards,
    smallest_preset,
)

MOST_WAYS: Final = 40_000  # Ways to fill the boards of a shape, compared with the declaration
MOST_SOLUTIONS: Final = 2000
BOARDS_DECLARED: Final = 3  # Of the smallest preset, one after the other
CLUES_REMOVED: Final = 5  # Of a board, one by one
SHAPES: Final = ((2, 2), (1, 4), (2, 3), (3, 3))


def check_declaration(kind: AnyKind) -> Iterator[str]:
    """Yield boards on which the declaration and the rules by definition have other solutions."""
    if kind.declared is None:
        return
    counts = set()
    for clues in dict.fromkeys(small_clues(kind)):
        found = kind.solve(clues, MOST_SOLUTIONS, Budget(10**6, 10**6), "search")
        if not found.is_complete:
            continue
        ways = fillings(kind, clues)
        right = {way for way in ways if not kind.check(clues, way)}
        counts.add(min(len(right), 2))
        if {*found.solutions} != right:
            odd = min({*found.solutions} ^ right, key=lambda one: one.items)
            yield _differ(kind, clues, odd, is_found=odd in found.solutions)
            return
    for board, way, broken in judged(kind):
        found = kind.solve(board.clues, MOST_SOLUTIONS, Budget(10**6, 10**6), "search")
        if found.is_complete and (way in found.solutions) == bool(broken):
            yield _differ(kind, board.clues, way, is_found=bool(broken))
            return
    if counts and not counts & {1, 2}:
        yield (
            f"{NOTE}no small board with a solution was tried, of up to {max(SHAPES)[0]} rows; "
            "declare and check were compared on the examples alone"
        )
    yield from sorted({*_nameless(kind)})
    yield from taken_over(kind)


def taken_over(kind: AnyKind) -> Iterator[str]:
    """Yield a board whose model depends on the boards that were declared before it."""
    declare, params = kind.declared.declare, kind.presets[smallest_preset(kind)]
    made = (kind.generate(params, seed).clues for seed in range(BOARDS_DECLARED))
    boards = [clues for clues in made if clues is not None]
    for clues in boards:
        declare(clues)
    for clues in boards:
        model = declare(clues)
        if model.base is None:
            return
        model.base.known.clear()
        alone = declare(clues)
        if (model.counts, model.globals) != (alone.counts, alone.globals):
            yield (
                f"{canonical_json(kind.encode(clues))}: expected the constraints that it has by "
                "itself, found those of another board; what a loop over model.each adds must "
                "follow from its clue alone: make what else it needs part of that"
            )
            return


def _nameless(kind: AnyKind) -> Iterator[str]:
    """Yield reasons of constraints that stay in a model when the clue that they need is removed."""
    making = kind.declared.making
    if not isinstance(making, Remove):
        return
    empty, without = kind.declared.boards.empty, making.clearing.leaves
    for _, clues, _ in boards_of(kind):
        model = kind.declared.declare(clues)
        for cell in [k for k, clue in enumerate(clues.values) if clue != empty][:CLUES_REMOVED]:
            values = list(clues.values)
            values[cell] = empty if without is None else without(values[cell])
            if values[cell] == clues.values[cell]:
                continue
            rest = kind.declared.declare(replace(clues, values=tuple(values)))
            kept = {*rest.counts, *rest.globals}
            for one in (*model.counts, *model.globals):
                if one.clue != cell and one not in kept:
                    yield (
                        f"expected the clue that the constraint {one.reason!r} follows from, "
                        "found none; give its cell as clue=, so that both are removed together"
                    )


def _differ(kind: AnyKind, clues: Any, way: Any, is_found: bool) -> str:
    says, other = ("declare allows", "check") if is_found else ("check allows", "declare")
    broken = kind.check(clues, way)
    why = f" ({broken[0].message})" if broken else ""
    return (
        f"expected declare and check to agree, found a board where {says} what {other} forbids"
        f"{why}: {canonical_json(kind.encode(clues))} {canonical_json(kind.encode_solution(way))}; "
        "correct one of them"
    )


def small_clues(kind: AnyKind) -> Iterator[Any]:
    """Yield random clues of boards so small that every way to fill them can be tried."""
    boards, state = kind.declared.boards, new_state(1)
    for rows, cols in SHAPES:
        allowed, ways = [one for one in range(-2, 7) if one in boards.allowed(rows, cols)], 0
        for share in 8 * (30, 0, 15, 60, 100):
            values = [
                pick(state, allowed) if random_below(state, 100) < share else boards.empty
                for _ in range(rows * cols)
            ]
            # For kinds whose clues are counted through.
            order = shuffled(state, range(1, 1 + rows * cols))
            most = 1 + share * rows * cols // 100
            counted = [one if one <= most else boards.empty for one in order]
            parts = _parts(rows, cols, [int(random_below(state, 3)) for _ in values])
            rule = pick(state, boards.rules or (None,))
            clues, regions = pick(state, (values, counted)), pick(state, ([], parts))
            try:
                board = boards.make_clues(rows, cols, clues, rule, regions)
            except PuzzleFormatError:
                continue
            ways += count_ways(kind, board)
            if ways > MOST_WAYS:
                break
            yield board


def _parts(rows: int, cols: int, cuts: list[int]) -> list[int]:
    """Return connected regions: each cell joins the one above, the one before, or none."""
    found: list[int] = []
    for cell, way in enumerate(cuts):
        above, before = cell - cols, cell - 1 if cell % cols else -1
        joined = (above, before, -1)[way]
        found.append(found[joined] if joined >= 0 else cell)
    return found


def _slots(kind: AnyKind, clues: Any) -> list[list[tuple[int, ...]]]:
    """Return what each place of a board may have: a number of several, or an item or ()."""
    boards, grid = kind.declared.boards, clues.grid
    own = families_of(boards.family)
    found: list[list[tuple[int, ...]]] = []
    if "numbers" in own:
        numbers = boards.answers(clues.rows, clues.cols)
        cells = [cell for cell in grid.cells if clues.values[cell] != boards.blocked]
        found += ([(cell, number) for number in numbers] for cell in cells)
    places: dict[str, list[tuple[int, ...]]] = {
        "cells": [(cell,) for cell in grid.cells],
        "edges": [*grid.edges()],
        "borders": [*grid.borders()],
        "strokes": [*grid.strokes()] if len(own) == 1 else [(*pair, 1) for pair in grid.edges()],
    }
    return found + [[(), item] for one in own for item in places.get(one, ())]


def count_ways(kind: AnyKind, clues: Any) -> int:
    """Return the number of ways to fill a board, right or wrong."""
    return prod(map(len, _slots(kind, clues)))


def fillings(kind: AnyKind, clues: Any) -> Iterator[Solution]:
    """Yield every way to fill a board, right or wrong."""
    family = kind.declared.boards.family
    for chosen in product(*_slots(kind, clues)):
        yield Solution(family, tuple(sorted(filter(None, chosen))))


@cache
def judged(kind: AnyKind) -> tuple[tuple[Board, Any, tuple[Any, ...]], ...]:
    """Return small changes of solutions of examples, and the rules that each breaks."""
    if kind.declared is None:
        return ()
    state = new_state(1)
    return tuple(
        (board, way, kind.check(board.clues, way))
        for board in example_boards(kind)
        for way in changed_ways(kind, board, state, 60)
    )


def changed_ways(kind: AnyKind, board: Board, state: RandomState, count: int) -> Iterator[Solution]:
    """Yield the solution of a board with one or two changes, so many times."""
    slots = _slots(kind, board.clues)
    for _ in range(count):
        items = dict.fromkeys(board.solution.items)
        for _ in range(1 + int(random_below(state, 2))):
            slot = pick(state, slots)
            old = next((one for one in slot if one in items), ())
            new = pick(state, slot) if slot[0] else slot[old == ()]
            items = {one: None for one in items if one != old} | ({new: None} if new else {})
        yield Solution(board.solution.family, tuple(sorted(items)))
