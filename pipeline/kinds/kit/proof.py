"""The verdict on a puzzle in two ways, since the engine that finds does not vouch alone.

It knows no kind. A *way* takes the solution known so far, or None, and looks for another. It
returns `Solved`: the solutions that it knows of, at most two (the known one too, where it was left
out of the search), and whether these are all. A way may go on with a search where an earlier one
stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.engines import ResumableSearch
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS

S = TypeVar("S")

Way: TypeAlias = Callable[[S | None], Solved[S]]

CONFIRM_NODES: Final = 20_000
"""Nodes that a search may spend where it only confirms what SAT found."""

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"

_spent: ContextVar[list[int] | None] = ContextVar("steps of proofs", default=None)


@contextmanager
def count_steps() -> Iterator[list[int]]:
    """Yield a list to which every proof made meanwhile adds the steps of each way it asks.

    Examples
    --------
    >>> with count_steps() as spent:
    ...     count_spent(Solved((), True, 7, "one")).method
    'one'
    >>> spent
    [7]
    """
    spent: list[int] = []
    token = _spent.set(spent)
    try:
        yield spent
    finally:
        _spent.reset(token)


def count_spent(found: Solved[S]) -> Solved[S]:
    """Return what was found, after its steps are added where somebody counts them."""
    if (spent := _spent.get()) is not None:
        spent.append(found.steps)
    return found


class ProofStep(NamedTuple):
    """A way to decide, and the ways that confirm what it decides, the cheapest first.

    ``confirm`` is empty where an answer needs no second way.
    """

    decide: Way[Any]
    confirm: Sequence[Way[Any]] = ()


class Judge(NamedTuple):
    """How a kind writes a verdict: the rule, the version, its rules by definition, its JSON.

    ``is_right`` puts a witness to the rules.
    """

    rule: str | None
    version: int
    is_right: Callable[[Any], bool]
    encode: Callable[[Any], JsonObject]


def prove_in_two_ways(
    steps: Iterable[ProofStep], known: S | None, judge: Judge, undecided: str
) -> Verdict:
    """Return the verdict of the first step that decides, confirmed in a second way if one can.

    The method names both ways, joined by ``+``; only the first where no way to confirm ended within
    its budget. The witness of "multiple" differs from the known solution.

    To adopt it, a kind lists its steps, which may share a search that is taken up again: see
    `prove_by_search_and_sat`. What each step asks is bounded by the kind's own budget.

    The steps are made lazily if making one is dear; ``undecided`` is the method of a verdict that
    none reached. `AssertionError` if two ways contradict each other, a way ends without the known
    solution, or a witness breaks the rules: a mistake in an engine.

    Examples
    --------
    >>> def one(known): return Solved(("a",), True, 1, "one")
    >>> def two(known): return Solved(("a",), True, 1, "two")
    >>> judge = Judge("free", 1, lambda found: True, lambda found: {"is": found})
    >>> prove_in_two_ways([ProofStep(one, [two])], None, judge, "one+two").method
    'one+two'
    """
    for step in steps:
        found = count_spent(step.decide(known))
        others = [solution for solution in found.solutions if solution != known]
        if known is None and others:
            known, *others = others
        if others:
            witness = others[0]
            if not judge.is_right(witness):
                raise AssertionError(f"{found.method} gave what breaks the rules: {witness}")
            shown = judge.encode(witness)
            return Verdict(Status.MULTIPLE, judge.rule, found.method, judge.version, shown)
        if found.is_complete:
            if known is not None and known not in found.solutions:
                raise AssertionError(f"{found.method} ended without the known solution {known}")
            status = Status.UNSOLVABLE if known is None else Status.UNIQUE
            method = found.method + _confirmation(step.confirm, known)
            return Verdict(status, judge.rule, method, judge.version)
    return Verdict(Status.UNDECIDED, judge.rule, undecided, judge.version)


def _confirmation(ways: Iterable[Way[S]], known: S | None) -> str:
    """Return what the first way that answers adds to the method, "" where none does."""
    expected = () if known is None else (known,)
    for way in ways:
        again = count_spent(way(known))
        is_other = any(solution != known for solution in again.solutions)
        if is_other or (again.is_complete and again.solutions != expected):
            raise AssertionError(f"expected {expected} alone, {again.method} knows {again}")
        if again.is_complete:
            return f"+{again.method}"
    return ""


class WatchedSearch(Generic[S]):
    """An exhaustive search that may go on where it stopped, and must not lose what is known."""

    def __init__(self, search: ResumableSearch[S]) -> None:
        self.search = search
        self._met: list[S] = []

    def look_further(self, known: S | None, nodes: int, method: str = "search") -> Solved[S]:
        """Return the known solution and another, if one is found before ``nodes`` are spent.

        The search may have met the known solution before. What it meets where none is known is the
        first, and the search goes on for a second. `AssertionError` if the search has come to its
        end without the known solution: it leaves out others too.
        """
        search = self.search
        while (found := search.next_solution(nodes)) is not None:
            self._met.append(found)
            if known is not None and found != known:
                return Solved((known, found), False, search.nodes, method)
            known = found
        if search.is_complete and known is not None and known not in self._met:
            raise AssertionError(f"{method} ended without the known solution {known}")
        solutions = () if known is None else (known,)
        return Solved(solutions, search.is_complete, search.nodes, method)


def prove_by_search_and_sat(
    search: ResumableSearch[S],
    by_sat: Callable[[str, tuple[S, ...]], Solved[S]],
    nodes: tuple[int, int],
    known: S | None,
    judge: Judge,
) -> Verdict:
    """Return the verdict where an exhaustive search and SAT share no code.

    What the search says is confirmed by SAT, and what SAT says by a longer search or by another
    solver.

    Parameters
    ----------
    by_sat : function of str and tuple of solutions to Solved
        Asks the solver of that name for two solutions, those that are known among them.
    nodes : (int, int)
        What the search may spend before SAT is asked, and in all.
    """
    watched = WatchedSearch(search)
    first, most = nodes

    def searching(limit: int) -> Way[S]:
        return lambda known: watched.look_further(known, min(most, limit))

    def asking(name: str) -> Way[S]:
        return lambda known: by_sat(name, () if known is None else (known,))

    steps = [
        ProofStep(searching(first), [asking(_SAT)]),
        ProofStep(asking(_SAT), [searching(CONFIRM_NODES), asking(_OTHER_SAT)]),
        ProofStep(searching(most)),
    ]
    return prove_in_two_ways(steps, known, judge, f"search+sat:{_SAT}")
