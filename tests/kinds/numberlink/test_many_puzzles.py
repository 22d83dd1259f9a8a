"""Ten thousand generated puzzles of mixed size, rule and option, each proved again another way.

``pytest -m slow tests/kinds/numberlink/test_many_puzzles.py -n 2`` makes them all: 11,000 orders,
of which some 2 in 100 ask for more than the generator can make; 7 minutes of processor time.
``-k "00-"``, ``-k "01-"`` and so on take one thousand each. A small share is run always.
"""

import random
from collections import Counter
from dataclasses import fields, replace

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.model import RULES, Clues, Params, Solution, decode_solution
from pipeline.kinds.numberlink.options import PRESETS
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.refutation import refutation_task
from pipeline.kinds.numberlink.rules import check
from pipeline.model import Status
from pipeline.solvers.refute import refute
from tests.kinds.numberlink.plain_sat import plain_solutions
from tests.naive.numberlink import all_solutions

THOUSANDS = 11
BUDGET = Budget(nodes=2_000_000, conflicts=400_000)
LARGEST_FOR_NAIVE = 16
LARGEST_FOR_CHECKED_PROOF = 64


WINDINGS = (0, 25, 50, 75, 100)
MIXED = {"rows", "cols", "rule", "pairs", "shortest", "adjacent", "winding"}
"""What is mixed freely; a preset that asks for more (a shape, say) keeps its size and rule."""


def mixed_params(source: random.Random) -> Params:
    """Params with the options of some preset, of another size, rule, length and style."""
    preset = source.choice(list(PRESETS.values()))
    if any(
        getattr(preset, field.name) != field.default
        for field in fields(preset)
        if field.name not in MIXED
    ):
        return replace(preset, winding=source.choice(WINDINGS))
    rows, cols = source.randint(4, 12), source.randint(4, 12)
    return replace(
        preset,
        rows=rows,
        cols=cols,
        rule=source.choice(RULES),
        pairs=None,
        shortest=source.choice([n for n in (3, 3, 4, 5, 8) if n <= rows * cols // 4]),
        adjacent=source.random() < 0.7,
        winding=source.choice(WINDINGS),
    )


def prove_again(clues: Clues, solution: Solution, method: str) -> tuple[str, bool | None]:
    """A way that the method does not name, and whether by it there is no other solution."""
    cells = clues.rows * clues.cols
    if cells <= LARGEST_FOR_NAIVE:
        return "naive", all_solutions(clues, 2) == {solution}
    if cells <= LARGEST_FOR_CHECKED_PROOF:
        stated = refutation_task(clues, solution)
        found = refute(
            [*stated.encoding, stated.difference],
            stated.find_lazy_clauses,
            BUDGET.conflicts,
            "cadical195",
        )
        if found.model is None and found.steps is None:
            return "checked proof", None
        return "checked proof", found.steps is not None
    name = "minisat22" if "+sat:cadical195" in method else "cadical195"
    solutions = plain_solutions(clues, 2, name, BUDGET.conflicts)
    return f"sat:{name}", None if solutions is None else solutions == (solution,)


def judge(first: int, number: int) -> Counter[str]:
    """Make and judge puzzles; count what became of them."""
    tally: Counter[str] = Counter()
    for index in range(first, first + number):
        params = mixed_params(random.Random(index))
        made = generate(params, index)
        if made.clues is None or made.solution is None:
            tally["not made"] += 1
            continue
        assert check(made.clues, made.solution) == (), (index, params)
        verdict = prove(made.clues, made.solution, BUDGET)
        tally[str(verdict.status)] += 1
        if verdict.status is Status.MULTIPLE:
            assert verdict.witness is not None
            witness = decode_solution(made.clues, verdict.witness)
            assert witness != made.solution, (index, params)
            assert check(made.clues, witness) == (), (index, params)
        if verdict.status is Status.UNIQUE:
            way, is_unique = prove_again(made.clues, made.solution, verdict.method or "")
            assert is_unique is not False, (index, params, verdict, way)
            tally[way if is_unique else f"{way} spent its budget"] += 1
            tally["named two ways"] += "+" in (verdict.method or "")
    assert tally["unsolvable"] == 0
    assert tally["unique"] > number * 3 // 5
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("part", range(THOUSANDS * 4), ids=lambda k: f"{k // 4:02}-{k % 4}")
def test_what_is_unique_is_proved_again(part: int) -> None:
    print(sorted(judge(250 * part, 250).items()))


def test_a_share_of_it() -> None:
    tally = judge(10**6, 24)
    assert tally["naive"] + tally["checked proof"] + tally["sat:cadical195"] > 15
