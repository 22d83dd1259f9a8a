"""The population behind the percentiles of Numberlink grades."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from pipeline.kinds.kit.grading import percentile_of, to_hundredths
from pipeline.kinds.numberlink.generate import GENERATOR, generate
from pipeline.kinds.numberlink.grade import METHOD, VERSION, grade, grade_alone
from pipeline.kinds.numberlink.model import Params

PACKAGE = "pipeline.kinds.numberlink"
TABLE = json.loads(resources.files(PACKAGE).joinpath("population.json").read_text("utf-8"))


def test_table_belongs_to_this_grade() -> None:
    assert (TABLE["method"], TABLE["version"]) == (METHOD, VERSION)
    assert TABLE["generator"] == GENERATOR
    sizes = [size["cells"] for size in TABLE["sizes"]]
    assert sizes == sorted(set(sizes))
    assert {16, 36, 64, 100, 225, 400, 900} <= set(sizes)


@pytest.mark.parametrize("size", TABLE["sizes"], ids=lambda size: str(size["cells"]))
def test_quantiles_rise(size: dict[str, list[int]]) -> None:
    scores = size["scores"]
    assert len(scores) == 101
    assert scores == sorted(scores)
    assert 0 <= scores[0] < scores[-1]


def test_typical_puzzles_grow_harder_with_size() -> None:
    medians = [size["scores"][50] for size in TABLE["sizes"]]
    assert medians == sorted(medians)


def test_the_grade_of_a_generated_puzzle_has_its_percentile() -> None:
    made = generate(Params(10, 10), 3)
    assert made.clues is not None
    assert made.solution is not None
    whole, alone = grade(made.clues, made.solution), grade_alone(made.clues, made.solution)
    assert alone.percentile is None
    assert whole.percentile == percentile_of(PACKAGE, 100, to_hundredths(alone.score))
    assert whole.nodes == alone.nodes
