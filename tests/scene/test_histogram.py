"""Histograms: a bar for each value that occurs, as high as it is frequent."""

from itertools import pairwise

from pipeline.scene import Label, Rect
from pipeline.scene.histogram import HEIGHT_MM, WIDTH_MM, draw_bars, draw_histogram


def test_bars_are_as_high_as_their_counts() -> None:
    scene = draw_histogram([2, 0, 4, 1], "8x8")
    bars = [mark for mark in scene.marks if isinstance(mark, Rect)]
    assert len(bars) == 3
    assert [round(bar.height / bars[2].height) for bar in bars] == [2, 4, 1]
    assert len({round(bar.corner[1] + bar.height, 3) for bar in bars}) == 1


def test_no_mark_leaves_the_picture_and_labels_keep_apart() -> None:
    for count in (1, 7, 25, 200):
        scene = draw_histogram([1] * count, "12x12")
        assert (scene.width_mm, scene.height_mm) == (WIDTH_MM, HEIGHT_MM)
        below = [
            mark.position[0]
            for mark in scene.marks
            if isinstance(mark, Label) and mark.position[1] > HEIGHT_MM / 2
        ]
        assert all(0 <= x <= WIDTH_MM for x in below)
        assert min((b - a for a, b in pairwise(below)), default=9.0) > 4.0


def test_bars_of_words_are_as_long_as_their_counts() -> None:
    scene = draw_bars([("easy", 4), ("medium", 0), ("a long word here", 2)], "hashi: bands")
    bars = [mark for mark in scene.marks if isinstance(mark, Rect)]
    assert [bar.width for bar in bars] == [bars[0].width, round(bars[0].width / 2, 4)]
    assert all(bar.corner[0] + bar.width < scene.width_mm for bar in bars)
    words = [mark.text for mark in scene.marks if isinstance(mark, Label)]
    assert words == ["hashi: bands", "easy", "4", "medium", "0", "a long word here", "2"]
