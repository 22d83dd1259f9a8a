"""One piece of given shapes in each group of cells; pieces of the same shape do not touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from pipeline.kinds.kit.words.base import ALWAYS, Encoding, Global, Rows
from pipeline.model import JsonObject

Place: TypeAlias = tuple[int, int]  # Row and column
Shape: TypeAlias = tuple[Place, ...]


class Piece(NamedTuple):
    """A place for a piece: the number of its shape, and its cells."""

    shape: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pieces(Global):
    """The true cells of the one group are a piece: one of some shapes, turned or mirrored.

    With several groups, each of which has a piece by constraints of its own, that of the first
    group shares no side with one of the same shape, or with ``is_block`` fills no block of two by
    two cells together with another. ``groups`` are cells of a board with ``cols`` in a row,
    ``nodes`` their literals; all shapes have as many cells, and none is a block.
    """

    groups: tuple[tuple[int, ...], ...]
    nodes: tuple[tuple[int, ...], ...]
    cols: int
    shapes: tuple[Shape, ...]
    is_block: bool = False

    @property
    def pieces(self) -> list[tuple[Piece, ...]]:
        """The pieces that each group may have."""
        return [pieces_in(cells, self.cols, self.shapes) for cells in self.groups]

    def encode(self, encoding: Encoding) -> None:
        """Require a chosen piece of the group, or exclude two pieces that touch or fill a block."""
        literal = self._literals()
        pieces, *others = self.pieces
        if not others:
            chosen = [encoding.new() for _ in pieces]
            encoding.clauses.append(chosen)
            for choice, piece in zip(chosen, pieces, strict=True):
                for cell in self.groups[0]:
                    sign = 1 if cell in piece.cells else -1
                    encoding.clauses.append([-choice, sign * literal[cell]])
        for group in self.groups[1:] if self.is_block else ():
            both = {*self.groups[0], *group}
            encoding.clauses += [
                [-literal[cell] for cell in sorted(block)]
                for block in _blocks(self.groups[0], self.cols)
                if block <= both and not block.isdisjoint(group)
            ]
        if self.is_block:
            return
        for k, other in enumerate(others, 1):
            for mine, theirs in zip(pieces, self._excluded(k), strict=True):
                for index in theirs:
                    cells = (*mine.cells, *other[index].cells)
                    encoding.clauses.append([-literal[cell] for cell in cells])

    def rows(self) -> Rows:
        """Return the constraint for the kernels.

        Nodes are the cells of all groups, then the pieces, with the group as label. Edges join a
        piece to itself for each of its cells, then to those of other groups that exclude it.
        """
        literal, pieces = self._literals(), self.pieces
        nodes = [(x, k) for k, own in enumerate(self.nodes) for x in own]
        width = len(nodes)
        nodes += [(ALWAYS, k) for k, own in enumerate(pieces) for _ in own]
        every = enumerate((piece for own in pieces for piece in own), width)
        edges = [(literal[cell], node, node) for node, piece in every for cell in piece.cells]
        first = width + len(pieces[0])
        excluded = []
        for k, own in enumerate(pieces[1:], 1):
            for node, theirs in enumerate(self._excluded(k), width):
                excluded += [(ALWAYS, node, first + at) for at in theirs]
            first += len(own)
        # those of a piece together, the groups in their order
        edges += sorted(excluded)
        return Rows("pieces", nodes, edges, width=width, aim=len(self.groups))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player, which finds the pieces itself."""
        return {
            "type": "pieces", "groups": [list(cells) for cells in self.groups],
            "nodes": [list(row) for row in self.nodes], "cols": self.cols,
            "shapes": [[list(place) for place in forms_of(shape)[0]] for shape in self.shapes],
            **({"isBlock": True} if self.is_block else {}),
            **({"about": list(self.about)} if self.about else {}),
        }  # fmt: skip

    def point_at(self, value_of: Callable[[int], int], wanted: Sequence[int]) -> tuple[int, ...]:
        """Return the cells of the groups that deductions need: the first and as few as possible.

        ``value_of`` (literal) is 1 if it is true, -1 if it is false, else 0.
        """
        if self.about or not wanted:
            return self.about
        values = {cell: value_of(x) for cell, x in self._literals().items()}
        needed = [*range(1, len(self.groups))]
        for k in reversed(needed[:]):
            fewer = [one for one in needed if one != k]
            if {*wanted} <= self._forced(values, fewer):
                needed = fewer
        return tuple(sorted(cell for k in (0, *needed) for cell in self.groups[k]))

    def _forced(self, values: dict[int, int], others: Sequence[int]) -> set[int]:
        """Return the literals of the first group that all pieces left beside others have."""
        left = [
            [at for at, piece in enumerate(pieces) if _fits(piece, cells, values)]
            for pieces, cells in zip(self.pieces, self.groups, strict=True)
        ]
        own = {*left[0]}
        for k in others:
            excluded = self._excluded(k)
            own = {at for at in own if not {*left[k]} <= excluded[at]}
        pieces = [self.pieces[0][at].cells for at in own]
        return {
            x if number else -x
            for cell, x in zip(self.groups[0], self.nodes[0], strict=True)
            for number in [sum(cell in piece for piece in pieces)]
            if number in (0, len(pieces))
        }

    def _literals(self) -> dict[int, int]:
        return dict(zip(sum(self.groups, ()), sum(self.nodes, ()), strict=True))

    def _excluded(self, other: int) -> tuple[frozenset[int], ...]:
        find = filling if self.is_block else touching
        return find(self.groups[0], self.groups[other], self.cols, self.shapes)


