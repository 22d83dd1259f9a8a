"""Boards of Kakurasu, whose weights stay where they are when a board is turned."""

from itertools import product
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Solution
from pipeline.model import PuzzleFormatError
from tests.known import the
from tests.refusals import refused


def _puzzle(right: list[int], bottom: list[int]) -> dict[str, Any]:
    rows, cols = len(right), len(bottom)
    return {
        "rows": rows, "cols": cols, "clues": [[0] * cols] * rows,
        "right": [[number] for number in right], "bottom": [[number] for number in bottom],
    }  # fmt: skip


def test_only_the_image_at_the_diagonal_is_the_same_puzzle() -> None:
    kind = get_kind("kakurasu")
    canonical = {name: kind.canonical(kind.decode(_puzzle(*sums))) for name, sums in {
        "itself": ([1, 3], [3, 2, 0]), "transposed": ([3, 2, 0], [1, 3]),
        "mirrored": ([1, 3], [0, 2, 3]),
    }.items()}  # fmt: skip
    assert canonical["itself"] == canonical["transposed"] != canonical["mirrored"]


def test_weights_are_added_where_there_are_none_and_others_are_refused() -> None:
    kind = get_kind("kakurasu")
    puzzle = kind.encode(kind.decode(_puzzle([1, 3], [3, 2, 0])))
    assert (puzzle["left"], puzzle["top"]) == ([[1], [2]], [[1], [2], [3]])
    for left in ([[2], [1]], [[1], []]):
        with refused(PuzzleFormatError):
            kind.decode({**puzzle, "left": left})


def test_boards_are_unique_where_no_other_shading_has_their_sums() -> None:
    kind, rows, cols = get_kind("kakurasu"), 3, 3
    by_sums: dict[tuple[tuple[int, ...], ...], list[list[int]]] = {}
    for shaded in product((0, 1), repeat=rows * cols):
        right = tuple(sum((c + 1) * shaded[r * cols + c] for c in range(cols)) for r in range(rows))
        below = tuple(sum((r + 1) * shaded[r * cols + c] for r in range(rows)) for c in range(cols))
        by_sums.setdefault((right, below), []).append([k for k, on in enumerate(shaded) if on])
    assert max(map(len, by_sums.values())) > 1
    for (right, below), answers in by_sums.items():
        clues = kind.decode(_puzzle([*right], [*below]))
        own = Solution("cells", tuple((cell,) for cell in answers[0]))
        assert not [*kind.check(clues, own)]
        assert the(kind.uniqueness).prove(clues, None, kind.budget).status == (
            "unique" if len(answers) == 1 else "multiple"
        )
