"""The verdict: how many solutions a puzzle has under its rule, proved in two ways.

A second way confirms ``unique`` and ``unsolvable`` within its budget, and the method names both.
The tables `WEAK`, `COVER` and `STRICT` list the ways; docs/engine.md describes them:

- the rule itself, searched cell by cell (``frontier``) or in clauses (``sat``);
- closed turns, searched by whole diagonals (``diagonals``), under the strict rules;
- the lemmas of `normal_form`, searched (``normal-form``) or in clauses (``lemmas``; ``mirror`` is
  another solver on the board upside down), under ``free``; a puzzle that is unique under ``free``
  is so under its own rule too (``free-normal-form``, ``free-lemmas``). The two share no code;
- another solution, found within a small box of the board around the known one (``boxes``).

Proofs use the board's canonical form, so that all images get the same verdict even when budgets are
spent. A witness is checked by the definitions of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import Final, TypeAlias

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proving.lazy_clauses import list_solutions
from pipeline.kinds.kit.proving.proof import (
    Engine,
    Judge,
    ProofStep,
    WatchedSearch,
    prove_in_two_ways,
)
from pipeline.kinds.numberlink.canonical import find_canonical, turn, turn_back
from pipeline.kinds.numberlink.encode_sat import Encoding, differs_from, encode_plain, suits_sat
from pipeline.kinds.numberlink.engines.boxes import Boxes, find_in_boxes
from pipeline.kinds.numberlink.engines.by_sat import (
    GUESS_CONFLICTS,
    LEAST_CELLS_WINDOWED,
    SIDES,
    WINDOWS,
    first_without_touching,
    read_lazily,
    second_in_normal_form,
)
from pipeline.kinds.numberlink.engines.by_sat import STRICT as STRICT_RULES
from pipeline.kinds.numberlink.engines.normal_form import (
    LEAST_CELLS_LARGE,
    SEARCH_STEPS,
    normal_form_search,
    suits_normal_form,
)
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import (
    DIAGONALS_BEFORE_SAT,
    DiagonalSearch,
    FrontierSearch,
)
from pipeline.kinds.numberlink.kernels.frontier import FOUND, SPENT
from pipeline.kinds.numberlink.model import Clues, Solution, encode_solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import nodes_before_sat, warm_up_search
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

VERSION: Final = 2  # Raised when an equal puzzle and budget may give another verdict

WEAK: Final = (
    ("short_frontier", ("normal_form", "short_sat", "mirror")),
    ("guess", ()),
    ("normal_form", ("lemmas", "mirror")),
    ("short_boxes", ()),
    ("short_lemmas", ("mirror", "short_sat")),
    ("boxes", ()),
    ("lemmas", ("mirror", "short_sat")),
    ("last_mirror", ()),
    ("sat", ("other_sat",)),
    ("frontier", ("normal_form", "short_sat", "mirror")),
)
"""Under ``free``: the ways that decide, in turn, and those that confirm each. Each is a method of
`ProofWays` without ``by_``; ``short_`` ways get a part of the budget."""

COVER: Final = tuple(  # Under ``cover``: the same, but that plain clauses are cheap on small boards
    (decide, ("small_sat", *confirm) if decide == "normal_form" else confirm)
    for decide, confirm in WEAK
)

STRICT: Final = (
    ("short_diagonals", ("rule_frontier", "other_sat")),
    ("short_frontier", ("other_sat",)),
    ("sat", ("other_sat",)),
    ("diagonals", ("rule_frontier", "other_sat")),
    ("frontier", ("other_sat",)),
)
"""Under ``no-uturn`` and ``no-touch``. `by_frontier` decides boards that do not suit
`DiagonalSearch`."""

TABLES: Final = {"free": WEAK, "cover": COVER, "no-uturn": STRICT, "no-touch": STRICT}

PROOF_BOXES: Final = (
    Boxes(8, 2, 500), Boxes(10, 2, 1_000), Boxes(12, 3, 2_000), Boxes(14, 2, 5_000),
)  # fmt: skip
"""Boxes in which a proof looks for a second solution first. They find one for 36 of 37 published
puzzles from 24x14 to 36x20 with several solutions that cover the board, in 1 s together."""

CONFIRMING_NODES: Final = 1_000_000  # 25 ms, less than SAT takes from 20x20 on
MOST_CELLS_PLAIN: Final = 100  # Boards on which the plain encoding confirms lemmas under ``cover``
CONFIRMING_CONFLICTS: Final = 10_000  # Most boards to 10x10 need fewer, the hardest any budget
CONFLICTS_BEFORE_BOXES: Final = 10_000  # More than most unique boards up to 20x20 need
CONFLICTS_BEFORE_BOXES_FREE: Final = 30_000  # With 10,000 a proof of 25x25 takes 1.5 times as long

_SAT: Final = SAT_SOLVERS[0]
_OTHER_SAT: Final = "cadical195"
_THIRD_SAT: Final = "minisat22"
"""Under strict rules, and in windows, where it takes half of the other's time."""

