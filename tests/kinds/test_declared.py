"""Every text form of every declared kind: random boards come back from it."""

from random import Random

import pytest

from pipeline.kinds.interface import AnyKind, rule_of
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.model import PuzzleFormatError
from tests.kinds.boards import KIND_IDS, boards_of, example_boards, kind_of
from tests.slices import share

OWN_ENGINES = ("numberlink", "hashi", "npuzzle")
DECLARED = [kind_id for kind_id in KIND_IDS if kind_id not in OWN_ENGINES]


def random_clues(boards: Boards, random: Random, rule: str | None, size: tuple[int, int]) -> Board:
    """Return clues that the kind takes, whether they have a solution or not."""
    rows, cols = size
    allowed = boards.allowed(rows, cols)
    others = [value for value in range(-9, 30) if value in allowed and value != boards.empty]
    share = random.choice((0.15, 0.3, 0.6)) if boards.empty in allowed else 1.0
    while True:
        values = [
            random.choice(others) if random.random() < share else boards.empty
            for _ in range(rows * cols)
        ]
        try:
            return boards.make_clues(rows, cols, values, rule)
        except PuzzleFormatError:
            share = random.random() if boards.empty in allowed else 1.0


def needs_regions(boards: Boards) -> bool:
    try:
        boards.make_clues(6, 6, [boards.empty] * 36)
    except PuzzleFormatError:
        return boards.has_regions
    return False


AROUND = [
    kind_id
    for kind_id in DECLARED
    if kind_id in ("dominosa", "hidato", "numbrix")  # whose boards have each domino or number once
    or boards_of(kind_id).clue_sorts
    or len([*boards_of(kind_id).allowed(5, 5)]) == 1  # type: ignore[misc]
    or needs_regions(boards_of(kind_id))
]
"""Kinds whose clues are not all in cells: no board of theirs is drawn at random here."""


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", AROUND)
def test_every_form_brings_made_boards_back(kind_id: str) -> None:
    kind = kind_of(kind_id)
    written = set()
    groups = {one.name: [(one.clues, one.solution)] for one in example_boards(kind)}
    for name, params in kind.presets.items():
        found = [kind.generate(params, seed) for seed in range(3)]
        groups[name] = [(one.clues, one.solution) for one in found if one.clues is not None]
    for name, made in groups.items():
        rule = rule_of(kind, made[0][0])
        for form in kind.formats:
            try:
                text = form.write(made)
            except PuzzleFormatError:
                continue
            written.add(form.name)
            assert form.detect(text), (name, form.name)
            assert [one.clues for one in form.read(text, rule)] == [one for one, _ in made], name
    assert written == {form.name for form in kind.formats}


@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", sorted({*DECLARED} - {"zip", *AROUND}))
def test_every_form_brings_random_boards_back(kind_id: str) -> None:
    """Of boards of any size, turned into texts alone and several together."""
    kind: AnyKind = kind_of(kind_id)
    boards = boards_of(kind_id)
    random, written = Random(kind_id), set()
    for k in range(share(40)):
        side = random.randint(2, 16) if boards.most_side > 9 else random.randint(2, 9)
        side = side if k else 3  # some forms have no numbers above 9
        size = (side, side if boards.family == "numbers" else random.randint(1, 14))
        rule = kind.rules[k % len(kind.rules)]
        clues = [random_clues(boards, random, rule, size) for _ in range(2)]
        for form in kind.formats:
            try:
                text = form.write([(one, None) for one in clues])
            except PuzzleFormatError:
                continue
            written.add(form.name)
            assert [one.clues for one in form.read(text, rule)] == clues, (form.name, text)
    assert written == {form.name for form in kind.formats}


WITH_ADDRESS = [
    kind_id
    for kind_id in DECLARED
    if kind_id != "zip" and any(form.name == "puzz.link" for form in kind_of(kind_id).formats)
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
