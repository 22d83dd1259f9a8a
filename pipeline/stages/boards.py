"""Puzzles in Python and notebooks: made, read, solved, proved, graded, explained and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, Violation, require
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import Grade, JsonObject, Provenance, PuzzleFormatError, Record, Verdict
from pipeline.render.animation import render_animation
from pipeline.render.picture import render_picture
from pipeline.render.theme import get_theme
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.importer import import_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.puzzle import NO_LIMITS, StepLimits, find_verdict, new_record, read_puzzle
from pipeline.stages.solve import require_solver

CELL_MM = 10.0
PIXELS_PER_MM = 4.0


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A puzzle, with a solution or None; a notebook shows its picture in the ``theme``."""

    kind: AnyKind
    clues: Any
    solution: Any = None
    theme: str = "colour"

    def __repr__(self) -> str:
        """Return the kind and the size, not the whole kind."""
        puzzle = self.kind.encode(self.clues)
        return f"<Board {self.kind.id} {puzzle['cols']}x{puzzle['rows']}>"

    @property
    def answer(self) -> JsonObject | None:
        """The solution as in records (docs/formats.md)."""
        return None if self.solution is None else self.kind.encode_solution(self.solution)

    def solve(self, solver: str | None = None, limits: StepLimits = NO_LIMITS) -> Board:
        """Return the puzzle with the first solution that an engine finds, None if it has none."""
        name = require_solver(self.kind, solver)
        found = self.kind.solve(self.clues, 1, limits.budget(self.kind), name).solutions
        return replace(self, solution=found[0] if found else None)

    def check(self) -> tuple[Violation, ...]:
        """Return the rules that the solution breaks; raise `ValueError` without a solution."""
        if self.solution is None:
            raise ValueError("expected a board with a solution, found none; solve it first")
        return self.kind.check(self.clues, self.solution)

    def prove(self, limits: StepLimits = NO_LIMITS) -> Verdict:
        """Return the verdict on the number of solutions."""
        return find_verdict(self.kind, self.clues, self.solution, limits.budget(self.kind))

    def grade(self) -> Grade:
        """Return the grade; raise `ValueError` if no solution is found."""
        return self.kind.grade(self.clues, self._solved())

    def explain(self, language: str = "en") -> list[str]:
        """Return the steps by which a person solves it, as sentences; see docs/grading.md."""
        rules = require(self.kind, self.kind.deductions, "steps")
        steps = rules.explain_steps(self.clues, self._solved())
        puzzle = self.kind.encode(self.clues)
        cols, texts = int(puzzle["cols"]), rules.reasons(language, puzzle.get("rule"))
        return [step_text(step, cols, texts) for step in steps]

    def animate(self) -> bytes:
        """Return a GIF of the solution, for kinds with animations."""
        frames = require(self.kind, self.kind.frames, "solutions that move")
        scenes = list(frames(self.clues, self._solved(), CELL_MM))
        return render_animation(scenes, "gif", get_theme(self.theme), PIXELS_PER_MM)

    def picture(self, picture_format: str) -> bytes:
        """Return a picture of the puzzle or its solution: ``png``, ``svg`` or ``webp``."""
        scene = self.kind.draw(self.clues, self.solution, CELL_MM)
        return render_picture(scene, picture_format, get_theme(self.theme), PIXELS_PER_MM)

    def _solved(self) -> Any:
        solution = self.solution if self.solution is not None else self.solve().solution
        if solution is None:
            raise ValueError("expected a puzzle that can be solved, found one that was not")
        return solution

    def _repr_svg_(self) -> str:
        return self.picture("svg").decode()

    def _repr_png_(self) -> bytes:
        return self.picture("png")


def read_board(kind_id: str, **fields: Any) -> Board:
    """Return the puzzle with the fields of a record (docs/formats.md).

    Arrays may be numpy arrays; rows and columns may be omitted. Raise `ConfigError` if the kind is
    unknown, `PuzzleFormatError` if the fields are not a puzzle of it.

    >>> board = read_board("numberlink", clues=[[1, 0, 0], [0, 2, 0], [2, 1, 0]], rule="cover")
    >>> board.solve().answer
    {'paths': [[0, 1, 2, 5, 8, 7], [4, 3, 6]]}
    """
    kind = get_kind(kind_id)
    puzzle = {name: _plain(value) for name, value in fields.items()}
    # Lists of other clues may look like rows of a board, wherever they are among the fields.
    values = (puzzle.get("clues"), *puzzle.values())
    grid = next((one for one in values if isinstance(one, list) and one
                 and isinstance(one[0], list) and one[0]), None)  # fmt: skip
    if grid is None:
        raise PuzzleFormatError("expected an array of rows among the fields, found none")
    sides = {"rows": ("left", "right"), "cols": ("top", "bottom")}
    lines = {size: len(puzzle[name]) for size, names in sides.items() for name in names
             if puzzle.get(name)}  # fmt: skip
    size = {"rows": len(grid), "cols": len(grid[0])} | lines
    return Board(kind, kind.decode(size | puzzle))


def generate(
    kind_id: str,
    rows: int,
    cols: int,
    count: int = 1,
    seed: int = 0,
    rule: str | None = None,
    **settings: str,
) -> Iterator[Board]:
    """Yield puzzles with their solutions; ``settings`` are the options of the kind.

    Most generators prove that there is one solution; `Board.prove` does so for every kind. Raise
    `ConfigError` for an unknown kind or option, or a size that the kind does not have.

    >>> (board,) = generate("sudoku", 9, 9, band="easy")
    >>> board.prove().status
    <Status.UNIQUE: 'unique'>
    >>> board.explain()[0]  # doctest: +ELLIPSIS
    '... goes in row ..., column ...: ...'
    """
    kind = get_kind(kind_id)
    order = GeneratorOrder(kind_id, kind.parse_params(rows, cols, rule, settings), seed)
    for record in generate_records((order, index) for index in range(count)):
        if record is not None:
            yield _board_of(record)


def read(path: str, form: str | None = None) -> Iterator[Board]:
    """Yield the puzzles of a file in any form that docs/formats.md lists, or in the ``form`` given.

    Raise `PuzzleFormatError` with file and line for the first entry that cannot be read.
    """
    yield from map(_board_of, import_records(path, form))


def write(boards: Iterable[Board], form: str) -> str:
    """Return puzzles as text in a form of docs/formats.md, or as records with ``jsonl``.

    Raise `PuzzleFormatError` if the form cannot hold a puzzle, `ConfigError` if it is unknown.

    >>> print(write([read_board("akari", clues=[[-1, -1], [-1, -1]])], "tatham"), end="")
    2x2:d
    """
    made = Provenance("puzzlepress in Python")
    return export_text((new_record(b.kind, b.clues, b.solution, made) for b in boards), form)


def _board_of(record: Record) -> Board:
    puzzle = read_puzzle(record)
    return Board(puzzle.kind, puzzle.clues, puzzle.solution)


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value
