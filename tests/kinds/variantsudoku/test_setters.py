"""Sudokus of f-puzzles and SudokuPad: what is read, what is written, and what is refused."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.kit.sites.fpuzzles import object_of
from pipeline.kinds.kit.sites.packed import LINK, pack, unpack, unpack_link
from pipeline.kinds.kit.sites.sudokupad import fields_from
from pipeline.model import Credit, Provenance, PuzzleFormatError, Record
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.importer import ImportOptions, read_collection
from tests.known import the
from tests.refusals import refused

KIND = get_kind("variantsudoku")
SOLVED = load_examples(KIND)["solved"]
FORMS = ("f-puzzles", "sudokupad")


def grid(side: int = 9) -> list[list[dict[str, Any]]]:
    return [[{} for _ in range(side)] for _ in range(side)]


def drawn(**fields: Any) -> dict[str, Any]:
    """Return an object of SudokuPad with some fields."""
    return {"cells": grid(), "cellSize": 50, **fields}


def shape(row: float, col: float, **fields: Any) -> dict[str, Any]:
    return {"center": [row, col], "width": 0.3, "height": 0.3, **fields}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("at", range(len(SOLVED)), ids=[one["puzzle"]["rule"] for one in SOLVED])
def test_each_element_comes_back_with_credit_and_rules(tmp_path: Any, at: int, form: str) -> None:
    """Read from the file alone, without a name of its form or rule."""
    example, credit = SOLVED[at], Credit(title="Two & Three", author="A. B.")
    record = Record("a", KIND.id, example["puzzle"], example["solution"], credit=credit)
    path = tmp_path / "a.txt"
    path.write_text(export_text([record], f"variantsudoku/{form}"), encoding="utf-8")
    (found,) = read_collection([str(path)], ImportOptions())
    assert isinstance(found, Record), found
    assert (found.puzzle, found.solution) == (example["puzzle"], example["solution"])
    assert found.credit == credit
    rules = found.origin["source"]["ruleset"]
    assert rules == KIND.rules_text(example["puzzle"]["rule"], "en").strip()
    again = export_text([found.with_(puzzle=example["puzzle"])], f"variantsudoku/{form}")
    assert again == path.read_text(encoding="utf-8")


def test_the_rules_of_the_author_are_kept() -> None:
    origin = {"source": {"ruleset": "Mind the dots."}}
    record = Record(
        "a", KIND.id, SOLVED[0]["puzzle"], provenance=Provenance("import json", extra=origin)
    )
    (line,) = export_text([record], "variantsudoku/f-puzzles").splitlines()
    assert json.loads(line)["ruleset"] == "Mind the dots."


def test_a_text_is_packed_as_lz_string_does() -> None:
    """Made by lz-string 1.5.0."""
    assert pack("aaaa") == "IY5A"
    assert pack("cages, cages and cages") == "MYQw5gpgzgNABKSU4gHYBMHmkA=="
    assert unpack(pack('{"t":"äé漢😀"}')) == '{"t":"äé漢😀"}'


def test_sudokupad_opens_what_is_written() -> None:
    """Shapes as that program draws the elements of f-puzzles."""
    clues = KIND.decode(SOLVED[0]["puzzle"])
    (form,) = (one for one in KIND.formats if one.name == "sudokupad")
    data = unpack_link(the(LINK.search(form.write([(clues, None)]))))
    bulb, line = data["underlays"][0], data["lines"][0]
    assert (bulb["center"], bulb["rounded"], bulb["width"]) == ([0.5, 2.5], True, 0.85)
    assert line["wayPoints"] == [[0.5, 2.5], [1.5, 1.5], [2.5, 1.5]]
    assert bulb["backgroundColor"] == line["color"] == "#CFCFCF"
    assert len(data["regions"]) == 6


RULES = "Thermometers, arrows, whispers, Kropki dots, X, even cells; sandwich sums are outside."


def test_a_drawing_of_sudokupad_is_read_by_colour_form_and_place() -> None:
    data = drawn(
        metadata={"title": "T", "author": "A", "rules": RULES},
        **{"global": ["antiknight"]},
        lines=[
            {"color": "#CFCFCF", "wayPoints": [[0.5, 0.5], [0.5, 3.5]]},
            {"color": "#67F067", "wayPoints": [[4.5, 0.5], [5.5, 1.5]]},
            {"color": "#34BBE6", "wayPoints": [[0, 0], [9, 9]]},
        ],
        arrows=[{"color": "#a1a1a1", "wayPoints": [[8.5, 0.9], [8.5, 2.5]]}],
        underlays=[
            shape(0.5, 3.5, width=0.85, height=0.85, rounded=True, backgroundColor="#cfcfcf"),
            shape(6.5, 6.5, width=0.7, height=0.7, backgroundColor="#CFCFCF"),
        ],
        overlays=[
            shape(8.5, 0.5, width=0.8, height=0.8, rounded=True, borderColor="#A1A1A1"),
            shape(3, 0.5, rounded=True, backgroundColor="#000", text=""),
            shape(0.5, 5, text="X", backgroundColor="#FFFFFF"),
            shape(7, 7.5, text="^"),
            shape(-0.5, 4.5, text="10"),
        ],
        cages=[
            {"value": "solution: " + "1" * 81},
            {"cells": [[4, 4], [4, 5]], "unique": True, "value": "9"},
            {"cells": [[7, 8], [8, 8]], "unique": True, "style": "extraregion"},
            {"cells": [[0, 0]], "type": "rowcol", "hidden": True, "unique": True},
        ],
    )
    kind, puzzle, answer = object_of(fields_from(data))
    assert kind == "variantsudoku"
    assert puzzle["rule"] == (
        "diagonals+areas+anti-knight+cages+thermometers+arrows+whispers+dots+xv+signs+parity"
        "+sandwich"
    )
    assert puzzle["thermometers"] == [[3, 2, 1, 0]]
    assert puzzle["sum_arrows"] == [[72, 73, 74]]
    assert puzzle["lines"] == [[36, 46]]
    assert puzzle["between"] == [[18, 27, "black"], [4, 5, "X"], [61, 70, "<"]]
    assert puzzle["cages"] == [{"cells": [40, 41], "total": 9}]
    assert (puzzle["even"], puzzle["areas"]) == ([60], [[71, 80]])
    assert puzzle["top"][4] == [10]
    assert answer == {"numbers": [[1] * 9] * 9}
    assert KIND.decode(puzzle).rule == puzzle["rule"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"foglight": []}, "a Sudoku with foglight"),
        ({"triggereffect": [1]}, "a Sudoku with triggereffect"),
        ({"global": ["disjoint"]}, "a Sudoku with disjoint"),
        ({"metadata": {"antiqueen": True}}, "a Sudoku with antiqueen"),
        ({"lines": [{"color": "#FF0000", "wayPoints": [[0.5, 0.5], [0.5, 2.5]]}]}, "'#FF0000'"),
        ({"lines": [{"color": "#67F067", "wayPoints": [[0.5, 0.5], [1.5, 2.5]]}]}, "nor diagonal"),
        ({"lines": [{"color": "#67F067", "wayPoints": [[0.5, 0.5], [0.5, 9.5]]}]}, "cell to cell"),
        ({"arrows": [{"wayPoints": [[0.5, 0.5], [0.5, 2.5]]}]}, "an arrow without a circle"),
        ({"arrows": [{"wayPoints": [[-0.2, -0.2], [-0.1, -0.1]]}]}, "outside without a number"),
        ({"underlays": [shape(0.5, 0.5, width=1, height=1, backgroundColor="#aaa")]}, "width 1"),
        ({"underlays": [shape(0.5, 0.5, backgroundColor="#ff0000")]}, "at row 0.5, column 0.5"),
        ({"overlays": [shape(1, 1, text="1 2")]}, "the text '1 2' at row 1"),
        ({"overlays": [shape(1, 0.5, text="v")]}, "the text 'v' at row 1, column 0.5"),
        ({"overlays": [shape(-0.5, 0.5, text="5")]}, "numbers outside that the rules"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "unique": False, "value": "3"}]}, "unique False"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "hidden": True}]}, "hidden True"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "type": "disjoint"}]}, "'disjoint'"),
        ({"cages": [{"cells": [[0, 0], [0, 1]], "value": "prime"}]}, "found 'prime' in killercage"),
        ({"regions": [[[0, 0], [0, 1]]]}, "some of the cells in regions"),
        (
            {"lines": [{"color": "#67F067", "wayPoints": [[0.5, 0.5], [0.5, 2.5]]}],
             "metadata": {"rules": "Along green lines neighbours add up to ten."}},
            "draws for whispers, of which the rules of the file say nothing",
        ),
        (
            {"overlays": [shape(3, 0.5, rounded=True, backgroundColor="#fff", text="")],
             "metadata": {"rules": "A white circle is between numbers of a prime sum."}},
            "draws for difference",
        ),
    ],
)  # fmt: skip
def test_what_is_drawn_otherwise_is_refused_by_name(fields: Mapping[str, Any], said: str) -> None:
    """Nothing is left out of a drawing without a word."""
    with pytest.raises(PuzzleFormatError) as caught:
        object_of(fields_from(drawn(**fields)))
    assert said in caught.value.message
    assert caught.value.is_foreign


WHITE = [{"cells": ["R1C1", "R1C2"], "value": ""}]
BLACK = [{"cells": ["R2C1", "R2C2"], "value": ""}]


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"nonconsecutive": True}, "nonconsecutive"),
        ({"nonconsecutive": True, "difference": WHITE}, "all-white"),
        ({"negative": ["ratio"], "ratio": BLACK}, "all-black"),
        ({"negative": ["ratio"], "nonconsecutive": True, "difference": WHITE}, "all-dots"),
        ({"negative": ["xv"], "xv": [{**WHITE[0], "value": "X"}]}, "all-xv"),
        ({"text": [{"cells": ["R1C1", "R1C2"], "value": ">"}]}, "signs"),
        ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "3"}],
          "line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "German Whispers"}]},
         "whispers"),
        ({"xsum": [{"cell": "R0C1", "value": "3"}],
          "text": [{"cells": ["R0C1"], "value": "3", "fromConstraint": "X Sum"}]}, "x-sums"),
    ],
)  # fmt: skip
def test_f_puzzles_states_which_signs_are_all_given(fields: Mapping[str, Any], rule: str) -> None:
    kind, puzzle, _ = object_of({"grid": grid(6), **fields})
    assert (kind, puzzle["rule"]) == ("variantsudoku", rule)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"nonconsecutive": True, "difference": WHITE, "ratio": BLACK}, "dots of two colours"),
        ({"negative": ["ratio"], "difference": WHITE}, "dots of two colours"),
        ({"negative": ["quadruple"]}, "['quadruple'] in negative"),
        ({"ruleset": "All dots are given.", "ratio": BLACK}, "'All dots are given' in the rules"),
        ({"ruleset": "There is a negative constraint.", "xv": []}, ""),
        ({"line": [{"lines": [["R1C1", "R1C2"]]}], "antiking": True}, "a Sudoku with line"),
        ({"quadruple": [{}], "fogofwar": ["R1C1"]}, "a Sudoku with fogofwar, quadruple"),
        ({"cage": [{"cells": ["R1C1"], "value": "3"}]}, "a Sudoku with cage"),
        ({"text": [{"cells": ["R1C1", "R1C2"], "value": "v"}]}, "found 'v' in text"),
        ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "5"}]}, "found '5' in whispers"),
    ],
)  # fmt: skip
def test_what_f_puzzles_states_and_no_kind_has_is_refused(
    fields: Mapping[str, Any], said: str
) -> None:
    data = {"grid": grid(6), **fields}
    if not said:
        assert object_of(data)[0] == "sudoku"
        return
    with pytest.raises(PuzzleFormatError) as caught:
        object_of(data)
    assert said in caught.value.message
    (form,) = (one for one in KIND.formats if one.name == "f-puzzles")
    with refused(PuzzleFormatError):
        list(form.read(json.dumps(data), None))


def test_cells_without_a_region_are_in_their_box() -> None:
    """f-puzzles writes the region of a cell only where it is not the box."""
    rows: Sequence[Sequence[dict[str, Any]]] = grid(4)
    rows[0][1]["region"], rows[1][2]["region"] = 1, 0
    kind, puzzle, _ = object_of({"grid": rows, "antiknight": True})
    assert puzzle["regions"] == [[0, 1, 1, 1], [0, 0, 0, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    rows[0][0]["region"] = None
    with refused(PuzzleFormatError):
        object_of({"grid": rows, "antiknight": True})
    assert kind == "variantsudoku"


@pytest.mark.parametrize(
    "solution", ["", "123", "x" * 81, None, 5, [1] * 80], ids=lambda one: str(one)[:5]
)
def test_an_answer_that_is_none_is_left_out(solution: Any) -> None:
    data = drawn(metadata={"solution": solution}, **{"global": ["antiking"]})
    assert object_of(fields_from(data))[2] is None


def test_a_board_without_totals_is_made_and_has_one_solution() -> None:
    params = KIND.parse_params(6, 6, "cages+signs", {"totals": "50"})
    made = KIND.generate(params, 2)
    cages = the(made.clues).cages
    assert 0 < sum(cage.total is None for cage in cages) < len(cages)
    assert the(KIND.uniqueness).prove(made.clues, made.solution, KIND.budget).status == "unique"
