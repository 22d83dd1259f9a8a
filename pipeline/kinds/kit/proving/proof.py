"""Prove uniqueness with two engines.

An *engine* here is a function that gets the solution known so far, or None, and looks for another.
It returns `Solved`: at most two solutions including the known one, and whether these are all. An
engine may resume the search of an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.proving.engines import ResumableSearch
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS

S = TypeVar("S")

Engine: TypeAlias = Callable[[S | None], Solved[S]]

CONFIRM_NODES: Final = 20_000  # Limit of a search that confirms a result of SAT
_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"

_spent: ContextVar[list[int] | None] = ContextVar("steps of proofs", default=None)


@contextmanager
def count_steps() -> Iterator[list[int]]:
    """Yield a list to which proofs append the steps of each engine run in this context.

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
    """Return its argument, after adding its steps to the list of `count_steps`, if any."""
    if (spent := _spent.get()) is not None:
        spent.append(found.steps)
    return found


class ProofStep(NamedTuple):
    """An engine that decides, and engines that confirm its result, the cheapest first."""

    decide: Engine[Any]
    confirm: Sequence[Engine[Any]] = ()


class Judge(NamedTuple):
    """The parts of a verdict that depend on the kind.

    ``is_right`` checks a witness by the rules, ``encode`` returns its JSON.
    """

    rule: str | None
    version: int
    is_right: Callable[[Any], bool]
    encode: Callable[[Any], JsonObject]


def prove_in_two_ways(
    steps: Iterable[ProofStep], known: S | None, judge: Judge, undecided: str
) -> Verdict:
    """Return the verdict of the first step that decides, confirmed by a second engine if possible.

    The method names both engines, joined by ``+``, or only the first if none confirmed within its
    budget. The witness of "multiple" differs from the known solution. Steps may be generated
    lazily; ``undecided`` is the method if no step decides.

    `AssertionError` if two engines contradict each other, an engine misses the known solution, or a
    witness breaks the rules: a bug in an engine.

    >>> def one(known): return Solved(("a",), True, 1, "one")
    >>> def two(known): return Solved(("a",), True, 1, "two")
    >>> judge = Judge("free", 1, lambda found: True, lambda found: {"is": found})
    >>> prove_in_two_ways([ProofStep(one, [two])], None, judge, "one+two").method
    'one+two'
    """
    for step in steps:
        solved = count_spent(step.decide(known))
        others = [solution for solution in solved.solutions if solution != known]
        if known is None and others:
            known, *others = others
        if others:
            witness = others[0]
            if not judge.is_right(witness):
                raise AssertionError(f"{solved.method} found an invalid solution: {witness}")
            shown = judge.encode(witness)
            return Verdict(Status.MULTIPLE, judge.rule, solved.method, judge.version, shown)
        if solved.is_complete:
            if known is not None and known not in solved.solutions:
                raise AssertionError(f"{solved.method} ended without the known solution {known}")
            status = Status.UNSOLVABLE if known is None else Status.UNIQUE
            method = solved.method + _confirmation(step.confirm, known)
            return Verdict(status, judge.rule, method, judge.version)
    return Verdict(Status.UNDECIDED, judge.rule, undecided, judge.version)


def _confirmation(engines: Iterable[Engine[S]], known: S | None) -> str:
    """Return the suffix of the method for the first engine that decides, "" if none does."""
    expected = () if known is None else (known,)
    for engine in engines:
        again = count_spent(engine(known))
        is_other = any(solution != known for solution in again.solutions)
        if is_other or (again.is_complete and again.solutions != expected):
            raise AssertionError(f"expected only {expected}, {again.method} found {again}")
        if again.is_complete:
            return f"+{again.method}"
    return ""


class WatchedSearch(Generic[S]):
    """A resumable search that must find the known solution."""

    def __init__(self, search: ResumableSearch[S]) -> None:
        self.search = search
        self._met: list[S] = []

    def look_further(self, known: S | None, nodes: int, method: str = "search") -> Solved[S]:
        """Return the known solution, or the first found, and another found within ``nodes``.

        `AssertionError` if the search ends without having found the known solution.
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
    """Return the verdict by an exhaustive search and SAT, which must not share code.

    SAT confirms the search; a longer search or another solver confirms SAT.

    ``by_sat`` (solver, known solutions) finds two solutions, including known ones; ``nodes`` limits
    the search before SAT, and in total.
    """
    watched = WatchedSearch(search)
    first, total = nodes

    def searching(limit: int) -> Engine[S]:
        return lambda known: watched.look_further(known, min(total, limit))

    def asking(name: str) -> Engine[S]:
        return lambda known: by_sat(name, () if known is None else (known,))

    steps = [
        ProofStep(searching(first), [asking(_SAT)]),
        ProofStep(asking(_SAT), [searching(CONFIRM_NODES), asking(_OTHER_SAT)]),
        ProofStep(searching(total)),
    ]
    return prove_in_two_ways(steps, known, judge, f"search+sat:{_SAT}")
