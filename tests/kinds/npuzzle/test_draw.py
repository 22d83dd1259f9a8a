"""What is drawn: every tile in its cell, the blank nowhere, each frame its step."""

from pipeline.kinds.npuzzle.draw import draw, draw_pieces, frames, minimum_cell_mm
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.scene import Label, Scene

CLUES = Clues(2, 3, (1, 0, 3, 4, 2, 5), (1, 2, 3, 4, 5, 0))
MOVES = Solution("DR")
FIFTEEN = Clues(4, 4, (*range(1, 15), 0, 15), (*range(1, 16), 0))


def labels(scene: Scene) -> list[str]:
    return [mark.text for mark in scene.marks if isinstance(mark, Label)]


def places(scene: Scene) -> dict[str, tuple[int, int]]:
    """Return column and row of each number, in cells of 10 mm."""
    return {
        mark.text: (int(mark.position[0] // 10), int(mark.position[1] // 10))
        for mark in scene.marks
        if isinstance(mark, Label)
    }


def test_start_and_goal_are_drawn_side_by_side() -> None:
    scene = draw(CLUES, None, 10.0)
    assert labels(scene) == ["1", "3", "4", "2", "5", "1", "2", "3", "4", "5"]


def test_frames_move_one_tile_at_a_time_and_count() -> None:
    scenes = list(frames(CLUES, MOVES, 10.0))
    assert [labels(scene)[-1] for scene in scenes] == ["0 / 2", "1 / 2", "2 / 2"]
    assert places(scenes[0])["2"] == (1, 1)
    assert places(scenes[1])["2"] == (1, 0)
    assert places(scenes[1])["5"] == (2, 1)
    assert places(scenes[2])["5"] == (1, 1)


def test_all_tiles_are_there_to_be_cut_out() -> None:
    assert labels(draw_pieces(FIFTEEN, 15.0)) == [str(tile) for tile in range(1, 16)]


def test_numbers_can_be_read_in_the_smallest_cell() -> None:
    scene = draw(FIFTEEN, None, minimum_cell_mm(FIFTEEN))
    sizes = [mark.size_mm / (25.4 / 72) for mark in scene.marks if isinstance(mark, Label)]
    assert min(sizes) > 6.99
