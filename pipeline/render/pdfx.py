"""A finish for PDF files that presses ask for: the marks of PDF/X-1a on a file of process inks.

The files of ``pdf.py`` in greys and process inks keep the rest of PDF/X-1a:2001 by themselves:
version 1.3, type embedded, DeviceGray and DeviceCMYK alone, no transparency, no encryption, a trim
box on every page. What is added here is what a press looks for first. No profiler has certified
the result.
"""

from __future__ import annotations

from typing import BinaryIO, Final

import pikepdf

from pipeline.model import RenderError

CONDITION: Final = "CGATS TR 001"
"""Printing on coated paper to SWOP: the condition that US presses register for PDF/X-1a."""
_FORBIDDEN: Final = ("rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh")
"""Operators of other colours than greys and process inks, and of shading."""
_INKS: Final = ("/DeviceGray", "/DeviceCMYK")
"""Colours of pictures."""


def finish_pdfx(source: BinaryIO, target: BinaryIO, title: str) -> None:
    """Write a file of `write_pdf` again as PDF/X-1a:2001 has it; equal files give equal bytes.

    PDF/X requires a title. `RenderError` if a page uses other colours than process inks and greys,
    or has no trim box.
    """
    with pikepdf.open(source) as document:
        for number, page in enumerate(document.pages, 1):
            _require_inks(page, number)
            if "/TrimBox" not in page:
                raise RenderError(f"expected a trim box on page {number}, found none; give it one")
            if "/Trans" in page:
                del page["/Trans"]
        info = document.docinfo
        for name in ("/Author", "/Keywords", "/Subject"):
            if name in info and not str(info[name]):
                del info[name]
        info["/Title"] = title
        info["/GTS_PDFXVersion"] = "PDF/X-1:2001"
        info["/GTS_PDFXConformance"] = "PDF/X-1a:2001"
        info["/Trapped"] = pikepdf.Name("/False")
        document.Root.OutputIntents = pikepdf.Array(
            [
                pikepdf.Dictionary(
                    Type=pikepdf.Name("/OutputIntent"),
                    S=pikepdf.Name("/GTS_PDFX"),
                    OutputCondition="SWOP (Publication) printing in USA",
                    OutputConditionIdentifier=CONDITION,
                    RegistryName="http://www.color.org",
                    Info=CONDITION,
                )
            ]
        )
        document.save(
            target,
            deterministic_id=True,
            force_version="1.3",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            fix_metadata_version=False,
        )


def _require_inks(page: pikepdf.Page, number: int) -> None:
    wanted = " ".join(sorted(_FORBIDDEN))
    found = [str(one.operator) for one in pikepdf.parse_content_stream(page, wanted)]
    found += [
        f"of a picture in {picture.ColorSpace}"
        for picture in page.get_images().values()
        if str(picture.ColorSpace) not in _INKS
    ]
    if found:
        raise RenderError(
            f"expected a page of greys and process inks, found the operator {found[0]} on page "
            f"{number}; PDF/X-1a takes no other colours"
        )
