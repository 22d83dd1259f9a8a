"""docs/forms.md has an example of every form of every kind, and each is read and written again."""

from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.stages.collection.export import PENPA
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import read_puzzle
from tests.kinds.forms_page import (
    HEAD,
    PAGE,
    Example,
    make_examples,
    read_examples,
    table,
    write,
)

EXAMPLES = read_examples()


def test_the_examples_are_current() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.endswith(table(make_examples())), "run: python -m tests.kinds.forms_page"
    assert text.count("\n| ") - 2 == len(EXAMPLES)
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
