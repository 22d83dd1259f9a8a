"""Finish the files of ``pdf.py``: PDF/X-1a marks for presses, and the structure of tagged PDF.

ReportLab writes no structure. Marks are painted between operators that number them, and
`finish_tagged` builds the tree over the numbers (ISO 32000-1, 14.6 to 14.9; PDF/UA-1, ISO 14289-1).
Files in greys and process inks satisfy the rest of PDF/X-1a:2001; no profiler has certified them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pipeline.model import RenderError
from pipeline.scene import MM_PER_PT, Align, Face, Label, Mark, Tag

CONDITION: Final = "CGATS TR 001"  # Coated paper to SWOP, as US presses register
_FORBIDDEN: Final = ("rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh")
"""Operators of other colours than greys and process inks, and of shading."""
_INKS: Final = ("/DeviceGray", "/DeviceCMYK")  # Colours of pictures


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
    forbidden = [str(one.operator) for one in pikepdf.parse_content_stream(page, wanted)]
    forbidden += [
        f"of a picture in {picture.ColorSpace}"
        for picture in page.get_images().values()
        if str(picture.ColorSpace) not in _INKS
    ]
    if forbidden:
        raise RenderError(
            f"expected a page of greys and process inks, found the operator {forbidden[0]} on page "
            f"{number}; PDF/X-1a takes no other colours"
        )


_HEADINGS: Final = (("H1", 20.0), ("H2", 12.4))  # From these sizes on, in points
_NEAR: Final = 1.7  # Lines of a paragraph are nearer to one another, in sizes of their type


_FURTHER: Final = "+"  # End of the role of a further line of an item
_NESTED: Final = {"LI": ("L", "LI", "LBody"), "TOCI": ("TOC", "TOCI", "Reference", "Link")}
"""Elements round the contents of an item, from the list to the innermost one."""


class Piece(NamedTuple):
    """Marks that belong together: their role ("" for decoration), and words for a figure."""

    role: str
    marks: tuple[Mark, ...]
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Element:
    """What the tree holds: a role, the page from 0, the number on it, and words for a figure."""

    role: str
    page: int
    number: int
    alt: str


def pieces_of(marks: Sequence[Mark], tags: Sequence[Tag]) -> Iterator[Piece]:
    """Yield the marks of a page in order, cut where the role changes.

    What no tag names is a heading or a paragraph where it is type, and decoration elsewhere.
    """
    end, item = 0, None
    for tag in sorted(tags):
        if tag.first < end:
            continue
        tagged = tuple(marks[tag.first : tag.last])
        between = marks[end : tag.first]
        is_further = tag.role.endswith(_FURTHER) and not any(map(_role, between))
        if item is not None and not is_further:
            yield item
            item = None
        yield from _untagged(between)
        role = tag.role.removesuffix(_FURTHER)
        if item is not None:
            item = item._replace(marks=item.marks + tagged)
        elif role in _NESTED:
            item = Piece(role, tagged)
        else:
            yield Piece(role, tagged, tag.alt)
        end = tag.last
    if item is not None:
        yield item
    yield from _untagged(marks[end:])


def _untagged(marks: Sequence[Mark]) -> Iterator[Piece]:
    held: list[Mark] = []
    role = ""
    for mark in marks:
        own = _role(mark)
        if held and (own != role or (own and _is_apart(held[-1], mark))):
            yield Piece(role, tuple(held))
            held = []
        role = own
        held.append(mark)
    if held:
        yield Piece(role, tuple(held))


def _role(mark: Mark) -> str:
    if not isinstance(mark, Label) or not mark.text.strip(". "):
        return ""
    size = mark.size_mm / MM_PER_PT
    if mark.face is Face.DISPLAY_BOLD:
        return next((role for role, least in _HEADINGS if size >= least), "P")
    return "P"


def _is_apart(label: Mark, other: Mark) -> bool:
    assert isinstance(label, Label)
    assert isinstance(other, Label)
    is_far = abs(other.position[1] - label.position[1]) > _NEAR * max(label.size_mm, other.size_mm)
    is_new_line = label.align is Align.RIGHT and other.position[1] > label.position[1]
    return is_far or is_new_line or label.size_mm != other.size_mm


def spaced(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return the marks of a text with a space after each label, so that words stay apart."""
    return tuple(
        replace(mark, text=f"{mark.text} ")
        if isinstance(mark, Label) and mark.align is Align.LEFT
        else mark
        for mark in marks
    )


