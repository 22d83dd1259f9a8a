"""Pages of a PDF as they are read back, for tests of what was printed."""

from pathlib import Path
from typing import BinaryIO

from pipeline.pdf.document import PageRead, open_pdf, read_pages
from pipeline.pdf.measure import Fold


def pages_of(source: Path | BinaryIO, fold: Fold | None = None) -> list[PageRead]:
    """Return the pages of a PDF, those of a booklet in reading order."""
    with open_pdf(source) as file:
        return list(read_pages(file, fold))
