"""The slow and obvious solver of every declared kind: each way to fill a small board, judged."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.words.core import Family


def solutions(kind: AnyKind, family: Family, clues: Board) -> set[Solution]:
    """Return all solutions of a board so small that every way to fill it can be looked at."""
    return {way for way in ways(family, clues) if not kind.check(clues, way)}


def ways(family: Family, clues: Board) -> Iterator[Solution]:
    """Yield every way to fill a board, right or wrong."""
    if family == "numbers":
        values = range(1, clues.rows + 1)
        for numbers in product(values, repeat=clues.rows * clues.cols):
            yield Solution(family, tuple(enumerate(numbers)))
        return
    places: dict[str, Any] = {
        "cells": [(cell,) for cell in range(clues.rows * clues.cols)],
        "edges": list(clues.grid.edges()),
        "borders": list(clues.grid.borders()),
    }
    for size in range(len(places[family]) + 1):
        for chosen in combinations(places[family], size):
            yield Solution(family, chosen)
