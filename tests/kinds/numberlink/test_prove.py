"""Verdicts: right on every small board, unmoved by symmetry and hints; the ways of a proof."""

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proving.proof import WatchedSearch
from pipeline.kinds.numberlink import prove as proofs
from pipeline.kinds.numberlink.canonical import SYMMETRIES, transform
from pipeline.kinds.numberlink.engines import search
from pipeline.kinds.numberlink.engines.boxes import Boxes
from pipeline.kinds.numberlink.engines.normal_form import LEAST_CELLS_LARGE
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import DiagonalSearch, FrontierSearch
from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import (
    RULES,
    Clues,
    Params,
    Solution,
    decode_solution,
    make_clues,
    make_solution,
    with_rule,
)
from pipeline.kinds.numberlink.prove import TABLES, VERSION, ProofWays, prove, undecided
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import nodes_before_sat, solve
from pipeline.model import Confirmed, Status
from pipeline.stages.puzzle import confirmation
from tests.known import the
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import (
    FOUR_BY_FOUR,
    SAMPLES,
    cover,
    covered_puzzles,
    put_ends,
    read_cover,
    read_grid,
    small_puzzles,
)

AMPLE = Budget(nodes=10**6, conflicts=10**6)
SAT_ONLY = Budget(nodes=0, conflicts=10**6)


def expected_status(solutions: set[Solution]) -> Status:
    if len(solutions) > 1:
        return Status.MULTIPLE
    return Status.UNIQUE if solutions else Status.UNSOLVABLE


@pytest.mark.parametrize("budget", [AMPLE, SAT_ONLY], ids=["all engines", "sat only"])
@settings(max_examples=150, deadline=None)
@given(small_puzzles(), st.data())
def test_verdict_is_what_naive_enumeration_says(
    budget: Budget, clues: Clues, data: st.DataObject
) -> None:
    solutions = all_solutions(clues)
    ordered = sorted(solutions, key=lambda solution: solution.paths)
    hint = data.draw(st.sampled_from([None, *ordered]))
    verdict = prove(clues, hint, budget)
    assert verdict.status is expected_status(solutions)
    assert (verdict.rule, verdict.version) == (clues.rule, VERSION)
    if verdict.status is Status.MULTIPLE:
        assert verdict.witness is not None
        witness = decode_solution(clues, verdict.witness)
        assert witness in solutions
        assert witness != hint
    else:
        assert verdict.witness is None


