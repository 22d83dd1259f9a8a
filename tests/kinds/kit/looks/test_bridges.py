"""What the kit does with boards of bridges of any kind."""

from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.looks.drawing import draw, drawn_by
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.maps import solved_map
from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.scene import Line

BOARDS = Boards(family="bridges", allowed=lambda rows, cols: range(9), rules=("connected-2",))
LOOKS = Looks(most_bridges={"connected-2": 2})
ISLES = BOARDS.make_clues(1, 5, (2, 0, 3, 0, 1))
BRIDGES = Solution("bridges", ((0, 2, 2), (2, 4, 1)))


def test_bridges_are_drawn_and_written_as_text() -> None:
    lines = [one for one in draw(LOOKS, BOARDS, ISLES, BRIDGES, 8.0).marks if isinstance(one, Line)]
    assert len(lines) == 3
    assert solved_map(LOOKS, BOARDS, ISLES, BRIDGES, False) == "2=3-1\n"


def test_a_step_draws_as_many_bridges_as_it_decides() -> None:
    decided = (Decision((0, 2), 1, 2, "full"), Decision((0, 2), 2, 2, "full"))
    found = drawn_by(BOARDS, LOOKS, Step("single", (*decided, Decision((2, 4), 0, 1, "full"))))
    assert found == Solution("bridges", ((0, 2, 2),))
