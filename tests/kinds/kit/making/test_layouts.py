"""Random solutions, and what is changed in them."""

from collections import Counter

from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.making import change_loop, random_loop


def test_a_loop_is_changed_beside_some_cells_alone() -> None:
    state = new_state(3)
    loop = random_loop(11, 11, state, 500)
    loops = [change_loop(loop, Grid(12, 12), [66], state, 50) for _ in range(20)]
    near = {row * 12 + col for row in (4, 5, 6) for col in (5, 6, 7)}
    differences = [{*loop} ^ {*changed} for changed in loops]
    assert any(differences)
    assert all(near.issuperset(pair) for pairs in differences for pair in pairs)
    for changed in loops:
        assert {*Counter(cell for pair in changed for cell in pair).values()} == {2}
