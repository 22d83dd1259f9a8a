"""The record of a page: the puzzle and its description, without its answer."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from pipeline.config.book_options import BookOptions
from pipeline.config.site_models import SiteTable
from pipeline.edition.flow.markdown import Paragraph, parse_markdown, without_idle_legends
from pipeline.edition.language import Language
from pipeline.edition.rights import is_own
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import AnyKind, under_rule
from pipeline.model import SCHEMA, Json, JsonObject, Record


@dataclass(frozen=True, slots=True)
class Entry:
    """One published puzzle.

    ``path`` names its page below the site's root without the ending: ``daily/2026-11-21``.
    ``date`` is its day, None in a pack.
    """

    record: Record
    title: str
    path: str
    date: datetime.date | None = None
    choice: tuple[str, ...] = ()  # Bands of its game on that day, if several
    game: str = ""  # Name of its game in addresses, and on pages
    game_title: str = ""
    is_first: bool = True  # Whether it has the day's own address

    def path_of(self, band: str) -> str:
        """Return the path of the puzzle of a band on its day; the first has no ending."""
        game = "" if self.is_first else f"-{self.game}"
        return f"daily/{self.date}{game}" + (f"-{band}" if band in self.choice[1:] else "")

    @property
    def picture(self) -> str:
        """Path of its picture."""
        return f"pictures/{self.record.id}.svg"

    @property
    def link_picture(self) -> str:
        """Path of the picture for links to it."""
        return f"pictures/{self.record.id}-link.png"

    @property
    def band(self) -> str:
        """Its difficulty, empty where it has no grade."""
        return "" if self.record.grade is None else str(self.record.grade.band)


def board_size(record: Record) -> tuple[int, int]:
    """Return (rows, cols) of a record's board."""
    puzzle = record.puzzle
    if "rows" in puzzle:
        return int(puzzle["rows"]), int(puzzle["cols"])
    return len(puzzle["start"]), len(puzzle["start"][0])


def name_of_kind(record: Record, language: Language) -> str:
    """Return the title of a puzzle's kind, or of its rule."""
    return get_kind(record.kind).title_in(language.code, record.verdict.rule)


def name_of(entry: Entry, language: Language) -> str:
    """Return the name of a puzzle's game, in a pack the title of its kind."""
    return entry.game_title or name_of_kind(entry.record, language)


def sides_of(puzzle: JsonObject) -> tuple[int, int] | None:
    """Return the side of a square board twice, as `rules_text` takes it; None for other boards."""
    rows = puzzle.get("rows")
    return (rows, rows) if isinstance(rows, int) and rows == puzzle["cols"] else None


def rules_of(
    kind_id: str, rule: str | None, language: Language, puzzle: JsonObject
) -> list[tuple[str, str]]:
    """Return the rules of a board as (marker, text) paragraphs; the marker is "1." in lists."""
    kind = get_kind(kind_id)
    items = printed_rules(kind, rule, language, puzzle)
    return [(item.marker, "".join(span.text for span in item.spans)) for item in items]


def printed_rules(
    kind: AnyKind,
    rule: str | None,
    language: Language,
    puzzle: JsonObject,
    is_hyphenated: bool = False,
) -> tuple[Paragraph, ...]:
    """Return the rules of a board, without explanations of signs that it does not show.

    An empty ``puzzle`` is in place of the board of a lesson, which shows none.
    """
    text = language.smarten(kind.rules_text(rule, language.code, sides=sides_of(puzzle)))
    return without_idle_legends(
        parse_markdown(language.hyphenate(text) if is_hyphenated else text),
        lambda: kind.draw(kind.decode(puzzle), None, 10.0).marks if puzzle else (),
    )


def task_of(entry: Entry, language: Language) -> str:
    """Return the task of a puzzle of its kind, "" if the rules state it."""
    kind, record = get_kind(entry.record.kind), entry.record
    if kind.book_matter is None or record.solution is None:
        return ""
    clues = kind.decode(record.puzzle)
    answer = kind.decode_solution(clues, record.solution)
    return language.smarten(kind.book_matter.task_text(clues, answer, language.code))


def lesson_path(entry: Entry) -> str | None:
    """Return the path of the lesson of a puzzle's kind and rule without its ending, or None."""
    kind_id, rule = entry.record.kind, entry.record.verdict.rule
    has_lesson = "lesson" in load_examples(get_kind(kind_id))
    return "learn/" + "-".join(filter(None, (kind_id, rule))) if has_lesson else None


