"""Choices of a publisher for single puzzles of a book: another, easier, harder or given one.

They are lines of a JSON Lines file beside the configuration, which names it as ``choices``. Each is
carried out after the puzzles of the book are found, in order, so that all others stay.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from pipeline.config.models import SectionConfig
from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, PipelineError, Record
from pipeline.run.plan import CANDIDATES_PER_PUZZLE, CandidatePool, Production
from pipeline.stages.books.book import require_ready
from pipeline.stages.books.selection import Demand, offer_of
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.verify import require_true
from pipeline.store.files import expecting, read_lines
from pipeline.store.jsonl import record_from_json

Make: TypeAlias = Callable[[Production], None]
"""Makes the candidates that a production lacks."""
TAKES: Final = ("another", "easier", "harder")
Place: TypeAlias = tuple[CandidatePool, Demand, int]
"""A puzzle that was selected: its pool, its demand and its index there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What takes the place of the puzzle with the id ``instead_of``: a record, or one to make.

    A record has its own id there if it is kept. If the place is gone, as with another seed, it
    takes the last one that it fits.
    """

    line: int
    instead_of: str
    take: str = ""
    record: Record | None = None


def read_choices(path: Path) -> Iterator[Choice]:
    """Yield the choices of a file; `PuzzleFormatError` with its line if one is wrong."""
    what = 'a choice such as {"instead_of": "ID", "take": "harder"}; correct or remove the line'
    for line, text in read_lines(path):
        with expecting(what, path, line):
            value = json.loads(text)
            known = {"instead_of", "record" if "record" in value else "take"}
            if {*value} != known or value.get("take", "another") not in TAKES:
                raise ValueError(value)
            record = record_from_json(value["record"]) if "record" in value else None
            yield Choice(line, str(value["instead_of"]), value.get("take", ""), record)


def apply_choices(
    config: RunConfig, production: Production, make: Make
) -> tuple[list[str], list[Record]]:
    """Carry out the choices of a configuration.

    Returns a message for each that had no effect, and the records that they bring. Raise
    `ConfigError` with the line of a record that may not be printed.
    """
    notes: list[str] = []
    given: list[Record] = []
    if config.choices is None:
        return notes, given
    is_one_of_several = config.series is not None and config.series.volumes is not None
    for choice in read_choices(config.choices):
        places = [
            (pool, demand, k)
            for pool in production.pools
            for demand in pool.demands
            for k in range(len(demand.taken))
        ]
        named = [one for one in places if _at(one).id == choice.instead_of]
        if not named and is_one_of_several:
            continue  # it may be for another volume
        if choice.record is None:
            problem = _replace_puzzle(choice, places, production, make)
        elif any(_at(place).id == choice.record.id for place in places):
            continue
        else:
            _require_printable(choice, choice.record, config)
            problem = _put(choice.record, named or places[::-1], config, production)
            given += [] if problem else [choice.record]
        if problem:
            notes.append(f"{config.choices.name}:{choice.line}: {problem}")
    return notes, given


def refusal(record: Record, other: Record, section: SectionConfig) -> str:
    """Return why a record cannot take the place of another in a section, "" if it can."""
    if _sort(record) != _sort(other):
        return f"expected {_sort(other)} for this place, found {_sort(record)}"
    assert record.grade is not None
    if not Demand(0, section.band, 1, grades=section.grades).wants(record.grade):
        return f"expected a puzzle of the level of its section, found {record.grade.band}"
    return ""


def _sort(record: Record) -> str:
    size = f"{record.puzzle['cols']}x{record.puzzle['rows']}"
    rule = f" ({record.verdict.rule})" if record.verdict.rule else ""
    return f"{get_kind(record.kind).title} {size}{rule}"


def _at(place: Place) -> Record:
    _, demand, k = place
    return demand.taken[k].brief


def _replace_puzzle(
    choice: Choice, places: Sequence[Place], production: Production, make: Make
) -> str:
    """Replace a puzzle by one to make, and return why none was found, or ""."""
    named = [one for one in places if _at(one).id == choice.instead_of]
    if not named:
        return "the puzzle that it replaces is not in the book: nothing was replaced"
    _, demand, k = named[0]
    record, tried = _at(named[0]), 0
    for pool, like in _demands_beyond(named[0], choice.take, places):
        other = _wanted(pool, like, record, choice.take)
        make(production.beside(other))
        tried += other.tried
        if not other.missing:
            other.demands[0].grades = like.grades  # for a choice of this puzzle in turn
            production.keep(pool, other)
            demand.taken.pop(k)
            demand.count -= 1
            return ""
    which = "other" if choice.take == "another" else choice.take
    return f"no {which} puzzle was found in {tried} attempts: nothing was replaced"


def _demands_beyond(
    place: Place, take: str, places: Sequence[Place]
) -> Iterator[tuple[CandidatePool, Demand]]:
    """Yield the demand of a puzzle, and those of its section and size for easier or harder ones."""
    yield place[:2]
    if place[1].band is None or take == "another":
        return
    bands = [*Band] if take == "harder" else [*Band][::-1]
    firsts = [one for one in places if one[1].section == place[1].section and one[2] == 0]
    for band in bands[bands.index(place[1].band) + 1 :]:
        for one in firsts:
            if one[1].band == band and _sort(_at(one)) == _sort(_at(place)):
                yield one[:2]


def _wanted(pool: CandidatePool, demand: Demand, record: Record, take: str) -> CandidatePool:
    """Return a pool for one more puzzle that fits a demand, and is easier or harder if asked for.

    The candidates of its order are offered to it from the first on, so that most need no work.
    """
    assert record.grade is not None
    score = float(record.grade.score)
    lowest, highest = demand.grades.score or (0.0, math.inf)
    if take == "harder":
        lowest = max(lowest, math.nextafter(score, math.inf))
    elif take == "easier":
        highest = min(highest, math.nextafter(score, -math.inf))
    is_any = take == "another"
    grades = demand.grades if is_any else replace(demand.grades, score=(lowest, highest))
    wanted = Demand(demand.section, demand.band, 1, grades=grades, shown=[*demand.shown])
    return CandidatePool(pool.order, [wanted], least=pool.tried + CANDIDATES_PER_PUZZLE)


def _require_printable(choice: Choice, record: Record, config: RunConfig) -> None:
    """Raise `ConfigError` unless a record is proved, graded and right."""
    try:
        require_ready([record], config)
        require_true([record])
    except PipelineError as error:
        raise ConfigError(f"{config.choices}:{choice.line}: {error}") from error


def _put(record: Record, places: Sequence[Place], config: RunConfig, production: Production) -> str:
    """Put a record into the first place that it fits, and return why it fits none, or ""."""
    problem = "no place is left for its puzzle"
    for place in places:
        _, demand, k = place
        if not (problem := refusal(record, _at(place), config.sections[demand.section])):
            offer = offer_of(read_puzzle(record))
            if offer.key in production.excluded:
                return "its board is in another volume of the series"
            is_new = production.selection.put(offer, demand, k)
            return "" if is_new else "its board is in the book already"
    return problem
