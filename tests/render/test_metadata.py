from hypothesis import given
from hypothesis import strategies as st

from pipeline.render.metadata import Metadata, plain_text


@given(st.text())
def test_plain_text_has_no_control_characters(text: str) -> None:
    kept = plain_text(text)
    assert all(c >= " " and not "\x7f" <= c <= "\x9f" for c in kept)
    kept.encode()


def test_wording_is_kept() -> None:
    words = "© 2026 A. Müller — “clear reference to the author”"
    assert Metadata(rights=words).rights == words
