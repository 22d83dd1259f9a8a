"""What a sort of clues outside of single cells finds on a page; it knows no measure of drawings."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence, Set
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from pipeline.kinds.kit.board.clues import Clue, ClueSort
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.scene.board_reading import BoardFound, Box, Fill, PageContent, Stroke, TextRun

NEAR_MIDDLE: Final = (
    0.2  # Greatest distance of a mark from the middle of a row or a border, in cells
)
INSIDE: Final = (0.02, 0.3)
"""Least and greatest distance of an outline from the borders of its cells, in cells."""
SIGNS_WRITTEN: Final = {"×": "x", "÷": "/", "−": "-"}
Span: TypeAlias = tuple[float, float]
WHOLE: Final[tuple[Span, ...]] = ((0.1, 0.9),)
"""Where a line between two corners must be seen, in cells."""
SortT = TypeVar("SortT", bound=ClueSort)


class Parts(NamedTuple):
    """What parts the cells of a board."""

    walls: Sequence[Pair]
    """Pairs of cells with a heavy line between them."""
    is_walled: bool
    """Whether these part cages."""
    blocked: Container[int]
    """The cells that part runs."""


@dataclass
class ClueReader(Generic[SortT]):
    """Finds the clues of a sort on a board; this one finds none."""

    sort: SortT
    board: BoardFound
    content: PageContent

    @property
    def grid(self) -> Grid:
        """The board without what is on it."""
        return Grid(self.board.rows, self.board.cols)

    @property
    def has_walls(self) -> bool:
        """Whether heavy lines between cells are clues of the sort."""
        return False

    @property
    def spans(self) -> tuple[Span, ...]:
        """The parts of a heavy line that must be seen, since clues may cover the others."""
        return WHOLE

    def take(self, cell: int, text: TextRun) -> bool:
        """Return whether a text in a cell is one of a clue of the sort, and keep it then."""
        return False

    def is_mark(self, fill: Fill) -> bool:
        """Return whether an area may be drawn for a clue of the sort."""
        return False

    def is_stroke(self, stroke: Stroke) -> bool:
        """Return whether a line may be drawn for a clue of the sort."""
        return False

    @property
    def circles(self) -> Set[int]:
        """The cells with a circle in their middle that is drawn for a clue of the sort."""
        return frozenset()

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """Yield the clues; `PuzzleFormatError` for one that is not complete."""
        yield from ()

    def box(self) -> Box:
        """Return the area of the board with what is outside of it."""
        return self.board.box


def readers_of(
    sorts: Sequence[ClueSort], board: BoardFound, content: PageContent
) -> list[ClueReader[ClueSort]]:
    """Return the readers of some sorts: ``READER`` of the module ``read`` in each one's folder."""
    modules = (f"{type(sort).__module__.rpartition('.')[0]}.read" for sort in sorts)
    return [
        import_module(name).READER(sort, board, content)
        for name, sort in zip(modules, sorts, strict=True)
    ]


def where(board: BoardFound, cell: int) -> str:
    """Return the end of a message that names a cell."""
    return f", in row {cell // board.cols + 1}, column {cell % board.cols + 1}"
