"""Select: choose graded puzzles for a volume, spread evenly over their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import repeat, tee
from typing import NamedTuple, TypeAlias, TypeVar

from pipeline.model import ANY_GRADE, GradeRange, Record
from pipeline.stages.collection.twins import Answer, Twins, answer_of
from pipeline.stages.filter import is_accepted
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import duplicate_key, read_puzzle
from pipeline.store.jsonl import RawRecord, Reader, parsed

T = TypeVar("T")

_Rank: TypeAlias = tuple[str, float, str, int]  # Kind, score, ID and place of a record


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Requirements of a selection; None accepts any value."""

    count: int
    kind: str | None = None
    size: tuple[int, int] | None = None
    band: str | None = None
    grades: GradeRange = ANY_GRADE
    per_author: int | None = None


class _Candidate(NamedTuple):
    """What a selection needs of a fitting record; equal boards have equal digests."""

    digest: bytes
    answer: Answer | None
    author: str
    rank: tuple[str, float, str]  # Kind, score and ID


def select_records(
    read: Reader,
    wishes: Wishes,
    is_free: Callable[[Record], bool] | None = None,
    mapper: Mapper = serial,
) -> list[Record]:
    """Return up to the wanted number of proved, graded and different puzzles, from easy to hard.

    Of near twins, the first is taken. They are spread evenly over the scores, first of each author
    and then of all. ``is_free`` returns whether a board may be used. The reader is called twice.
    """
    by_author: dict[str, list[_Rank]] = defaultdict(list)
    seen: set[bytes] = set()
    twins = Twins()
    items, records = tee(read(None)) if is_free is not None else (read(None), repeat(None))
    found = mapper(partial(_candidate, wishes), items)
    for place, (candidate, record) in enumerate(zip(found, records, strict=False)):
        if candidate is None:
            continue
        is_new = candidate.digest not in seen
        if is_new and is_free is not None and record is not None:
            is_new = is_free(parsed(record))
        if is_new and twins.add(candidate.answer, len(seen), keeps_twins=False) is None:
            author = candidate.author or f" {len(seen)}"
            by_author[author if wishes.per_author else ""].append((*candidate.rank, place))
        seen.add(candidate.digest)
    most = wishes.per_author or len(seen)
    kept = [one for found in by_author.values() for one in _spread(sorted(found), most)]
    places = [place for *_, place in _spread(sorted(kept), wishes.count)]
    wanted = sorted(places)
    chosen = dict(zip(wanted, map(parsed, read(frozenset(wanted))), strict=True))
    return [chosen[place] for place in places]


def _candidate(wishes: Wishes, line: Record | RawRecord) -> _Candidate | None:
    record = parsed(line)
    if not _fits(record, wishes):
        return None
    puzzle = read_puzzle(record)
    key = duplicate_key(puzzle.kind, puzzle.clues)
    score = 0.0 if record.grade is None else float(record.grade.score)
    return _Candidate(
        blake2b(key.encode(), digest_size=16).digest(),
        answer_of(record),
        (record.credit and record.credit.author) or "",
        (record.kind, score, record.id),
    )


def _fits(record: Record, wishes: Wishes) -> bool:
    size = int(record.puzzle["rows"]), int(record.puzzle["cols"])
    grade = record.grade
    return (
        grade is not None
        and is_accepted(record)
        and wishes.kind in (None, record.kind)
        and wishes.size in (None, size)
        and wishes.band in (None, str(grade.band))
        and wishes.grades.holds(grade)
    )


def _spread(items: Sequence[T], count: int) -> list[T]:
    """Return ``count`` items spread evenly over a list, or all if there are fewer.

    >>> _spread("abcdefg", 3)
    ['a', 'd', 'g']
    """
    if len(items) <= count:
        return list(items)
    last = max(1, count - 1)
    return [items[(at * (len(items) - 1) + last // 2) // last] for at in range(count)]
