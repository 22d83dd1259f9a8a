"""What a picture or a book says about itself: title, author, rights.

The back ends write it in the form of their format; here it is made and made harmless.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from pipeline.render.xml import CONTROL

SOFTWARE = "puzzlepress"


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author, rights and description; an empty text is left out of the file.

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

    def __post_init__(self) -> None:
        """Clean every field."""
        for field in fields(self):
            object.__setattr__(self, field.name, plain_text(getattr(self, field.name)))


def plain_text(text: str) -> str:
    """Return a text on one line, without control characters and what else no XML may hold.

    Examples
    --------
    >>> plain_text(" two" + chr(10) + "lines ")
    'two lines'
    """
    return " ".join(CONTROL.sub(" ", text).split())
