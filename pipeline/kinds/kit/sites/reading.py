"""What all sites share: a board that is being read, and sites as values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pipeline.kinds.interface import TextFormat
from pipeline.kinds.kit.board.board import Clues, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites.older import Forms
from pipeline.model import PuzzleFormatError

Form: TypeAlias = TextFormat[Clues, Solution]


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
    extra: list[Clue] = field(default_factory=list)

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

    def clues(self, forms: Forms, rule: str | None) -> Clues:
        """Return the validated board, under ``rule`` if that is given."""
        values = self.values or [self.boards.empty] * self.size
        own = rule if self.rule is None else self.rule
        found = forms.make_clues(
            self.rows, self.cols, values, own, self.line, self.regions, self.extra
        )
        return found if rule in (None, own) else self.boards.with_rule(found, str(rule))

    def error(self, message: str) -> PuzzleFormatError:
        """Return an error with the line of the puzzle."""
        return PuzzleFormatError(message, line=self.line)


@dataclass(frozen=True, slots=True)
class Site:
    """A text form without the boards of its kind."""

    build: Callable[[Forms], Form]
    unsupported: Callable[[Clues], str] = lambda clues: ""
    least_side: int = 1

    def at_least(self, side: int) -> Site:
        """Return the form of boards with sides of at least so many cells."""
        return replace(self, least_side=side)

    def without(self, unsupported: Callable[[Clues], str]) -> Site:
        """Return the form that refuses boards for which ``unsupported`` (clues) is a text."""
        return replace(self, unsupported=unsupported)

    def form(self, boards: Boards) -> Form:
        """Return the form of a kind."""
        return self.build(Forms(boards, self.unsupported, self.least_side))
