import dataclasses
from typing import Any

import pytest

from pipeline.book import BookSection, PageRole, lay_out
from pipeline.edition.rights import (
    RightsError,
    find_licence,
    is_credited_on_page,
    is_own,
    require_rights,
    require_saleable,
)
from pipeline.model import ConfigError, Credit, Provenance, Record
from tests.book.sample import make_options, make_record, text_of
from tests.refusals import refused

SOLD = make_options(commercial=True)


def credited(seed: int = 1, **credit: Any) -> Record:
    return make_record(6, 6, seed, credit=Credit(**credit) if credit else None)


def generated(record: Record) -> Record:
    return record.with_(provenance=Provenance("puzzlepress", 1, seed=7, index=0))


@pytest.mark.parametrize(
    ("text", "name", "is_commercial"),
    [
        ("CC-BY-4.0", "CC-BY-4.0", True),
        ("cc by sa 4.0", "CC-BY-SA-4.0", True),
        ("https://creativecommons.org/licenses/by-nc/4.0/", "CC-BY-NC-4.0", False),
        ("http://creativecommons.org/licenses/by-nc-nd/4.0/deed.de", "CC-BY-NC-ND-4.0", False),
        ("CC0", "CC0-1.0", True),
        ("Apache 2.0", "Apache-2.0", True),
        ("free for private use", None, None),
    ],
)
def test_licences_are_known_by_many_names(
    text: str, name: str | None, is_commercial: bool | None
) -> None:
    licence = find_licence(text)
    assert (licence and licence.name) == name
    assert (licence and licence.is_commercial) == is_commercial


def test_a_sold_book_refuses_what_may_not_be_sold_and_lists_the_ids() -> None:
    records = [
        credited(1, author="A. Setter", licence="CC-BY-4.0"),
        credited(2, author="A. Setter"),
        credited(3, author="A. Setter", licence="CC-BY-NC-4.0"),
        credited(4, author="A. Setter", licence="ask me"),
        credited(5, author="A. Setter", licence="cc-by-nc-4.0"),
        credited(6),
    ]
    with pytest.raises(ConfigError) as caught:
        require_rights(SOLD, records)
    ids = [record.id for record in records]
    assert str(caught.value) == (
        "expected puzzles that may be sold, found 5 that may not: "
        f"no licence: {ids[1]}, {ids[5]}; non-commercial licence 'CC-BY-NC-4.0': {ids[2]}; "
        f"unknown licence 'ask me': {ids[3]}; non-commercial licence 'cc-by-nc-4.0': {ids[4]}. "
        "Leave them out, name a licence that you hold in licences, or take commercial = false"
    )
    require_rights(make_options(), records)


def test_a_licence_that_the_publisher_holds_is_allowed() -> None:
    record = credited(1, author="A. Setter", licence="Contract of 2026-04-01")
    with refused(ConfigError):
        require_rights(SOLD, [record])
    require_rights(make_options(commercial=True, licences=("contract of 2026-04-01",)), [record])


def test_the_publishers_own_puzzles_need_no_licence() -> None:
    own = [
        generated(credited()),
        generated(credited(author="A. Author")),
        credited(author="Small Press"),
    ]
    assert all(is_own(record, SOLD) for record in own)
    require_rights(SOLD, own)
    for record in (credited(), generated(credited(author="A. Setter"))):
        assert not is_own(record, SOLD)


def test_own_puzzles_come_under_the_terms_of_the_book_only() -> None:
    record = credited(author="A. Author", licence="CC-BY-NC-4.0")
    assert is_own(record, make_options(licence="CC-BY-NC-4.0"))
    assert not is_own(record, make_options(licence="CC-BY-4.0"))


def test_laying_out_a_sold_book_checks_its_rights() -> None:
    record = credited(author="A. Setter", licence="CC-BY-NC-4.0")
    section = BookSection(title="All", kind="numberlink", rule="free", records=(record,))
    with pytest.raises(ConfigError, match=f"non-commercial licence 'CC-BY-NC-4.0': {record.id}"):
        lay_out(SOLD, [section])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Free use with clear reference to the author.", True),
        ("Please print my name under each puzzle.", True),
        ("Bitte den Namen bei jedem Rätsel nennen.", True),
        ("© 2020 A. Setter", False),
    ],
)
def test_wordings_that_ask_for_it_are_credited_on_the_page(text: str, place: bool) -> None:
    record = credited(author="A. Setter", text=text)
    assert is_credited_on_page(record, make_options()) is place
    assert is_credited_on_page(record, make_options(credits="puzzle"))
    assert not is_credited_on_page(record, make_options(credits="end"))


def test_a_field_of_the_credit_asks_for_its_place_too() -> None:
    record = credited(author="A. Setter")
    assert record.credit is not None
    placed = dataclasses.replace(record.credit, extra={"place": "puzzle"})
    assert not is_credited_on_page(record, make_options())
    assert is_credited_on_page(record.with_(credit=placed), make_options())


@pytest.mark.parametrize("answers", ["end", "flipped"])
def test_the_wording_is_verbatim_under_the_puzzle_and_at_the_end(answers: str) -> None:
    wording = 'Free use with "clear reference" to the author -- O. J., www.example.org (2019).'
    record = credited(author="O. J.", text=wording + " With each puzzle.")
    section = BookSection(title="All", kind="numberlink", rule="free", records=(record,))
    book = lay_out(make_options(answers=answers), [section])
    for role in (PageRole.PUZZLES, PageRole.CREDITS):
        assert wording in text_of(book, role)


def test_a_commercial_book_has_no_terms_that_forbid_its_sale() -> None:
    require_saleable(make_options(licence="CC-BY-NC-4.0"))
    require_saleable(make_options(licence="CC-BY-4.0", commercial=True))
    with refused(RightsError):
        require_saleable(make_options(licence="CC-BY-NC-4.0", commercial=True))
