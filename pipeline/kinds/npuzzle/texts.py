"""What people read about a sliding puzzle: its solution in print, and its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.telling.kind_texts import read_texts
from pipeline.kinds.npuzzle.heuristics import distance
from pipeline.kinds.npuzzle.model import BLANK, Clues, Solution, goal_name
from pipeline.kinds.npuzzle.problem import is_solvable, make_problem, play

GROUP: Final = 5  # Moves between two spaces

GROUPS_PER_LINE: Final = 8

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


def move_groups(solution: Solution) -> list[str]:
    """Return the moves in groups of five, as one reads them off.

    >>> move_groups(Solution("ULDRULDR"))
    ['ULDRU', 'LDR']
    """
    return ["".join(group) for group in split_rows(solution.moves, GROUP)]


def moves_text(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return how many moves there are, and below them the moves in groups, the blank's way.

    >>> moves_text(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)), Solution("D"), False)
    '1 move\nD\n'
    """
    count = len(solution.moves)
    head = f"{count} {'move' if count == 1 else 'moves'}"
    lines = map(" ".join, split_rows(move_groups(solution), GROUPS_PER_LINE))
    return to_lines(f"{BOLD}{head}{PLAIN}" if is_coloured else head, *lines)


def boards_text(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return every board from start to goal, a move between two of them; the blank is a dot.

    >>> print(boards_text(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)), Solution("D"), False), end="")
    1 .
    3 2
    <BLANKLINE>
    1 D
    1 2
    3 .
    """
    width = len(str(len(clues.start) - 1))
    parts = []
    for number, board in enumerate(boards_on_the_way(clues, solution)):
        words = [("." if tile == BLANK else str(tile)).rjust(width) for tile in board]
        if is_coloured:
            words = [f"{BOLD}{word}{PLAIN}" if word.strip() == "." else word for word in words]
        head = [f"{number} {solution.moves[number - 1]}"] if number else []
        parts.append(to_lines(*head, *map(" ".join, split_rows(words, clues.cols))))
    return "\n".join(parts)


def boards_on_the_way(clues: Clues, solution: Solution) -> Iterator[tuple[int, ...]]:
    """Yield the start, and the board after each move of a right solution."""
    board = clues.start
    yield board
    for letter in solution.moves:
        board = play(clues.rows, clues.cols, board, letter)
        yield board


TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {
    "moves": moves_text,
    "boards": boards_text,
}


ARROWS: Final = str.maketrans("UDLR", "↓↑→←")  # Direction of the tile, by that of the blank


def answer_text(clues: Clues, solution: Solution) -> str:
    """Return the answer as a book prints it: how many moves, and the tiles' ways in groups.

    >>> answer_text(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)), Solution("D"))
    '1: ↑'
    """
    return f"{len(solution.moves)}: {' '.join(move_groups(solution)).translate(ARROWS)}"


def task_text(clues: Clues, solution: Solution, language: str) -> str:
    """Return in how many moves the puzzle can be solved, in the words of a language.

    "At most" is added where it is not proved that no fewer will do.

    >>> task_text(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)), Solution("D", is_proved=True), "de")
    'Zu schaffen in 1 Zug.'
    """
    moves = len(solution.moves)
    name = "task-one" if moves == 1 else "task-other" if solution.is_proved else "task-unproved"
    section = section_text(name, language)
    return section.replace("{moves}", str(moves))


def section_text(name: str, language: str) -> str:
    """Return one of the kind's other words: how it is played from a book, for example.

    >>> section_text("on-paper", "en").split(",")[0]
    'Copy the board onto paper'
    """
    text: str = read_texts(__package__, language)["words"][name]
    return text.strip()


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report.

    The goal's name, tiles out of place, the sum of their distances, whether it can be solved.
    """
    problem = make_problem(clues)
    misplaced = sum(
        label not in (cell, problem.goal_blank) for cell, label in enumerate(problem.labels)
    )
    return {
        "goal": goal_name(clues.rows, clues.cols, clues.goal),
        "misplaced": misplaced,
        "distance": distance(problem),
        "solvable": "yes" if is_solvable(problem) else "no",
    }
