import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.model import RenderError
from pipeline.render.fonts import text_width
from pipeline.render.geometry import (
    arc_points,
    bends,
    dash_pieces,
    place_label,
    plain_number,
    stroke_polygons,
)
from pipeline.scene import Align, Anchor, Cap, Face, Ink, Label, Polyline, Role
from tests.refusals import refused

INK = Ink(Role.PATH)
COORDINATES = st.integers(0, 50).map(float)
POINTS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=8)


@given(st.floats(-1e4, 1e4))
def test_a_plain_number_is_the_number_in_plain_digits(value: float) -> None:
    text = plain_number(value)
    assert abs(float(text) - value) <= 0.0005001
    assert "e" not in text
    assert text == "0" or "." not in text or text[-1] not in ".0"


def test_a_corner_gets_no_more_than_the_room_it_has() -> None:
    line = Polyline(((0, 0), (4, 0), (4, 4), (8, 4)), 1, INK, corner_mm=9)
    _, first, second, _ = bends(line)
    assert first.end == second.start == (4.0, 2.0)
    assert first.start == (2.0, 0.0)


def test_a_closed_line_rounds_its_first_corner_too() -> None:
    line = Polyline(((0, 0), (8, 0), (8, 8), (0, 8)), 1, INK, is_closed=True, corner_mm=2)
    assert bends(line)[0] == ((0.0, 2.0), (0, 0), (2.0, 0.0))


def test_a_quarter_turn_is_a_circle() -> None:
    line = Polyline(((0, 0), (4, 0), (4, 4)), 1, INK, corner_mm=2)
    for point in arc_points(bends(line)[1], 8):
        assert math.dist(point, (2, 2)) == pytest.approx(2, rel=1e-3)


@settings(max_examples=60)
@given(POINTS, st.lists(st.integers(1, 9).map(float), min_size=1, max_size=4), st.booleans())
def test_dashes_cover_their_share_of_a_line(
    points: list[tuple[float, float]], lengths: list[float], is_closed: bool
) -> None:
    ends = [*points, points[0]] if is_closed else points
    total = _length(ends)
    pattern = lengths * (1 + len(lengths) % 2)
    expected, place, k = 0.0, 0.0, 0
    while place < total:
        step = min(pattern[k % len(pattern)], total - place)
        expected += step if k % 2 == 0 else 0.0
        place += step
        k += 1
    covered = sum(_length(piece) for piece in dash_pieces(points, lengths, is_closed))
    assert covered == pytest.approx(expected, abs=1e-6)


def _length(points: list[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


@pytest.mark.parametrize("lengths", [(0.0, 0.0), (1.0, -1.0)])
def test_dashes_without_length_are_refused(lengths: tuple[float, ...]) -> None:
    with refused(RenderError):
        dash_pieces([(0, 0), (1, 0)], lengths, False)


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("centre", 0.5), ("right", 1.0)])
def test_a_label_lies_where_its_alignment_says(align: str, share: float) -> None:
    label = Label("No. 17", (10, 20), 4, INK, Face.TEXT, Align(align), Anchor.BASELINE)
    placed = place_label(label)
    width = text_width("No. 17", Face.TEXT, 4)
    assert placed.x == pytest.approx(10 - share * width)
    assert placed.baseline == 20


def test_figures_are_centred_by_their_own_height() -> None:
    number = place_label(Label("17", (0, 0), 100, INK))
    capital = place_label(Label("H", (0, 0), 100, INK))
    assert number.baseline == pytest.approx(31.9)
    assert capital.baseline == pytest.approx(33.0)


def test_a_missing_character_is_named() -> None:
    with refused(RenderError):
        place_label(Label("aא", (0, 0), 4, INK))


def test_corners_are_mitred_up_to_the_limit() -> None:
    def reach(end: tuple[float, float]) -> float:
        polygons = stroke_polygons([(0, 0), (10, 0), end], 1, Cap.BUTT, False)
        return max(x for polygon in polygons for x, _ in polygon)

    assert reach((10, 10)) == pytest.approx(11)
    assert reach((0, 7)) == pytest.approx(10 + 1 / math.tan(math.atan2(7, 10) / 2))
    assert reach((0, 1)) < 10.2


def test_a_closed_line_has_a_corner_where_it_closes() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    polygons = stroke_polygons(square, 1, Cap.BUTT, True)
    corners = {(round(x), round(y)) for polygon in polygons for x, y in polygon}
    assert {(-1, -1), (11, -1), (11, 11), (-1, 11)} <= corners


def test_a_line_without_length_has_no_sides() -> None:
    assert stroke_polygons([(3, 3), (3, 3)], 1, Cap.ROUND, False) == []
