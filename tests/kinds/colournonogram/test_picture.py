"""Colour Nonograms from pictures of the user's."""

from pathlib import Path

import pytest
from PIL import Image

from pipeline.config.params import read_params
from pipeline.kinds import get_kind
from pipeline.kinds.colournonogram.pictures import board_of, read_drawings
from pipeline.kinds.kit.looks.coloured.clue import HUES
from pipeline.model import ConfigError
from pipeline.render.colour_picture import read_colour_picture
from pipeline.stages.generate import GeneratorOrder, generate_records
from tests.known import the
from tests.refusals import refused

KIND = get_kind("colournonogram")


def flag(path: Path, size: int = 60, ground: str | None = "white") -> Path:
    mode = "RGB" if ground else "RGBA"
    picture = Image.new(mode, (size, size), ground or (0, 0, 0, 0))
    step = size // 6
    for k, colour in enumerate(("#d01010", "#10a040", "#1030c0")):
        picture.paste(colour, (step * k, step, step * (k + 3), step * (k + 2)))
    picture.save(path)
    return path


@pytest.mark.parametrize("ground", ["white", "#fafafa", None])
def test_colours_become_the_nearest_and_white_is_empty(tmp_path: Path, ground: str | None) -> None:
    data = flag(tmp_path / "flag.png", ground=ground).read_bytes()
    size, text = read_colour_picture(data, [(3, 3), (6, 6), (5, 7)], HUES)
    assert size == (6, 6)
    assert text.split() == ["......", "23111.", ".3111.", "..111.", "......", "......"]


def test_more_colours_than_four_become_the_commonest(tmp_path: Path) -> None:
    picture = Image.new("RGB", (60, 40), "white")
    for k, colour in enumerate(("black", "red", "lime", "blue", "orange")):
        picture.paste(colour, (10 * k, 0, 10 * k + 10, 40 - 5 * k))
    picture.save(tmp_path / "bars.png")
    _, text = read_colour_picture((tmp_path / "bars.png").read_bytes(), [(4, 6)], HUES)
    first = text.split()[0]
    assert {*first[:4]} == {*"1234"}
    assert first[4] in first[:4]
    assert first[5] == "."


def test_a_picture_without_white_has_the_colour_of_its_rim_as_background(tmp_path: Path) -> None:
    picture = Image.new("RGB", (40, 40), "#203060")
    picture.paste("#f0c020", (10, 10, 30, 30))
    picture.save(tmp_path / "sun.png")
    _, text = read_colour_picture((tmp_path / "sun.png").read_bytes(), [(4, 4)], HUES)
    assert text.split() == ["....", ".22.", ".22.", "...."]


def test_a_margin_is_cut_off_where_the_proportions_need_it(tmp_path: Path) -> None:
    picture = Image.new("RGB", (100, 40), "white")
    picture.paste("red", (30, 0, 70, 40))
    picture.save(tmp_path / "box.png")
    _, text = read_colour_picture((tmp_path / "box.png").read_bytes(), [(2, 2)], HUES)
    assert text == "22\n22"
    with refused(ConfigError):
        read_colour_picture((tmp_path / "box.png").read_bytes(), [(3, 9)], HUES)


def test_an_empty_picture_is_refused(tmp_path: Path) -> None:
    Image.new("RGB", (20, 20), "white").save(tmp_path / "none.png")
    with refused(ConfigError):
        read_params(KIND, 5, 5, None, {"picture": "none.png"}, tmp_path)


def test_a_picture_is_kept_or_changed_until_it_is_unique(tmp_path: Path) -> None:
    flag(tmp_path / "flag.png")
    settings = {"picture": "flag.png", "name": "flag"}
    params = read_params(KIND, 6, 6, None, settings, tmp_path)
    (record,) = generate_records([(GeneratorOrder("colournonogram", params, 1), 0)])
    assert the(record).origin["names"] == {"": "flag"}
    assert the(record).origin["changed_cells"] == 0
    (tmp_path / "board.txt").write_text("12121\n21212\n12121\n21212\n12121\n")
    params = read_params(KIND, 5, 5, None, {"picture": "board.txt"}, tmp_path)
    made = KIND.generate(params, 1)
    status = the(KIND.uniqueness).prove(the(made.clues), made.solution, KIND.budget).status
    assert status == "unique"


@pytest.mark.parametrize(
    ("settings", "text", "expected"),
    [
        ({}, "12\n3", "picture=own.txt: expected 9 rows of 9 signs"),
        ({}, "125", "picture=own.txt: expected 1 to 4 for a colour"),
        ({}, "...\n...", "picture=own.txt: expected a picture with colours"),
        ({"colours": "3"}, "\n".join(["123123123"] * 9), "expected picture or colours, found both"),
        ({"pictures": "x"}, "1" * 9, 'expected "drawings", or in a section of a book'),
    ],
)
def test_a_wrong_picture_is_refused(
    tmp_path: Path, settings: dict[str, str], text: str, expected: str
) -> None:
    (tmp_path / "own.txt").write_text(text)
    with pytest.raises(ConfigError, match=expected):
        read_params(KIND, 9, 9, None, {"picture": "own.txt", **settings}, tmp_path)


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_random_patterns_have_the_wanted_colours(colours: int) -> None:
    params = KIND.parse_params(10, 10, None, {"colours": str(colours)})
    used = {n for seed in range(3) for _, n in the(KIND.generate(params, seed).solution).items}
    assert used == {*range(colours + 1)}


DRAWINGS = [(side, key) for side in (10, 15) for key in read_drawings(side, side)]


@pytest.mark.parametrize(("side", "key"), DRAWINGS)
def test_each_drawing_is_unique_and_solved_by_its_lines(side: int, key: str) -> None:
    drawing = read_drawings(side, side)[key]
    assert drawing.picture.shape == (side, side)
    assert {*drawing.names} == {"en", "de", "fr"}
    clues, solution = board_of(drawing.picture)
    assert the(KIND.uniqueness).prove(clues, solution, KIND.budget).status == "unique"
    assert KIND.grade(clues, solution).extra["hardest"] in ("single", "global")


def test_drawings_are_made_with_their_names() -> None:
    params = KIND.parse_params(10, 10, None, {"pictures": "drawings"})
    made = [KIND.generate(params, seed) for seed in range(8)]
    named = {drawing.names["en"] for drawing in read_drawings(10, 10).values()}
    assert len({one.notes["names"]["en"] for one in made} & named) > 3
    with refused(ConfigError):
        KIND.parse_params(9, 9, None, {"pictures": "drawings"})
