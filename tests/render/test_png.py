import io
from itertools import groupby, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from pipeline.kinds.numberlink.draw import draw
from pipeline.model import RenderError
from pipeline.render.fonts import text_width
from pipeline.render.metadata import Metadata
from pipeline.render.painter import disc_mask, paint, quarter_mask
from pipeline.render.png import BAND, render_png, render_webp
from pipeline.render.theme import THEMES, get_theme
from pipeline.scene import Align, Cap, Disc, Face, Ink, Label, Line, Polyline, Rect, Role, Scene
from tests.known import as_a, the
from tests.refusals import refused
from tests.scenes import every_mark, small_board

MONO = get_theme("mono")
ABOUT = Metadata("No. 7", "Zoë Müller", "© Zoë Müller, CC-BY-4.0", "A board")


def _open(data: bytes) -> Any:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_size_and_resolution_are_those_asked_for(dpi: int) -> None:
    image = _open(render_png(Scene(50.8, 25.4), MONO, dpi / 25.4))
    assert image.format == "PNG"
    assert image.size == (2 * dpi, dpi)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_pixels_per_millimetre() -> None:
    assert _open(render_png(Scene(30, 20), MONO, 4)).size == (120, 80)


def test_greys_make_a_greyscale_picture_and_colours_a_palette() -> None:
    clues, solution = small_board()
    scene = draw(clues, solution, 8.0)
    assert _open(render_png(scene, MONO, 4)).mode == "L"
    assert _open(render_png(scene, get_theme("colour"), 4)).mode == "P"


def test_credits_are_in_the_png() -> None:
    text = _open(render_png(Scene(9, 9), MONO, 12, metadata=ABOUT)).text
    assert text == {
        "Title": "No. 7",
        "Author": "Zoë Müller",
        "Copyright": "© Zoë Müller, CC-BY-4.0",
        "Description": "A board",
        "Software": "puzzlepress",
    }


def test_credits_are_in_the_webp() -> None:
    image = _open(render_webp(Scene(9, 9), MONO, 12, metadata=ABOUT))
    assert image.format == "WEBP"
    xmp = image.info["xmp"].decode()
    for value in ("No. 7", "Zoë Müller", "© Zoë Müller, CC-BY-4.0"):
        assert value in xmp


@pytest.mark.parametrize("name", THEMES)
def test_webp_is_lossless_and_png_exact_but_for_sixteen_steps_of_grey(name: str) -> None:
    clues, solution = small_board()
    scene = draw(clues, solution, 8.0)
    painted = paint(scene, get_theme(name), 5.0).convert("RGB")
    for render in (render_png, render_webp):
        image = _open(render(scene, get_theme(name), 5.0)).convert("RGB")
        extrema = ImageChops.difference(painted, image).getextrema()
        furthest = max(as_a(tuple, one)[1] for one in extrema)
        assert furthest <= (9 if render is render_png and name in ("mono", "dashed") else 0)


def test_a_grey_picture_packed_in_bands_has_no_seams() -> None:
    clues, solution = small_board()
    scene, theme = draw(clues, solution, 8.0), get_theme("mono")
    painted = paint(scene, theme, 33.3)
    assert painted.width * painted.height > 5 * BAND
    steps = painted.point([(level - (level >> 4) + 8 >> 4) * 17 for level in range(256)])
    assert _open(render_png(scene, theme, 33.3)).convert("L").tobytes() == steps.tobytes()


@pytest.mark.parametrize("name", THEMES)
def test_every_mark_is_painted_and_bytes_repeat(name: str) -> None:
    scene = every_mark()
    theme = get_theme(name)
    first = render_png(scene, theme, 4)
    assert first == render_png(scene, theme, 4)
    assert render_webp(scene, theme, 4) == render_webp(scene, theme, 4)
    whole = paint(scene, theme, 4.0)
    for k, mark in enumerate(scene.marks):
        alone = Scene(scene.width_mm, scene.height_mm, (mark,))
        blank = paint(Scene(scene.width_mm, scene.height_mm), theme, 4.0).convert("RGB")
        painted = paint(alone, theme, 4.0).convert("RGB")
        assert ImageChops.difference(painted, blank).getbbox() is not None, (k, mark)
    assert whole.size == (360, 560)


@pytest.mark.parametrize("cell_px", [12, 16.5, 24, 37, 105.3])
def test_grid_lines_have_one_thickness_all_over_the_board(cell_px: float) -> None:
    clues, _ = small_board()
    scene = draw(clues, None, 9.0)
    image = paint(scene, MONO, cell_px / 9.0)
    # A row of pixels through cells without numbers, just under their upper border.
    row = round((0.7 * 0.9 + 9.0 * 1.12) / 9.0 * cell_px)
    levels = [image.getpixel((x, row)) for x in range(image.width)]
    runs = [(level, len(list(group))) for level, group in groupby(levels)]
    inked = [(level, length) for level, length in runs if level != 255]
    frame, *grid, other = inked
    assert frame == other
    assert len(set(grid)) == 1
    assert len(grid) == 4
    assert {level for level, _ in grid} == {MONO.colour(Ink(Role.GRID))[0]}


def test_pixels_per_cell_give_equal_cells() -> None:
    clues, _ = small_board()
    image = paint(draw(clues, None, 120 / 7), MONO, 24 / (120 / 7))
    row = image.height // 2 - 8
    dark = [x for x in range(image.width) if as_a(int, image.getpixel((x, row))) < 200]
    lines = [x for x in dark if x - 1 not in dark]
    assert {b - a for a, b in pairwise(lines[1:-1])} == {24}


