"""What a picture or a book says about itself: title, author, rights.

The back ends write it in the form of their format; here it is made and made harmless.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, fields

from pipeline.model import Credit

SOFTWARE = "puzzlepress"


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author, rights, description and source; an empty text is left out of the file.

    Control characters become spaces, since no format can carry them.

    Examples
    --------
    >>> Metadata(title="No. 7" + chr(0)).title
    'No. 7'
    """

    title: str = ""
    author: str = ""
    rights: str = ""
    description: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        """Clean every field."""
        for field in fields(self):
            object.__setattr__(self, field.name, plain_text(getattr(self, field.name)))


def plain_text(text: str) -> str:
    """Return a text on one line, without control characters and lone surrogates.

    Examples
    --------
    >>> plain_text(" two" + chr(10) + "lines ")
    'two lines'
    """
    kept = (" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in text)
    return " ".join("".join(kept).split())


def metadata_of(credit: Credit | None, title: str = "", description: str = "") -> Metadata:
    """Return the metadata that a credit asks for; its wording is kept as it is.

    Parameters
    ----------
    credit : Credit or None
        Who made the puzzle and on which terms.
    title, description : str
        Name of the picture, used where the credit names none, and what it shows.

    Examples
    --------
    >>> metadata_of(Credit(author="A. Author", licence="CC-BY-4.0"), "No. 7").rights
    'A. Author, CC-BY-4.0'
    """
    if credit is None:
        return Metadata(title=title, description=description)
    return Metadata(
        title=credit.title or title,
        author=credit.author or "",
        rights=credit_line(credit),
        description=description,
        source=credit.url or "",
    )


def credit_line(credit: Credit) -> str:
    """Return the line that names author and licence: the credit's own wording if it has one.

    Examples
    --------
    >>> credit_line(Credit(author="A. Author", text="Puzzle by A. Author, all rights reserved"))
    'Puzzle by A. Author, all rights reserved'
    """
    if credit.text:
        return plain_text(credit.text)
    return plain_text(", ".join(part for part in (credit.author, credit.licence) if part))
