"""Metadata of a picture or a book (title, author, rights), and texts for XML.

The back ends write it in the form of their format; here it is collected and cleaned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final
from xml.sax import saxutils

SOFTWARE = "puzzlepress"


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author, rights and description; an empty text is left out of the file.

    Control characters become spaces, since no format can carry them.

    >>> Metadata(title="No. 7" + chr(0)).title
    'No. 7'
    """

    title: str = ""
    author: str = ""
    rights: str = ""
    description: str = ""

    def __post_init__(self) -> None:
        """Clean every field."""
        for field in fields(self):
            object.__setattr__(self, field.name, plain_text(getattr(self, field.name)))


def plain_text(text: str) -> str:
    """Return a text on one line, without control characters and others that XML forbids.

    >>> plain_text(" two" + chr(10) + "lines ")
    'two lines'
    """
    return " ".join(CONTROL.sub(" ", text).split())


CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no HTML may hold; XML 1.0 allows those from U+007F to U+009F."""

_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 may hold, however they are written."""


def xml_text(text: str) -> str:
    """Return a text with a replacement character for each that XML forbids.

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
