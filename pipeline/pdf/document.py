"""A PDF file as preflight sees it: facts of the whole file, and the figures of each page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

import pikepdf

from pipeline.model import StoreError
from pipeline.pdf.fonts import Font
from pipeline.pdf.measure import Fold, PageFacts, logical_pages, measure_page
from pipeline.pdf.steps import Steps
from pipeline.pdf.values import array, broken_page, dictionary
from pipeline.pdf.words import Piece, read_pieces
from pipeline.store.files import open_binary

_ABOUT: Final = ("/Title", "/Author", "/Subject", "/Keywords")
_ACTIVE: Final = {"/JavaScript": "scripts", "/EmbeddedFiles": "attachments"}
_HEAD_BYTES: Final = 1024
MOST_PAGES: Final = 5000
MOST_MEGABYTES: Final = 1000


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
    claims_ua: bool = False
    pages: list[PageFacts] = field(default_factory=list)
    pieces: list[list[Piece]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OpenPdf:
    """A PDF that is open: its name for messages, and its fonts, each read once."""

    name: str
    pdf: pikepdf.Pdf
    megabytes: float
    fonts: dict[tuple[int, int], Font] = field(default_factory=dict)


class LockedPdfError(StoreError):
    """A PDF opens only with a password."""


@contextmanager
def open_pdf(source: str | Path | BinaryIO) -> Iterator[OpenPdf]:
    """Yield an open PDF.

    `StoreError` if the file cannot be read, or is no PDF. `LockedPdfError` if it opens only with a
    password.
    """
    name = str(source)
    with ExitStack() as stack:
        stream = (
            stack.enter_context(open_binary(source)) if isinstance(source, (str, Path)) else source
        )
        megabytes = _measure(stream, name)
        try:
            pdf = stack.enter_context(pikepdf.open(stream))
        except pikepdf.PasswordError as error:
            raise LockedPdfError(f"{name}: expected an open file, found a locked one") from error
        except (pikepdf.PdfError, ValueError) as error:
            raise StoreError(
                f"{name}: expected a PDF file, found none that opens: {error}"
            ) from error
        yield OpenPdf(name, pdf, megabytes)


def _measure(stream: BinaryIO, name: str) -> float:
    """Return the megabytes of a file that begins like a PDF and has an end."""
    if not stream.seekable():
        raise StoreError(f"{name}: expected a file, found a pipe; write it to a file first")
    if b"%PDF-" not in stream.read(_HEAD_BYTES):
        raise StoreError(f"{name}: expected a PDF file, found none that opens: it has no PDF head")
    megabytes = stream.seek(0, io.SEEK_END) / 1e6
    if megabytes > MOST_MEGABYTES:
        raise StoreError(
            f"{name}: expected at most {MOST_MEGABYTES} MB, found {megabytes:.0f}; no printer "
            "takes as much"
        )
    stream.seek(0)
    return megabytes


def read_document(file: OpenPdf, fold: Fold | None = None) -> Document:
    """Return the figures of a file and all its pages, those of a booklet in reading order.

    `StoreError` if the file holds too many pages, or one that cannot be followed.
    """
    document = read_facts(file)
    if len(file.pdf.pages) > MOST_PAGES:
        raise StoreError(
            f"{file.name}: expected at most {MOST_PAGES} pages, found {len(file.pdf.pages)}"
        )
    steps = Steps()
    for page in logical_pages(file.pdf, fold):
        with broken_page(file.name, page.number):
            document.pages.append(measure_page(page, file.fonts, steps))
        document.pieces.append(read_pieces(document.pages[-1].texts))
        document.pages[-1].texts.clear()
    return document


def locked_document(path: str) -> Document:
    """Return all that can be said of a file that opens only with a password."""
    return Document(path, 0.0, is_encrypted=True, is_locked=True)


def read_facts(file: OpenPdf) -> Document:
    """Return what a file holds beside its pages."""
    pdf = file.pdf
    document = Document(file.name, file.megabytes, pdf.is_encrypted)
    root = pdf.Root
    document.outline = _count_outline(dictionary(root.get("/Outlines")))
    document.has_xmp = "/Metadata" in root
    xmp = root.get("/Metadata")
    document.claims_ua = isinstance(xmp, pikepdf.Stream) and b"pdfuaid:" in xmp.read_raw_bytes()
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
    return document


def _count_outline(outline: Any) -> int:
    count = 0
    entry = outline.get("/First")
    while isinstance(entry, pikepdf.Dictionary) and count < MOST_PAGES:
        count += 1
        entry = entry.get("/Next")
    return count
