"""Numberlink on puzz.link: numlin, arukone, and their files."""

import pytest

from pipeline.kinds.numberlink.formats import FORMATS
from pipeline.kinds.numberlink.formats.puzz_link import PUZZ_LINK, PZPRV3
from pipeline.kinds.numberlink.model import Clues, make_clues, make_solution
from pipeline.kinds.numberlink.rules import check
from pipeline.model import PuzzleFormatError
from tests.refusals import refused

ROWS = ["1....", "2..3.", ".....", ".1..2", "....3"]
SOLVED = (
    "pzprv3/numlin/5/5/1 . . . . /2 . . 3 . /. . . . . /. 1 . . 2 /. . . . 3 /"
    "1 -1 1 1 /0 -1 0 0 /0 -1 -1 0 /0 -1 -1 0 /1 1 -1 1 /"
    "0 1 1 0 1 /1 1 1 1 1 /1 1 1 1 1 /1 0 1 1 0 /"
)
LETTERED = (
    "pzprv3/arukone/5/5/passallcell/A . . . . /. . . B . /. C . C . /. A . . . /. . . . B /"
    "1 1 1 1 /1 1 1 0 /-1 1 1 0 /-1 1 1 1 /1 1 1 1 /"
    "0 0 0 0 1 /1 -1 0 0 1 /1 -1 0 0 1 /1 -1 0 0 0 /"
)
"""Source: test/script/numlin.js and arukone.js of pzprjs (MIT)."""


def numbered(rows: list[str], rule: str = "free") -> Clues:
    labels = [0 if cell == "." else cell for row in rows for cell in row]
    return make_clues(len(rows), len(rows[0]), rule, labels)


def test_the_golden_address_of_numlin() -> None:
    text = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3\n"
    (parsed,) = PUZZ_LINK.read(text, None)
    assert parsed.clues == numbered(ROWS)
    assert PUZZ_LINK.write([(parsed.clues, None)]) == text


def test_the_golden_address_of_arukone() -> None:
    text = "https://puzz.link/p?arukone/5/5/1m2h3g3h1m2\n"
    (parsed,) = PUZZ_LINK.read(text, None)
    assert parsed.clues == numbered(["A....", "...B.", ".C.C.", ".A...", "....B"], "cover")
    assert parsed.clues.labels == ("A", "B", "C")
    assert PUZZ_LINK.write([(parsed.clues, None)]) == text


def test_arukone_means_cover_unless_its_flag_is_set() -> None:
    text = "arukone/e/3/1/1g1\narukone/3/1/1g1\nnumlin/3/1/1g1\n"
    assert [one.clues.rule for one in PUZZ_LINK.read(text, None)] == ["free", "cover", "free"]
    assert {one.clues.rule for one in PUZZ_LINK.read(text, "no-touch")} == {"no-touch"}


@pytest.mark.parametrize("text", [SOLVED, LETTERED])
def test_the_golden_files_are_read_with_their_solutions(text: str) -> None:
    (parsed,) = PZPRV3.read(text, None)
    assert parsed.solution is not None
    assert check(parsed.clues, parsed.solution) == ()
    written = PZPRV3.write([(parsed.clues, parsed.solution)])
    assert written == text.replace("-1", "0").replace(" /", "/").replace("/", "\n")
    assert [(one.clues, one.solution) for one in PZPRV3.read(written, None)] == [
        (parsed.clues, parsed.solution)
    ]


@pytest.mark.parametrize("word", ["dontpassallcell", "allowempty"])
def test_a_file_of_arukone_has_a_flag_for_covering(word: str) -> None:
    (parsed,) = PZPRV3.read(f"pzprv3/arukone/1/3/{word}/A . A /", None)
    assert (parsed.clues.rule, parsed.solution) == ("free", None)


