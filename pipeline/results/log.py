"""Logs of moves: what a reader did on a page and when, checked by the rules and the clock.

A log is a list of ``[milliseconds since the first touch, event, changes]``. Events are ``m`` a
move, ``u`` undo, ``r`` redo, ``c`` a check for errors, ``h`` a hint, ``p`` pause and ``g`` going
on; moves, undo and redo have changes: ``slot=value,...``. Slots are those of `kinds.kit.slots`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median, pstdev
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.kit.slots import Change, Slots
from pipeline.model import Json, PuzzleFormatError
from pipeline.results.refusals import Reason, RefusedError

MOST_EVENTS: Final = 20_000
MOST_MS: Final = 24 * 3600 * 1000  # A game ends within a day
EARLY_MS: Final = 10_000  # By how much the answer to the first request may be late
LATE_MS: Final = 30_000  # By how much the finish may be late
ITEM_MS: Final = 5  # Shortest time for each cell of a stroke after the first
FEW: Final = 6  # Intervals below which rhythm is not judged
LEAST_SPREAD: Final = 0.1  # Least standard deviation of intervals over their mean
MOST_EQUAL: Final = 0.6  # Greatest share of intervals within 2 ms of one length
COPIED: Final = 4  # Moves from which an equal log is a copy; shorter ones may agree by chance
NEAR: Final = 0.05  # Mean difference of intervals over their mean, below which moves are a copy

_CHANGE: Final = re.compile(r"(\d{1,6})=(-?\d{1,9}|[A-Z]{0,2500})")
_MOVING: Final = ("m", "u", "r")
_OTHER: Final = ("c", "h", "p", "g")


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a log."""

    ms: int
    code: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """What a checked log says.

    ``paused_ms`` is the time of pauses. ``pattern`` is the digest of the moves, ``rhythm`` that of
    their times, "" for logs so short that equal ones are no copies; ``beats`` are the intervals.
    """

    ms: int
    paused_ms: int
    moves: int
    undone: int
    checks: int
    pattern: str
    rhythm: str
    beats: tuple[int, ...]


def read_log(value: Json) -> list[Event]:
    """Return the events of a log; `RefusedError` unless it has the form of one."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_EVENTS:
        raise RefusedError(Reason.FORM)
    return [_read_event(one) for one in value]


def _read_event(value: Any) -> Event:
    is_whole = isinstance(value, list) and len(value) in (2, 3) and type(value[0]) is int
    if not is_whole or not isinstance(value[1], str):
        raise RefusedError(Reason.FORM)
    ms, code, *rest = value
    if code in _OTHER and not rest:
        return Event(ms, code)
    if code not in _MOVING or not rest or not isinstance(rest[0], str):
        raise RefusedError(Reason.FORM)
    return Event(ms, code, tuple(_read_change(text) for text in rest[0].split(",")))


def _read_change(text: str) -> Change:
    found = _CHANGE.fullmatch(text)
    if found is None or not found[0].isascii():
        raise RefusedError(Reason.FORM)
    value = found[2]
    return int(found[1]), value if value.isalpha() or not value else int(value)


def check_log(kind_id: str, puzzle: Json, events: Sequence[Event], elapsed_ms: int) -> Played:
    """Return what a log says if it solves the puzzle as a person would.

    ``elapsed_ms`` is the time between start and finish as the server saw it; the result is never
    shorter. `RefusedError` if a rule is broken or the times cannot be.
    """
    times = [event.ms for event in events]
    if times[0] < 0 or any(one > other for one, other in pairwise(times)):
        raise RefusedError(Reason.CLOCK)
    if times[-1] > MOST_MS or not -EARLY_MS <= elapsed_ms - times[-1] <= LATE_MS:
        raise RefusedError(Reason.CLOCK)
    if any(event.code == "h" for event in events):
        raise RefusedError(Reason.HINTS)
    kind = get_kind(kind_id)
    if kind.slots is None:
        raise RefusedError(Reason.PUZZLE)
    clues = kind.decode(puzzle)
    slots = kind.slots(clues)
    try:
        _replay(slots, events)
        is_solved = not kind.check(clues, slots.solution())
    except PuzzleFormatError:
        is_solved = False
    if not is_solved:
        raise RefusedError(Reason.RULES)
    beats = _beats(events)
    _require_human(beats, slots.least_ms)
    return Played(
        ms=max(times[-1], elapsed_ms),
        paused_ms=_paused(events),
        moves=sum(event.code == "m" for event in events),
        undone=sum(event.code == "u" for event in events),
        checks=sum(event.code == "c" for event in events),
        pattern=_digest([(event.code, event.changes) for event in events]),
        rhythm=_digest(beats) if len(beats) >= COPIED else "",
        beats=beats,
    )


def _replay(slots: Slots[Any], events: Sequence[Event]) -> None:
    """Draw all moves; `RefusedError` for strokes that are faster than a hand."""
    before, is_paused = 0, False
    for event in events:
        if event.code in ("p", "g"):
            if is_paused == (event.code == "p"):
                raise RefusedError(Reason.CLOCK)
            is_paused = not is_paused
        if event.code not in _MOVING:
            continue
        if is_paused:
            raise RefusedError(Reason.CLOCK)
        drawn = slots.play(event.changes, event.code == "m")
        if event.ms - before < ITEM_MS * (drawn - 1):
            raise RefusedError(Reason.SPEED)
        before = event.ms


def _beats(events: Sequence[Event]) -> tuple[int, ...]:
    """Return the time before each move, since the event before it."""
    times = [0, *(event.ms for event in events)]
    return tuple(
        event.ms - before for event, before in zip(events, times, strict=False)
        if event.code == "m"
    )  # fmt: skip


def _require_human(beats: Sequence[int], least_ms: int) -> None:
    if not beats or median(beats) < least_ms:
        raise RefusedError(Reason.SPEED)
    if len(beats) < FEW:
        return
    _, commonest = Counter(beat // 3 for beat in beats).most_common(1)[0]
    if pstdev(beats) < LEAST_SPREAD * fmean(beats) or commonest > MOST_EQUAL * len(beats):
        raise RefusedError(Reason.RHYTHM)


def _paused(events: Sequence[Event]) -> int:
    starts = [event.ms for event in events if event.code == "p"]
    ends = [event.ms for event in events if event.code == "g"]
    return sum(ends) - sum(starts[: len(ends)])


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]


def is_near(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether intervals of equal moves agree so well that one log is made of the other.

    >>> is_near((900, 1200, 700, 2000), (905, 1190, 700, 2010))
    True
    >>> is_near((900, 1200, 700, 2000), (1500, 800, 600, 2400))
    False
    """
    if len(one) != len(other) or len(one) < COPIED:
        return False
    off = sum(abs(a - b) for a, b in zip(one, other, strict=True))
    return off < NEAR * sum(one)
