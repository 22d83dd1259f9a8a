"""Sequences that an automaton accepts: runs of a nonogram, visible cells, sums, products.

The automaton is unrolled into layers of states, one before each place and one after the last; an
arc leads from a state through a value at the place to a state of the next layer. Only states stay
that can be reached and that lead to an end. (Quimper and Walsh, "Global grammar constraints", 2006,
show that the clauses let unit propagation find all that follows.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate, groupby
from operator import neg
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.words.base import ALWAYS, Edge, Encoding, Global, Rows, flat
from pipeline.model import JsonObject

T = TypeVar("T", bound=Hashable)
Int32s: TypeAlias = NDArray[np.int32]


class Layers(NamedTuple):
    """An unrolled automaton.

    ``arcs[k]`` are (state, option, next state) at place k; states are numbered across all layers,
    the start is 0. There are none at all if no sequence is accepted.
    """

    arcs: tuple[tuple[tuple[int, int, int], ...], ...]
    states: int


def unroll(
    widths: Sequence[int],
    start: T,
    step: Callable[[T, int, int], T | None],
    is_end: Callable[[T], bool],
) -> Layers:
    """Return the layers of an automaton.

    ``widths`` are the numbers of options at each place, ``start`` is the state before the first.
    ``step`` (state, place, option) returns the next state, None if the option is not accepted
    there; ``is_end`` (state) returns whether a sequence may end in it.

    >>> odd = unroll([2, 2], 0, lambda state, place, option: state ^ option, bool)
    >>> odd.arcs
    (((0, 0, 1), (0, 1, 2)), ((1, 1, 3), (2, 0, 3)))
    """
    layers: list[dict[T, list[tuple[int, T]]]] = []
    front = [start]
    for place, width in enumerate(widths):
        layers.append({})
        for state in front:
            ways = ((option, step(state, place, option)) for option in range(width))
            layers[-1][state] = [(option, after) for option, after in ways if after is not None]
        front = [*dict.fromkeys(b for ways in layers[-1].values() for _, b in ways)]
    alive: set[T] = {state for state in front if is_end(state)}
    kept: list[list[tuple[T, int, T]]] = []
    for layer in reversed(layers):
        arcs = [(a, k, b) for a, ways in layer.items() for k, b in ways if b in alive]
        alive = {a for a, _, _ in arcs}
        kept.append(arcs)
    if not alive:
        return Layers(tuple(() for _ in widths), 1)
    names = {(0, start): 0}
    found = []
    for place, arcs in enumerate(reversed(kept)):
        here = [(names[place, a], k, (place + 1, b)) for a, k, b in arcs]
        found.append(tuple((a, k, names.setdefault(b, len(names))) for a, k, b in here))
    return Layers(tuple(found), len(names))


@cache
def views(lengths: tuple[int, ...], number: int) -> Layers:
    """Return the automaton of a cell that sees ``number`` open cells, itself included.

    The places are the cell, then the cells of each ray, of some lengths, the nearest first; option
    1 is an open cell. The state is the number seen and whether the next cell can be.

    >>> [[option for _, option, _ in arcs] for arcs in views((2,), 2).arcs]
    [[1], [1], [0]]
    """
    starts = {1, *accumulate(lengths, initial=1)}

    def step(state: tuple[int, bool], place: int, option: int) -> tuple[int, bool] | None:
        is_seen = bool(option) and state[1]
        after = state[0] + is_seen
        is_wrong = after > number or not (place or option)
        return None if is_wrong else (after, is_seen or place + 1 in starts)

    widths = [2] * (1 + sum(lengths))
    return unroll(widths, (0, True), step, lambda state: state[0] == number)


class _Pattern(NamedTuple):
    """The clauses of an automaton: options have the first numbers, then come new variables."""

    variables: int
    clauses: tuple[Int32s, ...]
    """In order; each array has the next ones of equal length."""


@lru_cache(maxsize=512)
def _clauses_of(layers: Layers, widths: tuple[int, ...]) -> _Pattern:
    """Return the clauses of an automaton whose places have so many options."""
    clauses: list[list[int]] = []
    inner = sorted({b for arcs in layers.arcs[:-1] for _, _, b in arcs})
    state = {node: sum(widths) + k for k, node in enumerate(inner, 1)}
    last = start = sum(widths) + len(inner)
    option = 1
    for width, arcs in zip(widths, layers.arcs, strict=True):
        through: dict[int, list[int]] = {option + k: [] for k in range(width)}
        leaving: dict[int, list[int]] = {}
        coming: dict[int, list[int]] = {}
        for a, k, b in arcs:
            last += 1
            clauses.append([-last, option + k])
            through[option + k].append(last)
            for node, side in ((a, leaving), (b, coming)):
                if node in state:
                    clauses.append([-last, state[node]])
                    side.setdefault(node, []).append(last)
        clauses += [[-one, *own] for one, own in through.items()]
        for side in (leaving, coming):
            clauses += [[-state[node], *own] for node, own in side.items()]
        option += width
    alike = (np.array([*own], dtype=np.int32) for _, own in groupby(clauses, len))
    return _Pattern(last - start + len(inner), tuple(alike))


@dataclass(frozen=True, slots=True)
class Accepted(Global):
    """The values at a sequence of places are accepted by an automaton.

    ``options[place][k]`` is the literal of the k-th option; one of them is true at each place. With
    ``finds_last`` all places have as many, and the last one left at a place follows from this.
    """

    options: tuple[tuple[int, ...], ...]
    layers: Layers
    finds_last: bool = field(default=False, kw_only=True)

    @property
    def _width(self) -> int:
        return len(self.options[0]) if self.finds_last else 0

    def edges(self) -> list[Edge]:
        """Return the arcs as (literal of the option, state, next state), by place."""
        return [
            (options[k], a, b)
            for options, arcs in zip(self.options, self.layers.arcs, strict=True)
            for a, k, b in arcs
        ]

    def encode(self, encoding: Encoding) -> None:
        """Require, in place, that an arc has its ends and its option, and each of these an arc."""
        if not self.layers.arcs[-1]:
            encoding.clauses.append([])
            return
        assert all(len({*own}) == len(own) for own in self.options)
        pattern = _clauses_of(self.layers, tuple(map(len, self.options)))
        first = encoding.variables + 1
        encoding.variables += pattern.variables
        known = [*flat(self.options), *range(first, encoding.variables + 1)]
        literal = np.array([0, *known, *map(neg, reversed(known))])  # by number, -n from the end
        for alike in pattern.clauses:
            encoding.clauses += literal[alike].tolist()

    def rows(self) -> Rows:
        """Return the constraint for the kernels; the nodes after the states are the options."""
        ends = {b for _, _, b in self.layers.arcs[-1]}
        nodes = [(ALWAYS, int(state in ends)) for state in range(self.layers.states)]
        nodes += [(option, 0) for option in flat(self.options)]
        return Rows("accepted", nodes, self.edges(), self.layers.states, self._width)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "accepted", "edges": flat(self.edges()), "options": flat(self.options),
            "about": list(self.about), **({"each": self._width} if self.finds_last else {}),
        }  # fmt: skip
