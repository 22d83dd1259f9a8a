"""Forms that are recognised and not read: what to use instead is said, nothing is guessed."""

from __future__ import annotations

import pytest

from pipeline.model import ConfigError, PuzzleFormatError
from pipeline.stages.collection.detect import refuse_foreign_text
from pipeline.stages.collection.export import owners_of
from pipeline.stages.collection.importer import Rejection
from tests.stages.collection.reads import read

KANPEN = (
    "http://www.kanpen.net/sudoku.html?problem=4/._1_._._/._._._2_/3_._._._/._._3_._/\n",
    '<?xml version="1.0" encoding="UTF-8"?>\n<puzzle type="hashi">\n<size row="1" col="3"/>\n',
    "3\n3\n2 . 3\n. . .\n. . 1\n0 8 0\n0 0 1\n0 0 0\n",
    "1\n3\n1 . 1\n",
)


@pytest.mark.parametrize("text", KANPEN)
def test_kanpen_is_refused_with_what_to_use_instead(put, text) -> None:  # type: ignore[no-untyped-def]
    (found,) = read(put("old.txt", f"\n{text}"))
    assert isinstance(found, Rejection)
    assert found.line == 2
    assert "Kanpen" in found.reason
    assert "puzz.link and save it as a file of pzprv3" in found.reason


@pytest.mark.parametrize("name", ["hashi/kanpen", "kanpen-url", "kanpen-xml", "sudoku/kanpen"])
def test_names_of_its_forms_are_refused_likewise(name: str) -> None:
    with pytest.raises(ConfigError, match="Kanpen's forms are not supported"):
        owners_of(name)


def test_other_texts_pass() -> None:
    for text in ("3 3\n2 . 3\n", "4\n1 2 3 4\n", "https://puzz.link/p?numlin/2/1/11\n"):
        refuse_foreign_text(text)
    with pytest.raises(PuzzleFormatError):
        refuse_foreign_text(KANPEN[0])
