"""What every engine asks of a global constraint."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from pipeline.model import Json, JsonObject

ALWAYS: Final = 0  # In place of a literal: what is always there
Edge: TypeAlias = tuple[int, int, int]  # Literal, node, node
Known: TypeAlias = Callable[[int], bool | None]  # (literal): its value, None if undecided


@dataclass(slots=True)
class Encoding:
    """Clauses and the number of their variables."""

    variables: int
    clauses: list[list[int]] = field(default_factory=list)

    def new(self) -> int:
        """Return a new auxiliary variable."""
        self.variables += 1
        return self.variables

    def add_less(self, arc: int, lower: Sequence[int], upper: Sequence[int]) -> None:
        """Require that ``arc`` implies lower < upper, binary numbers, least bit first."""
        less: list[int] = []
        for low, high in zip(lower, upper, strict=True):
            # True if the bits so far of the one number are less than those of the other.
            bit = self.new()
            self.clauses += [[-bit, -low, high], [-bit, high, *less], [-bit, -low, *less]]
            less = [bit]
        self.clauses.append([-arc, *less])

    def either(self, literals: Sequence[int]) -> int:
        """Return a variable that is true if and only if one of the literals is."""
        variable = self.new()
        self.clauses += [[variable, -literal] for literal in literals]
        self.clauses.append([-variable, *literals])
        return variable

    def numbers(self, count: int, most: int) -> list[list[int]]:
        """Return auxiliary variables for binary numbers below ``most``, least bit first."""
        width = max(1, (most - 1).bit_length())
        return [[self.new() for _ in range(width)] for _ in range(count)]


class Rows(NamedTuple):
    """A global for the kernels, see `kernels.board.Arrays`."""

    word: str
    """The folder with its kernel."""
    nodes: Sequence[tuple[int, int]]
    """Literal (`ALWAYS` if there is none) and label of each node."""
    edges: Sequence[Edge] = ()
    width: int = 0
    aim: int = 0


@dataclass(frozen=True, slots=True)
class Global(ABC):
    """A constraint on a whole graph, group or line.

    ``reason`` is its key in the kind's reasons; ``about`` are the cells that the reason points at,
    () if these depend on what is deduced.
    """

    reason: str
    about: tuple[int, ...] = field(default=(), kw_only=True)
    clue: int | None = field(default=None, kw_only=True)
    """As in `model.Count`: dropped when this clue is removed."""
    number: int | None = field(default=None, kw_only=True)  # What reasons have as ``{number}``

    def point_at(self, value_of: Callable[[int], int], wanted: Sequence[int]) -> tuple[int, ...]:
        """Return the cells that the reason of some deduced literals points at, see ``about``.

        ``value_of`` (literal) is 1 if it is true, -1 if it is false, else 0.
        """
        return self.about

    @abstractmethod
    def encode(self, encoding: Encoding) -> None:
        """Add, in place, clauses whose models satisfy the constraint."""

    @abstractmethod
    def rows(self) -> Rows:
        """Return the constraint for the kernels."""

    @abstractmethod
    def to_json(self) -> JsonObject:
        """Return the constraint for the player: its type and its parts."""


@dataclass(frozen=True, slots=True)
class LazyGlobal(Global):
    """A constraint that SAT solvers get in single clauses, wherever a solution violates it."""

    def encode_first(self, encoding: Encoding) -> None:
        """Add, in place, the clauses that a solver has from the start."""

    @abstractmethod
    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield clauses that every solution satisfies and these values do not."""

    @abstractmethod
    def is_broken(self, known: Known) -> bool:
        """Return whether no solution has the known values, by definition.

        It shares no code with `find_clauses`.
        """


def short_rows(rows: Sequence[tuple[int, ...]]) -> list[Json]:
    """Return rows of literals for the player, of those that run on only the first.

    >>> short_rows([(1, 2, 3), (4, 5, 7)])
    [1, [4, 5, 7]]
    """
    return [row[0] if row == tuple(range(row[0], row[0] + len(row))) else list(row) for row in rows]


def flat(tuples: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the numbers of all tuples in one list.

    >>> flat([(1, 2), (3,)])
    [1, 2, 3]
    """
    return [number for one in tuples for number in one]
