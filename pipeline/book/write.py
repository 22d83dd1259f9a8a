"""A book to PDF, for a press or for a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from pipeline.book.book import Book
from pipeline.model import ConfigError
from pipeline.render import pdf
from pipeline.render.metadata import Metadata
from pipeline.render.theme import get_theme
from pipeline.scene import Scene

PROFILES: Final = ("print", "screen")


def write_book(book: Book, stream: BinaryIO, profile: str = "print") -> None:
    """Write a book as PDF to a binary stream.

    Parameters
    ----------
    book : Book
        From `lay_out`.
    stream : binary file
        Written from where it stands.
    profile : str
        "print": what presses take, without outline, links, labels or document data. "screen":
        with all of these, each puzzle linked to its answer and back.

    Raises
    ------
    ConfigError
        If the profile is unknown.
    """
    if profile not in PROFILES:
        raise ConfigError(f"unknown profile {profile!r}: expected one of {', '.join(PROFILES)}")
    is_for_screen = profile == "screen"
    options = book.options
    about = Metadata(title=options.title, author=options.author) if is_for_screen else None
    pdf.write_pdf(
        _pages(book),
        stream,
        get_theme("mono"),
        metadata=about,
        language=options.language if is_for_screen else None,
        is_for_screen=is_for_screen,
    )


def _pages(book: Book) -> Iterator[pdf.Page]:
    """Yield the pages with their place in the outline and their links, painted one at a time."""
    entries = {entry.page: entry for entry in book.outline}
    for page in book.pages:
        painted = page.painted()
        entry = entries.get(page.number)
        yield pdf.Page(
            Scene(page.width_mm, page.height_mm, painted.marks),
            outline=entry.title if entry else None,
            level=entry.level if entry else 0,
            label=page.label,
            name=_name(page.number),
            links=tuple(
                pdf.PageLink((link.x, link.y), link.width, link.height, _name(link.target))
                for link in painted.links
            ),
        )


def _name(number: int) -> str:
    return f"page-{number}"
