"""The publisher's own pages in a book: a table `[[page]]` for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pipeline.config.paths import path_in
from pipeline.config.table import Flag, Table, Text, Words, declare
from pipeline.model import ConfigError, PipelineError
from pipeline.store.files import open_binary, read_text
from pipeline.store.limits import MOST_SETTINGS, read_whole

PICTURE: Final = re.compile(
    r"^[ \t]*!\[([^\]\n]*)\]\((?:<([^>\n]+)>|([^<)\n][^)\n]*))\)"
    r"(?:\{width=([1-9]\d*(?:\.\d+)?)mm\})?[ \t]*$",
    re.MULTILINE,
)
"""A picture on its own line: description, file (in angle brackets or not), width in millimetres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage(Table):
    """A page of your own: a foreword, other volumes, the address of your site."""

    title: Words = declare("Heading of the page, and its line in the outline.")
    text: Text = declare("Text in Markdown: headings, paragraphs, lists, bold, pictures.", "")
    file: Path | None = declare(
        "File with the text.", None, "the path of a Markdown file, from the folder of this file"
    )
    qr: Text = declare("Address to print as a QR code, with the address below it.", "")
    place: Literal["front", "back"] = declare(
        "Before the rules (front) or at the end of the book (back).", "back"
    )
    after: Text = declare(
        "Title of the section that the page follows, instead of a place.",
        "",
        "the title of a section",
    )
    bleed: Flag = declare(
        "Whether the picture of the page, its only contents, fills it beyond the trim; the book "
        "needs `bleed = true` too. Such a page has no number and is not in the contents.",
        False,
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message for a page with two texts, or with nothing."""
        if self.file is not None and self.text:
            yield "file", "expected a text or a file, found both; leave one out"
        if self.file is None and not self.text and not self.qr:
            yield "text", "expected a text, a file or a QR code, found none of them"
        if self.bleed and self.qr:
            yield "qr", "expected a picture alone on a page that bleeds, found a QR code"

    def is_at(self, place: str, after: str) -> bool:
        """Return whether the page is at a place, or after a section."""
        return self.after == after if after else self.place == place and not self.after


def read_own_page(page: OwnPage, folder: Path) -> OwnPage:
    """Return a page with the text of its file, and absolute paths of its pictures.

    Relative paths start at the folder of the file that has them. Raise `StoreError` if a file
    cannot be read, `ConfigError` if one is outside of the folder or no picture, or a picture is
    not on its own line.
    """
    path = path_in(folder, page.file) if page.file else None
    text = read_text(path, MOST_SETTINGS) if path else page.text
    place = f"{page.file}:" if path else "line "
    begins = path.parent if path else folder
    lines = [
        _with_picture(line, folder, begins, f"{place}{number}: ")
        for number, line in enumerate(text.splitlines(), 1)
    ]
    whole = "\n".join(lines)
    if page.bleed and not PICTURE.fullmatch(whole.strip()):
        raise ConfigError(
            "expected one picture, ![what it shows](file.jpg), and nothing else on a page that "
            f"bleeds, found {whole.strip()[:80]!r}"
        )
    return replace(page, text=whole, file=None)


def _with_picture(line: str, folder: Path, start: Path, place: str) -> str:
    if "![" not in line:
        return line
    match = PICTURE.match(line)
    if match is None:
        raise ConfigError(
            f"{place}expected a picture on a line of its own, as ![what it shows](file.png) or "
            f"![what it shows](file.png){{width=60mm}}, found {line.strip()[:80]!r}"
        )
    from pipeline.render.overlay import read_photograph  # Pillow is slow to import

    try:
        path = path_in(folder, match[2] or match[3], start).resolve()
        with open_binary(path) as stream:
            read_photograph(read_whole(stream, str(path)), str(path))
    except PipelineError as error:
        raise ConfigError(f"{place}{error}") from error
    width = f"{{width={match[4]}mm}}" if match[4] else ""
    return f"![{match[1]}](<{path}>){width}"
