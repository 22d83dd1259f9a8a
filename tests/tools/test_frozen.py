"""Equal seeds give the bytes of the committed digests: a slice in each run, all of it when slow."""

import copy

import pytest

from pipeline.kinds import get_kind, kind_ids
from tests.slices import share
from tools.frozen import ARTEFACTS, KIND, differences, freeze_kind, freeze_puzzle, jobs_of
from tools.frozen import read_golden as golden


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", kind_ids())
def test_equal_seeds_give_equal_bytes(kind_id: str) -> None:
    kind, before = get_kind(kind_id), golden()[kind_id]
    found = {KIND: freeze_kind(kind)}
    for name, params, seeds in jobs_of(kind):
        if not name.startswith("band"):
            shown = range(share(seeds, part=20))
            found[name] = {str(seed): freeze_puzzle(kind, params, seed) for seed in shown}
    known = {name: {key: before[name][key] for key in own} for name, own in found.items()}
    lines = [*differences(kind_id, known, found)]
    assert lines == [], f"{lines}; if it is meant: raise a version, python -m tools.frozen --update"


def test_a_difference_names_kind_seed_and_artefact() -> None:
    before = golden()["hashi"]
    after = copy.deepcopy(before)
    digests = after["small"]["3"].split()
    digests[[*ARTEFACTS].index("steps")] = "000000"
    after["small"]["3"] = after["small"]["7"] = " ".join(digests)
    after[KIND]["texts"] = "000000"
    lines = [*differences("hashi", before, after)]
    assert "hashi: steps differs in 2 places, first in small, seed 3" in lines
    assert "hashi: texts differs in 1 places, first in kind" in lines
    after["tiny"]["0"] = "none"
    assert any("what is made" in line for line in differences("hashi", before, after))


@pytest.mark.parametrize("kind_id", kind_ids())
def test_bands_are_frozen_with_or_without_rules(kind_id: str) -> None:
    bands = {name for name, _, _ in jobs_of(get_kind(kind_id)) if name.startswith("band")}
    assert bands
    assert bands < golden()[kind_id].keys()
