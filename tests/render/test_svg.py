import re
from xml.etree import ElementTree as ET

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from pipeline.kinds.numberlink.draw import draw
from pipeline.render.metadata import Metadata
from pipeline.render.svg import render_svg
from pipeline.render.theme import THEMES, get_theme
from pipeline.scene import Align, Face, Ink, Label, Polyline, Role, Scene
from tests.scenes import every_mark, small_board

MONO = get_theme("mono")
SVG = "{http://www.w3.org/2000/svg}"
DC = "{http://purl.org/dc/elements/1.1/}"


@pytest.mark.parametrize("name", THEMES)
def test_every_mark_is_drawn_and_text_repeats(name: str) -> None:
    text = render_svg(every_mark(), get_theme(name), Metadata(author="A & B"), "All <marks>")
    assert text == render_svg(
        every_mark(), get_theme(name), Metadata(author="A & B"), "All <marks>"
    )
    root = ET.fromstring(text)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert {"path", "circle", "rect", "text", "title", "metadata"} <= tags
    assert root.get("viewBox") == "0 0 90 140"
    assert root.get("width") == "90mm"


def test_title_description_and_credits_are_in_the_file() -> None:
    about = Metadata("No. 7", "Zoë", "© Zoë <CC>", "A board & more")
    root = ET.fromstring(render_svg(Scene(9, 9), MONO, about))
    assert [element.tag for element in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}metadata"]
    assert root.findtext(f"{SVG}title") == "No. 7"
    assert root.findtext(f"{SVG}desc") == "A board & more"
    found = {e.tag.removeprefix(DC): e.text for e in root.iter() if e.tag.startswith(DC)}
    assert found == {
        "title": "No. 7",
        "creator": "Zoë",
        "rights": "© Zoë <CC>",
        "description": "A board & more",
    }


def test_a_title_of_its_own_wins() -> None:
    root = ET.fromstring(render_svg(Scene(9, 9), MONO, Metadata(title="a"), title="b"))
    assert root.findtext(f"{SVG}title") == "b"


def test_the_grid_is_one_path() -> None:
    clues, _ = small_board()
    root = ET.fromstring(render_svg(draw(clues, None, 10.0), MONO))
    (grid,) = root.findall(f"{SVG}path[@class='grid']")
    assert grid.get("d", "").count("M") == 8


def test_a_board_is_small() -> None:
    clues, solution = small_board()
    assert len(render_svg(draw(clues, None, 10.0), MONO)) < 1500
    assert len(render_svg(draw(clues, solution, 10.0), MONO)) < 4000


def test_numbers_are_text_with_fallback_fonts_on_a_baseline() -> None:
    clues, _ = small_board()
    root = ET.fromstring(render_svg(draw(clues, None, 10.0), MONO))
    (group,) = root.findall(f"{SVG}g")
    assert group.get("font-family", "").endswith("sans-serif")
    assert group.get("text-anchor") == "middle"
    texts = group.findall(f"{SVG}text")
    assert [element.text for element in texts] == ["1", "2", "2", "1", "3", "3"]
    size = float(group.get("font-size", "0"))
    centre = 0.7 + 5.0
    assert float(texts[0].get("y", "0")) == pytest.approx(centre + 0.636 / 2 * size, abs=0.01)


def test_every_number_is_plain() -> None:
    text = render_svg(every_mark(), MONO)
    assert not re.search(r"\d[eE][+-]?\d", re.sub("#[0-9a-f]+", "", text))
    assert not re.search(r"\d\.\d{4}", text)


def test_a_rounded_corner_is_an_arc_and_its_direction_right() -> None:
    clues, solution = small_board()
    root = ET.fromstring(render_svg(draw(clues, solution, 10.0), MONO))
    first = next(e for e in root.iter(f"{SVG}path") if "path" in (e.get("class") or ""))
    # East then south: a turn to the right, which is sweep 1 with y down.
    assert first.get("d") == "M5.7 5.7H40.7A5 5 0 0 1 45.7 10.7V25.7"


def test_turned_text_is_rotated_about_its_place() -> None:
    label = Label("17", (20, 10), 4.0, Ink(Role.TEXT), turned=True)
    root = ET.fromstring(render_svg(Scene(40, 20, (label,)), MONO))
    (text,) = root.findall(f"{SVG}text")
    assert text.get("transform") == "rotate(180 20 10)"


def test_an_empty_label_leaves_no_trace() -> None:
    label = Label(" ", (20, 10), 4.0, Ink(Role.TEXT))
    assert "<text" not in render_svg(Scene(40, 20, (label,)), MONO)


def test_arcs_stay_inside_the_corners_that_they_round() -> None:
    clues, solution = small_board()
    scene = draw(clues, solution, 10.0)
    lines = [m for m in scene.marks if isinstance(m, Polyline) and m.ink.role is Role.PATH]
    root = ET.fromstring(render_svg(scene, MONO))
    paths = {
        element.get("d", ""): None
        for element in root.iter(f"{SVG}path")
        if "path" in (element.get("class") or "")
    }
    assert len(paths) == len(lines)
    for data, line in zip(paths, lines, strict=True):
        pen = BoundsPen(None)
        parse_path(data, pen)
        xs, ys = zip(*line.points, strict=True)
        assert pen.bounds == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=0.01)


@pytest.mark.parametrize("is_turned", [False, True])
def test_outlines_are_where_the_text_would_be(is_turned: bool) -> None:
    label = Label("HIH", (50, 40), 10.0, Ink(Role.TEXT), Face.DISPLAY, Align.CENTRE,
                  turned=is_turned)  # fmt: skip
    root = ET.fromstring(render_svg(Scene(90, 90, (label,)), MONO, has_outlines=True))
    assert not list(root.iter(f"{SVG}text"))
    (group,) = root.iter(f"{SVG}g")
    assert group.get("aria-label") == "HIH"
    assert (group.get("transform") is not None) is is_turned
    boxes = []
    for path in group:
        place = re.fullmatch(
            r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+) -\3\)", path.get("transform", "")
        )
        assert place is not None
        x, y, scale = map(float, place.groups())
        pen = BoundsPen(None)
        parse_path(path.get("d", ""), pen)
        left, bottom, right, top = pen.bounds
        boxes.append((x + scale * left, y - scale * top, x + scale * right, y - scale * bottom))
    assert len(boxes) == 3
    assert boxes[0][0] + boxes[2][2] == pytest.approx(2 * 50, abs=0.02)
    assert all(top + foot == pytest.approx(2 * 40, abs=0.05) for _, top, _, foot in boxes)
    assert all(foot - top == pytest.approx(6.6, abs=0.2) for _, top, _, foot in boxes)


def test_a_label_with_spaces_and_marks_keeps_its_words() -> None:
    label = Label('a "<b', (50, 40), 10.0, Ink(Role.TEXT))
    root = ET.fromstring(render_svg(Scene(90, 90, (label,)), MONO, has_outlines=True))
    (group,) = root.iter(f"{SVG}g")
    assert group.get("aria-label") == 'a "<b'
    assert len(group) == 4
