"""The checks of a kind on our own; tests/commands/test_kinds.py tries wrong ones."""

from dataclasses import replace

import pytest

from pipeline.kinds.kit.builder import make_kind
from pipeline.kinds.kit.looks.look import Sign
from pipeline.stages import check_kind
from pipeline.stages.check_kind import CHECKS, NOTE, find_problems
from tests.kinds.boards import KIND_IDS, kind_of
from tests.slices import cases

SELDOM = {"engines", "drawing"}
"""Checks whose parts, with more boards, are tests of tests/kinds."""
TRIED = [
    case
    for case in cases(KIND_IDS, [name for name in CHECKS if name not in SELDOM])
    if case.values != ("template", "book")  # books do not offer it; tests of `new kind` print one
]


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "check"), TRIED)
def test_our_kinds_pass_the_checks(kind_id: str, check: str) -> None:
    found = find_problems(kind_of(kind_id), CHECKS[check])
    assert [one for one in found if not one.startswith(NOTE)] == []


def test_a_kind_whose_bands_need_trials_has_a_sentence_for_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = kind_of("masyu")
    assert [one for one in check_kind.check_texts(kind) if "difficulty" in one] == []
    monkeypatch.setattr(check_kind, "read_difficulty", lambda *_: {})
    (note,) = [one for one in check_kind.check_texts(kind) if "difficulty" in one]
    assert note.startswith("note: no [difficulty] in texts.en.toml")


def test_an_answer_that_a_clue_hides_is_named_with_its_cells() -> None:
    declared = kind_of("battleships").declared
    signs = {**declared.looks.signs, 6: Sign("black", is_number=False)}
    kind = make_kind(replace(declared, looks=replace(declared.looks, signs=signs)))
    message = next(check_kind.check_drawing(kind))
    assert message.endswith(
        "found another answer at row 1, column 1; row 3, column 1; row 5, column 2; "
        "see the looks of clues there"
    )
