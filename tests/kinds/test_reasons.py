"""What a step of a declared kind says follows from the constraint and the cells that it names."""

from itertools import product

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import ConfigError
from tests.naive.claims import Reader, is_true
from tests.slices import share

SIZES = {"nonogram": 10, "akari": 7, "masyu": 7, "nurikabe": 5, "slitherlink": 7}
SIZES |= {"pips": 5, "samurai": 8}  # these have no boards of 6x6 cells
ROWS = {"dominosa": 5, "pips": 4}  # of a kind whose boards are not square
"""Sides of boards, 6 for other kinds."""
OWN_STEPS = ("hashi", "numberlink")  # Held against definitions in their own folders
DECLARED = [
    kind_id
    for kind_id in kind_ids()
    if get_kind(kind_id).declared is not None and kind_id not in OWN_STEPS
]
BOARDS = [*product(range(6), (None, "hard", "expert", "easy"))]
MENDED = {"fillomino": [(0, "expert"), (3, "expert")]}
"""Boards of which a sentence was wrong, or needed more than the judge saw."""


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", DECLARED)
def test_each_step_follows_from_what_it_names(kind_id: str) -> None:
    kind, side, judged = get_kind(kind_id), SIZES.get(kind_id, 6), 0
    assert kind.declared is not None
    assert kind.deductions is not None
    texts = kind.deductions.reasons("en", None)
    boards = dict.fromkeys([*BOARDS[: share(len(BOARDS), 12)], *MENDED.get(kind_id, ())])
    for seed, band in boards:
        try:
            params = kind.parse_params(
                ROWS.get(kind_id, side), side, None, {"band": band} if band else {}
            )
        except ConfigError:  # not every kind has every band at its size
            continue
        made = kind.generate(params, seed)
        if made.clues is None:
            continue
        reader = Reader(kind.declared.declare(made.clues))
        for step in kind.deductions.explain_steps(made.clues, made.solution):
            reader.look()
            if step.level != "search":
                for one in step.decisions:
                    assert is_true(reader, step, one, texts), (seed, band, step)
                    judged += 1
            reader.learn(map(reader.literal, step.decisions))
    assert judged
