"""PDFs that unpack to gigabytes, or go on for ever: refused or cut, after a bounded work."""

import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pipeline.model import StoreError
from pipeline.pdf import document
from pipeline.pdf.document import open_pdf
from pipeline.pdf.values import Steps
from pipeline.store.jsonl import write_records
from tests.book.sample import make_record
from tests.program import run_program
from tests.refusals import refused
from tests.slices import cases

HUGE = 300_000_000  # Bytes


def packed(size: int, text: bytes = b"0 0 m 1 1 l S\n") -> bytes:
    packer = zlib.compressobj(9)
    block = text * (1 << 16)
    parts = [packer.compress(block) for _ in range(size // len(block))]
    return b"".join([*parts, packer.flush()])


def stream(data: bytes, entries: bytes = b"", filters: bytes = b"/FlateDecode") -> bytes:
    head = b"<</Length %d /Filter %s %s>>\nstream\n" % (len(data), filters, entries)
    return head + data + b"\nendstream"


def form(text: bytes, resources: bytes = b"") -> bytes:
    entries = b"/Subtype/Form/BBox[0 0 9 9]/Resources<<%s>>" % resources
    return stream(zlib.compress(text), entries)


def pdf(
    *objects: bytes, page: bytes = b"", text: bytes = b"/F Do BT /F 9 Tf (a) Tj ET", pages: int = 1,
    drawing: bytes = b"", root: bytes = b"",
) -> bytes:  # fmt: skip
    """Return a file whose pages share a drawing, the object 3; others come after it."""
    kids = b" ".join(b"%d 0 R" % (4 + len(objects) + k) for k in range(pages))
    one = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]/Contents 3 0 R %s>>" % page
    tree = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids)
    catalog = b"<</Type/Catalog/Pages 2 0 R %s>>" % root
    everything = [catalog, tree, drawing or stream(zlib.compress(text)), *objects, *[one] * pages]
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(everything, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n" % (len(places) + 1))
    out.write(b"%d\n%%%%EOF" % start)
    return out.getvalue()


FORM = b"/Resources<</XObject<</F 4 0 R>>>>"
FONT = b"/Resources<</Font<</F 4 0 R>>>>"
BOMBS: dict[str, Callable[[], bytes]] = {
    "a stream": lambda: pdf(drawing=stream(packed(HUGE))),
    "a stream packed twice": lambda: pdf(
        drawing=stream(zlib.compress(packed(HUGE)), filters=b"[/FlateDecode/FlateDecode]")
    ),
    "a stream of many pages": lambda: pdf(drawing=stream(packed(60_000_000)), pages=1000),
    "a form in itself": lambda: pdf(form(b"/F Do /F Do", FORM[12:-2]), page=FORM),
    "a page tree in itself": lambda: pdf().replace(b"/Kids[4 0 R]", b"/Kids[2 0 R]"),
    "forms in forms": lambda: pdf(
        *(form(b"/F Do " * 10, b"/XObject<</F %d 0 R>>" % (5 + k)) for k in range(20)),
        form(b"0 0 m 1 1 l S"), page=FORM,
    ),
    "a page that is its parent": lambda: pdf().replace(b"/Parent 2 0 R", b"/Parent 4 0 R"),
    "a reference to itself": lambda: pdf(b"4 0 R", page=b"/Resources 4 0 R"),
    "an outline without end": lambda: pdf(
        b"<</First 5 0 R>>", b"<</Next 5 0 R/First 5 0 R>>", root=b"/Outlines 4 0 R"
    ),
    "deep arrays": lambda: pdf(page=b"/X " + b"[" * 100_000 + b"]" * 100_000),
    "deep operands": lambda: pdf(text=b"[" * 100_000 + b"]" * 100_000 + b" TJ"),
    "metadata": lambda: pdf(stream(packed(HUGE)), root=b"/Metadata 4 0 R"),
    "many notes": lambda: pdf(
        b"<</Subtype/Stamp/Rect[0 0 9 9]>>", page=b"/Annots[" + b"4 0 R " * 50_000 + b"]"
    ),
    "a table of a font": lambda: pdf(
        b"<</Type/Font/Subtype/TrueType/BaseFont/A/ToUnicode 5 0 R>>",
        stream(packed(60_000_000, b"1 beginbfrange <0000> <FFFF> <0000> endbfrange\n")), page=FONT,
    ),
    "a font in itself": lambda: pdf(
        b"<</Type/Font/Subtype/Type0/BaseFont/A/DescendantFonts[4 0 R]/ToUnicode 4 0 R>>", page=FONT
    ),
    "widths of a font": lambda: pdf(
        b"<</Type/Font/Subtype/Type0/DescendantFonts[5 0 R]>>",
        b"<</Type/Font/W[" + b"0 2000000000 500 " * 50_000 + b"]>>", page=FONT,
    ),
    "an outline of a font": lambda: pdf(
        b"<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor<</FontFile2 5 0 R>>>>",
        stream(packed(HUGE)), page=FONT,
    ),
    "too many pages": lambda: pdf(pages=5001, text=b"q Q"),
    "a false count": lambda: pdf().replace(b"/Count 1/", b"/Count 2000000000/"),
}  # fmt: skip


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the streams that are unpacked."""
    sizes: list[int] = []
    read = pikepdf.Object.read_bytes

    def counted(self: pikepdf.Object, *args: Any, **named: Any) -> bytes:
        data = read(self, *args, **named)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(pikepdf.Object, "read_bytes", counted)
    return sizes


@pytest.mark.part(3)
@pytest.mark.parametrize("name", cases(BOMBS, part=4))
def test_a_bomb_is_refused_or_cut(name: str, tmp_path: Path, unpacked: list[int]) -> None:
    (tmp_path / "in.pdf").write_bytes(BOMBS[name]())
    (tmp_path / "in.jsonl").write_text("")
    for words in (
        ("preflight", "in.pdf"), ("import", "in.pdf"), ("verify", "in.jsonl", "--book", "in.pdf"),
        ("cover", "in.pdf", "--printer", "kdp", "--title", "T"),
    ):  # fmt: skip
        unpacked.clear()
        done = run_program(*words, cwd=tmp_path)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in (0, 2, 3)
        assert sum(unpacked) < 1_000_000_000


def test_streams_too_long_to_parse_cost_what_unpacking_them_costs() -> None:
    """A page after another with the same stream is not unpacked for ever."""
    file = pikepdf.open(io.BytesIO(pdf(drawing=stream(packed(6_000_000)))))
    steps = Steps(page=1_000_000, file=2_000_000)
    for _ in range(6):
        assert steps.spend(0)
        steps.begin_page()
        assert not steps.may_parse(file.pages[0])
    assert not steps.spend()


DAMAGED: dict[str, Callable[[], bytes]] = {
    "objects": lambda: b"1 0 obj\n" * 310_000,
    "numbered objects": lambda: b"".join(b"%d 0 obj 1 endobj\n" % k for k in range(310_000)),
    "streams": lambda: b"".join(b"%d 0 obj<</Length 9>>stream\n" % k for k in range(14_000)),
    "streams that end last": lambda: b"1 0 obj<<>>stream\n" * 40_000 + b"endstream\n" * 10_000,
    "tables": lambda: b"xref\n0 1\n" * 310_000,
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_not_repaired_for_ever(name: str, tmp_path: Path) -> None:
    (tmp_path / "in.pdf").write_bytes(b"%PDF-1.7\n" + DAMAGED[name]() + b"startxref\n9\n%%EOF")
    write_records([make_record(6, 6, 1)], tmp_path / "in.jsonl")
    for words in (
        ("preflight", "in.pdf"), ("verify", "in.jsonl", "--book", "in.pdf"),
        ("cover", "in.pdf", "--printer", "kdp", "--title", "T"),
    ):  # fmt: skip
        done = run_program(*words, cwd=tmp_path)
        assert done.returncode == 2
        assert "in.pdf: expected a PDF file" in done.stderr
        assert "it is damaged, and too long to be repaired" in done.stderr


def test_a_short_damaged_file_is_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in.pdf").write_bytes(pdf().replace(b"startxref\n", b"startxref\n1"))
    with open_pdf(tmp_path / "in.pdf") as file:
        assert len(file.pdf.pages) == 1
    monkeypatch.setattr(document, "_MOST_REPAIRED", 100)
    with refused(StoreError), open_pdf(tmp_path / "in.pdf"):
        pass
