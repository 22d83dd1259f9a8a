"""What two counts share, as the kernel finds it, against the definition."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, MOST_SUM, Model
from tests.kinds.kit.models import models

Part = frozenset[int]
"""Codes of literals; here with those of its negatives as another part."""


def flipped(part: Part) -> Part:
    return frozenset(code ^ 1 for code in part)


def owners_of(model: Model) -> dict[Part, set[int]]:
    """Return the counts that have each part, by definition."""
    codes = [frozenset(2 * abs(x) + (x < 0) for x in count.literals) for count in model.counts]
    found: dict[Part, set[int]] = {}
    for one, other in combinations(range(len(codes)), 2):
        both = model.counts[one], model.counts[other]
        is_short = all(len(count.literals) < MOST_SUM for count in both)
        if is_short and any(count.sums != AT_LEAST_ONE for count in both):
            for there in (codes[other], flipped(codes[other])):
                part = codes[one] & there
                if len(part) > 1:
                    found.setdefault(part, set()).update((one, other))
                    found.setdefault(flipped(part), set()).update((one, other))
    return found


def assert_parts_are_right(model: Model) -> None:
    arrays = compile_model(model)
    expected = owners_of(model)

    def part_of(number: int, flip: int) -> Part:
        codes = arrays.parts[arrays.parts[number] : arrays.parts[number + 1]]
        return frozenset((codes ^ flip).tolist())

    number = int(arrays.parts[0]) - 1
    assert len(expected) == 2 * number
    for part in range(number):
        owners = arrays.owners[arrays.owners[part] : arrays.owners[part + 1]]
        assert sorted(expected[part_of(part, 0)]) == arrays.links[owners, 0].tolist()
    linked = set()
    for count, part, rest, flips in arrays.links.tolist():
        codes = set(arrays.literals[arrays.literals[count] : arrays.literals[count + 1]].tolist())
        here = part_of(part, flips & 1)
        left = part_of(rest, flips >> 1) if rest >= 0 else frozenset(codes - here)
        assert here | left == codes
        assert not here & left
        assert rest >= 0 or count not in expected.get(left, ())
        linked |= {(count, one) for one in ((part, rest) if rest >= 0 else (part,))}
    assert len(linked) == len(arrays.links) + np.count_nonzero(arrays.links[:, 2] >= 0)
    assert len(linked) == len(arrays.owners) - len(arrays.owners[: number + 1])
    assert np.array_equal(
        arrays.link_at, [np.sum(arrays.links[:, 0] < k) for k in range(len(model.counts) + 1)]
    )


@settings(max_examples=150, deadline=None)
@given(models(kinds=(), most_counts=8))
def test_parts_are_all_that_two_counts_share(model: Model) -> None:
    for count in model.counts[::3]:
        model.clause(count.literals[::-1], "clause", about=())
    assert_parts_are_right(model)


def test_long_counts_have_no_parts_and_a_rest_is_linked_once() -> None:
    model = Model(Grid(1, 70))
    cells = list(model.cells().values())
    model.count(cells, (1,), "long", about=())
    model.count(cells[:4], (2,), "four", about=())
    model.count((-cells[1], -cells[0]), (1,), "two", about=())
    model.count(cells[2:5], (1,), "three", about=())
    assert_parts_are_right(model)
    arrays = compile_model(model)
    assert [row[0] for row in arrays.links.tolist() if row[2] >= 0] == [1]


def test_counts_of_nothing_leave_room_for_the_others() -> None:
    """A walled-in number of Akari counts no cell; plain Python refuses a place beyond an array."""
    model = Model(Grid(1, 2))
    cells = list(model.cells().values())
    for _ in range(20):
        model.count((), (0,), "none", about=())
    model.count(cells, (1,), "one", about=())
    model.count(cells, (0, 1), "other", about=())
    with plain_python():
        assert_parts_are_right(model)
