"""Links between islands that see each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.hashi.engines import find_links, make_board
from pipeline.kinds.hashi.model import make_clues

QUICK = settings(max_examples=150, deadline=None, derandomize=True, database=None)


@QUICK
@given(rows=st.integers(1, 7), cols=st.integers(2, 7), data=st.data())
def test_boards_hold_the_links_of_the_grid(rows: int, cols: int, data: st.DataObject) -> None:
    clue = st.sampled_from([0, 0, 0, 1, 3, -1])
    islands = data.draw(st.lists(clue, min_size=rows * cols, max_size=rows * cols))
    islands[data.draw(st.integers(0, rows * cols - 1))] = 2
    clues = make_clues(rows, cols, islands, "tree-3")
    links = find_links(clues)
    cells, board = make_board(clues)
    assert tuple(cells) == links.cells
    assert [tuple(pair) for pair in board.ends.tolist()] == list(links.ends)
    assert [tuple(sides) for sides in board.around.tolist()] == list(links.around)
    assert board.rule.tolist() == [True, False]
    numbers = [clues.values[cell] for cell in links.cells]
    assert board.least.tolist() == [1 if number < 0 else number for number in numbers]
    assert board.most.tolist() == [12 if number < 0 else number for number in numbers]
    both = {*links.crossing, *(pair[::-1] for pair in links.crossing)}
    for link in range(len(links.ends)):
        crossed = board.crossing[board.crossing_at[link] : board.crossing_at[link + 1]].tolist()
        assert crossed == sorted(other for one, other in both if one == link)
