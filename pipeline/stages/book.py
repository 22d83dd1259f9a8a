"""Book: graded records and a configuration to a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pipeline.book import BookSection, lay_out, write_book
from pipeline.book.flow.language import load_language
from pipeline.book.flow.style import style_for
from pipeline.book.order import in_print_order
from pipeline.book.parts.back import font_notices
from pipeline.book.press.geometry import make_geometry, page_size
from pipeline.book.press.printing import load_printing
from pipeline.book.press.rights import require_rights
from pipeline.config.book_options import Margins
from pipeline.config.run_settings import Check, RunConfig, SectionConfig, load_config
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Record
from pipeline.render.fonts import using_fonts
from pipeline.stages.filter import is_accepted
from pipeline.store.files import write_atomic


@dataclass(frozen=True, slots=True)
class BookResult:
    """What was typeset, and what was short."""

    path: str
    pages: int
    puzzles: int
    shortfalls: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def summary(self) -> list[str]:
        """Return what to tell the user at the end."""
        if self.shortfalls:
            return [
                f"too few puzzles: section {title!r} lacks {n}"
                for title, n in self.shortfalls.items()
            ] + ["no book was made; add records or ask for fewer"]
        return [
            *(f"warning: {text}" for text in self.warnings),
            f"book: {self.puzzles} puzzles on {self.pages} pages in {self.path}",
        ]


def load_book_config(source: str | Path) -> RunConfig:
    """Return the configuration in a file, checked as far as the book can tell before it is made.

    Raises
    ------
    ConfigError
        With file, line and key, for whatever is wrong.
    """
    return load_config(source, _CHECKS)


def book_from_records(records: Iterable[Record], config: RunConfig, output: str) -> BookResult:
    """Return what was typeset from the records that the sections ask for.

    Each section takes, for each of its sizes, the first records of its kind, rule and band that
    are proved unique, no puzzle twice (mirrored and relabelled ones included).

    Raises
    ------
    ConfigError
        If nothing fits a section at all and the records say why (not proved, not graded).
    RenderError
        If a puzzle does not fit its page.
    """
    stock = list(records)
    _require_ready(stock)
    chosen, missing = _choose(stock, config)
    if missing:
        return BookResult(output, 0, 0, missing)
    return write_book_file(config, make_sections(config, chosen), output)


def make_section(section: SectionConfig, records: Iterable[Record]) -> BookSection:
    """Return a section of the book with its records, which are in print order."""
    return BookSection(
        title=section.title,
        kind=section.kind,
        rule=section.rule,
        records=tuple(records),
        band=section.band,
        per_page=section.per_page,
        introduction=section.introduction,
    )


def make_sections(config: RunConfig, chosen: Sequence[Sequence[Record]]) -> tuple[BookSection, ...]:
    """Return the sections of the book with their records, which are in print order."""
    return tuple(
        make_section(section, records)
        for section, records in zip(config.sections, chosen, strict=True)
    )


def write_book_file(
    config: RunConfig, sections: Sequence[BookSection], output: str | Path
) -> BookResult:
    """Typeset sections into a file that appears whole or not at all."""
    options = config.book
    try:
        require_rights(options, (record for section in sections for record in section.records))
    except ConfigError as error:
        raise config.error(("book", "commercial"), str(error)) from error
    book = lay_out(options, sections)
    write_atomic(output, lambda stream: write_book(book, stream))
    return BookResult(
        str(output), len(book.pages), len(book.placements), warnings=tuple(book.warnings)
    )


def _check_trim(config: RunConfig, margins: Margins | None = None) -> None:
    """Raise what is wrong with the trim alone, or with the trim within these margins."""
    options = config.book
    printing = load_printing(
        options.printers, options.printers_file, is_booklet=options.style == "booklet"
    )
    width_mm, _ = page_size(options, printing)
    least = printing.least_margin_mm(options.bleed)
    bare = replace(options, margins=margins or Margins(least, least, least, least))
    make_geometry(bare, printing, style_for(options.style, width_mm), pages=1)


def _check_margins(config: RunConfig) -> None:
    _check_trim(config, config.book.margins)


def _check_fonts(config: RunConfig) -> None:
    options = config.book
    with using_fonts(options.fonts.files()):
        font_notices(options)


_CHECKS: Final[tuple[Check, ...]] = (
    (("book", "language"), lambda config: load_language(config.book.language)),
    (
        ("book", "printers"),
        lambda config: load_printing(config.book.printers, config.book.printers_file),
    ),
    (("book", "trim"), _check_trim),
    (("book", "margins"), _check_margins),
    (
        ("book", "hyphenation"),
        lambda config: load_language(config.book.language).with_words(config.book.hyphenation),
    ),
    (("book", "fonts"), _check_fonts),
)
"""What the book knows of single keys, in the order in which it is worth hearing of them."""


def _require_ready(records: Iterable[Record]) -> None:
    for record in records:
        if not is_accepted(record):
            raise ConfigError(
                f"record {record.id} has the verdict {record.verdict.status}: only puzzles proved "
                "unique are printed; run puzzlepress filter first"
            )
        if record.grade is None or record.solution is None:
            raise ConfigError(
                f"record {record.id} has no grade or no solution; run puzzlepress grade first"
            )


def _choose(
    stock: Sequence[Record], config: RunConfig
) -> tuple[list[list[Record]], dict[str, int]]:
    """Return the records of each section in print order, and by title how many are missing."""
    used: set[str] = set()
    chosen: list[list[Record]] = []
    missing: dict[str, int] = {}
    for section in config.sections:
        taken: list[Record] = []
        for size, count in zip(section.sizes, section.counts, strict=True):
            found = 0
            for record in stock:
                if found == count:
                    break
                if _fits(record, section, size) and (key := _duplicate_key(record)) not in used:
                    used.add(key)
                    taken.append(record)
                    found += 1
            if found < count:
                missing[section.title] = missing.get(section.title, 0) + count - found
        chosen.append(in_print_order(taken))
    return chosen, missing


def _fits(record: Record, section: SectionConfig, size: tuple[int, int]) -> bool:
    return (
        record.kind == section.kind
        and (record.puzzle["rows"], record.puzzle["cols"]) == size
        and record.verdict.rule in (section.rule, None)
        and record.grade is not None
        and section.band in (None, record.grade.band)
    )


def _duplicate_key(record: Record) -> str:
    kind = get_kind(record.kind)
    return f"{record.kind} {kind.canonical(kind.decode(record.puzzle))}"
