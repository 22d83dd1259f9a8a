"""Printed solutions, whole."""

import re

from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.kinds.numberlink.texts import TEXTS, labels, tubes

CLUES = make_clues(3, 4, "free", [1, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1], frozenset())
SOLUTION = make_solution([[0, 4, 8, 9, 10, 11], [1, 5, 6, 7, 3]])


def wide(pairs: int) -> tuple[Clues, Solution]:
    """A board of ``pairs`` lines from top to bottom, two cells in a row more for the last one."""
    numbers = [*range(1, pairs + 1), 0, *[0] * (pairs + 1), *range(1, pairs), 0, pairs]
    cols = pairs + 1
    paths = [[k, k + cols, k + 2 * cols] for k in range(pairs - 1)]
    paths.append([pairs - 1, pairs, pairs + cols, pairs + 2 * cols])
    return make_clues(3, cols, "free", numbers), make_solution(paths)


def test_every_cell_of_a_line_has_its_label() -> None:
    assert labels(CLUES, SOLUTION, False) == "12.2\n1222\n1111\n"


def test_tubes_show_every_bend() -> None:
    assert tubes(CLUES, SOLUTION, False) == "12.2\n│└─┘\n└──1\n"
    clues = make_clues(3, 3, "free", [0, 0, 0, 0, 1, 0, 0, 1, 0])
    ring = make_solution([[4, 3, 0, 1, 2, 5, 8, 7]])
    assert tubes(clues, ring, False) == "┌─┐\n└1│\n.1┘\n"


def test_cells_outside_the_outline_are_crosshatched() -> None:
    clues = make_clues(2, 2, "free", [1, 1, 0, 0], frozenset({2, 3}))
    solution = make_solution([[0, 1]])
    assert labels(clues, solution, False) == "11\n##\n"
    assert tubes(clues, solution, False) == "11\n##\n"


def test_a_board_one_cell_wide_runs_downwards() -> None:
    clues = make_clues(3, 1, "free", [1, 0, 1])
    assert tubes(clues, make_solution([[0, 1, 2]]), False) == "1\n│\n1\n"


def test_labels_are_those_of_the_source() -> None:
    clues = make_clues(3, 4, "free", ["b", "@", 0, "@", 0, 0, 0, 0, 0, 0, 0, "b"])
    assert labels(clues, SOLUTION, False) == "b@.@\nb@@@\nbbbb\n"
    assert tubes(clues, SOLUTION, False) == "b@.@\n│└─┘\n└──b\n"
    clues = make_clues(3, 4, "free", [7, 12, 0, 12, 0, 0, 0, 0, 0, 0, 0, 7])
    assert labels(clues, SOLUTION, False) == " 7 12  . 12\n 7 12 12 12\n 7  7  7  7\n"
    assert tubes(clues, SOLUTION, False) == "7 12. 12\n│ └───┘\n└─────7\n"


def test_labels_beyond_the_symbols_are_numbers_in_columns() -> None:
    clues, solution = wide(63)
    rows = labels(clues, solution, False).splitlines()
    assert [row.split() for row in rows] == [
        [*map(str, range(1, 64)), "63"],
        [*map(str, range(1, 63)), ".", "63"],
        [*map(str, range(1, 63)), ".", "63"],
    ]
    assert len({len(row) for row in rows}) == 1


def test_tubes_beyond_the_symbols_are_as_wide_as_the_labels() -> None:
    clues, solution = wide(63)
    first, second, third = tubes(clues, solution, False).splitlines()
    assert first.startswith("1 2 3 ")
    assert first.endswith("616263┐")
    assert second.endswith("│ │ . │")
    assert third.endswith("6162. 63")


def test_colours_change_nothing_but_colours() -> None:
    for write in TEXTS.values():
        coloured = write(CLUES, SOLUTION, True)
        assert re.sub("\x1b\\[[0-9]+m", "", coloured) == write(CLUES, SOLUTION, False)
    assert labels(CLUES, SOLUTION, True).splitlines()[0] == (
        "\x1b[31m1\x1b[0m\x1b[32m2\x1b[0m.\x1b[32m2\x1b[0m"
    )


def test_a_solution_that_jumps_or_forks_is_shown_as_broken() -> None:
    jump = make_solution([[0, 10, 11], [1, 5, 6, 7, 3]])
    assert tubes(CLUES, jump, False) == "12.2\n.└─┘\n..?1\n"
    around = make_solution([[0, 3, 4, 11], [1, 5, 6, 7, 3]])
    assert "?" in tubes(CLUES, around, False)
    empty = make_clues(1, 3, "free", [1, 0, 1])
    assert tubes(empty, make_solution([[1]]), False) == ".1.\n"
