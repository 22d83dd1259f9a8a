"""Numbers with arrows: their images, their texts, and what is refused."""

import pytest

from pipeline.kinds import get_kind, kit
from pipeline.kinds.kit.board.clues import ARROW, SIDES, Clue, ahead, image_of_clues
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.symmetry import SYMMETRIES, cells_of_image
from pipeline.model import PuzzleFormatError
from tests.refusals import refused


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("side", SIDES)
def test_the_image_of_an_arrow_points_to_the_images_of_its_cells(symmetry: int, side: str) -> None:
    arrow = Clue(ARROW, (6,), (1,), side)
    (image,) = image_of_clues([kit.Arrows()], 3, 5, [arrow], symmetry)
    cells = cells_of_image(3, 5, symmetry)
    to = {int(source): cell for cell, source in enumerate(cells.ravel())}
    assert image.place == (to[6],)
    assert ahead(Grid(*cells.shape), image) == tuple(to[cell] for cell in ahead(Grid(3, 5), arrow))


@pytest.mark.parametrize(
    ("arrows", "message"),
    [
        ([[25, 0, "left"]], "one arrow in a cell of the board"),
        ([[3, 0, "left"], [3, 0, "top"]], "one arrow in a cell of the board"),
        ([[3, 0, "up"]], "an arrow to one of left, top, right, bottom, found 'up'"),
        ([[3, 2, "right"]], "a number from 0 to 1 with the arrow in row 1, column 4, found 2"),
        ([[3, "right"]], 'a cell, a number and a sign such as [0, 1, "right"]'),
    ],
)
def test_arrows_that_are_none_are_refused(arrows: list[list[int | str]], message: str) -> None:
    puzzle = {"rows": 5, "cols": 5, "clues": [[0] * 5] * 5, "arrows": arrows}
    with refused(PuzzleFormatError) as caught:
        get_kind("yajilin").decode(puzzle)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("a21a32a40f2030i10", "expected 25 cells, found 24"),
        ("a01a32a40f2030i10a", "a side 1 to 4 with a number"),
    ],
)
def test_addresses_that_are_cut_or_lack_a_side_are_refused(body: str, message: str) -> None:
    form = next(one for one in get_kind("yajilin").formats if one.name == "puzz.link")
    (found,) = form.read_each(f"https://puzz.link/p?yajilin/5/5/{body}", None)
    assert message in str(found)


def test_arrows_without_a_number_are_black_cells() -> None:
    forms = {one.name: one for one in get_kind("yajilin").formats}
    (parsed,) = forms["puzz.link"].read("https://puzz.link/p?yajilin/b/3/3/a1.c0.c", None)
    assert parsed.clues.values == (0, 1, 0, 0, 0, 1, 0, 0, 0)
    again = next(iter(forms["pzprv3"].read(forms["pzprv3"].write([(parsed.clues, None)]), None)))
    assert again.clues == parsed.clues
