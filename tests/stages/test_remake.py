"""What a record says about its seed is true of the puzzle that the generator makes from it."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Record
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.remake import compare_remade
from tests.known import the


def make(kind_id: str, params: Any, seed: int = 3) -> Record:
    order = GeneratorOrder(kind_id, params, seed)
    return next(one for one in generate_records((order, index) for index in count()) if one)


@pytest.fixture(scope="module", params=kind_ids())
def record(request: pytest.FixtureRequest) -> Record:
    kind = get_kind(request.param)
    return make(kind.id, next(iter(kind.presets.values())))


def problems(record: Record, **changes: Any) -> list[str]:
    assert record.provenance is not None
    changed = record.with_(provenance=replace(record.provenance, **changes))
    found, notes = compare_remade(read_puzzle(changed))
    assert not notes
    return found


@pytest.mark.part(5)
@pytest.mark.parametrize("kind_id", kind_ids())
def test_the_puzzles_of_all_presets_are_made_again(kind_id: str) -> None:
    for params in get_kind(kind_id).presets.values():
        assert problems(make(kind_id, params)) == []


def test_settings_of_each_sort_are_read_back() -> None:
    mask = "\n".join(["xxxxxx.xx"] * 9)
    bars = "\n".join(["##.##", "#...#", ".###.", "##.##", "#.#.#"])
    for kind_id, rows, cols, rule, settings in (
        ("numberlink", 6, 6, "cover", {"pairs": "4:6", "adjacent": "false", "winding": "30"}),
        ("numberlink", 10, 10, None, {"band": "hard"}),
        ("hashi", 8, 8, None, {"islands": "14:18", "loops": "false", "hardest": "isolation"}),
        ("npuzzle", 3, 3, None, {"goal": "1,2,3/8,0,4/7,6,5", "walk": "30"}),
        ("npuzzle", 4, 4, None, {"band": "easy", "blank": "1,1"}),
        ("sudoku", 9, 9, None, {"mask": mask, "band": "easy"}),
        ("sudoku", 9, 9, None, {"band": "medium", "symmetry": "none"}),
        ("sudoku", 9, 9, "diagonal", {"clues": "26:30", "hardest": "overlap"}),
        ("zip", 5, 5, None, {"walls": "20"}),
        ("nonogram", 5, 5, None, {"picture": bars}),
    ):  # fmt: skip
        params = get_kind(kind_id).parse_params(rows, cols, rule, settings)
        assert problems(make(kind_id, params)) == []


def test_another_seed_or_index_is_refused(record: Record) -> None:
    assert record.provenance is not None
    seed, index = the(record.provenance.seed), the(record.provenance.index)
    assert problems(record, seed=seed + 1)
    assert problems(record, index=index + 1)
    assert problems(record, index=None) == ["the provenance has only one of seed and index"]
    assert problems(record, attempt=399) == [
        f"provenance.attempt is 399, made again it is {record.provenance.attempt}"
    ]


@pytest.mark.part(5)
def test_hostile_params_are_refused_by_validation(record: Record) -> None:
    assert record.provenance is not None
    params = record.provenance.extra["params"]
    wrong: list[Any] = [None, 7, [], {}, {"rows": 10**9, "cols": 10**9}]
    values = [True, -1, 10**30, 1.5, "x" * 9, [], [1], [[1]], ["#"], {"a": 1}, [10**30, 10**30]]
    for key in {*params, "own", "mask", "more"} - {"rows", "cols"}:
        wrong += [{**params, key: value} for value in values if params.get(key) != value]
    for one in wrong:
        (problem,) = problems(record, extra={"params": one})
        # A mask of a single cell is valid, but makes no such puzzle.
        said = (f"provenance.params are no settings of {record.kind}: ", "seed 3 and index ")
        assert problem.startswith(said), one


def test_other_generators_and_versions_are_noted_and_not_made() -> None:
    record = make("sudoku", get_kind("sudoku").presets["tiny"])
    assert record.provenance is not None
    for changes in ({"generator": "other"}, {"version": 99}):
        changed = record.with_(provenance=replace(record.provenance, **changes))
        found, (note,) = compare_remade(read_puzzle(changed))
        assert found == []
        assert note.startswith("seed and index are not checked: made by ")
    assert compare_remade(read_puzzle(record.with_(provenance=None))) == ([], [])
