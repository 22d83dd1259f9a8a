"""Each reason follows from the rule; where it rests on the answer it says so."""

from collections import Counter

import networkx as nx
import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.telling.deduction import Decision
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.kinds.numberlink.deductions import explain_steps
from pipeline.kinds.numberlink.grade import find_assumptions
from pipeline.kinds.numberlink.model import RULES, Clues
from pipeline.model import Status
from tests.known import the


class Drawn:
    """What is known between neighbouring cells: True joined, False not, None open."""

    def __init__(self, clues: Clues) -> None:
        self.clues = clues
        self.known: dict[tuple[int, ...], bool | None] = {}
        for cell in range(clues.rows * clues.cols):
            if (cell + 1) % clues.cols:
                self.known[cell, cell + 1] = None
            if cell + clues.cols < clues.rows * clues.cols:
                self.known[cell, cell + clues.cols] = None

    def around(self, cell: int) -> tuple[int, int]:
        """Return how many lines a cell has, and how many may still come."""
        values = [value for pair, value in self.known.items() if cell in pair]
        return values.count(True), values.count(None)

    def has_two_sides(self, cells: tuple[int, ...]) -> bool:
        """Return whether two other sides of a square with this one are drawn."""
        one, other = cells
        step = self.clues.cols if other == one + 1 else 1
        for shift in (-step, step):
            sides = [(one + shift, other + shift), (one, one + shift), (other, other + shift)]
            if sum(self.known.get((min(s), max(s))) is True for s in sides) == 2:
                return True
        return False

    def graph(self) -> nx.Graph:
        """Return the lines that are drawn."""
        graph = nx.Graph(pair for pair, value in self.known.items() if value)
        graph.add_nodes_from(range(self.clues.rows * self.clues.cols))
        return graph

    def number(self, cell: int) -> int:
        """Return the number at an end of a cell's line, 0 if it has none."""
        line = nx.node_connected_component(self.graph(), cell)
        return max(0, *(self.clues.numbers[one] for one in line))

    def follows(self, decision: Decision, strictness: int) -> bool:
        """Return whether a reason that is none of a trial holds for what it decides."""
        reason, cells = decision.reason, decision.cells
        if reason in ("only-way", "full", "empty", "answer-fills"):
            (cell,) = decision.about
            lines, still_open = self.around(cell)
            is_end = self.clues.numbers[cell] > 0
            needed = 1 if is_end else 2
            if reason == "full":
                return lines == needed
            if reason == "empty":
                return not is_end and lines == 0 and still_open < 2
            if reason == "answer-fills":
                return strictness == 0 and not is_end and lines + still_open == 2
            return lines + still_open == needed and (is_end or lines > 0 or strictness > 0)
        if "square" in reason:
            who = {"square-one-answer": (0,), "answer-square": (1,), "square": (2, 3)}[reason]
            return strictness in who and self.has_two_sides(cells)
        if "beside" in reason:
            who = {"beside-one-answer": (0,), "answer-beside": (1, 2), "beside": (3,)}[reason]
            return strictness in who
        if reason in ("different", "closed"):
            numbers = {self.number(cell) for cell in cells} - {0}
            is_line = nx.has_path(self.graph(), *cells)
            return is_line if reason == "closed" else len(numbers) == 2
        return reason == "candidates"


@pytest.mark.parametrize("rule", RULES)
def test_every_step_follows_from_the_rule_or_says_what_it_rests_on(rule: str) -> None:
    kind = get_kind("numberlink")
    reasons = the(kind.deductions).reasons("en", None)
    given: Counter[str] = Counter()
    made = 0
    for seed in range(60):
        found = kind.generate(kind.parse_params(6, 6, rule, {}), seed)
        if found.clues is None or made == 8:
            continue
        verdict = the(kind.uniqueness).prove(found.clues, found.solution, kind.budget)
        if verdict.status is not Status.UNIQUE:
            continue
        made += 1
        clues, strictness = found.clues, RULES.index(rule)
        is_more = len(find_assumptions(clues, the(found.solution)).names()) > strictness
        drawn = Drawn(clues)
        for step in explain_steps(clues, the(found.solution)):
            for one in step.decisions:
                given[one.reason] += 1
                assert one.reason in reasons
                if step.assumed is not None:
                    assert one.reason.startswith("answer-") == is_more
                elif step.level != "search":
                    assert drawn.follows(one, strictness), (rule, seed, one)
            for one in step.decisions:
                drawn.known[one.cells] = one.least > 0
    assert made == 8
    if rule == "free":
        assert {"answer-fills", "square-one-answer"} <= given.keys()


def test_a_trial_says_where_it_fails_and_by_which_rule() -> None:
    kind = get_kind("numberlink")
    reasons = the(kind.deductions).reasons("en", None)
    found = kind.generate(kind.parse_params(8, 8, "free", {"band": "hard"}), 2)
    trials = [step for step in explain_steps(the(found.clues), the(found.solution)) if step.assumed]
    assert len({the(step.assumed).reason for step in trials}) > 1
    assert {the(step.assumed).reason for step in trials} <= reasons.keys()
    for step in trials:
        said = step_text(step, 8, reasons)
        assert f"{step.rounds} steps later a rule is broken at" in said, said
