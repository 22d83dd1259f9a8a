"""Rules in the files of a kind: found by language, cut into sections."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.kinds.kit.rules_files import rules_sections
from pipeline.model import ConfigError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "shelf_of_rules"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.en.md").write_text("# Isles\n\nNot told.\n\n## one\nA\n\nB\n\n## two\nC\n")
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
