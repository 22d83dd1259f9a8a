"""A puzzle on paper and in the picture of a link: what lies where."""

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import measure
from pipeline.model import Band, Credit
from pipeline.render.picture import render_picture
from pipeline.scene import Face, Label, Line, Rect, Scene
from pipeline.scene.board_reading import box_of
from pipeline.web import link_picture, print_page
from tests.book.sample import make_record
from tests.pages import pages_of
from tests.web.site_sample import make_sample

MARGIN_MM = 15.0
FACES = (Face.TEXT, Face.DISPLAY_BOLD)


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)]
)
def test_a_printed_page_keeps_its_margins_and_its_board_apart_from_its_words(
    tmp_path: Path, paper: str, width: float, height: float
) -> None:
    credit = Credit("A. B. " * 40)  # over several lines, each as long as the page is wide
    site = make_sample(tmp_path, days=1, more=f'paper = "{paper}"', credit=credit)
    (page,) = pages_of(io.BytesIO(print_page.print_page(site, site.days[0])))
    content = page.upright
    assert (content.width_mm, content.height_mm) == pytest.approx((width, height), abs=0.1)
    assert [text.text for text in content.texts][:2] == [
        "Numberlink 5 × 6, 16 November 2026", "Hard"
    ]  # fmt: skip
    left, top, right, bottom = box_of([at for one in content.strokes for at in one.points])
    assert left == pytest.approx(width - right, abs=0.1)
    assert (bottom - top) / 6 <= 16.1  # of six rows
    texts = [text for text in content.texts if not top < text.centre[1] < bottom]
    assert min(text.centre[0] - text.width_mm / 2 for text in texts) >= MARGIN_MM - 0.1
    ends = [text.centre[0] + text.width_mm / 2 for text in texts]
    assert width - MARGIN_MM - 4.0 < max(ends) <= width - MARGIN_MM + 0.1
    over = [text.centre[1] for text in texts if text.centre[1] < top]
    under = [text.centre[1] for text in texts if text.centre[1] > bottom]
    assert MARGIN_MM < min(over) < MARGIN_MM + 5.0
    assert 6.0 < top - max(over) < 12.0
    assert min(under) - bottom > 6.0
    assert MARGIN_MM < height - max(under) < 2 * MARGIN_MM


def test_a_tall_board_ends_above_its_rules(tmp_path: Path) -> None:
    site = make_sample(tmp_path, days=1)
    tall = replace(site.days[0], record=make_record(30, 5, 7, Band.HARD))
    (page,) = pages_of(io.BytesIO(print_page.print_page(site, tall)))
    content = page.upright
    _, top, _, bottom = box_of([at for one in content.strokes for at in one.points])
    under = [text.centre[1] for text in content.texts if text.text.startswith("Join each pair")]
    over = [text.centre[1] for text in content.texts if text.text == "Hard"]
    assert 6.0 < top - over[0] < 12.0
    assert 6.0 < under[0] - bottom < 12.0


def test_the_board_of_a_link_is_in_the_middle_and_apart_from_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes: list[Scene] = []

    def render(scene: Scene, *options: Any) -> bytes:
        scenes.append(scene)
        return render_picture(scene, *options)

    monkeypatch.setattr(link_picture, "render_picture", render)
    site = make_sample(tmp_path, days=1)
    with Image.open(io.BytesIO(link_picture.link_picture(site, site.days[0]))) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    (scene,) = scenes
    words = [mark for mark in scene.marks if isinstance(mark, Label) and mark.face in FACES]
    lines = [mark for mark in scene.marks if isinstance(mark, Line)]
    left, top, right, bottom = box_of([at for line in lines for at in (line.start, line.end)])
    assert top == pytest.approx(scene.height_mm - bottom)
    assert (left + right) / 2 == pytest.approx(scene.height_mm / 2), "in a square at the left"
    assert top > 5.0, "programs that show links cut corners"
    assert max(right - left, bottom - top) == pytest.approx(scene.height_mm - 2 * top)
    assert {word.position[0] > right for word in words} == {True}
    edge = [mark for mark in scene.marks if isinstance(mark, Rect) and mark.corner[0] > right]
    assert {mark.corner[0] + mark.width for mark in edge} == {scene.width_mm}
    ends = [pytest.approx(scene.height_mm * k / 3) for k in range(4)]
    assert [mark.corner[1] for mark in edge] == ends[:3], "three colours down the right edge"
    assert [mark.corner[1] + mark.height for mark in edge] == ends[1:]
    title, name, about, day = words
    assert (title.text, about.text, day.text) == ("Lines", "5 × 6 · Hard", "16 November 2026")
    assert title.size_mm < about.size_mm == day.size_mm < name.size_mm
    assert all(b.position[1] - a.position[1] > b.size_mm for a, b in pairwise(words))
    assert day.position[1] < scene.height_mm - top


def test_the_words_of_a_link_end_before_the_colours_at_its_edge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes: list[Scene] = []
    monkeypatch.setattr(link_picture, "render_picture", lambda scene, *_: scenes.append(scene))
    site = make_sample(tmp_path, days=1, title="Lines and" + " il" * 90)
    link_picture.link_picture(site, site.days[0])
    (scene,) = scenes
    edge = max(mark.corner[0] for mark in scene.marks if isinstance(mark, Rect))
    title = next(m for m in scene.marks if isinstance(m, Label) and m.text.startswith("Lines and"))
    end = title.position[0] + measure(title.text, title.face, title.size_mm / PT)
    assert edge - 4.0 < end <= edge