@pytest.mark.parametrize("budget", [AMPLE, SAT_ONLY], ids=["all engines", "sat only"])
@settings(max_examples=40, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_unique_means_that_naive_enumeration_finds_one(
    budget: Budget, board: tuple[Clues, Solution]
) -> None:
    clues, solution = board
    for rule in RULES:
        posed = with_rule(clues, rule)
        verdict = prove(posed, solution, budget)
        assert verdict.status is expected_status(all_solutions(posed, most=2))


@settings(max_examples=25, deadline=None)
@given(small_puzzles(most_empty=10))
def test_verdict_does_not_change_with_rotation_reflection_and_labels(clues: Clues) -> None:
    """Spent budgets included; the witness is that of the board as it lies."""
    for budget in (AMPLE, Budget(nodes=7, conflicts=3)):
        verdict = prove(clues, None, budget)
        for symmetry in SYMMETRIES:
            image, _ = transform(clues, None, symmetry)
            found = prove(image, None, budget)
            assert replace(found, witness=None) == replace(verdict, witness=None)
            if found.witness is not None:
                assert check(image, decode_solution(image, found.witness)) == ()


@settings(max_examples=12, deadline=None)
@given(covered_puzzles(least=4, most=6))
def test_verdict_with_a_hint_does_not_change_with_symmetry(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    verdict = prove(clues, solution, AMPLE)
    for symmetry in SYMMETRIES:
        image, moved = transform(clues, solution, symmetry)
        found = prove(image, moved, AMPLE)
        assert replace(found, witness=None) == replace(verdict, witness=None)
        if found.witness is not None:
            assert decode_solution(image, found.witness) != moved


@pytest.mark.parametrize("rule", RULES)
def test_unsolvable_has_a_second_way(rule: str) -> None:
    """Of random boards; a reason that is a proof by itself needs none."""
    source = random.Random(5)
    methods = set()
    for _ in range(30):
        clues = put_ends(4, 4, rule, source.sample(range(16), 6))
        for budget in (AMPLE, SAT_ONLY):
            verdict = prove(clues, None, budget)
            if verdict.status is Status.UNSOLVABLE and why_unsolvable(clues) is None:
                assert verdict.method is not None
                assert "+" in verdict.method
                methods.add(verdict.method)
    assert len(methods) > 1


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_unique_under_cover_and_all_but_the_largest_under_free(name: str) -> None:
    assert prove(read_grid(SAMPLES[name], "cover"), None, AMPLE).status is Status.UNIQUE
    under_free = prove(read_grid(SAMPLES[name], "free"), None, AMPLE).status
    assert under_free is (Status.MULTIPLE if name == "11x11" else Status.UNIQUE)


@pytest.mark.parametrize(
    ("rule", "status"),
    [("cover", Status.MULTIPLE), ("no-uturn", Status.UNSOLVABLE), ("no-touch", Status.UNSOLVABLE)],
)
def test_four_by_four_distinguishes_the_rules(rule: str, status: Status) -> None:
    assert prove(read_grid(FOUR_BY_FOUR, rule), None, AMPLE).status is status


def test_method_names_both_ways() -> None:
    clues = read_grid(SAMPLES["5x5"], "cover")
    assert prove(clues, None, AMPLE).method == "frontier+free-normal-form"
    assert prove(clues, None, SAT_ONLY).method == "sat:glucose4+sat:cadical195"
    assert prove(with_rule(clues, "free"), None, AMPLE).method == "frontier+normal-form"
    strict = with_rule(clues, "no-touch")
    assert prove(strict, None, AMPLE).method == "diagonals+frontier"
    assert prove(strict, None, SAT_ONLY).method == "sat:glucose4+sat:minisat22"


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_a_solution_need_not_be_given_for_the_lemmas(rule: str) -> None:
    """A first one is looked for among those that keep no-touch too."""
    verdict = prove(read_grid(SAMPLES["9x9"], rule), None, SAT_ONLY)
    assert verdict.status is Status.UNIQUE
    assert the(verdict.method).split("+")[0] in ("lemmas:glucose4", "free-lemmas:glucose4")


@pytest.mark.parametrize("way", ["by_normal_form", "by_frontier", "by_sat"])
@pytest.mark.parametrize("number", [0, 2])
def test_engines_that_contradict_each_other_are_a_crash_not_a_verdict(
    way: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With ways that say of a puzzle with one solution that it has none, or two."""
    clues = read_grid(SAMPLES["5x5"], "cover")
    (known,) = solve(clues, 2, AMPLE, "frontier").solutions
    other = Solution(known.paths[::-1])
    monkeypatch.setattr(
        ProofWays, way, lambda *_, **__: Solved((known, other)[:number], number == 0, 1, "stub")
    )
    if way == "by_sat":
        monkeypatch.setattr(ProofWays, "by_normal_form", lambda _, known: undecided(known, ""))
    with pytest.raises(AssertionError):
        prove(clues, known, AMPLE)


@pytest.mark.parametrize("engine", [FrontierSearch, DiagonalSearch])
def test_an_engine_that_loses_the_known_solution_is_noticed(
    engine: type[FrontierSearch] | type[DiagonalSearch], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that comes to its end at once has proved nothing, not even beside another."""

    def find_nothing(self: FrontierSearch | DiagonalSearch, nodes: int) -> None:
        self.is_complete = True

    clues = read_grid(SAMPLES["5x5"], "no-touch")
    (known,) = solve(clues, 2, AMPLE, "glucose4").solutions
    monkeypatch.setattr(engine, "next_solution", find_nothing)
    with pytest.raises(AssertionError, match="without the known solution"):
        prove(clues, known, AMPLE)


def test_method_names_the_lemmas_where_they_answered() -> None:
    clues = read_grid(SAMPLES["9x9"], "free")
    (solution,) = solve(clues, 1, AMPLE, "glucose4").solutions
    assert prove(clues, solution, SAT_ONLY).method == "lemmas:glucose4+mirror:cadical195"


@pytest.mark.parametrize("rule", RULES)
def test_who_is_asked_exists_and_no_way_confirms_itself(rule: str) -> None:
    for decide, confirm in TABLES[rule]:
        assert all(
            hasattr(ProofWays, f"by_{name.removeprefix('short_')}") for name in (decide, *confirm)
        )
        assert decide not in confirm


@pytest.mark.parametrize(
    ("rule", "known", "method", "confirmed"),
    [
        ("free", "9x9", "normal-form+lemmas:glucose4", Confirmed.SOLVER),
        ("cover", "9x9", "frontier+free-normal-form", Confirmed.ARGUMENT),
        ("free", "5x5", "frontier+normal-form", Confirmed.ARGUMENT),
        ("no-touch", "9x9", "diagonals+frontier", Confirmed.ARGUMENT),
    ],
)
def test_only_another_argument_counts_as_one(
    rule: str, known: str, method: str, confirmed: Confirmed
) -> None:
    """The lemmas searched and the lemmas in clauses are one argument with two solvers."""
    verdict = prove(read_grid(SAMPLES[known], rule), None, AMPLE)
    assert (verdict.method, confirmation(KIND, verdict)) == (method, confirmed)


def test_plain_clauses_confirm_the_lemmas_on_small_boards_under_cover() -> None:
    made = generate(Params(10, 10, rule="cover"), 0)
    assert made.clues is not None
    method = prove(made.clues, made.solution, AMPLE).method
    assert method == "free-normal-form+sat:glucose4"


def test_the_search_in_normal_form_shows_a_second_solution() -> None:
    """The witness keeps the rule and is not the known one, on boards that turn and have holes."""
    shown = 0
    for seed in range(60):
        layout = make_layout(9, 10, 6, LayoutStyle(), new_state(seed))
        if layout is None:
            continue
        clues, known = read_cover(9, 10, "free", [list(path) for path in layout[1:]], layout[0])
        found = ProofWays(clues, AMPLE).by_normal_form(known)
        if len(found.solutions) > 1:
            shown += 1
            assert check(clues, found.solutions[1]) == ()
            assert found.solutions[1] != known
            assert not found.is_complete
    assert shown > 5


def test_spent_budgets_leave_it_undecided() -> None:
    clues = put_ends(14, 14, "cover", [15, 173, 20, 132, 66, 107])
    verdict = prove(clues, None, Budget(nodes=2, conflicts=2))
    assert verdict.status is Status.UNDECIDED
    assert verdict.witness is None


@pytest.mark.parametrize("seed", [81, 128, 168, 175, 193])
def test_a_spent_budget_is_never_read_as_proof(seed: int) -> None:
    """On boards with a second solution that no small box around the known one shows."""
    clues, known = cover(random.Random(seed), 6, 6, "free")
    assert prove(clues, known, AMPLE).status is Status.MULTIPLE
    for nodes in (0, 3):
        for conflicts in (0, 1, 2, 5):
            verdict = prove(clues, known, Budget(nodes, conflicts))
            assert verdict.status in (Status.MULTIPLE, Status.UNDECIDED), (nodes, conflicts)


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 3)])
def test_whatever_solution_is_known_the_verdict_is_right(rows: int, cols: int) -> None:
    """On every board of one pair: what is known may leave cells empty, or touch itself."""
    for ends in itertools.combinations(range(rows * cols), 2):
        for rule in RULES:
            clues = put_ends(rows, cols, rule, ends)
            solutions = all_solutions(clues)
            for known in solutions or [None]:
                for budget in (AMPLE, SAT_ONLY, Budget(0, 0)):
                    status = prove(clues, known, budget).status
                    is_spent = budget.conflicts == 0 and status is Status.UNDECIDED
                    assert is_spent or status is expected_status(solutions), (clues, known)


