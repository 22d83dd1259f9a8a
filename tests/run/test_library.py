"""What a file, a run's folder and a printed book hold comes into the library unchanged."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.book import BookSection, lay_out, write_book
from pipeline.kinds import get_kind
from pipeline.library import board_key
from pipeline.model import ConfigError, PipelineError, Record, StoreError
from pipeline.run import library
from pipeline.run.library import read_placements, read_sources
from pipeline.store.jsonl import write_records
from tests.book.sample import make_options, make_record
from tests.known import the
from tests.refusals import refused


def make_section(title: str, records: list[Record]) -> BookSection:
    return BookSection(
        title=title, kind="numberlink", rule="free", records=tuple(records), per_page=1
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of seven puzzles, five of them printed."""
    folder = tmp_path_factory.mktemp("run")
    records = [make_record(5, 5, seed) for seed in range(1, 8)]
    sections = [make_section("First", records[:2]), make_section("Second", records[2:5])]
    with (folder / "book.pdf").open("wb") as stream:
        write_book(lay_out(make_options(), sections), stream)
    write_records(records, folder / "30-graded.jsonl")
    counts = [{"title": "First", "printed": 2}, {"title": "Second", "printed": 3}]
    (folder / "manifest.json").write_text(json.dumps({"counts": {"sections": counts}}))
    return folder


def keys(records: list[Record]) -> list[str]:
    return [board_key(record) for record in records]


def test_a_run_is_placed_as_its_book_is_printed(folder: Path) -> None:
    graded = list(read_sources([str(folder)]))
    assert len(graded) == 7
    for source in (folder, folder / "book.pdf"):
        placed = read_placements(str(source))
        assert [one.record for one in placed] == graded[:5]
        assert [one.number for one in placed] == [1, 2, 3, 4, 5]
        assert [one.section for one in placed] == ["First"] * 2 + ["Second"] * 3
        pages = [the(one.page) for one in placed]
        assert pages == sorted(set(pages))


def test_a_book_alone_gives_its_boards_and_answers(folder: Path, tmp_path: Path) -> None:
    book = tmp_path / "old.PDF"
    book.write_bytes((folder / "book.pdf").read_bytes())
    printed = list(read_sources([str(book)]))
    graded = list(read_sources([str(folder)]))
    assert keys(printed) == keys(graded[:5])
    for record, known in zip(printed, graded, strict=False):
        assert (record.id, record.solution) == (known.id, known.solution)
        assert (record.grade, str(record.verdict.status)) == (None, "unchecked")
        assert the(record.provenance).extra["file"] == "old.PDF"
    assert {one.section for one in read_placements(str(book))} == {""}


def test_a_file_of_records_is_numbered_in_order(folder: Path) -> None:
    placed = read_placements(str(folder / "30-graded.jsonl"))
    assert [(one.number, one.page) for one in placed] == [(n, None) for n in range(1, 8)]


def test_what_cannot_be_read_is_reported_before_anything_is_made(
    folder: Path, tmp_path: Path
) -> None:
    with refused(StoreError):
        read_sources([str(tmp_path / "missing.jsonl")])
    with refused(ConfigError):
        read_sources([str(tmp_path)])
    write_records(read_sources([str(folder)]), tmp_path / "30-graded.jsonl")
    with refused(ConfigError):
        read_placements(str(tmp_path))


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 10**5, '{"counts": 1}', "\xff"])
def test_a_spoilt_manifest_is_named(folder: Path, tmp_path: Path, text: str) -> None:
    for name in ("book.pdf", "30-graded.jsonl"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "manifest.json").write_text(text, encoding="latin-1")
    with refused(PipelineError):
        list(read_placements(str(tmp_path)))


@pytest.mark.parametrize(
    ("clues", "fault", "said"),
    [(None, "", "cannot be read"), (((1, 0, 1),), "has other clues", "has other clues")],
)
def test_a_book_with_a_board_at_fault_is_refused(
    clues: object, fault: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = SimpleNamespace(
        number=1, page=3, kind="numberlink", clues=clues, solution=None, fault=fault
    )
    monkeypatch.setattr(library, "read_book", lambda _: SimpleNamespace(boards=[board]))
    with pytest.raises(ConfigError, match=f"page 3: expected a puzzle, found a board that {said}"):
        read_placements(str(tmp_path / "book.pdf"))


def test_puzzles_of_a_book_are_in_the_order_of_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, records = get_kind("numberlink"), [make_record(4, 4, seed) for seed in (1, 2)]
    boards = [
        SimpleNamespace(
            number=number, page=3, kind=kind, clues=kind.decode(record.puzzle), solution=None,
            fault="",
        )
        for number, record in ((2, records[0]), (1, records[1]))
    ]  # fmt: skip
    monkeypatch.setattr(library, "read_book", lambda _: SimpleNamespace(boards=boards))
    placed = read_placements(str(tmp_path / "book.pdf"))
    assert [one.number for one in placed] == [1, 2]
    assert [one.record.puzzle for one in placed] == [records[1].puzzle, records[0].puzzle]
