"""The page plan: the pages of a book before its puzzles are made, from stand-ins of equal size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from pipeline.book import Book, PageRole
from pipeline.config.run import RunConfig, fill_volume
from pipeline.config.sections import share_out
from pipeline.edition.section import STAND_IN, in_print_order
from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades.band_costs import ANY, band_costs
from pipeline.model import Band, Grade, Json, Provenance, Record, Status, Verdict
from pipeline.preflight.specs import load_services
from pipeline.run.plan import Want, by_order, read_wants
from pipeline.scene import MM_PER_INCH
from pipeline.stages.books.book import lay_out_chosen
from pipeline.stages.generate import GeneratorOrder
from pipeline.stages.puzzle import new_record

_MOST_SPARED: Final = 12  # Puzzles left out so that the last page has more than one


def plan_book(config: RunConfig, wants: Sequence[Want] | None = None) -> Book:
    """Return the book of a configuration, with stand-ins for its puzzles.

    ``wants`` are what its sections want, where that has been read before.
    Raise `ConfigError` if an option cannot be carried out, or the book is too long or too short;
    `RenderError` if a puzzle would be illegible on its page.
    """
    config = fill_volume(config, (config.series and config.series.volume) or 1)
    book = _lay_out(config, wants)
    if config.book.pages is not None:
        least, most = config.book.pages
        if len(book.pages) > most:
            raise config.file.error(("book", "pages"), _too_long(book, most))
        if len(book.pages) < least:
            message = (
                f"expected at least {least} pages, but {len(book.placements)} puzzles make "
                f"{len(book.pages)}; ask for more, for fewer on a page, or for larger sizes"
            )
            raise config.file.error(("book", "pages"), message)
    return book


def fill_sections(config: RunConfig) -> RunConfig:
    """Return a configuration with a count for each section: "fill" becomes as many as fit.

    One more puzzle would make the book too long, or be alone on the last page of its section. Each
    section has at least one puzzle of each size. Errors are those of `plan_book`.
    """
    open_ones = [number for number, section in enumerate(config.sections) if section.is_open]
    if not open_ones or config.book.pages is None:
        return config
    _, page_limit = config.book.pages
    least = len(open_ones) * max(len(config.sections[number].sizes) for number in open_ones)

    def laid(count: int) -> Book:
        return _lay_out(_filled(config, open_ones, count))

    def has_room(count: int) -> bool:
        return len(laid(count).pages) <= page_limit

    fits, step = least, least
    while has_room(fits + step):
        fits, step = fits + step, 2 * step
    while step > 1:
        half = step // 2
        fits, step = (fits + half, step - half) if has_room(fits + half) else (fits, half)
    fewest = config.book.pages[0]
    for count in range(fits, max(least, fits - _MOST_SPARED) - 1, -1):
        book = laid(count)
        if len(book.pages) < fewest:
            break
        if not any(_ends_alone(book, number) for number in open_ones):
            return _filled(config, open_ones, count)
    return _filled(config, open_ones, fits)


def _ends_alone(book: Book, section: int) -> bool:
    """Return whether only the last page of a section has a single puzzle."""
    counts = Counter(one.puzzle_page for one in book.placements if one.section == section)
    return counts[max(counts)] == 1 < max(counts.values())


def _filled(config: RunConfig, open_ones: Sequence[int], count: int) -> RunConfig:
    sections = list(config.sections)
    for number, share in zip(open_ones, share_out(count, len(open_ones)), strict=True):
        section = sections[number]
        sections[number] = replace(section, counts=share_out(share, len(section.sizes)))
    return replace(config, sections=tuple(sections))


def _lay_out(config: RunConfig, wants: Sequence[Want] | None = None) -> Book:
    return lay_out_chosen(config, sample_records(config, wants))


def sample_records(config: RunConfig, wants: Sequence[Want] | None = None) -> list[list[Record]]:
    """Return the stand-ins of each section, in print order; ``wants`` as for `plan_book`."""
    chosen: list[list[Record]] = [[] for _ in config.sections]
    for some in by_order(read_wants(config) if wants is None else wants).values():
        record, bands = _blank(some[0].order), _bands(some[0].order)
        for want in some:
            rule = config.sections[want.section].rule
            chosen[want.section] += [
                _stand_in(record, rule, want, bands, len(chosen[want.section]) + k)
                for k in range(want.count)
            ]
    return [in_print_order(some) for some in chosen]


def _blank(order: GeneratorOrder) -> Record:
    kind = get_kind(order.kind_id)
    clues, solution = kind.stand_in(order.params)
    provenance = Provenance(f"puzzlepress {kind.id}")
    return new_record(kind, clues, solution, provenance).with_(credit=order.credit)


def _bands(order: GeneratorOrder) -> list[Band]:
    kind = get_kind(order.kind_id)
    asked = kind.describe_params(order.params)
    costs = band_costs(kind.package, asked.get("rule"), asked["rows"] * asked["cols"])
    return [band for band in Band if band in costs] or [*Band]


def _stand_in(
    record: Record, rule: str | None, want: Want, bands: Sequence[Band], number: int
) -> Record:
    verdict = Verdict(Status.UNIQUE, rule, STAND_IN, 1)
    if get_kind(record.kind).uniqueness is None:
        verdict = Verdict(Status.NOT_APPLICABLE, None, STAND_IN, 1)
    band = want.band or bands[number % len(bands)]
    hardest = ("trial", *want.grades.levels)[-1]
    extra: dict[str, Json] = {"hardest": hardest} if get_kind(record.kind).deductions else {}
    grade = Grade("0.00", (), 0, band, 50, STAND_IN, 1, extra)
    return record.with_(id=f"{record.id[:8]}{number:08x}", verdict=verdict, grade=grade)


def _too_long(book: Book, page_limit: int) -> str:
    count = len(book.placements)
    per_puzzle = sum(page.role in (PageRole.PUZZLES, PageRole.ANSWERS) for page in book.pages)
    fit = max(0, count - -(-(len(book.pages) - page_limit) * count // per_puzzle))
    return (
        f"expected at most {page_limit} pages, but {count} puzzles make {len(book.pages)}; "
        f"about {fit} fit. Ask for fewer, more on a page, smaller sizes, or switch parts off"
    )


def describe_pages(book: Book) -> Iterator[str]:
    """Yield the lines of the page plan: total, pages by part, spines and warnings."""
    yield f"{len(book.pages)} pages"
    sections = {place.puzzle_page: place.section for place in book.placements}
    for (role, section, reason), group in groupby(
        book.pages, key=lambda page: (page.role, sections.get(page.number), page.reason)
    ):
        numbers = [page.number for page in group]
        pages = range(numbers[0], numbers[-1] + 1)
        where = f"{pages[0]}-{pages[-1]}" if len(pages) > 1 else str(pages[0])
        cells = sorted(one.cell_mm for one in book.placements if one.puzzle_page in pages)
        note = reason
        if cells:
            size = f"{cells[0]:.1f} to {cells[-1]:.1f} mm"
            note = f"section {(section or 0) + 1}: {len(cells)} puzzles, cells of {size}"
        yield f"{where:>9}  {len(pages):4}  {role.value:14} {note}".rstrip()
    if book.options.style != "booklet" and book.options.printers:
        yield from _spines(book)
    for warning in book.warnings:
        yield f"warning: {warning}"


def describe_work(wants: Iterable[Want]) -> Iterator[str]:
    """Yield the estimated time for the puzzles, and the measured cost of each band."""
    lines: list[str] = []
    spent: list[float | None] = []
    for same_order in by_order(wants).values():
        order = same_order[0].order
        kind = get_kind(order.kind_id)
        asked = kind.describe_params(order.params)
        rule = asked.get("rule")
        costs = band_costs(kind.package, rule, asked["rows"] * asked["cols"])
        for want in same_order:
            cost = costs.get(want.band or ANY)
            spent.append(None if cost is None else want.count * cost)
        each = ", ".join(f"{name} {cost:.2g} s" for name, cost in costs.items())
        line = f"{kind.id} {asked['cols']}x{asked['rows']}: {each or 'not measured'}"
        lines += [] if line in lines else [line]
    yield f"{_estimate(spent)}. A puzzle costs:"
    yield from lines


def _estimate(spent: list[float | None]) -> str:
    """Return a text on the time for the puzzles, from the seconds of demands with known costs."""
    known = [seconds for seconds in spent if seconds is not None]
    if not known:
        return "the time for these puzzles has not been measured"
    rest = "" if len(known) == len(spent) else ", plus those without measurements"
    seconds = sum(known)
    time = f"{seconds / 60:.0f} minutes"
    if seconds < 90:
        time = f"{max(1, round(seconds))} second{'s' if seconds >= 1.5 else ''}"
    return (
        f"about {time} of one processor for the puzzles, by rates measured on another machine{rest}"
    )


def _spines(book: Book) -> Iterator[str]:
    for service in load_services(book.options.printers, book.options.printers_file):
        extra, pages = service.cover["spine_extra"], len(book.pages)
        widths = [
            f"{name} {(pages * paper['spine'] + extra) * MM_PER_INCH:.1f} mm"
            for name, paper in service.papers.items()
            if "spine" in paper
        ]
        if widths:
            yield f"spine, {service.spec.title}: {', '.join(widths)}"
