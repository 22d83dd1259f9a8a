"""Books in every look are read back without a false alarm."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from pipeline.book import BookSection, lay_out, write_book
from pipeline.config.book_options import BookOptions
from pipeline.kinds import get_kind
from pipeline.model import Record, StoreError
from pipeline.pdf import document
from pipeline.pdf.values import MOST_OF_A_PAGE, Steps
from pipeline.stages.books.verify_book import verify_book
from pipeline.stages.generate import GeneratorOrder, make_candidate
from tests.book.sample import make_options
from tests.refusals import refused
from tests.slices import cases

LOOKS = get_args(get_type_hints(BookOptions)["look"])
KINDS = ("skyscrapers", "futoshiki", "calcudoku", "sudoku")
"""Kinds whose answers can be taken for each other's, some with numbers outside of the board."""
WAYS: tuple[dict[str, str], ...] = ({}, {"answers": "flipped"}, {"style": "large-print"})
COUNT = 10


@cache
def sections() -> tuple[BookSection, ...]:
    return tuple(
        BookSection(title=kind, kind=kind, rule=get_kind(kind).rules[0], records=records_of(kind))
        for kind in KINDS
    )


def records_of(kind_id: str) -> tuple[Record, ...]:
    params = get_kind(kind_id).parse_params(4, 4, None, {})
    order = GeneratorOrder(kind_id, params, 1)
    made = (make_candidate((order, index)).graded for index in range(COUNT))
    return tuple(record for record in made if record is not None)


@pytest.mark.dear
@pytest.mark.part(3)
@pytest.mark.parametrize(("look", "way", "trim"), cases(LOOKS, WAYS, ["a5", "letter"]))
def test_a_look_raises_no_false_alarm(
    look: str, way: dict[str, str], trim: str, tmp_path: Path
) -> None:
    book = lay_out(make_options(look=look, trim=trim, **way), list(sections()))
    with (tmp_path / "book.pdf").open("wb") as stream:
        write_book(book, stream)
    records = [record for section in sections() for record in section.records]
    found = list(verify_book(tmp_path / "book.pdf", records))
    assert [(one.name, said) for one in found for said in one.problems] == []
    assert sum(one.is_puzzle for one in found) == len(records)


def faults_of(sections: Sequence[BookSection], path: Path) -> list[tuple[str, str]]:
    """Return what is wrong with a book of some sections, as it is read back."""
    with path.open("wb") as stream:
        write_book(lay_out(make_options(trim="letter"), list(sections)), stream)
    records = [record for section in sections for record in section.records]
    found = list(verify_book(path, records))
    assert sum(one.is_puzzle for one in found) == len(records)
    return [(one.name, said) for one in found for said in one.problems]


def section_of(kind: str, size: int, rule: str | None, count: int) -> BookSection:
    params = get_kind(kind).parse_params(size, size, rule, {})
    order = GeneratorOrder(kind, params, 1)
    made = (make_candidate((order, index)).graded for index in range(count))
    records = tuple(record for record in made if record is not None)
    return BookSection(title=f"{kind} {rule}", kind=kind, rule=rule, records=records)


def test_discs_and_suns_of_one_book_are_what_their_rules_ask_for(tmp_path: Path) -> None:
    both = [section_of("binairo", 6, rule, 2) for rule in ("distinct-lines", "signs")]
    assert faults_of(both, tmp_path / "book.pdf") == []


@pytest.mark.dear
def test_what_is_asked_of_one_page_takes_nothing_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Steps] = []
    limit = MOST_OF_A_PAGE

    class Noted(Steps):
        def of_page(self) -> Steps:
            asked.append(super().of_page())
            asked[-1]._of_page = limit
            return asked[-1]

    monkeypatch.setattr(document, "Steps", Noted)
    assert faults_of(sections(), tmp_path / "book.pdf") == []
    spent = [limit - one._of_page for one in asked]
    limit = max(spent)
    assert sum(spent) > 2 * limit
    assert faults_of(sections(), tmp_path / "book.pdf") == []
    limit -= 1
    with refused(StoreError):
        faults_of(sections(), tmp_path / "book.pdf")
