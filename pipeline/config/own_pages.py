"""Pages of the publisher's own in a book: a table for each, `[[page]]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pipeline.config.table import Table, Text, Words, declare
from pipeline.model import ConfigError, PipelineError
from pipeline.store.files import open_binary, read_text
from pipeline.store.limits import MOST_SETTINGS, read_whole

PICTURE: Final = re.compile(
    r"^[ \t]*!\[([^\]\n]*)\]\((?:<([^>\n]+)>|([^<)\n][^)\n]*))\)"
    r"(?:\{width=([1-9]\d*(?:\.\d+)?)mm\})?[ \t]*$",
    re.MULTILINE,
)
"""A picture on a line of its own: what it shows, its file (in angle brackets or without), and how
many millimetres it is wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage(Table):
    """A chapter of your own: a foreword, other volumes, the way to your site."""

    title: Words = declare("Heading of the page, and its line in the outline.")
    text: Text = declare(
        "What stands on it, in Markdown: headings, paragraphs, lists, bold, pictures.", ""
    )
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
    """Return a page with the text of its file in it, and the files of its pictures found.

    Their names begin at the folder of the file that names them. `StoreError` if a file cannot be
    read, `ConfigError` if one is no picture or a picture stands amid words.
    """
    path = folder / page.file if page.file else None
    text = read_text(path, MOST_SETTINGS) if path else page.text
    place = f"{page.file}:" if path else "line "
    begins = path.parent if path else folder
    lines = [
        _with_picture(line, begins, f"{place}{number}: ")
        for number, line in enumerate(text.splitlines(), 1)
    ]
    return replace(page, text="\n".join(lines), file=None)


def _with_picture(line: str, folder: Path, place: str) -> str:
    """Return a line with the whole path of the picture that it shows, if it does."""
    if "![" not in line:
        return line
    match = PICTURE.match(line)
    if match is None:
        raise ConfigError(
            f"{place}expected a picture on a line of its own, as ![what it shows](file.png) or "
            f"![what it shows](file.png){{width=60mm}}, found {line.strip()[:80]!r}"
        )
    from pipeline.render.overlay import read_photograph  # Pillow is slow to import

    path = (folder / (match[2] or match[3])).resolve()
    try:
        with open_binary(path) as stream:
            read_photograph(read_whole(stream, str(path)), str(path))
    except PipelineError as error:
        raise ConfigError(f"{place}{error}") from error
    width = f"{{width={match[4]}mm}}" if match[4] else ""
    return f"![{match[1]}](<{path}>){width}"
