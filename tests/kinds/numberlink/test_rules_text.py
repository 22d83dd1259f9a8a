"""The rules that readers read."""

from __future__ import annotations

import pytest

from pipeline.kinds.numberlink import KIND
from pipeline.kinds.numberlink.model import RULES
from pipeline.model import ConfigError


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("rule", RULES)
def test_rules_are_short_and_numbered(rule: str, language: str) -> None:
    text = KIND.rules_text(rule, language)
    numbered = [line for line in text.splitlines() if line[:1].isdigit()]
    assert [line.split(".")[0] for line in numbered] == [str(n + 1) for n in range(len(numbered))]
    assert len(text.split()) < 130
    assert "#" not in text


def test_only_free_lets_cells_stay_empty() -> None:
    assert "may stay empty" in KIND.rules_text("free", "en")
    assert all("Every cell is used" in KIND.rules_text(rule, "en") for rule in RULES[1:])


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("rule", RULES)
def test_translations_have_as_many_rules(rule: str, language: str) -> None:
    def count(text: str) -> int:
        return sum(line[:1].isdigit() for line in text.splitlines())

    assert count(KIND.rules_text(rule, language)) == count(KIND.rules_text(rule, "en"))


def test_unknown_language_and_rule_are_refused() -> None:
    with pytest.raises(ConfigError, match="'xx': expected one of de, en, fr"):
        KIND.rules_text("free", "xx")
    with pytest.raises(ConfigError, match="unknown rule 'loose'"):
        KIND.rules_text("loose", "en")
