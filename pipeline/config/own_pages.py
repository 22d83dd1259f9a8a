"""Pages of the publisher's own in a book: a table for each, `[[page]]`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pipeline.config.table import Table, Text, Words, declare
from pipeline.store.files import read_text
from pipeline.store.limits import MOST_SETTINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage(Table):
    """A chapter of your own: a foreword, other volumes, the way to your site."""

    title: Words = declare("Heading of the page, and its line in the outline.")
    text: Text = declare("What stands on it, in Markdown: headings, paragraphs, lists, bold.", "")
    file: Path | None = declare(
        "The same from a file.", None, "the path of a Markdown file, from the folder of this file"
    )
    qr: Text = declare("An address, printed as a QR code with the address under it.", "")
    place: Literal["front", "back"] = declare(
        "Before the rules, or at the end of the book.", "back"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message where there is text twice, or nothing at all."""
        if self.file is not None and self.text:
            yield "file", "expected a text or a file, found both; leave one out"
        if self.file is None and not self.text and not self.qr:
            yield "text", "expected a text, a file or a QR code, found none of them"


def read_own_page(page: OwnPage, folder: Path) -> OwnPage:
    """Return a page with the text of its file in it; `StoreError` if that cannot be read."""
    if page.file is None:
        return page
    return replace(page, text=read_text(folder / page.file, MOST_SETTINGS), file=None)
