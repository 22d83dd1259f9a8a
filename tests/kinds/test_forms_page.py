"""docs/forms.md has an example of every form of every kind, and each is read and written again."""

import re
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.stages.collection.export import PENPA
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import read_puzzle
from tests.kinds.forms_page import (
    ADDRESSES,
    HEAD,
    PAGE,
    Example,
    addresses,
    make_examples,
    read_examples,
    section,
    write,
)

EXAMPLES = read_examples()


def test_the_examples_are_current() -> None:
    text = PAGE.read_text(encoding="utf-8")
    examples = list(make_examples())
    assert text.endswith(section(examples)), "run: python -m tests.kinds.forms_page"
    assert ADDRESSES.read_text(encoding="utf-8") == addresses(examples)
    assert sorted(EXAMPLES) == sorted(examples)
    assert HEAD in text


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e.kind}-{e.form}" for e in EXAMPLES])
def test_each_example_is_read_and_written_again(example: Example, tmp_path: Path) -> None:
    kind, path = get_kind(example.kind), tmp_path / "example.txt"
    path.write_text(example.text, encoding="utf-8")
    form = None if example.form == PENPA else f"{kind.id}/{example.form}"
    (record,) = import_records(str(path), form)
    puzzle = read_puzzle(record)
    assert puzzle.kind is kind
    answer = record.origin.get("published")
    solution = None if answer is None else kind.decode_solution(puzzle.clues, answer)
    assert write(kind, example.form, puzzle.clues, solution) == example.text


HEAD_TEXT = PAGE.read_text(encoding="utf-8").partition(HEAD)[0]
FOREIGN = re.findall(r"^\| ([A-Za-z-]+) \| [^|]+ \| `(.+)` \| [^|]+ \|$", HEAD_TEXT, re.MULTILINE)


@pytest.mark.parametrize(("program", "text"), FOREIGN, ids=[name for name, _ in FOREIGN])
def test_examples_of_other_programs_are_read(program: str, text: str, tmp_path: Path) -> None:
    assert {name for name, _ in FOREIGN} == {"HoDoKu", "OpenSudoku", "f-puzzles", "ipuz"}
    path = tmp_path / "example.txt"
    path.write_text(f"{text}\n", encoding="utf-8")
    (record,) = import_records(str(path))
    assert record.kind == "sudoku"
    assert sum(clue > 0 for row in record.puzzle["clues"] for clue in row) > 3


@pytest.mark.parametrize("kind", [one.kind for one in EXAMPLES if one.form == PENPA])
def test_several_addresses_of_penpa_have_the_kind_of_one(kind: str, tmp_path: Path) -> None:
    (example,) = [one for one in EXAMPLES if (one.kind, one.form) == (kind, PENPA)]
    path = tmp_path / "example.txt"
    for times in (1, 3):
        path.write_text(example.text * times, encoding="utf-8")
        assert {(one.kind, str(one.puzzle)) for one in import_records(str(path))} == {
            (kind, str(next(iter(import_records(str(path), None))).puzzle))
        }
