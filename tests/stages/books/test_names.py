"""The name of a picture is printed with its answer alone, and a checker reads the answer."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.book import PageRole, lay_out, write_book
from pipeline.edition.language import list_languages
from pipeline.model import Provenance
from pipeline.stages.books.verify_book import verify_book
from tests.book.sample import example_section, make_options, words
from tests.slices import cases

NAMES = {"en": "snail", "de": "Schnecke", "fr": "escargot"}


OWN = {"": "whelk"}  # The name of a file, in all languages


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("language", "answers", "names"), cases(list_languages(), ["end", "flipped"], [NAMES, OWN])
)
def test_a_picture_is_named_with_its_answer(
    language: str, answers: str, names: dict[str, str], tmp_path: Path
) -> None:
    name = names.get(language) or names[""]
    section = example_section("nonogram")
    origin = Provenance("layout-and-removal", 1, 1, 0, 0, extra={"names": names})
    record = replace(section.records[0], provenance=origin)
    options = make_options(language=language, answers=answers, rules="where needed")
    book = lay_out(options, [replace(section, records=(record,))])
    named = [text for text in words(book) if name in text]
    assert len(named) == 1
    assert answers == "end" or name in " ".join(words(book, PageRole.PUZZLES))
    path = tmp_path / "book.pdf"
    with path.open("wb") as stream:
        write_book(book, stream)
    assert [one.problems for one in verify_book(path, [record]) if one.is_puzzle] == [()]
