"""Rules in the files of a kind: found by language, cut into sections."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.rules_files import rules_sections
from pipeline.model import ConfigError
from pipeline.scene.endpoint_icons import Ends, most_named
from tests.kinds.boards import example_boards


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "shelf_of_rules"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.en.md").write_text("# Isles\n\nPreface.\n\n## one\nA\n\nB\n\n## two\nC\n")
    (folder / "rules.de.md").write_text("# Inseln\n\n## one\nÄ\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder.name


def test_sections_are_cut_at_their_heads(package: str) -> None:
    assert rules_sections(package, "Isles", "en") == {"one": "A\n\nB", "two": "C"}
    assert rules_sections(package, "Isles", "de") == {"one": "Ä"}


@pytest.mark.parametrize("language", ["xx", "", "../en"])
def test_a_language_that_is_not_there_is_refused_with_those_that_are(
    package: str, language: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        rules_sections(package, "Isles", language)
    assert str(caught.value) == (
        f"no rules of Isles in language {language!r}: expected one of de, en"
    )


NUMBERS = re.compile(r"number(?!link)|zahl(?!en(?:pfad|paar))|nombre", re.IGNORECASE)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("ends", ["letters", "dots", "icons"])
def test_no_text_speaks_of_numbers_where_ends_of_lines_have_none(ends: Ends, language: str) -> None:
    """For every kind whose ends can be named otherwise: rules, rules for children, reasons."""
    tried = 0
    for kind in map(get_kind, kind_ids()):
        if not most_named(kind.draw(next(example_boards(kind)).clues, None, 10.0)):
            continue
        folder = files(f"pipeline.kinds.{kind.id}")
        children = folder.joinpath(f"children.{language}.md")
        texts = [kind.rules_text(rule, language, ends) for rule in kind.rules]
        if children.is_file():
            _, _, body = children.read_text("utf-8").partition("\n")
            texts.append(kind.with_ends(body, ends, language))
        if kind.deductions is not None:
            reasons = kind.deductions.reasons(language).values()
            texts += [kind.with_ends(reason, ends, language) for reason in reasons]
        assert [text for text in texts if NUMBERS.search(text)] == []
        assert kind.rules_text(kind.rules[0], language) != texts[0]
        tried += 1
    assert tried