@pytest.mark.parametrize(
    "drawn",
    [
        "1 0 /0 0 /0 0 0 /",  # a line that ends on its way
        "1 1 /0 0 /0 0 0 /",  # the second pair is not joined
        "1 1 /1 1 /0 1 0 /",  # a branch
        "0 0 /0 0 /1 0 1 /",  # joins different labels
    ],
)
def test_what_does_not_join_all_pairs_is_no_solution(drawn: str) -> None:
    (parsed,) = PZPRV3.read(f"pzprv3/numlin/2/3/1 . 1 /2 . 2 /{drawn}", None)
    assert parsed.solution is None


def test_a_loop_beside_the_lines_is_no_solution() -> None:
    text = "pzprv3/numlin/3/2/1 1 /. . /. . /1 /1 /1 /0 0 /1 1 /"
    (parsed,) = PZPRV3.read(text, None)
    assert parsed.solution is None


def test_labels_of_the_source_are_kept() -> None:
    text = "https://puzz.link/p?numlin/3/2/7g7-10g-10\n"
    (parsed,) = PUZZ_LINK.read(text, None)
    assert parsed.clues.labels == ("7", "16")
    assert PUZZ_LINK.write([(parsed.clues, None)]) == text
    assert PZPRV3.write([(parsed.clues, None)]).splitlines()[4:6] == ["7 . 7", "16 . 16"]


@pytest.mark.parametrize("labels", ["ab", "zA"])
def test_labels_that_the_game_lacks_are_numbered(labels: str) -> None:
    clues = make_clues(2, 2, "free", [labels[0], labels[0], labels[1], labels[1]])
    assert PUZZ_LINK.write([(clues, None)]) == "https://puzz.link/p?numlin/2/2/1122\n"


def test_a_wrong_solution_is_drawn_as_far_as_it_goes() -> None:
    clues = make_clues(1, 3, "free", [1, 0, 1])
    text = PZPRV3.write([(clues, make_solution([[0, 2]]))])
    assert next(PZPRV3.read(text, None)).solution is None


REFUSED = {
    "numlin/2/1/1.": "line 1: expected labels from 1 to 77775 in 'numlin', found an unknown "
    "one; give each end of a line its label",
    "numlin/2/1/00": "line 1: expected labels from 1 to 77775 in 'numlin', found 0; "
    "give each end of a line its label",
    "arukone/2/1/-35-35": "line 1: expected labels from 1 to 52 in 'arukone', found 53; "
    "give each end of a line its label",
    "numlin/3/1/112": "line 1: expected each label exactly twice, found '2' once (line 1); "
    "check the grid for a slip",
}


@pytest.mark.parametrize("text", REFUSED)
def test_wrong_labels_are_refused(text: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        list(PUZZ_LINK.read(text, None))
    assert str(caught.value) == REFUSED[text]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pzprv3/numlin/1/2/1 A /", "line 1: expected numbers from 1, or a dot for an empty cell"),
        ("pzprv3/numlin/1/2/1 - /", "found '-'; give each end of a line its label"),
        ("pzprv3/arukone/1/2/x/A 1 /", "line 1: expected letters, or a dot for an empty cell"),
    ],
)
def test_wrong_words_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        list(PZPRV3.read(text, None))
    assert message in str(caught.value)


@pytest.mark.parametrize("rule", ["no-uturn", "no-touch"])
@pytest.mark.parametrize("name", ["puzz.link", "pzprv3"])
def test_rules_that_are_not_played_there_are_refused(name: str, rule: str) -> None:
    form = next(form for form in FORMATS if form.name == name)
    with pytest.raises(PuzzleFormatError, match=f"^{name} cannot express the rule {rule};"):
        form.write([(make_clues(1, 2, rule, [1, 1]), None)])


def test_there_are_52_letters() -> None:
    def pairs(count: int) -> Clues:
        return make_clues(2, count, "cover", [*range(1, count + 1)] * 2)

    assert "\nz\n" not in PZPRV3.write([(pairs(52), None)])
    assert " z\n" in PZPRV3.write([(pairs(52), None)])
    for form in (PUZZ_LINK, PZPRV3):
        with refused(PuzzleFormatError):
            form.write([(pairs(53), None)])
