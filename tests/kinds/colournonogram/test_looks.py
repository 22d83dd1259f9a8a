"""Colours in print: marks besides hues, and both ways of reading."""

from typing import Any

import pytest

from pipeline.edition.board_words import describe_board
from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.kit.looks.coloured.clue import HUES
from pipeline.kinds.kit.sites.colours import NAMES
from pipeline.kinds.kit.telling.kind_texts import read_reasons
from pipeline.model import PuzzleFormatError
from pipeline.render.theme import get_theme
from pipeline.scene import Ink, Role
from tests.kinds.test_read_board import printed
from tests.known import the
from tests.refusals import refused

KIND = get_kind("colournonogram")
ALL: dict[str, Any] = {
    "rows": 2, "cols": 8, "clues": [[0] * 8] * 2,
    "left": [[1, 1, 2, 1], [12 // 12, 1]], "left_colours": [[1, 2, 3, 4], [4, 4]],
    "top": [[1], [1], [1], [1, 1], [1], [1], [], []],
    "top_colours": [[1], [2], [3], [3, 4], [4], [4], [], []],
}  # fmt: skip
NUMBERS = {"numbers": [[1, 2, 3, 3, 4, 0, 0, 0], [0, 0, 0, 4, 0, 4, 0, 0]]}


def test_the_colours_of_print_and_of_pictures_are_the_same() -> None:
    theme = get_theme("colour")
    assert tuple(theme.colour(Ink(Role.ANSWER, k)) for k in range(len(HUES))) == HUES


@pytest.mark.parametrize("theme", ["mono", "colour"])
@pytest.mark.parametrize("cell_mm", [3.6, 5.0, 9.0])
def test_all_colours_are_read_back_from_their_marks(theme: str, cell_mm: float) -> None:
    clues = KIND.decode(ALL)
    answer = KIND.decode_solution(clues, NUMBERS)
    puzzle, solved = KIND.draw(clues, None, cell_mm), KIND.draw(clues, answer, cell_mm)
    bare = the(KIND.draw_bare)(clues, answer, cell_mm)
    zeros = the(KIND.draw_zeros)(clues, None, cell_mm)
    pages = printed([puzzle, solved, bare, zeros], theme)
    found = [the(KIND.read_board)(page.upright, None)[0] for page in pages]
    assert [one.fault for one in found] == [""] * 4
    assert [one.clues for one in found] == [clues, clues, None, clues]
    assert [one.solution for one in found] == [None, answer, answer, None]


def test_an_answer_has_no_colour_of_another_cell() -> None:
    clues = KIND.decode(ALL)
    wrong = {"numbers": [NUMBERS["numbers"][0], [0, 0, 0, 3, 0, 4, 0, 0]]}
    answer = KIND.decode_solution(clues, wrong)
    (page,) = printed([KIND.draw(clues, answer, 6.0)])
    (found,) = the(KIND.read_board)(page.upright, None)
    assert found.solution == answer
    assert [fault.code for fault in KIND.check(clues, the(found.solution))] == [
        "wrong-row", "wrong-column",
    ]  # fmt: skip


def test_every_language_names_each_colour_alike() -> None:
    assert load_language("en").say("spoken.colours").split(", ")[1:] == [*NAMES]
    for language in list_languages():
        names = load_language(language).say("spoken.colours").split(", ")
        texts = read_reasons(KIND.package, language)
        assert len(names) == len(HUES) + 1
        for colour, name in enumerate(names[1:], 1):
            assert texts[f"digit-{colour}"].lower().endswith(name)


def test_a_board_is_heard_with_the_names_of_its_colours() -> None:
    example = load_examples(KIND)["solved"][0]
    said = describe_board(KIND, KIND.decode(example["puzzle"]))
    assert "On the left, from top to bottom: 2 blue; 1 blue, 2 blue, 1 orange;" in said


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("left_colours", [[1, 2, 3], [4, 4]], "a colour from 1 to 4 for each number"),
        ("left_colours", [[1, 2, 3, 5], [4, 4]], "a colour from 1 to 4 for each number"),
        ("left_colours", [[1, 2, 3, 4], "44"], "lists of numbers in puzzle.left_colours"),
        ("top_colours", [*ALL["top_colours"][:7], [1]], "as many numbers as colours on the top"),
        ("left", [[1, 1, 4, 3], [1, 1]], "numbers that fit 8 cells"),
        ("left", [[1, 0, 2, 1], [1, 1]], "numbers that fit 8 cells"),
    ],
)
def test_colours_that_do_not_fit_their_numbers_are_refused(
    field: str, value: object, said: str
) -> None:
    with pytest.raises(PuzzleFormatError, match=said):
        KIND.decode({**ALL, field: value})


def test_runs_of_two_colours_need_no_gap() -> None:
    line = {"rows": 1, "cols": 4, "clues": [[0] * 4], "left": [[2, 2]], "top": [[1]] * 4}
    colours = {"left_colours": [[1, 2]], "top_colours": [[1], [1], [2], [2]]}
    assert KIND.decode({**line, **colours}).other_clues[0].sign == "12"
    with refused(PuzzleFormatError):
        KIND.decode({**line, **colours, "left_colours": [[1, 1]]})
