import itertools

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.model import ConfigError
from pipeline.render.pdf import to_cmyk
from pipeline.render.theme import MIN_LINE_MM, THEMES, WHITE, Colour, Style, get_theme
from pipeline.scene import PATH_CLASSES, Cap, Ink, Polyline, Rect, Role, Scene
from pipeline.scene.board import board_marks, board_style
from tests.known import as_a, the

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE TVCG 15 (2009), severity 1.0; on linear light.
VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)

MIN_INK = 0.10
"""The palest grey that printers on demand hold (Amazon KDP, help page G201834190)."""


def _linear(colour: Colour) -> list[float]:
    shares = [channel / 255 for channel in colour]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]


def contrast_on_white(colour: Colour) -> float:
    """WCAG 2 contrast ratio with white paper."""
    light = sum(weight * c for weight, c in zip(LUMINANCE, _linear(colour), strict=True))
    return 1.05 / (light + 0.05)


def _lab(colour: Colour, vision: str) -> tuple[float, float, float]:
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, _linear(colour), strict=True))))
        for row in VISIONS[vision]
    ]
    r, g, b = seen
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def difference(one: Colour, other: Colour, vision: str) -> float:
    """CIE76 colour difference as a kind of vision sees it."""
    a, b = _lab(one, vision), _lab(other, vision)
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5


@pytest.mark.parametrize("name", THEMES)
def test_every_role_has_a_look(name: str) -> None:
    assert set(get_theme(name).styles) == set(Role)


def test_an_unknown_theme_is_refused_with_the_choices() -> None:
    with pytest.raises(ConfigError) as caught:
        get_theme("sepia")
    assert str(caught.value) == "unknown theme 'sepia': expected one of mono, colour, cells, dashed"


def test_mono_has_greys_only() -> None:
    for role, styles in get_theme("mono").styles.items():
        for style in styles:
            for colour in (style.colour, style.core):
                assert colour is None or len(set(colour)) == 1, role


@pytest.mark.parametrize("name", THEMES)
def test_no_grey_is_paler_than_printers_hold(name: str) -> None:
    for styles in get_theme(name).styles.values():
        for colour in {c for s in styles for c in (s.colour, s.core) if c not in (None, WHITE)}:
            if len(set(colour)) == 1:
                assert 1 - colour[0] / 255 >= MIN_INK


@pytest.mark.parametrize("name", THEMES)
def test_classes_of_lines_look_different(name: str) -> None:
    theme = get_theme(name)
    count = len(theme.styles[Role.PATH])
    assert count % PATH_CLASSES == 0
    looks: dict[Style, int] = {}
    for index in range(count):
        style = theme.style(Ink(Role.PATH, index))
        assert looks.setdefault(style, index % PATH_CLASSES) == index % PATH_CLASSES


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("width_mm", [0.85, 1.2, 3.0])
def test_classes_stay_different_and_printable_at_any_width(name: str, width_mm: float) -> None:
    theme = get_theme(name)
    painted = set()
    for index in range(PATH_CLASSES):
        strokes = theme.strokes(Ink(Role.PATH, index), width_mm, Cap.ROUND)
        painted.add(strokes)
        for outer, inner in itertools.pairwise(strokes):
            assert (outer.width_mm - inner.width_mm) / 2 >= MIN_LINE_MM - 1e-9
    assert len(painted) == PATH_CLASSES


def test_an_index_beyond_the_last_look_starts_again() -> None:
    theme = get_theme("mono")
    assert theme.style(Ink(Role.PATH, 2 + 5 * PATH_CLASSES)) == theme.style(Ink(Role.PATH, 2))


def test_colours_of_lines_contrast_with_white_paper() -> None:
    for style in get_theme("colour").styles[Role.PATH]:
        assert contrast_on_white(style.colour) >= 3.0  # WCAG 2.1, criterion 1.4.11


def test_answers_have_the_colours_of_lines_or_none() -> None:
    """So what holds for the first lines (contrast, colour vision) holds for answers."""
    colour, mono = (get_theme(name).styles for name in ("colour", "mono"))
    assert colour[Role.ANSWER] == colour[Role.PATH][:4]
    assert len(mono[Role.ANSWER]) == 1


def test_text_contrasts_with_white_paper() -> None:
    for name in THEMES:
        theme = get_theme(name)
        for role in (Role.TEXT, Role.CLUE, Role.QUIET, Role.ANSWER):
            assert contrast_on_white(theme.colour(Ink(role))) >= 4.5