_Found: TypeAlias = Solved[Solution]


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict on a puzzle under its rule.

    ``nodes`` are for each exhaustive search, ``conflicts`` for each SAT solver.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> verdict = prove(clues, None, Budget(nodes=1000, conflicts=1000))
    >>> verdict.status.value, verdict.method
    ('unique', 'frontier+normal-form')
    """
    reason = why_unsolvable(clues)
    if reason is not None:
        return Verdict(Status.UNSOLVABLE, clues.rule, reason, VERSION)
    known = hint if hint is not None and not check(clues, hint) else None
    form, known, symmetry = find_canonical(clues, known)
    judge = Judge(
        clues.rule,
        VERSION,
        lambda witness: not check(form, witness),
        lambda witness: encode_solution(turn_back(clues, witness, symmetry)),
    )
    return prove_in_two_ways(ProofWays(form, budget).steps(), known, judge, f"frontier+sat:{_SAT}")


class ProofWays:
    """The ways to decide one puzzle; each search is begun once, and so is the plain encoding."""

    def __init__(self, clues: Clues, budget: Budget) -> None:
        self.clues = clues
        self.free = with_rule(clues, "free")
        self.budget = budget

    def steps(self) -> Iterator[ProofStep]:
        """Yield the steps of the proof, each with the ways that confirm it."""
        for decide, confirm in TABLES[self.clues.rule]:
            ways = [self._way(name) for name in confirm]
            yield ProofStep(self._way(decide), ways)

    def _way(self, name: str) -> Engine[Solution]:
        way: Callable[..., _Found] = getattr(self, f"by_{name.removeprefix('short_')}")
        return partial(way, is_short=True) if name.startswith("short_") else way

    def by_frontier(self, known: Solution | None, *, is_short: bool = False) -> _Found:
        """Resume the search cell by cell; short, until SAT is likelier to answer."""
        if not FrontierSearch.suits(self.clues) or DiagonalSearch.suits(self.clues):
            return undecided(known, "frontier")
        nodes = nodes_before_sat(self.clues) if is_short else None
        return self._search(self._frontier, nodes, known, "frontier")

    def by_rule_frontier(self, known: Solution | None) -> _Found:
        """Search cell by cell by the rule alone."""
        warm_up_search(is_whole=False)
        search = WatchedSearch(FrontierSearch(self.clues, by_rule_alone=True))
        return self._search(search, CONFIRMING_NODES, known, "frontier")

    def by_diagonals(self, known: Solution | None, *, is_short: bool = False) -> _Found:
        """Resume the search by whole diagonals; short, until SAT is likelier to answer."""
        if not DiagonalSearch.suits(self.clues):
            return undecided(known, "diagonals")
        nodes = DIAGONALS_BEFORE_SAT if is_short else None
        return self._search(self._diagonals, nodes, known, "diagonals")

    def _search(
        self, search: WatchedSearch[Solution], nodes: int | None, known: Solution | None, name: str
    ) -> _Found:
        most = self.budget.nodes
        return search.look_further(known, most if nodes is None else min(most, nodes), name)

    @cached_property
    def _frontier(self) -> WatchedSearch[Solution]:
        warm_up_search(is_whole=False)
        return WatchedSearch(FrontierSearch(self.clues))

    @cached_property
    def _diagonals(self) -> WatchedSearch[Solution]:
        warm_up_search(is_whole=True)
        return WatchedSearch(DiagonalSearch(self.clues))

    def by_guess(self, known: Solution | None) -> _Found:
        """Look for a first solution among those that satisfy the lemmas, if none is known."""
        if known is None and suits_sat(self.clues):
            conflicts = min(self.budget.conflicts, GUESS_CONFLICTS)
            known = first_without_touching(self.clues, conflicts, _SAT)
        return undecided(known, "lemmas")

    def by_normal_form(self, known: Solution | None) -> _Found:
        """Search for a second solution in normal form, if the first allows it.

        That is a proof under ``free``. A solution that is unique under ``free`` is so under every
        rule that it satisfies; another solution that leaves cells empty proves nothing under these.
        """
        clues = self.clues
        name = "normal-form" if clues.rule == "free" else "free-normal-form"
        steps = min(self.budget.nodes, SEARCH_STEPS)
        is_small = len(clues.numbers) < LEAST_CELLS_LARGE
        if known is None or not steps or not is_small or not self._suits_lemmas(known):
            return undecided(known, name)
        search = normal_form_search(clues.rows, clues.cols, clues.blocked)
        answer, _ = search.find(known.paths, steps)
        if answer == FOUND and not check(clues, other := search.read(clues)):
            return Solved((known, other), False, search.steps, name)
        return Solved((known,), answer not in (FOUND, SPENT), search.steps, name)

    def by_boxes(self, known: Solution | None, *, is_short: bool = False) -> _Found:
        """Look for another solution that differs within a box; short, in the smallest boxes.

        A solution that covers the board without being unique mostly has such a neighbour, found at
        once where solvers of the whole board spend their budgets.
        """
        covered = with_rule(self.clues, "cover")
        if known is None or check(covered, known) or not suits_sat(covered):
            return undecided(known, "boxes")
        sizes = PROOF_BOXES[:1] if is_short else PROOF_BOXES[1:]
        other = _second_in_boxes(covered, known, sizes, self.budget.conflicts)
        solutions = (known,) if other is None else (known, other)
        return Solved(solutions, False, 0, "boxes")

    def by_lemmas(self, known: Solution | None, *, is_short: bool = False) -> _Found:
        """Ask a SAT solver for a second solution in normal form; short, until boxes are likelier.

        See `by_normal_form`; the lemmas mostly prove uniqueness sooner than large boxes.
        """
        is_free = self.clues.rule == "free"
        name = f"lemmas:{_SAT}" if is_free else f"free-lemmas:{_SAT}"
        if known is None or not self._suits_lemmas(known):
            return undecided(known, name)
        if not is_short:
            return self._ask_lemmas(self.free, known, _SAT, name, first=1)
        most = CONFLICTS_BEFORE_BOXES_FREE if is_free else CONFLICTS_BEFORE_BOXES
        if self._is_windowed:  # One whole side
            most = WINDOWS.conflicts_per_cell * len(self.clues.numbers)
        return self._ask_lemmas(self.free, known, _SAT, name, most)

    def by_mirror(self, known: Solution | None) -> _Found:
        """Ask another solver for a second solution in normal form on the board upside down."""
        solver = _THIRD_SAT if self._is_windowed else _OTHER_SAT
        name = f"mirror:{solver}"
        if known is None or not self._suits_lemmas(known):
            return undecided(known, name)
        turned, solution = turn(self.free, known, SIDES[1])
        found = self._ask_lemmas(turned, solution, solver, name)
        back = tuple(turn(turned, one, SIDES[1])[1] for one in found.solutions)
        return Solved(back, found.is_complete, found.steps, name)

    def by_last_mirror(self, known: Solution | None) -> _Found:
        """Ask the mirror if the lemmas are solved by windows and another solver may go on."""
        return self.by_mirror(known) if self._is_windowed else undecided(known, "mirror")

    @property
    def _is_windowed(self) -> bool:
        return len(self.clues.numbers) >= LEAST_CELLS_WINDOWED

    def _suits_lemmas(self, known: Solution) -> bool:
        return suits_sat(self.clues) and suits_normal_form(self.free, known)

    def _ask_lemmas(
        self,
        free: Clues,
        known: Solution,
        solver: str,
        name: str,
        most: int | None = None,
        first: int = 0,
    ) -> _Found:
        most = self.budget.conflicts if most is None else min(self.budget.conflicts, most)
        encode = (lambda: self._encoding) if free == self.clues else partial(encode_plain, free)
        other, answer, spent = second_in_normal_form(free, known, encode, solver, most, first)
        if other is not None and self.clues.rule == "free":
            return Solved((known, other), False, spent, name)
        return Solved((known,), answer is False, spent, name)

    def by_sat(self, known: Solution | None, *, is_short: bool = False) -> _Found:
        """Ask a SAT solver for a first solution, if none is known, and then for a second."""
        return self._ask_sat(_SAT, known, CONFIRMING_CONFLICTS if is_short else None)

    def by_other_sat(self, known: Solution | None) -> _Found:
        """Ask a solver of another make."""
        is_strict = self.clues.rule in STRICT_RULES
        return self._ask_sat(_THIRD_SAT if is_strict else _OTHER_SAT, known)

    def by_small_sat(self, known: Solution | None) -> _Found:
        """Ask `by_sat` with a small budget, on small boards only."""
        is_small = len(self.clues.numbers) <= MOST_CELLS_PLAIN
        return self.by_sat(known, is_short=True) if is_small else undecided(known, f"sat:{_SAT}")

    def _ask_sat(self, name: str, known: Solution | None, most: int | None = None) -> _Found:
        if not suits_sat(self.clues):
            return undecided(known, f"sat:{name}")
        conflicts = self.budget.conflicts if most is None else min(self.budget.conflicts, most)
        encoding = self._encoding
        with SatSolver(name, encoding.clauses) as solver:
            return list_solutions(
                solver,
                partial(read_lazily, self.clues, encoding.edges),
                partial(differs_from, encoding.edges),
                2,
                conflicts,
                () if known is None else (known,),
            )

    @cached_property
    def _encoding(self) -> Encoding:
        return encode_plain(self.clues, is_lazy=True)


@lru_cache(maxsize=4)
def _second_in_boxes(
    covered: Clues, known: Solution, sizes: tuple[Boxes, ...], conflicts: int
) -> Solution | None:
    """Return a second solution in a small box; cached, since it is needed under several rules."""
    for boxes in sizes:
        few = replace(boxes, conflicts=min(boxes.conflicts, conflicts))
        if (other := find_in_boxes(covered, known, few)) is not None:
            return other
    return None


def undecided(known: Solution | None, name: str) -> _Found:
    """Return the result of a way that decides nothing."""
    return Solved(() if known is None else (known,), False, 0, name)
