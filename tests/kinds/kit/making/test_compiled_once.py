"""Boards of a size are made on one compiled model."""

from dataclasses import replace
from itertools import chain

import pytest

from pipeline.kinds import kind_ids
from pipeline.kinds.kit.engine import arrays
from pipeline.kinds.kit.making.strategies import Remove
from tests.kinds.boards import kind_of

REMOVED = [kind_id for kind_id in kind_ids() if "clues" in kind_of(kind_id).settings]


def is_alike(kind_id: str) -> bool:
    """Return whether full boards of a size differ only in clues that can be removed."""
    making = kind_of(kind_id).declared.making
    assert isinstance(making, Remove)
    is_drawn = kind_id == "variantsudoku"  # such as its thermometers
    return not is_drawn and bool(making.clearing.clues or making.clearing.full_boards)


@pytest.mark.parametrize("kind_id", [*filter(is_alike, REMOVED)])
def test_no_model_is_compiled_for_a_further_board_of_a_size(
    kind_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, side = kind_of(kind_id), 8 if kind_id == "samurai" else 6
    params = replace(kind.parse_params(side, side, None, {}), hardest="global")
    assert kind.generate(params, 1).clues is not None
    monkeypatch.delattr(arrays, "compile_rows")
    assert kind.generate(params, 2).clues is not None


@pytest.mark.parametrize("kind_id", ["futoshiki", "skyscrapers"])
def test_full_boards_have_each_clue_at_each_place(kind_id: str) -> None:
    kind = kind_of(kind_id)
    making = kind.declared.making
    params = kind.parse_params(4, 4, None, {})
    blank = replace(kind.stand_in(params)[0], values=(0,) * 16, other_clues=())
    full = [*making.clearing.full_boards(blank)]
    clues = {*chain.from_iterable((*one.values, *one.other_clues) for one in full)}
    assert {one.values[0] for one in full} == {1, 2, 3, 4}
    assert len(clues) == 4 + (48 if kind_id == "futoshiki" else 64)