def test_a_board_too_large_for_sat_is_left_to_the_searches() -> None:
    corridor = put_ends(201, 200, "cover", [0, 199], list(range(200, 40_200)))
    verdict = prove(corridor, None, AMPLE)
    assert (verdict.status, verdict.method) == (Status.UNIQUE, "frontier")
    wide = put_ends(201, 200, "free", [0, 199, 40_000, 40_199])
    assert prove(wide, None, Budget(nodes=1, conflicts=1)).status is Status.UNDECIDED


STRIPED = 24


def stripes(rule: str) -> tuple[Clues, Solution]:
    """Return lines that run along the rows in threes, snake by snake: many may be redrawn."""
    numbers, paths = [0] * (STRIPED * STRIPED), []
    for strip in range(STRIPED // 3):
        rows = [
            range((3 * strip + row) * STRIPED, (3 * strip + row + 1) * STRIPED) for row in range(3)
        ]
        path = (*rows[0], *reversed(rows[1]), *rows[2])
        numbers[path[0]] = numbers[path[-1]] = strip + 1
        paths.append(path)
    return Clues(STRIPED, STRIPED, rule, tuple(numbers)), Solution(tuple(paths))


def test_a_neighbouring_solution_is_shown_at_once() -> None:
    clues, known = stripes("cover")
    assert check(clues, known) == ()
    verdict = prove(clues, known, Budget(nodes=0, conflicts=500))
    assert (verdict.status, verdict.method) == (Status.MULTIPLE, "boxes")


ENDLESS = Budget(10**9, 10**9)
LINED = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
LINES = make_solution([(0, 1, 2), (3, 4, 5)])


def striped(rows: int, cols: int = 3) -> tuple[Clues, Solution]:
    """Return a board of lines across, and its solution."""
    labels = [label for row in range(1, rows + 1) for label in (row, *(cols - 2) * [0], row)]
    lines = [range(cols * row, cols * (row + 1)) for row in range(rows)]
    return make_clues(rows, cols, "free", labels), make_solution(lines)


def asks_nobody(*_: object, **__: object) -> Any:
    raise AssertionError("nobody is to be asked")


@pytest.mark.parametrize(
    ("rule", "way", "most"),
    [
        ("free", "lemmas", proofs.CONFLICTS_BEFORE_BOXES_FREE),
        ("cover", "lemmas", proofs.CONFLICTS_BEFORE_BOXES),
        ("free", "sat", proofs.CONFIRMING_CONFLICTS),
        ("no-uturn", "diagonals", search.DIAGONALS_BEFORE_SAT),
        ("free", "frontier", nodes_before_sat(LINED)),
    ],
)
def test_a_way_asked_short_spends_a_part_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, rule: str, way: str, most: int
) -> None:
    spent: list[int] = []

    def ask(*words: Any) -> Any:
        spent.append(words[-2] if way in ("sat", "lemmas") else words[-1])
        return (None, None, 0) if way == "lemmas" else undecided(None, way)

    monkeypatch.setattr(proofs, "second_in_normal_form", ask)
    monkeypatch.setattr(proofs, "list_solutions", ask)
    monkeypatch.setattr(WatchedSearch, "look_further", lambda _, *words: ask(*words[:2]))
    for budget in (10**9, 1):
        asked = getattr(ProofWays(with_rule(LINED, rule), Budget(budget, budget)), f"by_{way}")
        asked(LINES, is_short=True)
        asked(LINES)
    assert spent == [most, 10**9, 1, 1]


