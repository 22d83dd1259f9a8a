"""Every declared kind against every way to fill small boards: the declaration says the rules."""

from __future__ import annotations

import importlib
from random import Random

import pytest

from pipeline.kinds.interface import AnyKind, Budget
from pipeline.kinds.kit.constraints.answers import Clues
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.model import PuzzleFormatError
from tests.kinds.boards import KIND_IDS, kind_of
from tests.naive.declared import solutions

OWN_ENGINES = ("numberlink", "hashi", "npuzzle")
DECLARED = [kind_id for kind_id in KIND_IDS if kind_id not in OWN_ENGINES]
SIZES = {
    "cells": [(2, 3), (3, 3), (2, 4), (1, 5)],
    "numbers": [(2, 2), (3, 3)],
    "edges": [(2, 3), (3, 3), (3, 2), (1, 4)],
    "borders": [(2, 2), (1, 3), (3, 1)],
}
BUDGET = Budget(nodes=100_000, conflicts=100_000)
BOARDS = 16
"""Boards of a kind; of these a quarter and more has to have a solution."""


def random_clues(
    boards: Boards, random: Random, rule: str | None, size: tuple[int, int] | None = None
) -> Clues:
    """Return clues that the kind takes, whether they have a solution or not."""
    rows, cols = size or random.choice(SIZES[boards.family])
    allowed = boards.allowed(rows, cols)
    others = [value for value in range(-9, 30) if value in allowed and value != boards.empty]
    share = random.choice((0.15, 0.3, 0.6)) if boards.empty in allowed else 1.0
    while True:
        values = [
            random.choice(others) if random.random() < share else boards.empty
            for _ in range(rows * cols)
        ]
        try:
            return boards.make_clues(rows, cols, values, rule)
        except PuzzleFormatError:
            share = random.random() if boards.empty in allowed else 1.0


@pytest.mark.parametrize("kind_id", sorted({*DECLARED} - {"zip"}))
def test_every_form_brings_random_boards_back(kind_id: str) -> None:
    """Of boards of any size, turned into texts alone and several together."""
    kind: AnyKind = kind_of(kind_id)
    boards: Boards = importlib.import_module(f"pipeline.kinds.{kind_id}.declare").BOARDS
    random, told = Random(kind_id), set()
    for k in range(40):
        side = random.randint(2, 16) if boards.most_side > 9 else random.randint(2, 9)
        size = (side, side if boards.family == "numbers" else random.randint(1, 14))
        rule = kind.rules[k % len(kind.rules)]
        clues = [random_clues(boards, random, rule, size) for _ in range(2)]
        for form in kind.formats:
            try:
                text = form.write([(one, None) for one in clues])
            except PuzzleFormatError:
                continue
            told.add(form.name)
            assert [one.clues for one in form.read(text, rule)] == clues, (form.name, text)
    assert told == {form.name for form in kind.formats}


@pytest.mark.parametrize("kind_id", DECLARED)
def test_all_solutions_are_those_that_the_rules_pass(kind_id: str) -> None:
    kind: AnyKind = kind_of(kind_id)
    boards: Boards = importlib.import_module(f"pipeline.kinds.{kind_id}.declare").BOARDS
    random, solvable = Random(kind_id), 0
    for k in range(BOARDS):
        clues = random_clues(boards, random, kind.rules[k % len(kind.rules)])
        right = solutions(kind, boards.family, clues)
        solvable += bool(right)
        for solver in kind.solvers:
            found = kind.solve(clues, 1000, BUDGET, solver)
            assert found.is_complete or len(found.solutions) == 1000
            if found.is_complete:
                assert set(found.solutions) == right, (solver, clues)
    assert 4 * solvable >= BOARDS
