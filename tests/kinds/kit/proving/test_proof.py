"""Proofs by two engines, with scripted engines."""

import pytest

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.proving.engines import DONE, FOUND, SPENT, ResumableSearch
from pipeline.kinds.kit.proving.proof import (
    Engine,
    Judge,
    ProofStep,
    WatchedSearch,
    prove_by_search_and_sat,
    prove_in_two_ways,
)  # fmt: skip
from pipeline.model import Status, Verdict

JUDGE = Judge("free", 7, str.islower, lambda found: {"found": found})


def way(name: str, solutions: str, is_complete: bool, met: list[str | None]) -> Engine[str]:
    """Return a way that answers so, and notes what was known when it was asked."""

    def ask(known: str | None) -> Solved[str]:
        met.append(known)
        return Solved(tuple(solutions), is_complete, len(met), name)

    return ask


def prove(*steps: ProofStep, known: str | None = None) -> Verdict:
    return prove_in_two_ways(steps, known, JUDGE, "all")


@pytest.mark.parametrize(
    ("solutions", "status"), [("", Status.UNSOLVABLE), ("a", Status.UNIQUE)], ids=str
)
def test_a_claim_names_both_ways(solutions: str, status: Status) -> None:
    met: list[str | None] = []
    ways = [way("silent", solutions, False, met), way("second", solutions, True, met)]
    verdict = prove(ProofStep(way("first", solutions, True, met), ways))
    assert verdict == Verdict(status, "free", "first+second", 7)
    assert met == [None, *[solutions or None] * 2]


def test_where_no_second_way_answers_only_the_first_is_named() -> None:
    silent = way("silent", "a", False, [])
    verdict = prove(ProofStep(way("first", "a", True, []), [silent, silent]))
    assert (verdict.status, verdict.method) == (Status.UNIQUE, "first")


def test_what_a_step_finds_is_known_to_the_next() -> None:
    met: list[str | None] = []
    verdict = prove(ProofStep(way("one", "a", False, met)), ProofStep(way("two", "ab", False, met)))
    assert met == [None, "a"]
    assert (verdict.method, verdict.witness) == ("two", {"found": "b"})


def test_the_witness_differs_from_the_known_solution() -> None:
    assert prove(ProofStep(way("one", "ab", False, [])), known="b").witness == {"found": "a"}
    assert prove(ProofStep(way("one", "ab", False, []))).witness == {"found": "b"}


def test_the_verdict_is_undecided_if_no_step_decides() -> None:
    steps = [ProofStep(way(name, "", False, [])) for name in "12"]
    assert prove(*steps, known="a") == Verdict(Status.UNDECIDED, "free", "all", 7)


@pytest.mark.parametrize("again", ["b", "ab", ""], ids=["other", "more", "none"])
def test_ways_that_contradict_each_other_are_a_mistake(again: str) -> None:
    second = way("second", again, True, [])
    with pytest.raises(AssertionError, match="second found"):
        prove(ProofStep(way("first", "a", True, []), [second]))


def test_a_witness_that_breaks_the_rules_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="one found an invalid solution: B"):
        prove(ProofStep(way("one", "aB", False, [])))


class Walk(ResumableSearch[str]):
    """A search through letters, a node each."""

    nodes = 0

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def go_on(self, nodes: int) -> int:
        if self.nodes == nodes:
            return SPENT
        if self.nodes == len(self.letters):
            return DONE
        self.nodes += 1
        return FOUND

    def read(self) -> str:
        return self.letters[self.nodes - 1]


def test_a_search_is_taken_up_again() -> None:
    search = WatchedSearch(Walk("aab"))
    assert search.look_further(None, 1) == Solved(("a",), False, 1, "search")
    assert search.look_further("a", 2) == Solved(("a",), False, 2, "search")
    assert search.look_further("a", 9, "walk") == Solved(("a", "b"), False, 3, "walk")
    assert search.look_further("b", 9) == Solved(("b",), True, 3, "search")
    assert WatchedSearch(Walk("")).look_further(None, 9) == Solved((), True, 0, "search")


@pytest.mark.parametrize("letters", ["", "aab"])
def test_a_search_that_ends_without_the_known_solution_is_an_error(letters: str) -> None:
    search = WatchedSearch(Walk(letters))
    if letters:
        assert search.look_further("a", 9).solutions == ("a", "b")
    with pytest.raises(AssertionError, match="without the known solution"):
        search.look_further("c", 9)


def test_a_step_that_decides_without_the_known_solution_is_an_error() -> None:
    blind = way("blind", "", True, [])
    with pytest.raises(AssertionError, match="blind ended without the known solution a"):
        prove(ProofStep(blind), known="a")
    with pytest.raises(AssertionError, match="blind found"):
        prove(ProofStep(way("one", "a", True, []), [blind]), known="a")


@pytest.mark.parametrize("known", [None, "a"])
def test_each_solver_gets_the_known_solution(known: str | None) -> None:
    asked = []

    def by_sat(name: str, given: tuple[str, ...]) -> Solved[str]:
        asked.append((name, given))
        return Solved(given or ("a",), name == "cadical195", 1, f"sat:{name}")

    verdict = prove_by_search_and_sat(Walk("a"), by_sat, (0, 0), known, JUDGE)
    assert verdict.status is Status.UNDECIDED
    assert asked == [("glucose4", () if known is None else ("a",))]
    asked.clear()
    verdict = prove_by_search_and_sat(Walk("a"), by_sat, (9, 9), known, JUDGE)
    assert (verdict.status, asked) == (Status.UNIQUE, [("glucose4", ("a",))])