def test_a_straight_line_has_no_grey_edges() -> None:
    line = Polyline(((2.3, 2.3), (8.7, 2.3), (8.7, 8.1)), 1.33, Ink(Role.FRAME), Cap.SQUARE)
    image = paint(Scene(10, 10, (line,)), MONO, 7.77)
    assert {level for _, level in image.getcolors() or ()} == {0, 255}


def test_both_ends_of_a_flat_line_lie_where_they_should() -> None:
    for start, end in (((2.0, 5.0), (8.0, 5.0)), ((8.0, 5.0), (2.0, 5.0))):
        image = paint(Scene(10, 10, (Line(start, end, 1.0, Ink(Role.FRAME)),)), MONO, 10)
        assert ImageChops.invert(image).getbbox() == (20, 45, 80, 55)


def test_round_and_square_caps_reach_beyond_the_end() -> None:
    for cap in (Cap.ROUND, Cap.SQUARE):
        line = Line((2, 5), (8, 5), 1.0, Ink(Role.FRAME), cap)
        image = paint(Scene(10, 10, (line,)), MONO, 10)
        assert ImageChops.invert(image).getbbox() == (15, 45, 85, 55)


def test_a_bend_is_as_thick_as_its_legs() -> None:
    line = Polyline(((20, 80), (20, 20), (80, 20)), 8.0, Ink(Role.FRAME), Cap.BUTT, corner_mm=30)
    image = paint(Scene(100, 100, (line,)), MONO, 4.0)
    # Along the diagonal from the middle of the bend outwards.
    dark = [k for k in range(200) if as_a(int, image.getpixel((200 - k, 200 - k))) < 128]
    assert len(dark) * 2**0.5 == pytest.approx(32, abs=1.5)


@pytest.mark.parametrize("diameter", [1, 2, 5, 40])
def test_a_disc_has_the_area_of_a_circle(diameter: int) -> None:
    covered = sum(disc_mask(diameter, 0).tobytes()) / 255
    assert covered == pytest.approx(3.14159 * diameter**2 / 4, rel=0.03 if diameter > 2 else 0.3)


def test_the_four_bends_are_mirror_images() -> None:
    one = quarter_mask(20, 12, True, True)
    assert one.transpose(Image.Transpose.ROTATE_180) == quarter_mask(20, 12, False, False)
    assert one.transpose(Image.Transpose.FLIP_TOP_BOTTOM) == quarter_mask(20, 12, True, False)


def test_a_number_is_in_the_middle_of_its_cell() -> None:
    label = Label("8", (10, 10), 12.0, Ink(Role.CLUE))
    image = paint(Scene(20, 20, (label,)), MONO, 20.0)
    left, top, right, bottom = the(ImageChops.invert(image).getbbox())
    assert (left + right) / 2 == pytest.approx(200, abs=2)
    assert (top + bottom) / 2 == pytest.approx(200, abs=2)


def test_turned_text_is_the_text_turned() -> None:
    def label(turned: bool) -> Label:
        return Label("No. 17", (20, 10), 6.0, Ink(Role.TEXT), turned=turned)

    upright = paint(Scene(40, 20, (label(False),)), MONO, 10.0)
    turned = paint(Scene(40, 20, (label(True),)), MONO, 10.0).transpose(Image.Transpose.ROTATE_180)
    a, b = (ImageChops.invert(image).getbbox() for image in (upright, turned))
    assert a == pytest.approx(b, abs=2)


def test_marks_may_reach_beyond_the_picture() -> None:
    marks = (
        Disc((0, 0), 5, Ink(Role.CLUE)),
        Rect((-5, 8), 30, 30, Ink(Role.BLOCKED)),
        Label("far outside", (-90, 5), 4, Ink(Role.TEXT)),
        Polyline(((-9, -9), (30, 5)), 1, Ink(Role.FRAME)),
    )
    assert paint(Scene(10, 10, marks), MONO, 5.0).size == (50, 50)


@pytest.mark.parametrize("dpi", [0.0, -1.0, float("inf"), float("nan")])
def test_a_resolution_that_is_none_is_refused(dpi: float) -> None:
    with refused(RenderError):
        render_png(Scene(9, 9), MONO, dpi / 25.4)


def test_too_many_pixels_are_refused() -> None:
    with refused(RenderError):
        render_png(Scene(5000, 5000), MONO, 94.5)
    with refused(RenderError):
        render_webp(Scene(20000, 1), MONO, 1)


def test_a_line_of_type_ends_where_its_measures_say() -> None:
    words = "Every puzzle in this book has exactly one solution, and each of them is proved."
    label = Label(words, (160, 10), 4.0, Ink(Role.TEXT), Face.TEXT, Align.RIGHT)
    image = paint(Scene(170, 20, (label,)), MONO, 6.0)
    left, _, right, _ = the(ImageChops.invert(image).getbbox())
    assert left == pytest.approx((160 - text_width(words, Face.TEXT, 4.0)) * 6, abs=2)
    assert right == pytest.approx(160 * 6, abs=3)


@pytest.mark.parametrize("pixels_per_mm", [0.05, 0.2, 1.0])
def test_a_picture_of_a_few_pixels_is_still_a_picture(pixels_per_mm: float) -> None:
    image = paint(every_mark(), MONO, pixels_per_mm)
    assert image.width == round(90 * pixels_per_mm)
