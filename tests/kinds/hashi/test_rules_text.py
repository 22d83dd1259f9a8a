"""The rules that readers read: exactly those that were proved."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi import KIND
from pipeline.kinds.hashi.model import RULE_PARTS, RULES
from pipeline.model import ConfigError

LANGUAGES = ("de", "en", "fr")
MOST = {1: "by one bridge, or", 2: "two side by side", 3: "up to three", 4: "up to four"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_rules_are_short_and_numbered(rule: str, language: str) -> None:
    text = KIND.rules_text(rule, language)
    numbered = [line for line in text.splitlines() if line[:1].isdigit()]
    assert [line.split(".")[0] for line in numbered] == [str(n + 1) for n in range(len(numbered))]
    assert len(text.split()) < 160
    assert "#" not in text
    assert "{" not in text


@pytest.mark.parametrize("rule", RULES)
def test_each_part_of_a_rule_is_told(rule: str) -> None:
    parts, text = RULE_PARTS[rule], KIND.rules_text(rule, "en")
    assert [words in text for words in MOST.values()] == [
        most == parts.max_bridges for most in MOST
    ]
    assert ("All islands hang together" in text) == parts.connected
    assert ("need not hang together" in text) == (not parts.connected)
    assert ("round in a circle" in text) == (not parts.loops)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_rule_holds_another(language: str) -> None:
    """A printed book is verified under the rules whose every sentence stands in it."""
    texts = {rule: set(_sentences(rule, language)) for rule in RULES}
    held = [(one, other) for one in RULES for other in RULES if texts[one] <= texts[other]]
    assert held == [(rule, rule) for rule in RULES]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("rule", RULES)
def test_translations_have_as_many_rules(rule: str, language: str) -> None:
    assert len(_sentences(rule, language)) == len(_sentences(rule, "en"))


def _sentences(rule: str, language: str) -> list[str]:
    """Return the paragraphs and items of a text without their numbers."""
    lines = (line.lstrip("0123456789. ") for line in KIND.rules_text(rule, language).splitlines())
    return [line for line in lines if line]


def test_unknown_language_and_rule_are_refused() -> None:
    with pytest.raises(ConfigError, match="'xx': expected one of de, en, fr"):
        KIND.rules_text("connected-2", "xx")
    with pytest.raises(ConfigError, match="unknown rule 'loose'"):
        KIND.rules_text("loose", "en")
