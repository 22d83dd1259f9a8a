"""Colours of the player and of pages: contrast, visions, and lines that differ by more."""

import re
from itertools import combinations

import pytest

from pipeline.config import site_models
from pipeline.render.theme import get_theme
from pipeline.scene import Role
from tests.render.test_theme import VISIONS, difference
from tests.source import ROOT

SHEET = (ROOT / "pipeline" / "web" / "player" / "player.css").read_text(encoding="utf-8")
PAIRS = re.findall(r"--pp-([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)", SHEET)
ALWAYS = dict(re.findall(r"--pp-([\w-]+): #(\w{6});", SHEET))
DIMMED = re.findall(r"--pp-solid: light-dark\(var\(--pp-paper\), #(\w{6})\)", SHEET)[0]
SCHEMES = {
    "light": {name: light for name, light, _ in PAIRS},
    "dark": {name: dark for name, _, dark in PAIRS},
}
TEXT = [
    ("ink", "page"),
    ("ink", "paper"),
    ("ink", "button"),
    ("ink", "tile"),
    ("ink", "tile-home"),
    ("ink", "island"),
    ("quiet", "page"),
    ("quiet", "button"),
    ("page", "ink"),
]
GRAPHICS = [
    *((f"line-{look}", "paper") for look in range(6)),
    ("frame", "paper"), ("quiet", "paper"), ("focus", "paper"), ("focus", "page"),
    ("fault", "paper"), ("edge", "page"), ("ink", "paper"),
]  # fmt: skip


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2, glossary)."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_the_known_one() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)
    assert contrast("777777", "ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "paper"), TEXT)
def test_text_can_be_read(scheme: str, ink: str, paper: str) -> None:
    assert contrast(SCHEMES[scheme][ink], SCHEMES[scheme][paper]) >= 4.5


@pytest.mark.parametrize("paper", [SCHEMES["light"]["paper"], DIMMED], ids=["light", "dark"])
def test_shaded_boards_have_light_paper_on_which_all_is_seen(paper: str) -> None:
    """Their sheet has the light colours in either scheme."""
    light = SCHEMES["light"]
    assert luminance(paper) > 0.7
    assert contrast(ALWAYS["shade"], paper) >= 3
    for ink, ground in ((light["ink"], paper), (light["ink"], ALWAYS["shade"])):
        assert contrast(ink, ground) >= 4.5
    for mark in ("quiet", "focus", "fault", "frame", "black", "line-0"):
        assert contrast(light[mark], paper) >= 3, mark
    for scheme in SCHEMES.values():
        assert contrast(ALWAYS["white"], scheme["black"]) > 15


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("mark", "paper"), GRAPHICS)
def test_marks_can_be_seen(scheme: str, mark: str, paper: str) -> None:
    assert contrast(SCHEMES[scheme][mark], SCHEMES[scheme][paper]) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("mark", ["ink", "quiet", "focus", "frame", "fault"])
def test_marks_can_be_seen_on_every_region(scheme: str, mark: str) -> None:
    hues = re.findall(r"\.hue-\d \{ fill: light-dark\(#(\w{6}), #(\w{6})\)", SHEET)
    assert len({pair[scheme == "dark"] for pair in hues}) == 10
    for pair in hues:
        assert contrast(SCHEMES[scheme][mark], pair[scheme == "dark"]) >= 3, pair


def test_nothing_moves_for_readers_who_want_less_motion() -> None:
    """What moves in the player is written where motion is wanted; pages stop theirs."""
    moving = re.compile(r"(?<![\w-])(?:animation|transition):(?! none)")
    wanted = SHEET.index("prefers-reduced-motion: no-preference")
    end = SHEET.index("@media", wanted)
    assert moving.search(SHEET, wanted, end)
    assert not moving.search(SHEET[:wanted] + SHEET[end:])
    stopped = PAGES[PAGES.index("prefers-reduced-motion: reduce") :].split("\n")[0]
    names = re.findall(r"^(\S[^{\n]*) \{[^{}\n]*transition: \w+-", PAGES, re.MULTILINE)
    assert names == [".cards li"]
    assert ".cards li { transition: none; }" in stopped


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_any_two_colours_of_regions_differ_in_every_vision(at: int, vision: str) -> None:
    found = re.findall(r"\.hue-\d \{ fill: light-dark\(#(\w{6}), #(\w{6})\)", SHEET)
    hues = [(int(one[at][:2], 16), int(one[at][2:4], 16), int(one[at][4:], 16)) for one in found]
    assert len(hues) == 10
    assert at or hues == [style.colour for style in get_theme("colour").styles[Role.AREA]]
    for one, other in combinations(hues, 2):
        assert difference(one, other, vision) >= 14, (one, other)


PAGES = (ROOT / "pipeline" / "web" / "site.css").read_text(encoding="utf-8")
PAGE_PAIRS = re.findall(r"--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)", PAGES)


@pytest.mark.parametrize("scheme", [1, 2], ids=["light", "dark"])
@pytest.mark.parametrize("paper", ["page", "paper"])
def test_pages_can_be_read(scheme: int, paper: str) -> None:
    colours = {pair[0]: pair[scheme] for pair in PAGE_PAIRS}
    for ink in ("ink", "quiet", "accent", "done"):
        assert contrast(colours[ink], colours[paper]) >= 4.5, ink


def test_themes_are_checked_against_the_colours_that_they_do_not_change() -> None:
    own = {name: (f"#{light}", f"#{dark}") for name, light, dark in PAGE_PAIRS}
    assert {name: own[name] for name in site_models.WORDS} == site_models.WORDS
    for at, scheme in enumerate(SCHEMES.values()):
        quiet = luminance(own["quiet"][at][1:]) + 0.05
        ground = quiet / 4.5 if at else quiet * 4.5  # of the grounds on which it can be read
        for look in range(6):
            line = luminance(scheme[f"line-{look}"]) + 0.05
            assert max(line / ground, ground / line) >= 3, "so lines are seen there, too"


def test_lines_differ_by_more_than_colour() -> None:
    """Each look has a texture of its own: its width, its dashes, or a core."""
    looks = {}
    for look in range(6):
        rules = re.findall(rf"\.(line|core)\.look-{look} \{{ ([^}}]*)\}}", SHEET)
        looks[look] = (look % 2, tuple(rules))
    assert len(set(looks.values())) == 6
