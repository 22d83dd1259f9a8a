"""Small files that ask for endless work: cut at a budget of steps, and the finding says so."""

from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pipeline.model import StoreError
from pipeline.pdf.content import Interpreter
from pipeline.pdf.values import MOST_DECODED, Steps
from pipeline.preflight.preflight import preflight
from tests.pages import pages_of
from tests.refusals import refused

BOX = pikepdf.Array([0, 0, 100, 100])


def form(pdf: pikepdf.Pdf, content: bytes, **entries: Any) -> pikepdf.Object:
    """Return a form that draws some content."""
    name = pikepdf.Name
    return pdf.make_stream(content, Type=name.XObject, Subtype=name.Form, BBox=BOX, **entries)


def nested(fan: int, depth: int) -> pikepdf.Pdf:
    """Return a page whose form draws another ``fan`` times, and so on."""
    pdf = pikepdf.new()
    inner = form(pdf, b"0 0 10 10 re f")
    for _ in range(depth):
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner))
        inner = form(pdf, b"/X Do " * fan, Resources=resources)
    page = pdf.add_blank_page(page_size=(432, 648))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner))
    page.Contents = pdf.make_stream(b"/X Do 0 0 5 5 re f")
    return pdf


def test_steps_are_counted_in_forms_too_and_left_for_the_next_page() -> None:
    pdf = nested(3, 4)
    page = pdf.pages[0]
    steps = Steps(page=1000)
    cut = Interpreter(page, {}, steps=steps)
    assert 10 < sum(1 for _ in cut.marks()) < 81
    assert cut.flags.is_cut
    whole = Interpreter(page, {})
    assert sum(1 for _ in whole.marks()) == 81 + 1
    assert not whole.flags.is_cut
    again = Interpreter(page, {}, steps=Steps(page=100_000, file=1000))
    assert sum(1 for _ in again.marks()) < 81
    assert again.flags.is_cut


def test_a_colour_space_that_is_its_own_base_is_skipped() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(432, 648))
    own = pdf.make_indirect(pikepdf.Array([pikepdf.Name.Indexed]))
    own.append(own)
    page.Resources = pikepdf.Dictionary(ColorSpace=pikepdf.Dictionary(C=own))
    page.Contents = pdf.make_stream(b"/C cs 0 0 5 5 re f")
    interpreter = Interpreter(page, {})
    assert sum(1 for _ in interpreter.marks()) == 1
    assert interpreter.flags.unreadable == 1


def test_preflight_says_that_a_page_was_not_read_and_verify_refuses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Steps.__init__, "__defaults__", (20_000, 10**6))  # a real one takes seconds
    path = tmp_path / "book.pdf"
    nested(3, 11).save(path)
    found = [one for one in preflight(path).findings if one.rule == "content"]
    assert found
    assert {(one.outcome, one.page) for one in found} == {("failed", 1)}
    with refused(StoreError):
        pages_of(path)


def test_a_stream_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(432, 648))
    page.Contents = pdf.make_stream(bytes(MOST_DECODED + 1))
    path = tmp_path / "book.pdf"
    pdf.save(path)
    assert path.stat().st_size < 10**6
    with refused(StoreError):
        preflight(path)
