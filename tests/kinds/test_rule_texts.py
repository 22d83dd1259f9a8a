"""The rules of a kind differ in their texts, which is how a printed book is verified."""

from itertools import permutations

import pytest

from pipeline.edition.language import list_languages
from pipeline.kinds import get_kind, kind_ids

KINDS = [kind_id for kind_id in kind_ids() if len(get_kind(kind_id).rules) > 1]


def letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalpha())


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("kind_id", KINDS)
def test_no_text_of_a_rule_is_part_of_that_of_another(kind_id: str, language: str) -> None:
    """Neither as a whole nor sentence by sentence."""
    texts = {rule: get_kind(kind_id).rules_text(rule, language) for rule in get_kind(kind_id).rules}
    for one, other in permutations(texts, 2):
        lines = [letters(line) for line in texts[one].splitlines() if letters(line)]
        assert not all(line in letters(texts[other]) for line in lines), (one, other)
