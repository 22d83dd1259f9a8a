"""QR codes, as ReportLab encodes them (ISO/IEC 18004, error correction M)."""

from __future__ import annotations

from pipeline.model import RenderError


def qr_modules(text: str) -> list[list[bool]]:
    """Return the modules of a text's QR code, row by row, True where dark.

    `RenderError` if it is too long for one.
    """
    # takes a tenth of a second, which books without a code need not spend
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.M)
    try:
        code.addData(text)
        code.make()
    except (ValueError, IndexError, OverflowError) as error:
        raise RenderError(f"expected a text short enough for a QR code, found {text!r}") from error
    return [[bool(module) for module in row] for row in code.modules]
