"""What all sites share: a board that is being read, and sites as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites.cells import Row
from pipeline.model import PuzzleFormatError

Form: TypeAlias = TextFormat[Board, Solution]


@dataclass(frozen=True, slots=True)
class Forms:
    """The text forms of a kind, whose clues are validated by ``boards``.

    ``unsupported`` (clues) names what a form with one rule and no regions cannot express, "" if
    nothing.
    """

    boards: Boards
    unsupported: Callable[[Board], str] = lambda clues: ""
    least_side: int = 1
    """Shortest side of a board in a text; a shorter one is likely a fragment, and not written."""

    def make_clues(
        self,
        rows: int,
        cols: int,
        values: Sequence[int],
        rule: str | None,
        line: int,
        regions: Sequence[int] = (),
        other_clues: Sequence[Clue] = (),
    ) -> Board:
        """Return validated clues; errors name the line of the puzzle."""
        if min(rows, cols) < self.least_side:
            raise PuzzleFormatError(
                f"expected a board of {self.least_side}x{self.least_side} cells or more, found "
                f"{cols}x{rows}; check that it is whole",
                line=line,
            )
        try:
            return self.boards.make_clues(rows, cols, values, rule, regions, other_clues)
        except PuzzleFormatError as error:
            raise PuzzleFormatError(error.message, line=error.line or line) from None

    def of_rows(self, rows: Sequence[Row], rule: str | None, regions: Sequence[int] = ()) -> Board:
        """Return the clues of rows of a board."""
        values = [value for row in rows for value in row.values]
        return self.make_clues(len(rows), len(rows[0].values), values, rule, rows[0].line, regions)

    def refuse(self, name: str, clues: Board, _: Solution | None) -> None:
        """Raise `PuzzleFormatError` if a form cannot express the clues."""
        self.refuse_small(name, clues, _)
        if missing := self.unsupported(clues):
            raise PuzzleFormatError(f"{name} cannot express {missing}; use another form")

    def refuse_small(self, name: str, clues: Board, _: Solution | None) -> None:
        """Raise `PuzzleFormatError` if a board is too small for a text."""
        if min(clues.rows, clues.cols) < self.least_side:
            found = f"{clues.cols}x{clues.rows}"
            raise PuzzleFormatError(f"{name} cannot express a board of {found} cells; use jsonl")


@dataclass(frozen=True, slots=True)
class Loose:
    """A board in a file of another program, as the fields of a record; ``form`` names the file."""

    kind: str
    puzzle: Mapping[str, Any]
    form: str
    line: int | None = None
    solution: Mapping[str, Any] | None = None
    credit: Mapping[str, str] = field(default_factory=dict)
    source: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Reading:
    """A board while the parts of a form read it."""

    boards: Boards
    line: int
    rows: int = 0
    cols: int = 0
    rule: str | None = None
    """The rule that the text states, None if it states none."""
    values: Sequence[int] = ()
    regions: Sequence[int] = ()
    other_clues: list[Clue] = field(default_factory=list)

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.rows, self.cols)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def put(self, cell: int, value: int) -> None:
        """Set the clue of a cell."""
        self.values = [*(self.values or [self.boards.empty] * self.size)]
        self.values[cell] = value

    def set_rule(self, word: str, rules: Mapping[str, int], where: str, advice: str) -> None:
        """Set the rule that a number stands for; `PuzzleFormatError` if it is none."""
        names = {str(number): rule for rule, number in rules.items()}
        if word not in names:
            raise self.error(
                f"expected a number from {min(names)} to {max(names)} {where} the size, found "
                f"{word!r}; {advice}"
            )
        self.rule = names[word]

    def clues(self, forms: Forms, rule: str | None) -> Board:
        """Return the validated board, under ``rule`` if that is given."""
        values = self.values or [self.boards.empty] * self.size
        own = rule if self.rule is None else self.rule
        found = forms.make_clues(
            self.rows, self.cols, values, own, self.line, self.regions, self.other_clues
        )
        return found if rule in (None, own) else self.boards.with_rule(found, str(rule))

    def error(self, message: str) -> PuzzleFormatError:
        """Return an error with the line of the puzzle."""
        return PuzzleFormatError(message, line=self.line)


@dataclass(frozen=True, slots=True)
class Site:
    """A text form without the boards of its kind."""

    build: Callable[[Forms], Form]
    unsupported: Callable[[Board], str] = lambda clues: ""
    least_side: int = 1

    def at_least(self, side: int) -> Site:
        """Return the form of boards with sides of at least so many cells."""
        return replace(self, least_side=side)

    def without(self, unsupported: Callable[[Board], str]) -> Site:
        """Return the form that refuses boards for which ``unsupported`` (clues) is a text."""
        return replace(self, unsupported=unsupported)

    def form(self, boards: Boards) -> Form:
        """Return the form of a kind."""
        return self.build(Forms(boards, self.unsupported, self.least_side))