def test_boxes_asked_short_are_the_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Boxes] = []
    monkeypatch.setattr(proofs, "find_in_boxes", lambda *words: asked.append(words[-1]))
    ways = ProofWays(with_rule(LINED, "cover"), ENDLESS)
    assert ways.by_boxes(LINES, is_short=True) == Solved((LINES,), False, 0, "boxes")
    assert asked == [*proofs.PROOF_BOXES[:1]]
    asked.clear()
    ways.by_boxes(LINES)
    assert asked == [*proofs.PROOF_BOXES[1:]]


def test_boxes_are_for_known_solutions_that_cover_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proofs, "find_in_boxes", asks_nobody)
    clues = make_clues(2, 3, "cover", ["a", 0, "a", 0, 0, 0])
    known = make_solution([(0, 1, 2)])
    for solution in (None, known):
        assert ProofWays(clues, ENDLESS).by_boxes(solution) == undecided(solution, "boxes")


@pytest.mark.parametrize(("rows", "is_asked"), [(2, False), (100, True)])
def test_the_mirror_is_asked_last_on_boards_of_windows(
    monkeypatch: pytest.MonkeyPatch, rows: int, is_asked: bool
) -> None:
    ways = ProofWays(striped(rows)[0], ENDLESS)
    asked: list[Solution | None] = []
    monkeypatch.setattr(ways, "by_mirror", asked.append)
    ways.by_last_mirror(None)
    assert bool(asked) == is_asked


