"""Rules of single pages (size, type, lines, colours, images) and of the whole file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pipeline.book.press.printing import TOLERANCE_MM, are_equal
from pipeline.edition.section import runs_of
from pipeline.pdf.document import Document
from pipeline.pdf.marks import Box, ColourFamily
from pipeline.pdf.measure import PageBoxes, PageFacts
from pipeline.pdf.values import MOST_OF_A_FILE, MOST_OF_A_PAGE
from pipeline.preflight.findings import Finding
from pipeline.preflight.specs import Service
from pipeline.scene import MM_PER_PT

_TOLERANCE_MM: Final = 0.1
_TOLERANCE_PT: Final = 0.01  # Files carry two or three decimals; a limit met to these is met
_Said: TypeAlias = tuple[str, bool, str, str]  # Rule, result, measured, required
_AT_EDGE_MM: Final = 0.8  # Ink this near to the trim is meant to reach it


def check_pages(document: Document, service: Service, sheet: Sheet) -> Iterator[Finding]:
    """Yield the findings of one printer about each page."""
    pages = len(document.pages)
    for page in document.pages:
        for rule, is_right, measured, limit in _judge(page, service, sheet, pages):
            yield from service.find(rule, is_right, page.number, measured, limit)
    yield from _alike(document, service)


def _judge(page: PageFacts, service: Service, sheet: Sheet, pages: int) -> Iterator[_Said]:
    said = "not read to its end" if page.flags.is_cut else "read to its end"
    limit = f"{MOST_OF_A_PAGE} steps of drawing, {MOST_OF_A_FILE} in the file"
    yield "content", not page.flags.is_cut, said, limit
    yield _size(page, service, sheet)
    yield _boxes(page)
    yield from _safe(page, service, sheet, pages)
    yield _fonts(page)
    yield _type(page, service)
    yield _line(page, service)
    yield from _colours(page, service)
    yield _images(page, service)
    yield from _rest(page)


def _size(page: PageFacts, service: Service, sheet: Sheet) -> _Said:
    width, height = page_size(page.boxes)
    bleed = service.spec.bleed_mm
    sizes = [(sheet.width, sheet.height)]
    if sheet.bleed:
        sizes = [(sheet.width + bleed, sheet.height + 2 * bleed)]
        if page.boxes.trim is not None:  # with a trim box the bleed may be on all four sides
            sizes.append((sheet.width + 2 * bleed, sheet.height + 2 * bleed))
    is_right = any(are_equal((width, height), size) for size in sizes)
    limit = f"{sizes[0][0]:.1f} x {sizes[0][1]:.1f} mm"
    if not service.spec.sizes.takes((sheet.width, sheet.height)):
        is_right = False
        limit = f"a trim {service.spec.sizes.words((sheet.width, sheet.height))}"
    said = f"{width:.1f} x {height:.1f} mm"
    if page.boxes.rotation:
        is_right, said = False, f"{said}, turned by {page.boxes.rotation} degrees"
    return "size", is_right, said, limit


def _boxes(page: PageFacts) -> _Said:
    boxes = page.boxes
    wrong = []
    if boxes.trim is None:
        wrong.append("no TrimBox")
    elif not _holds(boxes.bleed or boxes.media, boxes.trim):
        wrong.append("TrimBox not inside BleedBox")
    if boxes.bleed is not None and not _holds(boxes.media, boxes.bleed):
        wrong.append("BleedBox not inside MediaBox")
    if boxes.crop != boxes.media and not _holds(boxes.crop, boxes.media):
        wrong.append("CropBox cuts the page")
    said = ", ".join(wrong) or "boxes in order"
    return "boxes", not wrong, said, "a TrimBox inside the MediaBox"


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0] + 0.01 and outer[1] <= inner[1] + 0.01
        and outer[2] >= inner[2] - 0.01 and outer[3] >= inner[3] - 0.01
    )  # fmt: skip


def _safe(page: PageFacts, service: Service, sheet: Sheet, pages: int) -> Iterator[_Said]:
    """Yield whether everything keeps its distance from the trim, more of it at the spine.

    On pages that bleed, art may run to the edge, but must then run beyond it.
    """
    spec = service.spec
    trim = trim_box(page, sheet)
    edge = spec.bleed_edge_mm if sheet.bleed else spec.edge_mm
    gutter = spec.gutter_mm(pages)
    limit = f"{gutter:.2f} mm at the spine, {edge:.2f} mm elsewhere"
    box = page.text_box if sheet.bleed else page.ink_box
    if box is None:
        yield "safe", True, "nothing on the page", limit
    else:
        sides = _distances(box, trim, page.number)
        least = {"spine": gutter, "fore-edge": edge, "head": edge, "foot": edge}
        short = [f"{name} {sides[name]:.2f} mm" for name in sides
                 if sides[name] < least[name] - _TOLERANCE_MM]  # fmt: skip
        others = min(value for name, value in sides.items() if name != "spine")
        said = ", ".join(short) or f"spine {sides['spine']:.2f} mm, others {others:.2f} mm"
        yield "safe", not short, said, limit
    if page.ink_box is not None:
        yield _bleed(page, service, trim, page.ink_box)
    said = f"{page.outside} marks outside the trim" if page.outside else "no trim marks"
    yield "marks", page.outside == 0, said, "no trim marks"


def _distances(box: Box, trim: Box, number: int) -> dict[str, float]:
    left, right = (box[0] - trim[0]) * MM_PER_PT, (trim[2] - box[2]) * MM_PER_PT
    spine, fore_edge = (left, right) if number % 2 else (right, left)
    return {
        "spine": spine,
        "fore-edge": fore_edge,
        "head": (trim[3] - box[3]) * MM_PER_PT,
        "foot": (box[1] - trim[1]) * MM_PER_PT,
    }


def _bleed(page: PageFacts, service: Service, trim: Box, ink: Box) -> _Said:
    sides = _distances(ink, trim, page.number)
    sides.pop("spine")
    bleed = service.spec.bleed_mm
    at_edge = {name: -value for name, value in sides.items() if value < _AT_EDGE_MM}
    short = [f"{name} {value:.2f} mm" for name, value in at_edge.items()
             if value < bleed - _TOLERANCE_MM]  # fmt: skip
    said = ", ".join(short) if short else "art runs on" if at_edge else "nothing at the edge"
    return "bleed", not short, said, f"art at the edge runs {bleed:.2f} mm beyond the trim"


def _fonts(page: PageFacts) -> _Said:
    missing = sorted({font.name for font in page.fonts if not font.is_embedded})
    count = len({font.name for font in page.fonts})
    subsets = sum(font.is_subset for font in page.fonts)
    said = (
        f"not embedded: {', '.join(missing)}" if missing
        else f"{count} embedded, {subsets} of them as subsets" if count else "no type"
    )  # fmt: skip
    return "fonts", not missing, said, "every font embedded"


def _type(page: PageFacts, service: Service) -> _Said:
    limit = service.spec.type_pt
    least = page.least_type
    if least is None:
        return "type", True, "no type", f"{limit:g} pt or more"
    said = f"{least.size:.2f} pt"
    is_right = least.size >= limit - _TOLERANCE_PT
    if not is_right:
        said += f" ({' '.join(least.text.split())[:24]!r} in {least.font})"
    return "type", is_right, said, f"{limit:g} pt or more"


def _line(page: PageFacts, service: Service) -> _Said:
    limit = service.spec.line_pt
    least = page.least_line
    said = "no lines" if least is None else f"{least:.2f} pt"
    is_right = least is None or least >= limit - _TOLERANCE_PT
    return "line", is_right, said, f"{limit:g} pt or more"


def _colours(page: PageFacts, service: Service) -> Iterator[_Said]:
    allowed = service.value("colour", "spaces", [])
    used = sorted(page.spaces)
    names = [space.value + (" with a profile" if profile else "") for space, profile in used]
    strange = [
        name
        for (space, _), name in zip(used, names, strict=True)
        if space is not ColourFamily.PATTERN and space.value not in allowed
    ]
    yield "colour", not strange, ", ".join(strange or names) or "no colour", " or ".join(allowed)
    most = service.value("ink", "most", 2.4)
    cover = page.most_coverage
    yield "ink", cover <= most + 0.005, f"{100 * cover:.0f} %", f"{100 * most:.0f} % or less"
    least = service.value("tint", "least", 0.1)
    tint = page.least_tint
    said = "no tints" if tint is None else f"{100 * tint:.0f} % ink"
    yield "tint", tint is None or tint >= least - 0.005, said, f"{100 * least:.0f} % or more"


def _images(page: PageFacts, service: Service) -> _Said:
    least = service.value("image", "least", 300)
    dpi_limit = service.value("image", "most")
    limit = f"{least} dpi or more" + (f", at most {dpi_limit}" if dpi_limit else "")
    dots = [min(image.dpi) for image in page.images]
    if not dots:
        return "image", True, "no images", limit
    # bitmaps of one colour need, and have, more dots than photographs
    high = [max(image.dpi) for image in page.images if not image.is_bitmap]
    is_right = min(dots) >= least - 0.5 and not (dpi_limit and high and max(high) > dpi_limit + 0.5)
    said = f"{min(dots):.0f} dpi" if len(dots) == 1 else f"{min(dots):.0f} to {max(dots):.0f} dpi"
    return "image", is_right, said, limit


def _rest(page: PageFacts) -> Iterator[_Said]:
    said = ", ".join(page.is_transparent) or "opaque"
    yield "transparency", not page.is_transparent, said, "no transparency"
    counts = Counter(page.annotations).items()
    said = ", ".join(f"{n} {kind}" for kind, n in counts) or "no annotations"
    yield "annotations", not page.annotations, said, "no links, comments or fields"
    said = f"{page.hidden} invisible texts" if page.hidden else "nothing invisible"
    yield "hidden", not page.hidden, said, "nothing invisible"
    covered = [repr(text) for text in page.covered[:3]]
    covered += [f"{len(page.covered) - 3} more texts"] if len(page.covered) > 3 else []
    covered += [f"{page.covered_lines} lines"] if page.covered_lines else []
    said = f"cannot be seen: {', '.join(covered)}" if covered else "nothing covered"
    limit = "no text or line under other marks or in the colour of its ground"
    yield "covered", not covered, said, limit


def _alike(document: Document, service: Service) -> Iterator[Finding]:
    """Yield the pages that differ in size from most, or one finding that none does."""
    sizes = [page_size(page.boxes) for page in document.pages]
    usual = max(sizes, key=sizes.count)
    odd = [
        page.number
        for page, size in zip(document.pages, sizes, strict=True)
        if not are_equal(size, usual)
    ]
    said = f"{usual[0]:.1f} x {usual[1]:.1f} mm"
    for number in odd:
        width, height = sizes[number - 1]
        yield from service.find(
            "alike", False, number, f"{width:.1f} x {height:.1f} mm", f"{said} as most pages"
        )
    if not odd:
        yield from service.find("alike", True, None, f"all {said}", "all pages alike")


def check_lock(document: Document, service: Service) -> Iterator[Finding]:
    """Yield whether the file is encrypted; nothing else can be checked in a locked one."""
    said = "locked" if document.is_locked else "encrypted" if document.is_encrypted else "open"
    yield from service.find("encryption", said == "open", None, said, "an open file")


def check_file(
    document: Document, service: Service, sheet: Sheet, paper: str | None
) -> Iterator[Finding]:
    """Yield the findings of one printer about the whole file."""

    def find(rule: str, is_right: bool, measured: str, limit: str) -> tuple[Finding, ...]:
        return service.find(rule, is_right, None, measured, limit)

    count = len(document.pages)
    least, page_limit = service.page_limits(sheet.name, paper)
    limit = f"{least} to {page_limit} pages{f' on {paper} paper' if paper else ''} at {sheet.title}"
    yield from find("pages", least <= count <= page_limit, f"{count} pages", limit)
    yield from find("even", count % 2 == 0, f"{count} pages", "an even number of pages")
    yield from _blanks(document, service)
    said = f"{document.outline} bookmarks" if document.outline else "no bookmarks"
    yield from find("outline", document.outline == 0, said, "no bookmarks")
    about = [*document.about, *(["XMP"] if document.has_xmp else [])]
    said = ", ".join(about) or "no metadata"
    if about and document.is_pdfx:
        said += "; PDF/X-1a asks for a title: leave pdfx out for this printer"
    yield from find("metadata", not about, said, "no metadata")
    has_layers = document.layers or any(page.flags.has_layer for page in document.pages)
    said = f"{document.layers} layers" if document.layers else "no layers"
    yield from find("layers", not has_layers, said, "no layers")
    said = ", ".join(document.active) or "nothing active"
    yield from find("active", not document.active, said, "no scripts, forms or attachments")
    size_limit = service.value("file", "most_mb", 650)
    size = document.megabytes
    yield from find("file", size <= size_limit, f"{size:.1f} MB", f"at most {size_limit} MB")


def _blanks(document: Document, service: Service) -> Iterator[Finding]:
    """Yield runs of blank pages that are too long, or one finding about the longest."""
    running = service.value("blank", "running", 2)
    at_end = service.value("blank", "at_end", 10)
    runs = runs_of(page.number for page in document.pages if page.is_blank)
    limit = f"at most {running} running, {at_end} at the end"
    is_wrong = False
    for first, last in runs:
        length = last - first + 1
        is_last = last == len(document.pages)
        if length > (at_end if is_last else running):
            is_wrong = True
            yield from service.find("blank", False, first, f"{length} blank pages running", limit)
    if not is_wrong:
        longest = max((last - first + 1 for first, last in runs), default=0)
        yield from service.find("blank", True, None, f"at most {longest} running", limit)


SIZE_TOLERANCE_MM: Final = TOLERANCE_MM


@dataclass(frozen=True, slots=True)
class Sheet:
    """The trim of a book in millimetres, its name if it has one, and how far pages bleed."""

    width: float
    height: float
    name: str | None
    bleed: float

    @property
    def title(self) -> str:
        """The size as text."""
        size = f"{self.width:.1f} x {self.height:.1f} mm"
        return f"{size} ({self.name})" if self.name else size


def find_sheet(
    pages: Sequence[PageFacts],
    trims: Mapping[str, tuple[float, float]],
    bleeds: Sequence[float],
    asked: tuple[float, float] | None,
) -> Sheet:
    """Return the sheet that most pages are made for.

    A size that is asked for wins; then trim boxes that are smaller than the page; then a named
    trim with or without bleed; then the page itself.
    """
    sizes = Counter(page_size(page.boxes) for page in pages)
    width, height = sizes.most_common(1)[0][0]
    inner = Counter(
        _size_mm(page.boxes.trim) for page in pages if page.boxes.trim and not _is_whole(page.boxes)
    )
    if asked is not None:
        trim = asked
    elif inner.total() > len(pages) / 2:
        trim = inner.most_common(1)[0][0]
    else:
        trim = _named_size((width, height), trims, bleeds) or (width, height)
    name = next((n for n, size in trims.items() if are_equal(size, trim)), None)
    bleed = max(0.0, round((height - trim[1]) / 2, 3))
    return Sheet(*trim, name, bleed if bleed > SIZE_TOLERANCE_MM else 0.0)


def is_spread(
    pages: Sequence[PageFacts],
    trims: Mapping[str, tuple[float, float]],
    asked: tuple[float, float] | None = None,
) -> bool:
    """Return whether most pages hold two of the asked trim, else of a named one, side by side."""
    width, height = Counter(page_size(page.boxes) for page in pages).most_common(1)[0][0]
    known = [asked] if asked is not None else list(trims.values())
    if any(are_equal((width, height), size) for size in known):
        return False
    return any(are_equal((width / 2, height), size) for size in known)


def page_size(boxes: PageBoxes) -> tuple[float, float]:
    """Return width and height of a page in millimetres as it is seen, turned if it is turned."""
    width, height = _size_mm(boxes.crop)
    unit = boxes.unit
    return (height * unit, width * unit) if boxes.rotation in (90, 270) else (
        width * unit, height * unit)  # fmt: skip


def trim_box(page: PageFacts, sheet: Sheet) -> Box:
    """Return where the trimmed page lies on a page, in points.

    Without a trim box the bleed is at head, foot and fore-edge, as all services ask.
    """
    boxes = page.boxes
    if boxes.trim is not None and not _is_whole(boxes):
        return boxes.trim
    left, bottom, right, top = boxes.crop
    if not sheet.bleed:
        return boxes.crop
    bleed = sheet.bleed / MM_PER_PT
    wide = sheet.width / MM_PER_PT
    if abs(right - left - wide) < SIZE_TOLERANCE_MM / MM_PER_PT:
        return (left, bottom + bleed, right, top - bleed)
    if page.number % 2:
        return (left, bottom + bleed, left + wide, top - bleed)
    return (right - wide, bottom + bleed, right, top - bleed)


def _is_whole(boxes: PageBoxes) -> bool:
    """Return whether the trim box says nothing that the page does not."""
    return boxes.trim is None or are_equal(_size_mm(boxes.trim), _size_mm(boxes.crop))


def _size_mm(box: Box) -> tuple[float, float]:
    width, height = box[2] - box[0], box[3] - box[1]
    return (round(width * MM_PER_PT, 2), round(height * MM_PER_PT, 2))


def _named_size(
    size: tuple[float, float], trims: Mapping[str, tuple[float, float]], bleeds: Sequence[float]
) -> tuple[float, float] | None:
    for trim in trims.values():
        if are_equal(trim, size):
            return trim
    for bleed in bleeds:
        for trim in trims.values():
            if are_equal((trim[0] + bleed, trim[1] + 2 * bleed), size):
                return trim
    return None
