"""Rules in other words: the publisher's own, and a child's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.book import PageRole, lay_out
from pipeline.scene import Label
from tests.book.sample import make_options, make_section


def said(section: object = None, **options: object) -> str:
    book = lay_out(make_options(**options), [section or make_section("All", [(6, 6)])])
    pages = (page for page in book.pages if page.role is PageRole.HOWTO)
    words = [mark.text for page in pages for mark in page.scene.marks if isinstance(mark, Label)]
    return " ".join(words)


def test_a_publisher_says_the_rules_in_words_of_his_own() -> None:
    own = replace(make_section("All", [(6, 6)]), rules="Follow the *river*.\n\n1. Never swim.")
    assert "Follow the" in said(own)
    assert "Never swim" in said(own)
    assert "Join each pair" not in said(own)
    assert "Join each pair" in said()


@pytest.mark.parametrize(
    ("language", "word"), [("en", "twin"), ("de", "Zwilling"), ("fr", "jumeau")]
)
def test_children_read_a_childs_words(language: str, word: str) -> None:
    assert word in said(look="children", language=language)
    assert word not in said(language=language)
