from __future__ import annotations

import pytest

from pipeline.book.parts.guide import example_cell, worked_example
from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.interface import with_rule

RULES = [(kind, rule) for kind in KINDS for rule in get_kind(kind).rules]


@pytest.mark.parametrize(("kind_id", "rule"), RULES)
def test_every_rule_has_an_example_that_is_right(kind_id: str, rule: str) -> None:
    kind = get_kind(kind_id)
    clues, solution = worked_example(kind, rule)
    assert kind.check(clues, solution) == ()
    assert with_rule(kind, clues, rule) == clues


def test_examples_are_no_wider_than_asked() -> None:
    kind = get_kind(KINDS[0])
    clues, _ = worked_example(kind, kind.rules[0])
    cell = example_cell(kind, clues, 40.0, 13.0)
    assert 38.0 < kind.draw(clues, None, cell).width_mm <= 40.0
    assert example_cell(kind, clues, 400.0, 13.0) == 13.0
