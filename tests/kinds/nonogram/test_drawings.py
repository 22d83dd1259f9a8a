"""The drawings that come with the program: unique, and solved line by line."""

import numpy as np
import pytest

from pipeline.config.models import SectionConfig
from pipeline.kinds import get_kind
from pipeline.kinds.nonogram.pictures import SIZES, board_of, read_drawings
from pipeline.model import ConfigError

KIND = get_kind("nonogram")
DRAWINGS = {
    (size, key): drawing
    for size in SIZES
    for key, drawing in read_drawings(*map(int, size.split("x")[::-1])).items()
}


def test_there_are_sixty_drawings_of_three_sizes_all_different() -> None:
    assert len(DRAWINGS) >= 60
    assert len({drawing.picture.tobytes() for drawing in DRAWINGS.values()}) == len(DRAWINGS)
    names = [drawing.names for drawing in DRAWINGS.values()]
    for language in ("en", "de", "fr"):
        assert len({name[language] for name in names if name[language]}) == len(DRAWINGS)


@pytest.mark.parametrize(("size", "key"), DRAWINGS)
def test_each_drawing_is_unique_and_needs_no_guessing(size: str, key: str) -> None:
    drawing = DRAWINGS[size, key]
    assert f"{drawing.picture.shape[1]}x{drawing.picture.shape[0]}" == size
    assert {*np.unique(drawing.picture)} == {0, 1}
    clues, solution = board_of(drawing.picture)
    assert KIND.uniqueness is not None
    grade = KIND.grade(clues, solution)
    assert grade.extra["hardest"] in ("single", "global"), "one line at a time is enough"
    assert str(grade.band) in ("easy", "medium")


@pytest.mark.parametrize("size", SIZES)
def test_the_generator_makes_drawings_and_names_them(size: str) -> None:
    cols, rows = map(int, size.split("x"))
    params = KIND.parse_params(rows, cols, None, {"pictures": "drawings", "hardest": "set"})
    made = [KIND.generate(params, seed) for seed in range(8)]
    named = {drawing.names["en"] for (own, _), drawing in DRAWINGS.items() if own == size}
    assert {one.notes["names"]["en"] for one in made} <= named
    assert len({one.notes["names"]["en"] for one in made}) > 3


@pytest.mark.parametrize(
    ("size", "settings", "message"),
    [
        ((12, 12), {}, "expected a size with drawings, 10x10, 15x15, 20x20, found 12x12"),
        (
            (10, 10),
            {"pictures": "photos"},
            "expected \"drawings\", or in a section of a book .*, found 'photos'",
        ),
        ((10, 10), {"band": "hard"}, "expected the band easy or medium"),
        ((10, 10), {"picture": "#" * 10 + ("\n" + "#" * 10) * 9}, "found both; leave one out"),
    ],
)
def test_what_no_drawing_has_is_refused(
    size: tuple[int, int], settings: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        KIND.parse_params(*size, None, {"pictures": "drawings", **settings})


def test_a_section_of_pictures_promises_no_guessing() -> None:
    section = SectionConfig(
        title="P",
        kind="nonogram",
        sizes=((10, 10),),
        counts=(3,),
        settings={"pictures": "drawings"},
    )
    assert section.settings_for(None)["hardest"] == "set"
