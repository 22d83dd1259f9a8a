"""What goes out comes back: puzzle, answer, rule and credit, in every form of every kind."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import rule_of, with_rule
from pipeline.model import ConfigError, Credit, PuzzleFormatError, Record, record_id
from pipeline.stages.check_kind.boards import example_boards
from pipeline.stages.collection.export import PENPA, TABLE, export_text
from pipeline.stages.collection.importer import ImportOptions, read_collection
from tests.book.sample import make_record
from tests.refusals import refused

FORMS = [(kind_id, form.name) for kind_id in kind_ids() for form in get_kind(kind_id).formats]
FORMS += [(kind_id, PENPA) for kind_id, form in FORMS if form == TABLE]

CREDIT = Credit(
    author="A. B. & Söhne", title="One, two; &amp; three", url="http://example.org/?a=1&b=2",
    licence="CC-BY-4.0", text="From: # all",
)  # fmt: skip


def given(record: Record, form: str, *, is_lossy: bool = False) -> str:
    said: list[str] = []
    export_text([record], form, said.append, is_lossy=is_lossy)
    return " ".join(said)


def boards(kind_id: str, form: str) -> Iterator[Record]:
    """Yield records of a kind that a form can say, under each of its rules."""
    kind = get_kind(kind_id)
    most = None if kind_id == "variantsudoku" else 4  # of which each has elements of its own
    for board in list(example_boards(kind))[:most]:
        for rule in dict.fromkeys((*kind.rules[:6], rule_of(kind, board.clues))):
            clues = with_rule(kind, board.clues, rule)
            solution = None if kind.check(clues, board.solution) else board.solution
            given = None if solution is None else kind.encode_solution(solution)
            record = Record(
                record_id(kind.id, kind.encode(clues)), kind.id, kind.encode(clues), given
            )
            try:
                export_text([record], form)
            except PuzzleFormatError:
                continue  # the form has no place for it, and says so
            yield record


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "form"), FORMS)
def test_everything_comes_back(kind_id: str, form: str, tmp_path: Path) -> None:
    kind = get_kind(kind_id)
    records = [
        record.with_(credit=(CREDIT, None, Credit(author="C."))[at % 3])
        for at, record in enumerate(boards(kind_id, form))
    ]
    path = tmp_path / "all.txt"
    said: list[str] = []
    path.write_text(export_text(records, form, said.append), encoding="utf-8")
    found = list(read_collection([str(path)], ImportOptions(f"{kind_id}/{form}")))
    assert len(found) == len(records) > 0
    for record, back in zip(records, found, strict=True):
        assert isinstance(back, Record), back
        clues = kind.decode(record.puzzle)
        again = kind.decode(back.puzzle)
        assert again == clues
        assert rule_of(kind, again) == rule_of(kind, clues)
        assert back.credit == record.credit
        assert back.solution in (None, record.solution)
    answers = sum(record.solution is not None for record in records)
    lost = answers - sum(one.solution is not None for one in found)  # type: ignore[union-attr]
    assert said == [] if lost == 0 else f"the answer of {lost} of {len(records)}" in said[0]


def test_what_would_be_lost_is_refused_and_may_be_lost_on_demand() -> None:
    record = make_record(4, 4, 1).with_(credit=Credit(author="A. B.", text="two\nlines"))
    with refused(ConfigError):
        given(record, "zero")
    assert "the answer of 1, the text of 1 of 1 puzzles" in given(record, "zero", is_lossy=True)
    assert given(record, "jsonl") == ""


@pytest.mark.parametrize("kind_id", [kind_id for kind_id, name in FORMS if name == "pzprv3"])
def test_files_of_pzpr_have_the_credit_where_the_program_reads_it(kind_id: str) -> None:
    record = next(boards(kind_id, "pzprv3")).with_(credit=CREDIT)
    text = export_text([record], "pzprv3")
    assert text.startswith(("pzprv3\n", "pzprv3.1\n"))  # the program takes no line above
    _, _, given = text.partition("\ninfo:")
    said = json.loads(given)["metadata"]
    assert (said["author"], said["source"]) == (CREDIT.author, CREDIT.url)
    assert "/" not in given  # which the program takes for the end of a line


def test_numbers_that_a_form_has_no_sign_for_are_refused() -> None:
    kind = get_kind("hitori")
    clues = kind.decode({"rows": 2, "cols": 2, "clues": [[1, 62], [2, 99]]})
    record = Record(record_id("hitori", kind.encode(clues)), "hitori", kind.encode(clues))
    with refused(PuzzleFormatError):
        export_text([record], "tatham")
