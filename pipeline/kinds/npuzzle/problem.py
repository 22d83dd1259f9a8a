"""A puzzle as the engines see it: tiles named by the cells where they belong.

So goals differ only in the blank's cell and share tables, and all images of a puzzle have the same
smallest one, hence one answer and one grade.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.kinds.npuzzle.model import BLANK, MOVES, Clues

ORDER: Final = (0, 1, 2, 3, 4, 6, 5, 7)  # As they are tried: of equal images the first is taken


class Problem(NamedTuple):
    """``labels[cell]`` is the goal cell of what lies there; solved where each is its own.

    ``goal_blank`` is the label of the blank. ``letters`` are the moves of the puzzle that the
    problem was made from, as `MOVES` are those of the problem.
    """

    rows: int
    cols: int
    goal_blank: int
    labels: tuple[int, ...]
    letters: str = MOVES

    @property
    def blank(self) -> int:
        """Cell of the blank."""
        return self.labels.index(self.goal_blank)


def make_problem(clues: Clues) -> Problem:
    """Return a puzzle as it lies."""
    home = {tile: cell for cell, tile in enumerate(clues.goal)}
    labels = tuple(home[tile] for tile in clues.start)
    return Problem(clues.rows, clues.cols, home[BLANK], labels)


def smallest_image(problem: Problem) -> Problem:
    """Return the image with the fewest rows, then the first goal cell of the blank, then labels."""
    return min(images(problem), key=lambda image: image[:4])


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form: size, goal cell of the blank, and labels.

    >>> canonical(Clues(2, 3, (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0)))
    '2x3:0:1,0,2,3,4,5'
    """
    least = smallest_image(make_problem(clues))
    labels = ",".join(str(label) for label in least.labels)
    return f"{least.rows}x{least.cols}:{least.goal_blank}:{labels}"


def images(problem: Problem) -> Iterator[Problem]:
    """Yield a problem in its eight positions, the given one first."""
    for symmetry in ORDER:
        yield _image(problem, symmetry)


def _image(problem: Problem, symmetry: int) -> Problem:
    shown = cells_of_image(problem.rows, problem.cols, symmetry)
    goes_to = {old: new for new, old in enumerate(shown.ravel().tolist())}
    labels = tuple(goes_to[problem.labels[old]] for old in goes_to)
    up, down, left, right = list(problem.letters)
    if symmetry & 4:
        up, down, left, right = left, right, up, down
    if symmetry & 2:
        up, down = down, up
    if symmetry & 1:
        left, right = right, left
    rows, cols = shown.shape
    return Problem(rows, cols, goes_to[problem.goal_blank], labels, up + down + left + right)


def is_solvable(problem: Problem) -> bool:
    """Return whether any moves lead to the goal.

    A move swaps the blank with a tile and takes it to a neighbouring cell: the parity of the
    arrangement, the blank as a tile among the others, and that of the blank's distance from its
    goal cell stay equal. On boards with two rows and two columns every arrangement that this allows
    is reached (Johnson, Story: Notes on the "15" puzzle, American Journal of Mathematics 2, 1879).
    """
    is_odd = False
    left = set(range(len(problem.labels)))
    while left:
        cell = first = left.pop()
        while (cell := problem.labels[cell]) != first:
            left.discard(cell)
            is_odd = not is_odd
    down = abs(problem.blank // problem.cols - problem.goal_blank // problem.cols)
    right = abs(problem.blank % problem.cols - problem.goal_blank % problem.cols)
    return is_odd == bool((down + right) % 2)


def letter_between(problem: Problem, here: int, there: int) -> str:
    """Return the move of the puzzle that takes the blank of a problem to a neighbouring cell."""
    steps = (-problem.cols, problem.cols, -1, 1)
    return problem.letters[steps.index(there - here)]


def play(
    rows: int, cols: int, board: Sequence[int], moves: str, free: int = BLANK
) -> tuple[int, ...]:
    """Return the board after some moves of its blank, ``free``, that stay on it."""
    after = list(board)
    blank = after.index(free)
    steps = dict(zip(MOVES, (-cols, cols, -1, 1), strict=True))
    for letter in moves:
        target = blank + steps[letter]
        after[blank], after[target] = after[target], free
        blank = target
    return tuple(after)
