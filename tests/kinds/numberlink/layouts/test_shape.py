"""What is asked of a board's shape holds in every puzzle, and what cannot be is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.layouts.shape import (
    SYMMETRIES,
    allows_pairs,
    are_symmetrical,
)
from pipeline.kinds.numberlink.model import RULES, Params
from pipeline.kinds.numberlink.options import PRESETS, parse_params
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.rules import check
from pipeline.model import ConfigError, Status
from tests.known import the
from tests.naive.numberlink import all_solutions

COMB = "#.#.#.#.#\n#.#.#.#.#\n#########\n#.#.#.#.#\n#.#.#.#.#"
RING = ("######", "######", "##..##", "##..##", "######", "######")


def turned(rows: int, cols: int, cell: int, symmetry: str) -> int:
    """Return the image of a cell, by definition, apart from the code that is tested."""
    row, col = divmod(cell, cols)
    if symmetry == "quarter-turn":
        return col * cols + (cols - 1 - row)
    if symmetry in ("half-turn", "top-bottom"):
        row = rows - 1 - row
    if symmetry in ("half-turn", "left-right"):
        col = cols - 1 - col
    return row * cols + col


def assert_is_as_asked(params: Params, seed: int) -> None:
    result = generate(params, seed)
    assert result.clues is not None
    assert result.solution is not None
    clues, solution = result.clues, result.solution
    assert check(clues, solution) == ()
    size = params.rows * params.cols
    asked = "".join(params.mask or ()) or "#" * size
    assert clues.blocked == {cell for cell in range(size) if asked[cell] == "."}
    covered = {cell for path in solution.paths for cell in path}
    assert covered == set(range(size)) - clues.blocked
    ends = {cell for pair in clues.ends() for cell in pair}
    assert {turned(params.rows, params.cols, cell, params.symmetry) for cell in ends} == ends
    if params.border == "empty":
        for cell in ends:
            row, col = divmod(cell, params.cols)
            assert 0 < row < params.rows - 1
            assert 0 < col < params.cols - 1
            assert not clues.blocked & {cell - 1, cell + 1, cell - params.cols, cell + params.cols}
    assert prove(clues, solution, Budget(200_000, 20_000)).status is Status.UNIQUE


@pytest.mark.parametrize("rule", ["free", "no-touch"])
def test_lines_are_not_as_symmetrical_as_their_ends(rule: str):
    """Of 6x6 layouts with half-turns every second one would be."""
    for symmetry in ("half-turn", "left-right"):
        params = Params(6, 6, rule=rule, symmetry=symmetry)
        for seed in range(8):
            made = generate(params, seed)
            assert made.solution is not None
            assert not are_symmetrical(params, made.solution.paths)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_clues_are_symmetrical(rule: str, symmetry: str):
    assert_is_as_asked(Params(6, 6, rule=rule, symmetry=symmetry), 1)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "params",
    [
        Params(7, 7, border="empty"),
        Params(8, 9, mask=PRESETS["heart"].mask),
        Params(6, 6, mask=RING, symmetry="quarter-turn"),
        Params(8, 8, border="empty", symmetry="half-turn"),
        Params(8, 8, symmetry="half-turn", adjacent=False, shortest=4),
        Params(2, 9),
        Params(3, 8),
    ],
    ids=str,
)
def test_every_rule_and_combinations(rule: str, params: Params):
    from dataclasses import replace

    assert_is_as_asked(replace(params, rule=rule), 2)


@settings(max_examples=15, deadline=None)
@given(
    rows=st.integers(3, 5),
    cols=st.integers(4, 5),
    bits=st.integers(0, 2**25),
    rule=st.sampled_from(RULES),
)
def test_small_masked_puzzles_are_unique_by_naive_enumeration(
    rows: int, cols: int, bits: int, rule: str
):
    blocked = {bits % 25, bits // 25 % 25} if bits % 2 else {bits % 25}
    text = "".join(".#"[cell not in blocked] for cell in range(rows * cols))
    mask = "\n".join(text[row * cols : (row + 1) * cols] for row in range(rows))
    try:
        params = parse_params(rows, cols, rule, {"mask": mask})
    except ConfigError:
        return
    result = generate(params, bits)
    if result.clues is not None:
        assert all_solutions(result.clues, 2) == {result.solution}


@pytest.mark.parametrize(
    ("rows", "cols", "settings_", "words"),
    [
        (1, 9, {}, "expected sides of 2 to 100"),
        (3, 3, {}, "the longer one from 4"),
        (6, 7, {"symmetry": "quarter-turn"}, "expected a square"),
        (7, 7, {"symmetry": "quarter-turn"}, "its squares do not add up; choose another size"),
        (6, 6, {"symmetry": "quarter-turn", "pairs": "5"}, "ask for 4 or 6 pairs"),
        (6, 6, {"symmetry": "mirror"}, "expected symmetry to be one of none, half-turn"),
        (6, 6, {"border": "none"}, "expected border to be one of any, empty; found 'none'"),
        (2, 9, {"border": "empty"}, "for border=empty, found 9x2"),
        (4, 5, {"border": "empty"}, "for border=empty, found 5x4"),
        (2, 9, {"adjacent": "false"}, "lines end side by side"),
        (6, 6, {"border": "empty", "pairs": "9"}, "room for the ends of 9 pairs, found 16"),
        (4, 5, {"mask": "#####\n#####\n#####\n..#..", "border": "empty"}, "one must end at row 4"),
        (3, 5, {"mask": "#.#.#\n#####\n.###.", "pairs": "4"}, "at most the 11 cells of 5x3 in its"),
        (5, 9, {"mask": COMB, "pairs": "2"}, "expected at least 9 pairs, found pairs=2"),
    ],
)
def test_what_cannot_be_is_refused(rows: int, cols: int, settings_: dict[str, str], words: str):
    with pytest.raises(ConfigError, match=words):
        parse_params(rows, cols, None, settings_)


def test_optional_params_are_described_if_set():
    described = KIND.describe_params(Params(6, 6))
    assert not {"symmetry", "border", "mask"} & described.keys()
    described = KIND.describe_params(
        Params(8, 9, mask=PRESETS["heart"].mask, border="empty", symmetry="left-right")
    )
    assert described["mask"] == list(the(PRESETS["heart"].mask))
    assert (described["border"], described["symmetry"]) == ("empty", "left-right")


def test_a_number_of_pairs_is_only_ruled_out_where_none_is_made():
    """Whatever the generator makes without a wish and is symmetrical by chance is allowed."""
    for seed in range(60):
        params = Params(4, 4, rule="no-touch")
        clues = generate(params, seed).clues
        assert clues is not None
        ends = {cell for pair in clues.ends() for cell in pair}
        for symmetry in SYMMETRIES:
            if {turned(4, 4, cell, symmetry) for cell in ends} == ends:
                assert allows_pairs(Params(4, 4, symmetry=symmetry), clues.pairs)
