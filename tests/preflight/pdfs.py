"""Books to judge: made with ReportLab, small, plain and right by default; spoilt with pikepdf."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from pipeline.preflight.check_book import Expected
from pipeline.preflight.findings import Report
from pipeline.preflight.preflight import Criteria, preflight
from pipeline.render.pdf import font_name
from pipeline.scene import Face

INCH = 72.0
WIDTH, HEIGHT = 6 * INCH, 9 * INCH
PAGES = 32
FONT = font_name(Face.TEXT)
"""The program's own, since ReportLab keeps the first font of a face that a process registers."""
TITLE = "Lines That Meet"
ISBN = "978-3-16-148410-0"

Painter = Callable[[Any, int], object]


def make_pdf(
    path: Path,
    extra: Painter | None = None,
    *,
    pages: int = PAGES,
    size: tuple[float, float] = (WIDTH, HEIGHT),
    page: Painter | None = None,
    first: int = 1,
    trim: bool = True,
) -> Path:
    """Write a book of plain pages; ``extra`` paints on top, ``page`` instead of the plain page."""
    canvas: Any = Canvas(str(path), invariant=1, initialFontName=FONT, pageCompression=0)
    for number in range(1, pages + 1):
        canvas.setPageSize(size)
        if trim:
            canvas.setTrimBox((0, 0, *size))
        canvas.setFillGray(0)
        canvas.setStrokeGray(0)
        (page or plain_page)(canvas, number - 1 + first)
        if extra is not None:
            extra(canvas, number)
        canvas.showPage()
    canvas.save()
    return path


def plain_page(canvas: Any, number: int) -> None:
    """Paint a page of text with a rule and its number; title on the first, ISBN on the second."""
    text(canvas, 90, 400, "A page with words on it", 11)
    canvas.setLineWidth(1)
    canvas.line(90, 390, 300, 390)
    if number == 1:
        text(canvas, 90, 500, TITLE, 24)
        return
    if number == 2:
        text(canvas, 90, 300, f"ISBN {ISBN}", 11)
    folio(canvas, number, str(number))


def folio(canvas: Any, number: int, words: str) -> None:
    """Set a page number at the foot, outside."""
    text(canvas, WIDTH - 60 if number % 2 else 45, 48, words, 9)


def text(canvas: Any, x: float, y: float, words: str, size: float) -> None:
    """Set words at a place."""
    canvas.setFont(FONT, size)
    canvas.drawString(x, y, words)


def spoil(path: Path, change: Callable[[pikepdf.Pdf], None], **saving: Any) -> Path:
    """Change a file in place."""
    data = io.BytesIO(path.read_bytes())
    with pikepdf.open(data) as pdf:
        change(pdf)
        pdf.save(path, **saving)
    return path


def judge(path: Path, *printers: str, **expected: Any) -> Report:
    """Return the report of a file, for all printers unless some are named."""
    return preflight(path, Criteria(printers=printers or ("all",), expected=Expected(**expected)))


def broken(report: Report) -> set[str]:
    """Return the rules that anything failed or warned."""
    return {finding.rule for finding in report.findings if finding.outcome != "passed"}
