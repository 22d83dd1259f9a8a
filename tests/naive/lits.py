"""All answers of LITS: every tetromino in every region, tried one region after the other.

Slow and obvious: nothing here is shared with the clauses or the propagator.
"""

from collections.abc import Iterator, Sequence

import networkx as nx

from tests.naive.models import turns

Place = tuple[int, int]
Piece = tuple[str, frozenset[Place]]

LETTERS = {
    "L": ("#.", "#.", "##"),
    "I": ("#", "#", "#", "#"),
    "T": ("###", ".#."),
    "S": (".##", "##."),
}


def answers(regions: Sequence[str], outside: str = "") -> Iterator[frozenset[Place]]:
    """Yield the shaded places of each answer; regions are rows of their names.

    Those in ``outside`` stay white.
    """
    places = nx.grid_2d_graph(len(regions), len(regions[0]))
    names = sorted({sign for row in regions for sign in row if sign not in outside})
    pieces = [[*_pieces({(y, x) for y, x in places if regions[y][x] == name})] for name in names]
    yield from _fill(places, sorted(pieces, key=len), [])


def letter_of(piece: frozenset[Place]) -> str | None:
    """Return the letter of four places, None if they are none."""
    shapes = {
        letter: [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
        for letter, rows in LETTERS.items()
    }
    return next((one for one, shape in shapes.items() if turns(piece)[0] in turns(shape)), None)


def _pieces(region: set[Place]) -> Iterator[Piece]:
    parts = {frozenset({place}) for place in region}
    for _ in range(3):
        parts = {
            part | {(y + down, x + right)}
            for part in parts
            for y, x in part
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (y + down, x + right) in region - part
        }
    for part in sorted(parts, key=sorted):
        if letter := letter_of(part):
            yield letter, part


def _fill(
    places: nx.Graph, left: list[list[Piece]], found: list[Piece]
) -> Iterator[frozenset[Place]]:
    shaded = frozenset(place for _, piece in found for place in piece)
    if not left:
        if nx.is_connected(places.subgraph(shaded)):
            yield shaded
        return
    for letter, piece in left[0]:
        near = {other for place in piece for other in places[place]}
        if any(letter == other and near & cells for other, cells in found):
            continue
        whole = shaded | piece
        blocks = ({(y, x), (y + 1, x), (y, x + 1), (y + 1, x + 1)} for y, x in whole)
        if not any(block <= whole for block in blocks):
            yield from _fill(places, left[1:], [*found, (letter, piece)])
