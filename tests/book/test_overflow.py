"""Books that cannot be, or hardly can: each is set safely or refused in words."""

from __future__ import annotations

import pytest

from pipeline.book import BookSection, lay_out
from pipeline.config.book_options import Margins
from pipeline.model import ConfigError, Credit, RenderError
from pipeline.scene import Label
from tests.book.sample import make_options, make_record, make_section
from tests.book.test_editions import assert_safe

SECTION = make_section("One", [(6, 6)])


@pytest.mark.parametrize("trim", ["letter", "6x9", "a5"])
@pytest.mark.parametrize("style", ["standard", "large-print"])
@pytest.mark.parametrize(
    "title",
    ["Lines and Numbers " * 28, "M" * 500, "<b>Bold</b> & <script>alert('x')</script> **not** {x}"],
    ids=["words", "one-word", "markup"],
)
def test_titles_of_any_length_and_with_markup(title: str, style: str, trim: str) -> None:
    try:
        book = lay_out(make_options(title=title, style=style, trim=trim), [SECTION])
    except RenderError as error:
        if "shorten title" not in str(error) or len(title) < 500:
            raise
        return
    assert_safe(book)
    if len(title) < 100:
        texts = " ".join(
            mark.text
            for page in book.pages[:4]
            for mark in page.scene.marks
            if isinstance(mark, Label)
        )
        assert "<b>Bold</b>" in texts
        assert "**not** {x}" in texts


def test_long_words_everywhere_are_safe_or_refused() -> None:
    long = "Rindfleischetikettierungs\u00fcberwachungsaufgaben" * 6
    section = BookSection(
        title=long[:200],
        kind="numberlink",
        rule="free",
        records=(make_record(6, 6, 1, credit=Credit(author=long, text=long)),),
        introduction=long,
    )
    options = make_options(
        subtitle=long[:60], publisher=long[:60], dedication=long[:120], licence=long, trim="a5"
    )
    assert_safe(lay_out(options, [section]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"trim": "1x1in"}, "expected room for text of at least 70 x 90 mm, found 0 x 0 mm"),
        ({"trim": "3x40in"}, "a page of at most 900 mm, found 76.2 x 1016 mm"),
        ({"trim": "0x0mm"}, "expected room for text"),
        ({"trim": "40x50in"}, "at most 900 mm"),
        ({"trim": "quarto"}, "unknown trim 'quarto'"),
        ({"trim": "-8x10in"}, "unknown trim"),
        (
            {"trim": "a5", "margins": Margins(80, 80, 80, 80)},
            "found 0 x 29 mm on a page of 148 x 210 mm",
        ),
        ({"margins": Margins(top=150, bottom=150)}, "choose a larger trim or smaller margins"),
        ({"margins": Margins(outside=2)}, "margins.outside of at least 12.7 mm"),
        ({"title": "Paths \u05e9\u05dc"}, r"HEBREW LETTER SHIN.*right to left"),
        ({"author": "A \u202e B"}, r"book.author: .*RIGHT-TO-LEFT OVERRIDE"),
        ({"dedication": "\U0001f600"}, r"book.dedication: .*GRINNING FACE"),
        ({"language": "tlh"}, "unknown language 'tlh': expected one of de, en, fr"),
        ({"hyphenation": ("Zahl",)}, "hyphens where it may be divided, found 'Zahl'"),
        ({"profile": "web"}, "unknown profile 'web'"),
        ({"credits": "nowhere"}, "unknown place 'nowhere' for credits"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_absurd_books_are_refused_in_words(settings: dict[str, object], message: str) -> None:
    with pytest.raises((ConfigError, RenderError), match=message):
        lay_out(make_options(**settings), [SECTION])


def test_a_credit_that_cannot_be_set_names_the_puzzle() -> None:
    record = make_record(6, 6, 1, credit=Credit(author="\u05d0"))
    section = BookSection(title="All", kind="numberlink", rule="free", records=(record,))
    with pytest.raises(RenderError, match=f"credit of puzzle {record.id}: .*HEBREW LETTER ALEF"):
        lay_out(make_options(), [section])


def test_sections_without_puzzles_are_refused() -> None:
    with pytest.raises(ConfigError, match="section 'None' has no puzzles; give it some or leave"):
        BookSection(title="None", kind="numberlink", rule="free", records=())
