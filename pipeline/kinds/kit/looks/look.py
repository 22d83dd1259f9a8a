"""How a kind looks on paper, as values that drawing, reading and playing share."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Final

from pipeline.kinds.kit.board.board import Board, Solution

if TYPE_CHECKING:
    from pipeline.kinds.kit.looks.seen import Seen


@dataclass(frozen=True, slots=True)
class CellLook:
    """What is in a cell for a clue or an answer, below its number; this one is nothing.

    Each other one has a folder, with its drawing in the module ``draw``.
    """

    name: str = "plain"
    text: str = ""
    """Its character in a terminal."""
    is_dark: bool = False
    """Whether a number on it is white."""
    is_part: bool = False
    """Whether a cell with such a clue is shaded in every answer, of which it is a part."""
    is_under: ClassVar[bool] = False
    """Whether the lines between cells are drawn over it."""

    @property
    def outline(self) -> list[float]:
        """The corners that the player fills, across and down about the centre of a cell."""
        return []

    @property
    def written(self) -> CellLook:
        """What an answer writes where clues look so."""
        return self

    def word(self, number: int) -> str:
        """Return a number as it is printed on it."""
        return str(number)

    def number(self, text: str) -> int | None:
        """Return the number that is printed on it as a text, None if that is none."""
        return int(text) if text.isascii() and text.isdigit() else None

    def within(self, board: Board, shaded: Set[int], cell: int) -> CellLook:
        """Return what is drawn for it in a shaded cell, among all of an answer."""
        return self

    def cells(self, seen: Seen) -> Set[int]:
        """Return the cells of a page in which it is seen."""
        return frozenset()

    def circles(self, seen: Seen) -> Set[int]:
        """Return the cells in which a circle is a part of it, as an answer."""
        return frozenset()

    def halves(self, seen: Seen) -> Set[int]:
        """Return the cells in which only a part of it is seen."""
        return frozenset()


PLAIN: Final = CellLook()
COLOUR_WORDS: Final = ".abcd"  # Letters of colours in texts, from that of an empty cell
HOLE: Final = CellLook("hole", " ")
"""A cell that is not on the board."""
_FOLDERS: Final = {
    "white": "circle", "black": "circle", "wall": "square", "shaded": "square", "lamp": "circle",
    "tree": "figure", "star": "figure", "crown": "figure", "tent": "figure", "corner": "corner",
    "sun": "figure", "moon": "figure",
    "ship-left": "figure", "ship-top": "figure", "ship-right": "figure", "ship-bottom": "figure",
    "ship-middle": "figure", "ship-one": "circle", "ship": "ship", "digits": "digits",
}  # fmt: skip


_WORDED: Final = frozenset(
    ("plain", "corner", "white", "black", "wall", "tree", "star", "tent", "lamp", "shaded", "ship")
)


@lru_cache
def look_of(name: str | CellLook) -> CellLook:
    """Return a look by its name, or one from outside as it is.

    >>> look_of("wall").text, look_of("plain") is PLAIN
    ('#', True)
    """
    if isinstance(name, CellLook):
        return name
    if name in (PLAIN.name, HOLE.name):
        return PLAIN if name == PLAIN.name else HOLE
    module = import_module(f"pipeline.kinds.kit.looks.{_FOLDERS[name]}.mark")
    found: CellLook = module.LOOKS[name]
    return found


@dataclass(frozen=True, slots=True)
class Sign:
    """The look of a clue: its background, and whether its number is printed.

    The background is "plain", "white" or "black" (circles), "wall" or "tree", "corner" for a small
    number in the upper left corner, "digits" for several numbers, "ship-left" and the like for the
    parts of ships, "hole" for a cell that is not there, or a look of one's own, such as a
    `figure.mark.Figure`.
    """

    shape: str | CellLook = "plain"
    """The background, a name or a value."""
    is_number: bool = True
    """Whether the number of the clue is printed."""

    @property
    def look(self) -> CellLook:
        """The background as a value."""
        return look_of(self.shape)


NUMBER: Final = Sign()


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """The look of a kind on paper.

    ``is_dotted`` draws dots at corners in place of a grid in a frame. ``signs`` has the clues that
    do not look like ``usual``; empty cells are blank.
    """

    is_dotted: bool = False
    signs: Mapping[int, Sign] = field(default_factory=dict)
    usual: Sign = NUMBER
    shaded: str | CellLook = "shaded"
    """The look of a shaded cell of an answer: "shaded", "lamp", "star", "crown", "tent", "ship" or
    own."""
    symbols: tuple[str, str] | None = None
    """What an answer writes in cells that are not shaded and in those that are; clues 0 and 1 are
    printed so. Where ``signs`` has both without numbers, their looks are drawn. None: shade cells.
    """
    fives: bool = False  # Every fifth line is heavy, and lines part the numbers outside
    light_sides: tuple[str, ...] = ()  # Where numbers outside are no clues, such as weights
    is_open: bool = False  # No lines between cells but walls
    letters: str = ""  # What is printed for clues from 1 on, in place of numbers; "" for numbers
    is_parted: bool = False  # Cells are separate squares, with signs between them
    is_walled: bool = False  # Whether heavy lines part cages, in place of a dashed outline in each
    has_holes: bool = False  # Cells that are blocked are not on the board
    has_hues: bool = False  # Cages with a clue are tinted
    has_areas: bool = False  # Whether heavy lines part different numbers of an answer
    is_coloured: bool = False  # Whether numbers of an answer are colours, 0 an empty cell
    diagonals: str = ""  # The rule under which both diagonals are drawn, "" for none
    most_bridges: Mapping[str, int] = field(default_factory=dict)
    """By rule, how many bridges may be side by side, 2 if not given."""
    by_rule: Mapping[str, Looks] = field(default_factory=dict)  # Those of rules with their own

    def under(self, rule: str) -> Looks:
        """Return the look of boards under a rule."""
        return self.by_rule.get(rule, self)

    @property
    def answer(self) -> CellLook:
        """The look of a shaded cell of an answer as a value."""
        return look_of(self.shaded)

    def own_names(self) -> dict[str, str]:
        """Return the looks that no player has a word for, by clue, and "shaded" of an answer."""
        signs = {str(clue): sign.look.name for clue, sign in self.signs.items()}
        names = {**signs, "shaded": self.answer.name}
        return {key: name for key, name in names.items() if name not in _WORDED}

    def in_cells(self, seen: Seen) -> dict[int, CellLook]:
        """Return what of clues is seen in the cells of a page, but for numbers."""
        looks = dict.fromkeys(sign.look for sign in (*self.signs.values(), self.sign(0)))
        by_layer = sorted(looks, key=lambda look: look.is_under)
        return {cell: look for look in by_layer for cell in look.cells(seen)}

    def sign(self, clue: int) -> Sign:
        """Return the look of a clue."""
        return self.signs.get(clue, self.usual)

    def word(self, number: int) -> str:
        """Return a number as it is printed in a cell.

        >>> Looks(letters="ABC").word(2), Looks().word(2)
        ('B', '2')
        """
        if self.is_coloured:
            return COLOUR_WORDS[number]
        if self.letters and number > 0:
            return self.letters[number - 1]
        return self.symbols[number] if self.symbols else self.usual.look.word(number)

    @property
    def drawn(self) -> list[CellLook]:
        """The looks of symbols that are drawn, as an answer has them; none of texts."""
        signs = [self.sign(number) for number in range(len(self.symbols or ()))]
        return [sign.look.written for sign in signs if not sign.is_number]

    def written(self, clues: Board, solution: Solution) -> Solution:
        """Return a solution as numbers if its shaded cells are printed as symbols.

        >>> shaded = Solution("cells", ((1,),))
        >>> Looks(symbols=("o", "x")).written(Board(1, 2, (-1, -1)), shaded).items
        ((0, 0), (1, 1))
        """
        if not self.symbols or solution.family != "cells":
            return solution
        shaded = set(solution.items)
        return Solution(
            "numbers", tuple((cell, int((cell,) in shaded)) for cell in clues.grid.cells)
        )
