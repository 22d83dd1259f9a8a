"""Preflight: what a PDF is judged by, from the configuration that it was made from if any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pipeline.book.press.geometry import page_size
from pipeline.book.press.printing import DESK, load_printing
from pipeline.preflight.check_book import Expected
from pipeline.preflight.preflight import Criteria
from pipeline.stages.books.book import load_volume_config


def make_criteria(
    book: Path,
    config: Path | None,
    printers: Sequence[str] = (),
    printers_file: Path | None = None,
    paper: str | None = None,
) -> Criteria:
    """Return what a book is judged by.

    Title, author, ISBN, trim and printers of the book's configuration are compared with it. Without
    printers it is judged by the configuration's, else by all; without a file of further printers
    the configuration's own is read. The page limits are those of the paper, None for the most
    lenient. `ConfigError` if the configuration cannot be used.
    """
    if config is None:
        return Criteria(printers=printers or ("all",), printers_file=printers_file, paper=paper)
    settings = load_volume_config(config, book.parent)
    options = settings.book
    extra = printers_file or options.printers_file
    is_folded = options.style == "booklet"
    return Criteria(
        printers=printers or ((DESK,) if is_folded else options.printers),
        printers_file=extra,
        trim_mm=page_size(options, load_printing(["all"], extra)),
        paper=paper,
        expected=Expected(
            options.title,
            options.author,
            options.isbn or None,
            (options.subtitle, *(section.title for section in settings.sections)),
        ),
    )