def _fits(piece: Piece, cells: Sequence[int], values: dict[int, int]) -> bool:
    """Return whether a group may have a piece: no cell is false, and no other one true."""
    return all(values[cell] >= 0 if cell in piece.cells else values[cell] <= 0 for cell in cells)


@lru_cache(maxsize=64)
def forms_of(shape: Shape) -> tuple[Shape, ...]:
    """Return a shape in all directions, from its first cell in reading order on.

    >>> forms_of(((0, 0), (0, 1)))
    (((0, 0), (0, 1)), ((0, 0), (1, 0)))
    """
    forms = set[Shape]()
    for flip, down, right in product((False, True), (1, -1), (1, -1)):
        turned = sorted((down * (x if flip else y), right * (y if flip else x)) for y, x in shape)
        top, left = turned[0]
        forms.add(tuple((y - top, x - left) for y, x in turned))
    return tuple(sorted(forms))


@lru_cache(maxsize=4096)
def pieces_in(cells: tuple[int, ...], cols: int, shapes: tuple[Shape, ...]) -> tuple[Piece, ...]:
    """Return the pieces that fit into some cells, by their first cells.

    >>> pieces_in((0, 1, 3), 3, (((0, 0), (0, 1)),))
    (Piece(shape=0, cells=(0, 1)), Piece(shape=0, cells=(0, 3)))
    """
    places = {divmod(cell, cols) for cell in cells}
    return tuple(
        Piece(number, tuple((row + y) * cols + col + x for y, x in form))
        for row, col in sorted(places)
        for number, shape in enumerate(shapes)
        for form in forms_of(shape)
        if all((row + y, col + x) in places for y, x in form)
    )


@lru_cache(maxsize=4096)
def touching(
    cells: tuple[int, ...], others: tuple[int, ...], cols: int, shapes: tuple[Shape, ...]
) -> tuple[frozenset[int], ...]:
    """Return for each piece in some cells the places of those in others that it must not touch."""
    pieces_at: dict[Piece, list[int]] = {}  # By shape and single cell
    for k, piece in enumerate(pieces_in(others, cols, shapes)):
        for cell in piece.cells:
            pieces_at.setdefault(Piece(piece.shape, (cell,)), []).append(k)
    touched = []
    for piece in pieces_in(cells, cols, shapes):
        rim = {other for cell in piece.cells for other in _beside(cell, cols)}
        near = (pieces_at.get(Piece(piece.shape, (cell,)), ()) for cell in rim)
        touched.append(frozenset(k for some in near for k in some))
    return tuple(touched)


@lru_cache(maxsize=4096)
def filling(
    cells: tuple[int, ...], others: tuple[int, ...], cols: int, shapes: tuple[Shape, ...]
) -> tuple[frozenset[int], ...]:
    """Return for each piece in some cells the places of those in others that fill a block with it.

    A block is two by two cells, some of each of the two pieces.
    """
    pieces_at: dict[int, set[int]] = {cell: set() for cell in others}
    for k, piece in enumerate(pieces_in(others, cols, shapes)):
        for cell in piece.cells:
            pieces_at[cell].add(k)
    partners = []
    for piece in pieces_in(cells, cols, shapes):
        rests = (block.difference(piece.cells) for block in _blocks(piece.cells, cols))
        both = [set.intersection(*(pieces_at[one] for one in rest)) for rest in rests
                if rest and rest <= pieces_at.keys()]  # fmt: skip
        partners.append(frozenset().union(*both))
    return tuple(partners)


def _blocks(cells: Iterable[int], cols: int) -> list[frozenset[int]]:
    """Return the blocks of two by two cells with some cells, also those beyond the last row."""
    corners = sorted(
        {cell - down - left for cell in cells for down in (0, cols) for left in (0, 1)}
    )
    return [
        frozenset((corner, corner + 1, corner + cols, corner + cols + 1))
        for corner in corners
        if corner >= 0 and (corner + 1) % cols
    ]


def _beside(cell: int, cols: int) -> list[int]:
    across = [other for other in (cell - 1, cell + 1) if other // cols == cell // cols]
    return [*across, cell - cols, cell + cols]
