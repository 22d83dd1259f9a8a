"""Texts in a form that XML can hold: in pictures, electronic books and spreadsheets."""

from __future__ import annotations

import re
from typing import Final
from xml.sax import saxutils

CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no HTML may hold; XML 1.0 allows those from U+007F to U+009F."""

_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 may hold, however they are written."""


def xml_text(text: str) -> str:
    """Return a text with a replacement character for each that no XML may hold.

    Examples
    --------
    >>> xml_text("a" + chr(1) + chr(0xFFFE)) == "a" + 2 * chr(0xFFFD)
    True
    """
    return _NOT_XML.sub("\ufffd", text)


def escape(text: str) -> str:
    """Return a text as the content of an element."""
    return saxutils.escape(xml_text(text))


def quoteattr(text: str) -> str:
    """Return a text as the value of an attribute, with its quotes."""
    return saxutils.quoteattr(xml_text(text))
