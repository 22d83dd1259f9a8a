"""Pairs, triples and X-wings that steps name, looked for again in the pencil marks."""

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.telling.sentences import step_text
from tests.known import the
from tests.slices import share
from tests.web.engine import Engine

SIDE = 9
SUDOKU = get_kind("sudoku")
LINES = [
    *([row * SIDE + col for col in range(SIDE)] for row in range(SIDE)),
    *([row * SIDE + col for row in range(SIDE)] for col in range(SIDE)),
    *([(top + k // 3) * SIDE + left + k % 3 for k in range(SIDE)]
      for top, left in product((0, 3, 6), repeat=2)),
]  # fmt: skip
SEEDS = (5, 9, 3, 6, 7, 11)


@cache
def steps_of(seed: int) -> tuple[Any, list[Step]]:
    """Return a hard board and its steps."""
    made = SUDOKU.generate(SUDOKU.parse_params(SIDE, SIDE, None, {"band": "expert"}), seed)
    return made.clues, [*the(SUDOKU.deductions).explain_steps(made.clues, made.solution)]


class Marks:
    """The pencil marks of a board, without what steps have ruled out."""

    def __init__(self, given: list[int]) -> None:
        self.left = [{*range(1, SIDE + 1)} if not digit else {digit} for digit in given]

    def clear(self) -> None:
        """Rub out each number that is alone in a cell from the lines of the cell."""
        is_done = False
        while not is_done:
            is_done = True
            for cells, cell in ((line, cell) for line in LINES for cell in line):
                if len(self.left[cell]) == 1:
                    for other in cells:
                        if other != cell and self.left[cell] <= self.left[other]:
                            self.left[other] = self.left[other] - self.left[cell]
                            is_done = False

    def places(self, line: list[int], digit: int) -> set[int]:
        return {cell for cell in line if digit in self.left[cell]}

    def is_set(self, cells: set[int], _: int) -> bool:
        return len(set().union(*(self.left[cell] for cell in cells))) == len(cells)

    def is_hidden(self, cells: set[int], digit: int) -> bool:
        return any(
            set().union(*(self.places(line, one) for one in chosen)) == cells
            for line in LINES
            if cells <= set(line)
            for chosen in combinations({*range(1, SIDE + 1)} - {digit}, len(cells))
        )

    def is_fish(self, cells: set[int], digit: int) -> bool:
        rows, columns = LINES[:SIDE], LINES[SIDE : 2 * SIDE]
        size = len({cell // SIDE for cell in cells})
        return size == len({cell % SIDE for cell in cells}) and any(
            set().union(*(self.places(line, digit) for line in chosen)) == cells
            for lines in (rows, columns)
            for chosen in combinations(lines, size)
        )


@pytest.mark.sliced
@pytest.mark.parametrize("pattern", ["set", "hidden", "fish"])
def test_patterns_that_steps_name_are_on_the_board(pattern: str) -> None:
    seen = 0
    for seed in SEEDS[: share(len(SEEDS))]:
        clues, steps = steps_of(seed)
        marks = Marks([*clues.values])
        for step in steps:
            marks.clear()
            for one in step.decisions:
                name, cells = (one.names or ("",))[0].split("-")[0], {*one.about}
                if name == pattern:
                    assert getattr(marks, f"is_{name}")(cells, one.value), (seed, step)
                    seen += 1
            for one in step.decisions:
                (cell,) = one.cells
                marks.left[cell] = {one.value} if one.least else marks.left[cell] - {one.value}
    assert seen


FISH = """(json, size, known) => {
  const model = new Model(json, size);
  const state = model.blank();
  for (const literal of known) setLiteral(state, literal);
  propagate(model, state, [], false);
  return findCovers(model, state).map(({ forced: literals, wording }) =>
    sentenceOf(model, { ...wording(literals, { before: state }), literals, rule: "" }));
}"""


def test_hints_name_an_x_wing_as_books_do() -> None:
    clues, steps = steps_of(5)
    texts = the(SUDOKU.deductions).reasons("en", None)
    at = next(k for k, step in enumerate(steps) if "X-wing" in step_text(step, SIDE, texts))
    json = the(SUDOKU.play)(clues, None, "en")
    model = SUDOKU.declared.declare(clues)
    place = {(*mark.place, mark.value): k for k, mark in enumerate(model.marks, 1)}
    known = [
        place[*one.cells, one.value] * (1 if one.least else -1)
        for step in steps[:at]
        for one in step.decisions
    ]
    made = Engine("constraints/hints.js")
    made.define("fish", FISH)
    size = {"rows": clues.rows, "cols": clues.cols}
    assert step_text(steps[at], SIDE, texts) in made.call("fish", json, size, known)
