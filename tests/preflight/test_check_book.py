"""References and numbers in pages of words, without a PDF."""

from pipeline.pdf.words import Piece, find_folios
from pipeline.preflight.check_book import check_mentions, check_references, find_references

SHEET = (0.0, 0.0, 432.0, 648.0)


def page(*lines: tuple[str, ...], folio: str = "") -> list[Piece]:
    """Return a page whose lines hold these pieces, its number at the foot."""
    pieces = []
    for k, line in enumerate(lines):
        y = 500.0 - 20 * k
        for column, text in enumerate(line):
            x = 60.0 + 100 * column
            pieces.append(Piece(text, 10.0, (x, y, x + 50, y + 8), y, k, False))
    if folio:
        pieces.append(Piece(folio, 9.0, (370, 40, 380, 48), 42.0, len(lines), False))
    return pieces


def book(answers: tuple[tuple[str, str], ...] = (("1", "page 1"), ("2", "page 2"))):
    """Return two puzzle pages, an answer page and a blank one, all numbered."""
    return [
        page(("1", "Easy", "Answer on page 3"), folio="1"),
        page(("2", "Easy", "Answer on page 3"), folio="2"),
        page(*answers, folio="3"),
        page(("Notes",), folio="4"),
    ]


def faults(pages: list[list[Piece]]) -> list[tuple[int, str]]:
    folios = find_folios(pages, [SHEET] * len(pages))
    found = find_references(pages)
    return [*check_references(found, folios, pages), *check_mentions(pages, folios)]


def test_references_that_agree_are_right() -> None:
    pages = book()
    assert len(find_references(pages).forward) == len(find_references(pages).back) == 2
    assert faults(pages) == []


def test_an_answer_that_names_another_page_is_found() -> None:
    assert faults(book((("1", "page 2"), ("2", "page 2"))))[0][0] == 3


def test_a_missing_answer_is_found() -> None:
    (fault,) = faults(book((("1", "page 1"),)))
    assert fault == (2, "puzzle 2: no answer 2 on page 3")


def test_an_answer_without_a_puzzle_is_found() -> None:
    (fault,) = faults(book((("1", "page 1"), ("2", "page 2"), ("3", "page 2"))))
    assert fault == (3, "answer 3: no puzzle 3 on page 2")


def test_other_languages_and_other_wordings_are_read() -> None:
    pages = [
        page(("Puzzle 7", "Lösung auf Seite 2"), folio="1"),
        page(("Solution 7",), folio="2"),
        page(("8", "Solution: p. 9"), folio="3"),
    ]
    assert [fault for fault, _ in faults(pages)] == [3, 3]
    assert find_references(pages).forward[0].number == 7


def test_contents_that_name_the_wrong_page_are_found() -> None:
    pages = [
        page(("First Part", "2"), ("Second Part", "3"), ("Third Part", "4"), folio="1"),
        page(("First Part",), folio="2"),
        page(("Third Part",), folio="3"),
        page(("Second Part",), folio="4"),
    ]
    assert [said.split("'")[1] for _, said in faults(pages)] == ["Second Part", "Third Part"]
    short = [page(*((f"{one} · Puzzles 1–2", str(k)) for k, one in enumerate("ABC", 2)), folio="1")]
    short += [page((f"{one} part",), folio=str(k)) for k, one in enumerate("ABC", 2)]
    assert not faults(short)


def test_roman_numbers_may_come_first() -> None:
    pages = [page(("x y",), folio=number) for number in ("i", "ii", "iii", "iv", "1", "2", "3")]
    folios = find_folios(pages, [SHEET] * len(pages))
    assert folios.page_of == {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1": 5, "2": 6, "3": 7}
    assert folios.wrong == {}


def test_a_number_out_of_turn_is_found() -> None:
    pages = [page(("words",), folio=str(n)) for n in (1, 2, 3, 5, 5, 6)]
    folios = find_folios(pages, [SHEET] * len(pages))
    assert folios.wrong == {4: ("5", "4")}
