"""Pictures and letters at the ends of lines: distinguished by shape alone, in place of numbers."""

from itertools import combinations

import numpy as np

from pipeline.render.painter import paint
from pipeline.render.theme import get_theme
from pipeline.scene import Disc, Ink, Label, Role, Scene
from pipeline.scene.symbols import END, MOST_PICTURES, letters_of, number_of, with_symbols

CELL = 10.0


def cell(number: int, symbols: str, **hues: bool) -> Scene:
    board = Scene(CELL, CELL, (Label(str(number), (5.0, 5.0), 6.6, END),))
    return with_symbols(board, symbols, CELL, **hues)  # type: ignore[arg-type]


def test_no_two_pictures_look_alike_in_black_at_the_size_of_a_small_answer() -> None:
    seen = [
        np.asarray(paint(cell(number, "icons"), get_theme("mono"), 2.4)).astype(int)
        for number in range(1, MOST_PICTURES + 1)
    ]
    assert MOST_PICTURES == 36
    least = min((np.abs(one - other).sum() / 255, at)
                for (at, (one, other)) in enumerate(combinations(seen, 2)))  # fmt: skip
    assert least[0] >= 0.04 * seen[0].size
    for one in seen:  # and all keep to their cell
        assert one[0].min() == one[-1].min() == one[:, 0].min() == one[:, -1].min() == 255


def test_letters_count_as_numbers_do() -> None:
    assert [number_of(letters_of(number)) for number in range(1, 1000)] == [*range(1, 1000)]


def test_discs_have_the_colour_of_their_pair_or_are_black() -> None:
    black, letter = cell(4, "dots").marks
    assert isinstance(black, Disc)
    assert isinstance(letter, Label)
    assert (black.fill, letter.text, letter.ink.role) == (END, "D", Role.PAPER)
    coloured = cell(4, "dots", has_hues=True).marks[0]
    assert isinstance(coloured, Disc)
    assert coloured.fill == Ink(Role.PATH, 3)
    theme = get_theme("colour")
    for number in range(1, 13):  # white letters are read on every colour: WCAG, large type
        light = _luminance(theme.colour(Ink(Role.PATH, number - 1)))
        assert 1.05 / (light + 0.05) >= 3


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = (part / 255 for part in colour)
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
