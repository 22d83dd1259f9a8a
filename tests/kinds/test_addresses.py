"""Addresses of puzz.link: what is cut is no other board, what is behind one is left."""

import pytest

from pipeline.kinds.interface import AnyKind
from pipeline.model import PuzzleFormatError
from pipeline.stages.check_kind.boards import example_boards
from tests.kinds.boards import KIND_IDS, kind_of

WITH_ADDRESS = [
    kind_id
    for kind_id in KIND_IDS
    if kind_of(kind_id).declared is not None
    and kind_id != "zip"
    and any(form.name == "puzz.link" for form in kind_of(kind_id).formats)
]


@pytest.mark.parametrize("kind_id", WITH_ADDRESS)
def test_an_address_that_was_cut_is_no_other_board(kind_id: str) -> None:
    kind: AnyKind = kind_of(kind_id)
    plain = kind.rules[0]  # puzz.link has no other
    clues = next(
        one.clues for one in example_boards(kind) if getattr(one.clues, "rule", "") in (plain, "")
    )
    form = next(form for form in kind.formats if form.name == "puzz.link")
    address = form.write([(clues, None)]).strip().rstrip("/")
    for end in range(1, 6):
        for found in form.read_each(address[:-end], None):
            assert isinstance(found, PuzzleFormatError) or found.clues == clues


def test_the_last_sign_of_an_address_may_extend_past_the_board() -> None:
    # So the site itself writes a number with nothing, or one empty cell, behind it.
    for body, clues in (("g11a", (-1, 1, 1, 0)), ("g1d", (-1, 1, 3, -1))):
        (found,) = (
            kind_of("slitherlink")
            .formats[0]
            .read(f"https://puzz.link/p?slither/2/2/{body}\n", None)
        )
        assert found.clues.values == clues