@pytest.mark.parametrize("vision", VISIONS)
def test_neighbouring_colours_differ_in_every_vision(vision: str) -> None:
    styles = get_theme("colour").styles[Role.PATH]
    for i, one in enumerate(styles):
        for j in range(i):
            other = styles[j]
            if (i - j) % PATH_CLASSES == 0:
                continue
            if (one.core is None) != (other.core is None):
                continue  # distinguished by build
            first, second = one.core or one.colour, other.core or other.colour
            assert difference(first, second, vision) >= 15, (i, j)


def test_dashes_of_the_drawing_win_over_the_style() -> None:
    theme = get_theme("mono")
    (stroke,) = theme.strokes(Ink(Role.PATH, 5), 1.0, Cap.BUTT, (3.0, 1.0))
    assert stroke.dash_mm == (3.0, 1.0)


def test_filled_cells_cover_those_of_the_line_and_nothing_else() -> None:
    line = Polyline(((5, 5), (25, 5), (25, 15)), 3.0, Ink(Role.PATH, 2), corner_mm=5.0)
    rule = Polyline(((0, 0), (9, 0)), 1.0, Ink(Role.FRAME))
    scene = Scene(30, 20, (rule, line))
    assert get_theme("colour").dress(scene) == scene
    areas = get_theme("cells").dress(scene).marks
    assert areas[-1] == rule
    boxes = [(*mark.corner, mark.width, mark.height) for mark in areas if isinstance(mark, Rect)]
    assert boxes == [(0, 0, 30, 10), (20, 0, 10, 20)]
    assert {mark.fill for mark in areas if isinstance(mark, Rect)} == {line.ink}


def test_process_inks_of_every_colour_keep_the_ink_budget() -> None:
    for theme in THEMES.values():
        for styles in theme.styles.values():
            for style in styles:
                assert sum(to_cmyk(style.colour)) <= 2.4


def test_a_mark_keeps_the_theme_of_its_own_on_a_page_of_another() -> None:
    bent = Polyline(((5, 5), (15, 5), (15, 15)), 2.0, Ink(Role.PATH, 1), corner_mm=5.0)
    own, other = Scene(20, 20, (bent,)).in_theme("cells"), Scene(20, 20, (bent,))
    mono, cells = get_theme("mono"), get_theme("cells")
    dressed = mono.dress(Scene(20, 20, (*own.marks, *other.marks)))
    assert [type(mark) for mark in dressed.marks] == [Rect, Rect, Polyline]
    assert mono.colour(the(as_a(Rect, dressed.marks[0]).fill)) == cells.colour(Ink(Role.PATH, 1))
    assert mono.style(the(dressed.marks[2].ink)) == mono.style(Ink(Role.PATH, 1))
    assert other.in_theme(None) is other


def test_the_dashed_theme_breaks_the_grid_and_doubles_the_frame() -> None:
    marks = board_marks(3, 3, frozenset(), board_style(10.0))
    scene = Scene(31.4, 31.4, (*marks.grid, *marks.frame))
    plain, dashed = (get_theme(name) for name in ("mono", "dashed"))
    once, twice = (as_a(Polyline, theme.dress(scene).marks[4]) for theme in (plain, dashed))
    assert twice.width_mm == 2 * once.width_mm
    assert len(dashed.dress(scene).marks) == 5
    # half of a line drawn along the rim lies in the margin: it must not be cut
    assert twice.width_mm / 2 <= board_style(10.0).margin_mm
    (stroke,) = dashed.strokes(Ink(Role.GRID), 0.3, Cap.BUTT)
    assert len(stroke.dash_mm) == 2
    assert not plain.strokes(Ink(Role.GRID), 0.3, Cap.BUTT)[0].dash_mm


@pytest.mark.parametrize("name", THEMES)
def test_regions_have_colours_where_lines_have_and_lie_under_everything(name: str) -> None:
    kind = get_kind("starbattle")
    scene = kind.draw(kind.decode(load_examples(kind)["solved"][0]["puzzle"]), None, 9.0)
    marks = get_theme(name).dress(scene).marks
    fills = [mark.fill if isinstance(mark, Rect) else None for mark in marks]
    areas = [at for at, fill in enumerate(fills) if fill is not None and fill.role is Role.AREA]
    assert areas == ([*range(36)] if name in ("colour", "cells") else [])
