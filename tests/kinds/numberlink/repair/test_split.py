"""A cut divides one path where it should, or none."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.numberlink.repair.split import split_path


def layouts() -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """Paths over the cells 0, 1, 2, ... in any order; a cut does not ask where cells are."""

    def divided(lengths: list[int], cells: list[int]) -> tuple[tuple[int, ...], ...]:
        starts = [sum(lengths[:number]) for number in range(len(lengths) + 1)]
        return tuple(tuple(cells[start:stop]) for start, stop in pairwise(starts))

    return st.lists(st.integers(2, 9), min_size=1, max_size=4).flatmap(
        lambda lengths: st.permutations(range(sum(lengths))).map(
            lambda cells: divided(lengths, cells)
        )
    )


@settings(max_examples=50)
@given(paths=layouts(), shortest=st.integers(2, 5), data=st.data())
def test_the_cut_is_the_one_that_leaves_the_longest_shorter_piece(
    paths: tuple[tuple[int, ...], ...], shortest: int, data: st.DataObject
):
    edges = [(min(pair), max(pair)) for path in paths for pair in pairwise(path)]
    some = data.draw(st.lists(st.sampled_from(edges), unique=True))
    pieces = [
        min(at, len(path) - at)
        for path in paths
        for at in range(1, len(path))
        if (min(path[at - 1 : at + 1]), max(path[at - 1 : at + 1])) in some
    ]
    possible = [piece for piece in pieces if piece >= shortest]
    made = split_path(paths, some, shortest)
    if not possible:
        assert made is None
        return
    assert made is not None
    assert len(made) == len(paths) + 1
    left = set(paths) - set(made)
    new = [path for path in made if path not in paths]
    assert len(left) == 1
    assert (new[0] + new[1],) == tuple(left)
    assert (min(new[0][-1], new[1][0]), max(new[0][-1], new[1][0])) in some
    assert min(map(len, new)) == max(possible)


def test_the_first_path_counts_among_equals():
    paths = ((0, 1, 2, 3), (4, 5, 6, 7))
    assert split_path(paths, [(5, 6), (1, 2)], 2) == ((0, 1), (2, 3), (4, 5, 6, 7))


def test_without_an_edge_there_is_no_cut():
    assert split_path([(0, 1, 2, 3)], [], 2) is None