def test_a_guess_is_made_where_no_solution_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "first_without_touching", lambda *_: LINES)
    ways = ProofWays(LINED, ENDLESS)
    other = make_solution([(0, 1, 2)])
    assert ways.by_guess(None) == Solved((LINES,), False, 0, "lemmas")
    assert ways.by_guess(other) == Solved((other,), False, 0, "lemmas")
    monkeypatch.setattr(proofs, "suits_sat", lambda _: False)
    assert ways.by_guess(None) == Solved((), False, 0, "lemmas")


def test_the_search_in_normal_form_is_for_small_boards_and_budgets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proofs, "normal_form_search", asks_nobody)
    clues, known = striped(LEAST_CELLS_LARGE // 5, 5)
    for ways, solution in (
        (ProofWays(clues, ENDLESS), known), (ProofWays(LINED, Budget(0, 0)), LINES),
        (ProofWays(LINED, ENDLESS), None),
    ):  # fmt: skip
        assert ways.by_normal_form(solution) == undecided(solution, "normal-form")


@pytest.mark.parametrize(("rows", "is_asked"), [(33, True), (34, False)])
def test_plain_clauses_confirm_small_boards_in_short(
    monkeypatch: pytest.MonkeyPatch, rows: int, is_asked: bool
) -> None:
    clues, known = striped(rows)
    ways = ProofWays(clues, ENDLESS)
    short: list[bool] = []

    def ask(known: Solution | None, *, is_short: bool = False) -> Solved[Solution]:
        short.append(is_short)
        return undecided(known, "sat:glucose4")

    monkeypatch.setattr(ways, "by_sat", ask)
    assert ways.by_small_sat(known) == undecided(known, "sat:glucose4")
    assert short == [True] * is_asked


def test_boards_of_whole_diagonals_are_not_searched_cell_by_cell() -> None:
    ways = ProofWays(with_rule(LINED, "no-touch"), ENDLESS)
    assert ways.by_frontier(LINES) == undecided(LINES, "frontier")
    assert ways.by_diagonals(LINES).is_complete


def test_a_search_that_confirms_a_strict_rule_knows_no_lemma(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[bool] = []

    def watched(clues: Clues, *, by_rule_alone: bool = False) -> Any:
        made.append(by_rule_alone)
        return FrontierSearch(clues, by_rule_alone=by_rule_alone)

    monkeypatch.setattr(proofs, "FrontierSearch", watched)
    ProofWays(with_rule(LINED, "no-touch"), ENDLESS).by_rule_frontier(LINES)
    assert made == [True]


def test_a_second_solution_ends_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_solution([(0, 1, 2)])
    monkeypatch.setattr(proofs, "second_in_normal_form", lambda *_: (other, None, 7))
    found = ProofWays(LINED, ENDLESS).by_lemmas(LINES)
    assert found == Solved((LINES, other), False, 7, "lemmas:glucose4")
