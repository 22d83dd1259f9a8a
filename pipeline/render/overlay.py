"""Lays one page of PDF over another, turned by a quarter: the text of a spine."""

from __future__ import annotations

import io

import pikepdf


def lay_turned(page: bytes, over: bytes, left_pt: float, top_pt: float) -> bytes:
    """Return a file whose only page carries another file's page, turned clockwise.

    Parameters
    ----------
    page, over : bytes
        Two files of one page each.
    left_pt, top_pt : float
        Where the lower left corner of the second goes, in points from the lower left of the
        first: it becomes the upper left.
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(page)) as pdf, pikepdf.open(io.BytesIO(over)) as other:
        form = pdf.copy_foreign(other.pages[0].as_form_xobject())
        target = pdf.pages[0]
        name = target.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Spine"))
        place = f"q 0 -1 1 0 {left_pt:.2f} {top_pt:.2f} cm {name} Do Q".encode("ascii")
        target.contents_add(place)
        pdf.save(out, deterministic_id=True)
    return out.getvalue()