def learn_link(entry: Entry, here: str) -> str:
    """Return the address of a puzzle's lesson from a file of the site, "" where there is none."""
    lesson = lesson_path(entry)
    return "../" * here.count("/") + f"{lesson}.json" if lesson else ""


def publish_lesson(entry: Entry, language: Language) -> dict[str, Json]:
    """Return the record that teaches a puzzle's kind, posed under its rule where it can be."""
    kind, rule = get_kind(entry.record.kind), entry.record.verdict.rule
    lesson = load_examples(kind)["lesson"]
    clues = kind.decode(lesson["puzzle"])
    answer = kind.decode_solution(clues, lesson["solution"])
    under = under_rule(kind, clues, rule)
    if under is not None and not kind.check(under, answer):
        clues = under
    return {
        "schema": SCHEMA,
        "id": f"lesson-{kind.id}",
        "lesson": True,
        "title": language.say("contents.howto", kind=name_of(entry, language)),
        "name": name_of(entry, language),
        "verdict": {"status": "unique", "rule": rule},
        "credit": {"line": ""},
        **_board(kind, clues, answer, rule, language),
    }


def _board(
    kind: AnyKind, clues: Any, answer: Any, rule: str | None, language: Language
) -> dict[str, Json]:
    """Return what the player needs of a board: the puzzle and its rules."""
    model = kind.play(clues, answer, language.code) if kind.play else None
    puzzle = kind.encode(clues)
    return {
        "kind": kind.id,
        "puzzle": dict(puzzle),
        "rules": [text for _, text in rules_of(kind.id, rule, language, puzzle)],
        **({} if model is None else {"model": model}),
    }


def book_options(site: SiteTable) -> BookOptions:
    """Return the options of a book with the owner and the terms of the site."""
    return BookOptions(
        title=site.title,
        author=site.author,
        year=site.start.year,
        language=site.language_code,
        licence=site.licence,
        commercial=site.commercial,
        licences=site.licences,
        credits=site.credits,
    )


def credit_line(entry: Entry, site: SiteTable, language: Language) -> str:
    """Return whose puzzle it is and on which terms, empty where nothing is known of that."""
    credit = entry.record.credit
    if is_own_entry(entry, site):
        return f"© {site.author}" + (f", {site.licence}" if site.licence else "")
    return "" if credit is None else language.credit_line(credit)


def is_own_entry(entry: Entry, site: SiteTable) -> bool:
    """Return whether a puzzle is the site's own, with no terms but those of the site."""
    return is_own(entry.record, book_options(site))


def publish(entry: Entry, site: SiteTable, language: Language, week: str) -> dict[str, Json]:
    """Return the published record: no solution, no witness, no seed, no index.

    Its id is a digest of the puzzle, so it says nothing either. ``week`` is the days of the week
    on which its game has puzzles, for the streak.
    """
    record = entry.record
    kind, rule = get_kind(record.kind), record.verdict.rule
    clues = kind.decode(record.puzzle)
    answer = None if record.solution is None else kind.decode_solution(clues, record.solution)
    published: dict[str, Json] = {
        "schema": SCHEMA,
        "id": record.id,
        "title": entry.title,
        "name": name_of(entry, language),
        "verdict": {"status": str(record.verdict.status), "rule": rule},
        "credit": {"line": credit_line(entry, site, language)},
        **_board(kind, clues, answer, rule, language),
    }
    if learn := learn_link(entry, entry.path):
        published["learn"] = learn
    shortest = kind.shortest
    if shortest is not None and answer is not None:
        published["target"] = {
            "moves": shortest.count_moves(answer),
            "proved": shortest.is_proved(answer),
        }
    if entry.date is not None:
        published["date"] = entry.date.isoformat()
        days = range(site.start.toordinal(), entry.date.toordinal() + 1)
        published["number"] = sum(str((day - 1) % 7) in week for day in days)
        published["schedule"] = {"zone": site.time_zone, "week": week, "game": entry.game}
    if record.grade is not None:
        grade = record.grade
        published["grade"] = {
            "band": str(grade.band),
            "score": grade.score,
            "percentile": grade.percentile,
        }
        if minutes := grade.extra.get("minutes"):
            published["grade"]["minutes"] = minutes
    return published
