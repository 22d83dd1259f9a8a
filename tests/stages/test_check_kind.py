"""The checks of a kind on our own; tests/commands/test_kinds.py tries wrong folders.

What each check refuses is in test_broken_kinds.py.
"""

from dataclasses import replace
from itertools import product

import pytest

from pipeline.kinds.kit.builder import make_kind
from pipeline.kinds.kit.looks.look import Sign
from pipeline.stages.check_kind import CHECKS, find_problems, texts
from pipeline.stages.check_kind.boards import NOTE
from pipeline.stages.check_kind.drawing import check_drawing
from tests.kinds.boards import KIND_IDS, kind_of

DEAR = {
    "declaration", "generation", "engines", "verdicts", "positions", "proofs", "drawing", "book",
}  # fmt: skip
"""Checks that take seconds for some kinds."""
TRIED = [
    pytest.param(kind_id, check, marks=[pytest.mark.part(5)] if check in DEAR else [])
    for kind_id, check in product(KIND_IDS, CHECKS)
    if (kind_id, check) != ("template", "book")  # books do not offer it; `new kind` prints one
]


@pytest.mark.parametrize(("kind_id", "check"), TRIED)
def test_our_kinds_pass_the_checks(kind_id: str, check: str) -> None:
    found = find_problems(kind_of(kind_id), CHECKS[check])
    assert [one for one in found if not one.startswith(NOTE)] == []


def test_a_kind_whose_bands_need_trials_has_a_sentence_for_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = kind_of("masyu")
    assert [one for one in texts.check_texts(kind) if "difficulty" in one] == []
    monkeypatch.setattr(texts, "read_difficulty", lambda *_: {})
    (note,) = [one for one in texts.check_texts(kind) if "difficulty" in one]
    assert note.startswith("note: no [difficulty] in texts.en.toml")


def test_an_answer_that_a_clue_hides_is_named_with_its_cells() -> None:
    declared = kind_of("battleships").declared
    signs = {**declared.looks.signs, 6: Sign("black", is_number=False)}
    kind = make_kind(replace(declared, looks=replace(declared.looks, signs=signs)))
    message = next(check_drawing(kind))
    assert message.endswith(
        "found another answer at row 1, column 1; row 3, column 1; row 5, column 2; "
        "see the looks of clues there"
    )