def finish_tagged(
    source: BinaryIO, target: BinaryIO, elements: Sequence[Element], title: str, language: str
) -> None:
    """Write a file again with its tree of structure; equal files give equal bytes."""
    with pikepdf.open(source) as pdf:
        tree = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        root = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=tree))
        by_page: list[list[Any]] = [[] for _ in pdf.pages]
        kids: list[tuple[int, Any]] = []
        entries: list[list[Any]] = [[] for _ in pdf.pages]
        before = ""
        for element in elements:
            page = pdf.pages[element.page].obj
            *outer, role = _NESTED.get(element.role, (element.role,))
            above = root
            for depth, name in enumerate(outer):
                if depth == 0 and before == element.role:
                    above = kids[-1][1]
                    continue
                above = _child(pdf, above, name)
                if depth == 0:
                    kids.append((element.page, above))
            made = _child(pdf, above, role, Pg=page, K=element.number)
            if element.alt:  # replaces the text of a heading
                made["/Alt" if role == "Figure" else "/ActualText"] = String(element.alt)
            by_page[element.page].append(made)
            if not outer:
                kids.append((element.page, made))
            elif role == "Link":
                entries[element.page].append(made)
            before = element.role
        numbers: list[Any] = []
        for number, (leaf, held) in enumerate(zip(pdf.pages, by_page, strict=True)):
            leaf.obj.StructParents, leaf.obj.Tabs = number, Name.S
            numbers += [number, pdf.make_indirect(Array(held))]
        kids += _tag_links(pdf, root, len(by_page), numbers, entries)
        kids.sort(key=lambda kid: kid[0])
        root.K = Array([made for _, made in kids])
        tree.K = Array([root])
        tree.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(numbers)))
        tree.ParentTreeNextKey = len(numbers) // 2
        pdf.Root.StructTreeRoot = tree
        pdf.Root.MarkInfo = Dictionary(Marked=True)
        pdf.Root.Lang = String(language)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as about:
            about["dc:title"] = title
            about["dc:language"] = {language}
            about["pdfuaid:part"] = "1"
        pdf.save(target, deterministic_id=True, fix_metadata_version=False)


def _child(pdf: Pdf, above: Any, role: str, **values: Any) -> Any:
    """Return a new element below another, which lists it unless it is the document."""
    made = pdf.make_indirect(
        Dictionary(Type=Name.StructElem, S=Name(f"/{role}"), P=above, **values)
    )
    if Name.Document != above.S:
        above.K = Array([*above.get("/K", ()), made])
    return made


def _tag_links(
    pdf: Pdf, root: Any, first: int, numbers: list[Any], entries: Sequence[Sequence[Any]]
) -> list[tuple[int, Any]]:
    """Return an element for each link but the first of each page of contents, which entries own."""
    elements: list[tuple[int, Any]] = []
    count = first
    places = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    for number, page in enumerate(pdf.pages):
        own = iter(entries[number])
        for link in page.obj.get("/Annots", ()):
            link.Contents = String(str(places[link.Dest[0].objgen]))
            reference = Dictionary(Type=Name.OBJR, Obj=link, Pg=page.obj)
            made = next(own, None)
            if made is None:
                made = _child(pdf, root, "Link", Pg=page.obj, K=reference)
                elements.append((number, made))
            else:
                held = made.K if isinstance(made.K, Array) else [made.K]
                made.K = Array([*held, reference])
            link.StructParent = count
            numbers += [count, made]
            count += 1
    return elements
