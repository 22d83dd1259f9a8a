"""What a text form does not keep is told, whatever the form; what it keeps is not."""

from __future__ import annotations

import pytest

from pipeline.kinds import KINDS, get_kind
from pipeline.model import Credit, PuzzleFormatError, Record
from pipeline.stages.collection.export import export_text
from tests.book.sample import make_record
from tests.kinds.boards import example_boards

FORMS = [(kind_id, form.name) for kind_id in KINDS for form in get_kind(kind_id).formats]


def told(record: Record, form: str) -> str:
    said: list[str] = []
    export_text([record], form, said.append)
    return " ".join(said)


def test_author_address_rule_and_answer_are_told() -> None:
    credit = Credit(author="A. B.", url="http://example.org", licence="CC-BY-4.0")
    record = make_record(4, 4, 1).with_(credit=credit)
    strict = record.with_(solution=None, puzzle={**record.puzzle, "rule": "no-touch"})
    assert told(record.with_(credit=None, solution=None), "puzz.link") == ""
    assert told(record.with_(solution=None), "puzz.link") == (
        "the form 'puzz.link' does not keep the author of 1, the licence of 1, the url of 1 of 1 "
        "puzzles of Numberlink; jsonl keeps all"
    )
    assert "the rule no-touch (read as " in told(strict, "zero")
    assert "the answer of 1" in told(record, "puzz.link")
    assert told(record, "jsonl") == ""


@pytest.mark.parametrize(("kind_id", "form"), FORMS)
def test_what_is_not_told_is_kept(kind_id: str, form: str) -> None:
    kind = get_kind(kind_id)
    text_form = next(one for one in kind.formats if one.name == form)
    for board in list(example_boards(kind))[:3]:
        record = Record("0" * 16, kind.id, kind.encode(board.clues))
        record = record.with_(solution=kind.encode_solution(board.solution))
        try:
            said = told(record, form)
        except PuzzleFormatError:
            continue  # the form has no place for it, and says so
        text = export_text([record], form)
        (back,) = text_form.read(text, None)
        assert ("the answer" in said) == (back.solution is None)
