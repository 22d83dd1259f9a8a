"""Simulated people: the moves that solve a puzzle, with detours, and the times they take."""

import itertools
from random import Random
from typing import Any

from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.kit.slots import Change

KINDS = tuple(kind_ids())
Event = list[Any]
GRIDS: dict[str, Any] = {
    "rows": 3,
    "cols": 3,
    "start": [[4, 1, 3], [7, 2, 5], [0, 8, 6]],
    "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]],
}
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def solved_example(kind_id: str, number: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a puzzle of a kind with its solution, both as in records."""
    kind = get_kind(kind_id)
    if kind_id == "npuzzle":
        return GRIDS, {"moves": "UURDRD"}
    examples = load_examples(kind)["solved"]
    example = examples[number % len(examples)]
    return example["puzzle"], example["solution"]


def moves_of(kind_id: str, puzzle: Any, answer: Any, rng: Random) -> list[list[Change]]:
    """Return moves that draw an answer, as changes of slots, in some order."""
    kind = get_kind(kind_id)
    clues = kind.decode(puzzle)
    assert kind.slots is not None
    slots = kind.slots(clues)
    if kind_id == "npuzzle":
        return _slides(list(slots.values), len(puzzle["goal"][0]), answer["moves"])
    if kind_id == "numberlink":
        paths = [path if rng.random() < 0.5 else path[::-1] for path in answer["paths"]]
        ends = [cell for pair in clues.ends() for cell in pair]
        ways = [(ends.index(path[0]), _letters(path, clues.cols)) for path in paths]
        return _shuffled([_pieces(slot, way, rng) for slot, way in ways], rng)
    solution = kind.decode_solution(clues, answer)
    if kind_id == "hashi":
        at = {span: slot for slot, span in enumerate(slots._spans)}
        return _shuffled(
            [[[(at[one, other], n + 1)] for n in range(count)]
             for one, other, count in solution.bridges], rng)  # fmt: skip
    if solution.family == "numbers":
        return _shuffled(
            [[[(cell, value)]] for cell, value in solution.items if not slots.values[cell]], rng
        )
    drawn = set(solution.items)
    marks = list(enumerate(slots._model.marks))
    families = solution.family.split("+")
    slots_of = [
        slot
        for slot, mark in marks
        if mark.family in families and mark.value == 1 and mark.place in drawn
    ]
    if slots._is_written:
        values = [(slot, 1 if slot in slots_of else 2) for slot, _ in marks]
        return _shuffled([[[(s, v)]] for s, v in values if slots.accepts(s, v)], rng)
    return _shuffled([[[(slot, 1)]] for slot in slots_of], rng)


def _letters(path: list[int], cols: int) -> str:
    steps = {1: "R", -1: "L", cols: "D", -cols: "U"}
    return "".join(steps[b - a] for a, b in itertools.pairwise(path))


def _pieces(slot: int, way: str, rng: Random) -> list[list[Change]]:
    """Return a line as the strokes of which it is drawn."""
    cut = rng.randint(1, len(way))
    return [[(slot, way[:cut])], *([[(slot, way)]] if cut < len(way) else [])]


def _shuffled(groups: list[list[list[Change]]], rng: Random) -> list[list[Change]]:
    """Return all moves, those of a group in their order."""
    waiting = [group[::-1] for group in groups]
    moves = []
    while waiting := [group for group in waiting if group]:
        moves.append(rng.choice(waiting).pop())
    return moves


def _slides(board: list[Any], cols: int, letters: str) -> list[list[Change]]:
    moves = []
    for letter in letters:
        blank = board.index(0)
        down, right = STEPS[letter]
        other = blank + down * cols + right
        board[blank], board[other] = board[other], 0
        moves.append([(blank, board[blank]), (other, 0)])
    return moves
