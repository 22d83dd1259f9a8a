"""A PDF file as preflight sees it: facts of the whole file, and the figures of each page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

import pikepdf

from pipeline.model import StoreError
from pipeline.preflight.fonts import Font
from pipeline.preflight.leaves import leaves
from pipeline.preflight.lenient import array, broken_page, dictionary
from pipeline.preflight.measure import PageFacts, measure_page
from pipeline.preflight.words import Piece, read_pieces

_ABOUT: Final = ("/Title", "/Author", "/Subject", "/Keywords")
_ACTIVE: Final = {"/JavaScript": "scripts", "/EmbeddedFiles": "attachments"}
MOST_PAGES: Final = 5000


@dataclass(slots=True)
class Document:
    """A file: its pages' figures, and what it holds beside them.

    ``about`` is what the document says of itself, ``pieces`` the words of each page.
    """

    path: str
    megabytes: float
    is_encrypted: bool = False
    is_locked: bool = False
    outline: int = 0
    about: dict[str, str] = field(default_factory=dict)
    has_xmp: bool = False
    layers: int = 0
    active: list[str] = field(default_factory=list)
    is_pdfx: bool = False
    pages: list[PageFacts] = field(default_factory=list)
    pieces: list[list[Piece]] = field(default_factory=list)


@contextmanager
def open_pdf(path: str | Path | BinaryIO) -> Iterator[pikepdf.Pdf]:
    """Yield an open PDF.

    Raises
    ------
    StoreError
        If the file cannot be read, or is no PDF.
    pikepdf.PasswordError
        If it opens only with a password.
    """
    try:
        pdf = pikepdf.open(path)
    except pikepdf.PasswordError:
        raise
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (pikepdf.PdfError, ValueError) as error:
        raise StoreError(f"{path}: expected a PDF file, found none that opens: {error}") from error
    with pdf:
        yield pdf


def read_document(path: str | Path, is_folded: bool = False) -> Document:
    """Return the figures of a file and all its pages, those of a booklet in reading order.

    Raises
    ------
    StoreError
        If the file cannot be read, is no PDF, or holds a page that cannot be followed.
    """
    document = Document(str(path), 0.0)
    try:
        with open_pdf(path) as pdf:
            document.megabytes = Path(path).stat().st_size / 1e6
            read_facts(pdf, document)
            if len(pdf.pages) > MOST_PAGES:
                raise StoreError(
                    f"{path}: expected at most {MOST_PAGES} pages, found {len(pdf.pages)}"
                )
            fonts: dict[tuple[int, int], Font] = {}
            for leaf in leaves(pdf, is_folded):
                with broken_page(path, leaf.number):
                    document.pages.append(measure_page(leaf, fonts))
                document.pieces.append(read_pieces(document.pages[-1].texts))
                document.pages[-1].texts.clear()
    except pikepdf.PasswordError:
        document.is_encrypted = document.is_locked = True
    return document


def read_facts(pdf: pikepdf.Pdf, document: Document) -> None:
    """Return nothing; note in a document what the file holds beside its pages."""
    root = pdf.Root
    document.is_encrypted = pdf.is_encrypted
    document.outline = _count_outline(dictionary(root.get("/Outlines")))
    document.has_xmp = "/Metadata" in root
    info = dictionary(pdf.trailer.get("/Info"))
    for key in _ABOUT:
        value = str(info.get(key, "")).strip()
        # ReportLab writes these words where nothing is known.
        if value and value not in ("untitled", "anonymous", "unspecified"):
            document.about[key[1:].lower()] = value
    document.layers = len(array(dictionary(root.get("/OCProperties")).get("/OCGs")))
    names = dictionary(root.get("/Names"))
    document.active = [word for key, word in _ACTIVE.items() if key in names]
    if array(dictionary(root.get("/AcroForm")).get("/Fields")):
        document.active.append("form fields")
    action = root.get("/OpenAction")
    if isinstance(action, pikepdf.Dictionary) and str(action.get("/S", "")) == "/JavaScript":
        document.active.append("a script on opening")
    intents = array(root.get("/OutputIntents"))
    document.is_pdfx = any(str(dictionary(one).get("/S", "")) == "/GTS_PDFX" for one in intents)


def _count_outline(outline: Any) -> int:
    """Return how many entries hang directly under the root of an outline."""
    count = 0
    entry = outline.get("/First")
    while isinstance(entry, pikepdf.Dictionary) and count < MOST_PAGES:
        count += 1
        entry = entry.get("/Next")
    return count
