"""Dossier: what printers, shops and authorities ask about a book, as JSON and PDF.

Every field has a value: what only the publisher knows is required of the configuration.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from pipeline import __version__
from pipeline.book.layout import make_setting
from pipeline.book.parts.back import credit_text, font_notices, gather_credits
from pipeline.book.parts.front import imprint_of
from pipeline.book.parts.page_plan import LayoutContext
from pipeline.book.press.cover import make_wrap
from pipeline.book.press.dossier import write_dossier
from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, Confirmed, JsonObject, Record, Status
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.preflight.book_identity import BookIdentity, read_identity
from pipeline.preflight.findings import Outcome, Report
from pipeline.preflight.preflight import Criteria, preflight
from pipeline.preflight.specs import Service, load_services
from pipeline.render.fonts import using_fonts
from pipeline.scene import MM_PER_INCH
from pipeline.stages.books.book import (
    content_of,
    criteria_of,
    load_volume_config,
    sections_from_records,
)
from pipeline.store.files import write_atomic
from pipeline.store.manifest import digest_of
from pipeline.store.run_folder import BOOK, read_run_records

NAMES: Final = ("dossier.json", "dossier.pdf")
_METHOD: Final = (
    "A deterministic computer program generated each puzzle from a random seed and the rules of "
    "its kind, proved its solution by search, and graded it by the deductions that it needs. The "
    "same seed and settings give the same book."
)
_NO_AI: Final = (
    "None makes puzzles, answers, steps, levels or pages: they follow from the rules by search. "
    "The wording of rules and headings is part of the program. Amazon KDP's question about "
    "AI-generated text, pictures and translations concerns only what you add: own pages and "
    "pictures, the text on the cover."
)
_FRONT: Final = 8  # Pages at the front, one of which is the copyright page
_NOTHING: Final = "nothing"
_REQUIRED: Final = (
    ("publisher.name", "the name of the publisher"),
    ("publisher.address", "the postal address, which EU product safety requires"),
    ("publisher.email", "the e-mail address, which EU product safety requires"),
)


@dataclass(frozen=True, slots=True)
class Dossier:
    """The statements on one book, by chapter."""

    title: str
    chapters: dict[str, JsonObject]

    @property
    def is_printable(self) -> bool:
        """Whether no rule of preflight is broken."""
        return bool(self.chapters["preflight"][Outcome.FAILED] == _NOTHING)

    def write(self, folder: Path) -> list[Path]:
        """Write the JSON and the PDF into a folder, and return their paths."""
        paths = [folder / name for name in NAMES]
        text = json.dumps(self.chapters, indent=1, ensure_ascii=False)
        write_atomic(paths[0], f"{text}\n")
        write_atomic(paths[1], lambda stream: write_dossier(self.chapters, self.title, stream))
        return paths


def make_dossier(
    run: Path, config: Path, paper: str = "white", printers: Sequence[str] = ()
) -> Dossier:
    """Return the dossier of the book in the folder of a run, for some printers or for its own.

    Raise `ConfigError` if the configuration lacks a statement that only the publisher can make, is
    that of another book, or the book is not printed by a print service; `StoreError` if the folder
    has no run or no book.
    """
    settings = load_volume_config(config, run)
    _require_statements(settings)
    book = run / BOOK
    content = content_of(settings, run)
    criteria = criteria_of(settings, printers, paper=paper, content=content)
    services = load_services(criteria.printers, criteria.printers_file)
    with open_pdf(book) as file:
        about = read_identity(file, criteria)
        front = "".join(
            one.text for page in islice(read_pages(file), _FRONT) for one in page.pieces
        )
    if settings.book.publisher.email not in front:
        raise ConfigError(
            f"{book}: expected the publisher's addresses on the copyright page, found none; make "
            "the book again with this configuration"
        )
    sections = sections_from_records(read_run_records(run), settings, run)
    records = [record for section in sections for record in section.records]
    with using_fonts(settings.book.faces):
        setting = make_setting(settings.book, sections, settings.pages)
        rights = _rights(setting)
    trim = (about.sheet.width, about.sheet.height)
    chapters: dict[str, JsonObject] = {
        "book": _book(settings, book),
        "product_safety": _safety(settings, book),
        "method": {
            "how_puzzles_were_made": _METHOD,
            "generative_ai": _NO_AI,
            "program": f"puzzlepress {__version__}",
            "seed": settings.seed,
            "choice": content.choice,
            "editor": settings.dossier.editor,
            "how_puzzles_were_chosen": settings.dossier.chosen or _choice(settings),
            "other_editions": list(content.editions) or "none with the same puzzles is known",
        },
        "puzzles": _puzzles(setting),
        "proofs": _proofs(records),
        "rights": rights,
        "pages": _pages(settings, about, paper),
        "covers": {one.name: _cover(one, trim, about.pages, paper) for one in services},
        "preflight": _preflight(preflight(book, criteria), criteria),
    }
    return Dossier(settings.book.title, chapters)


def _require_statements(settings: RunConfig) -> None:
    book, file = settings.book, settings.file
    if book.is_for_screen or book.style == "booklet":
        raise file.error(
            ("book",), "expected a book for a print service, found a booklet or one for the screen,"
            " which need no dossier"
        )  # fmt: skip
    lacking = [
        f"{key} ({what})" for key, what in _REQUIRED
        if not getattr(book.publisher, key.partition(".")[2]).strip()
    ]  # fmt: skip
    if lacking:
        raise file.error(
            ("book", "publisher"), "expected publisher = { name, address, email } for the dossier, "
            f"found no {'; no '.join(lacking)}",
        )  # fmt: skip
    if not settings.dossier.editor.strip():
        raise file.error(
            ("dossier", "editor"), "expected the name of the person who chose the puzzles, found "
            'none; add editor = "..." under [dossier]',
        )  # fmt: skip


def _book(settings: RunConfig, path: Path) -> JsonObject:
    book, cover = settings.book, settings.cover
    series = cover.series or (settings.series.name if settings.series else "")
    return {
        "title": book.title,
        "subtitle": book.subtitle or "none",
        "series": f"{series}, volume {cover.volume}" if cover.volume else series or "none",
        "author": book.author,
        "edition": book.edition or "first, not stated in the book",
        "copyright": f"© {book.year} {book.holder}",
        "terms": book.licence or "all rights reserved",
        "language": book.language,
        "isbn": book.own_isbn or "none of your own: the print service assigns one",
        "description": cover.blurb or "none on the cover",
        "file": path.name,
        "sha256": digest_of(path),
    }


def _safety(settings: RunConfig, path: Path) -> JsonObject:
    book = settings.book
    name, address, email = imprint_of(book)
    return {
        "regulation": "Regulation (EU) 2023/988 on general product safety, article 9",
        "manufacturer": name,
        "postal_address": address,
        "e-mail_address": email,
        "identifier": f"ISBN {book.own_isbn}" if book.own_isbn else f"{book.title}, {book.year}",
        "place": "copyright page of the book",
        "product": "printed book of paper and ink; no toy, no battery, no electronics",
        "warnings": "none needed; pages with pieces to cut out are paper"
        if any(get_kind(section.kind).book_matter for section in settings.sections)
        else "none needed",
    }


def _choice(settings: RunConfig) -> str:
    best = max(section.best_of for section in settings.sections)
    kept = "every candidate was proved and graded; kept were those of the wanted size and level"
    return f"{kept}, the best of {best}" if best > 1 else kept


def _puzzles(setting: LayoutContext) -> JsonObject:
    bands = Counter(board.record.grade.band for board in setting.all_boards if board.record.grade)
    return {
        "number": len(setting.all_boards),
        "by_level": {str(band): bands[band] for band in Band if bands[band]} or "not graded",
        "sections": [
            {"section": section.title, "kind": title, "puzzles": len(section.records)}
            for section, title in zip(setting.sections, _kinds(setting), strict=True)
        ],
    }


def _kinds(setting: LayoutContext) -> Iterator[str]:
    for boards in setting.boards:
        first = boards[0]
        yield first.kind.title_in(setting.language.code, first.record.verdict.rule)


def _proofs(records: Sequence[Record]) -> JsonObject:
    unique = [one.verdict for one in records if one.verdict.status is Status.UNIQUE]
    others = len(records) - len(unique)
    seconds = Counter(one.confirmed for one in unique)
    facts: dict[str, Any] = {
        "exactly_one_solution": f"proved of {len(unique)} of {len(records)} puzzles",
        "engines": dict(sorted(Counter(one.method or "?" for one in unique).items())) or "none",
        "second_proof_with_another_argument": seconds[Confirmed.ARGUMENT],
        "second_proof_by_another_solver": seconds[Confirmed.SOLVER],
    }
    if others:
        facts["without_a_question_of_uniqueness"] = (
            f"{others} puzzles whose solution is any way to the goal (sliding puzzles)"
        )
    return facts


def _rights(setting: LayoutContext) -> JsonObject:
    return {
        "puzzles": [credit_text(setting, *found) for found in gather_credits(setting)],
        "fonts": [
            f"{', '.join(names)}: {' '.join(notices)}"
            for _, names, notices in font_notices(setting.options)
        ],
        "sold": "licences of all puzzles allow the sale"
        if setting.options.commercial
        else "not checked: set commercial = true under [book]",
    }


def _pages(settings: RunConfig, about: BookIdentity, paper: str) -> JsonObject:
    width, height = about.sheet.width, about.sheet.height
    return {
        "trim": f"{width:.1f} x {height:.1f} mm ({width / MM_PER_INCH:.2f} x "
        f"{height / MM_PER_INCH:.2f} in)",
        "pages": about.pages,
        "bleed": "yes" if about.sheet.bleed else "no",
        "ink": "black" if _is_black(settings) else "colour",
        "paper": paper,
        "binding": "paperback",
    }


def _is_black(settings: RunConfig) -> bool:
    themes = {settings.book.theme, *(section.theme for section in settings.sections)}
    return themes <= {"mono", "dashed", None}


def _cover(service: Service, trim: tuple[float, float], pages: int, paper: str) -> JsonObject | str:
    if paper not in service.papers:
        return f"no {paper} paper; choose one of {', '.join(service.papers)} with --paper"
    wrap = make_wrap(trim, pages, service.paper(paper)["spine"], service.cover)
    text = "with text" if wrap.has_spine_text else "no text"
    return (
        f"{wrap.width:.2f} x {wrap.height:.2f} mm with {wrap.bleed:.2f} mm bleed; spine "
        f"{wrap.spine.width:.2f} mm, {text}; make it with puzzlepress cover --printer "
        f"{service.spec.id} --paper {paper}"
    )


def _preflight(report: Report, criteria: Criteria) -> JsonObject:
    facts: dict[str, Any] = {
        "printers": list(report.printers.values()),
        "result": ", ".join(f"{report.count(one)} {one}" for one in reversed(Outcome)),
    }
    broken = [one for one in report.findings if one.outcome is not Outcome.PASSED]
    for outcome in (Outcome.FAILED, Outcome.WARNED):
        said = dict.fromkeys(
            f"{finding.printer}, {finding.rule}: {finding.measured}; expected {finding.limit}"
            for finding in broken
            if finding.outcome is outcome
        )
        facts[str(outcome)] = list(said) or _NOTHING
    return facts
