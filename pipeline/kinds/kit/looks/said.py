"""How a sort of clues outside of single cells is written in a terminal and read aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from pipeline.kinds.interface import Aloud, Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ClueSort


@dataclass
class Canvas:
    """A board as text: rows of cells and what is between them, from corner to corner."""

    rows: list[list[str]]
    width: int  # Characters of a cell
    bold: str  # The format of clues
    has_gaps: bool  # Whether rows between cells are written even if nothing parts the board


@dataclass(frozen=True, slots=True)
class Saying:
    """The words of a sort of clues."""

    in_cells: Callable[[Board], Mapping[int, str]] = lambda board: {}
    """Returns what stands in cells of a board as text."""
    width: Callable[[Board], int] = lambda board: 1
    """Returns how many characters a cell needs at least."""
    put: Callable[[Board, Canvas], None] = lambda board, canvas: None
    """Writes clues over a board as text."""
    frame: Callable[[Board, Canvas], Iterator[str]] | None = None
    """Yields the lines of a board as text with what is outside of it."""
    notes: Callable[[Board, Words], Iterator[str]] = lambda board, words: iter(())
    """Yields sentences for clues that are not in cells."""
    read_in_cells: Callable[[Board, Words], Mapping[int, str]] = lambda board, words: {}
    """Returns what is read aloud of clues in cells."""


def saying_of(sort: ClueSort) -> Saying:
    """Return the words of a sort: ``SAYING`` of the module ``say`` in its folder."""
    found: Saying = import_module(f"{type(sort).__module__.rpartition('.')[0]}.say").SAYING
    return found


def aloud_of(sorts: Sequence[ClueSort]) -> Aloud[Board]:
    """Return what is read aloud of the clues of some sorts."""

    def in_cells(board: Board, words: Words) -> Mapping[int, str]:
        found = (saying_of(sort).read_in_cells(board, words) for sort in sorts)
        return {cell: word for one in found for cell, word in one.items()}

    def notes(board: Board, words: Words) -> Iterator[str]:
        return (note for sort in sorts for note in saying_of(sort).notes(board, words))

    return Aloud(in_cells, notes)
