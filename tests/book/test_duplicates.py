from __future__ import annotations

from pipeline.book import find_duplicates
from tests.book.sample import make_record


def test_turned_and_relabelled_puzzles_are_found() -> None:
    one, other = make_record(6, 6, 1), make_record(6, 6, 2)
    grid = one.puzzle["clues"]
    top = max(value for row in grid for value in row)
    turned = [list(row) for row in zip(*grid[::-1], strict=True)]
    renamed = [[top + 1 - value if value else 0 for value in row] for row in turned]
    same = one.with_(id="turned", puzzle={**one.puzzle, "clues": renamed})
    assert find_duplicates([one, other, same]) == ((one, same),)


def test_different_puzzles_are_no_duplicates() -> None:
    assert find_duplicates(make_record(6, 6, seed) for seed in range(5)) == ()
