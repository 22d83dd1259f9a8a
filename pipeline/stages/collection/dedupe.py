"""Process each distinct board once, and share the result with equal boards."""

from __future__ import annotations

import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final, TypeAlias

from pipeline.model import Record, Status, canonical_json
from pipeline.stages.grade import NOTE, QUALITY
from pipeline.stages.puzzle import (
    NO_LIMITS,
    StepLimits,
    duplicate_key,
    pose_by_answer,
    read_puzzle,
    solve_puzzle,
)
from pipeline.store.jsonl import record_from_json, record_to_json

MOST: Final = 100_000  # Most boards that are remembered; about 60 MB for small boards

_TURNED: Final = frozenset({Status.UNIQUE, Status.UNSOLVABLE, Status.UNDECIDED})
"""Verdicts that also apply to turned and mirrored boards, since they have no second solution."""

Stage: TypeAlias = Callable[[Iterable[Record]], Iterable[Record]]


@dataclass
class Once:
    """A stage that runs another stage once for each distinct board.

    A record with the same board under the same rule gets verdict, solution, grade and quality of
    the first. With ``proves`` the stage gives verdicts, which also apply to a turned or mirrored
    board. It runs again for a turned board with several solutions, and for one with a solution if
    the first had none and was undecided. ``rule`` and ``limits`` are those of the proving stage,
    ``known`` has the packed results.
    """

    stage: Stage
    proves: bool = False
    rule: str | None = None
    limits: StepLimits = NO_LIMITS
    known: dict[bytes, bytes] = field(default_factory=dict)

    def __call__(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the result of the stage for each record, in order."""
        due: deque[tuple[Record, bytes, bool]] = deque()
        at_work: set[bytes] = set()

        def new() -> Iterator[Record]:
            for record in records:
                posed = self._posed(record)
                key = self._key(posed)
                is_new = key not in self.known and key not in at_work
                due.append((posed, key, is_new))
                if is_new:
                    at_work.add(key)
                    yield posed

        def shared() -> Iterator[Record]:
            while due and not due[0][2]:
                posed, key, _ = due.popleft()
                yield self._share(posed, key) or self._work(posed, key)

        for processed in self.stage(new()):
            yield from shared()
            posed, key, _ = due.popleft()
            at_work.discard(key)
            self._note(key, posed, processed)
            yield processed
        yield from shared()

    def learn(self, record: Record, processed: Record) -> None:
        """Add the result of an earlier run of the same stage for a record."""
        posed = self._posed(record)
        key = self._key(posed)
        if self._share(posed, key) is None:  # as in the earlier run
            self._note(key, posed, processed)

    def _posed(self, record: Record) -> Record:
        if not self.proves:
            return record
        puzzle = read_puzzle(record, self.rule)
        return (pose_by_answer(puzzle) if self.rule is None else puzzle).record

    def _key(self, posed: Record) -> bytes:
        if self.proves:
            puzzle = read_puzzle(posed)
            rule = {
                name: one
                for name, one in posed.puzzle.items()
                if isinstance(one, str | int) and name not in ("rows", "cols")
            }
            parts = [duplicate_key(puzzle.kind, puzzle.clues), rule]
        else:
            parts = [posed.kind, _drawn(posed), str(posed.verdict.status)]
        return blake2b(canonical_json(parts).encode(), digest_size=16).digest()

    def _note(self, key: bytes, posed: Record, found: Record) -> None:
        entry = {"from": posed.solution is not None, "found": record_to_json(found)}
        self.known[key] = zlib.compress(canonical_json(entry).encode(), 1)
        if len(self.known) > MOST:
            del self.known[next(iter(self.known))]

    def _work(self, posed: Record, key: bytes) -> Record:
        (found,) = self.stage([posed])
        self._note(key, posed, found)
        return found

    def _share(self, posed: Record, key: bytes) -> Record | None:
        """Return a record with the result of an equal one, None if that is not enough."""
        if key not in self.known:
            return None
        entry = json.loads(zlib.decompress(self.known[key]))
        earlier = record_from_json(entry["found"])
        verdict = earlier.verdict
        if verdict.status is Status.UNDECIDED and posed.solution and not entry["from"]:
            return None
        if _drawn(posed) == _drawn(earlier):
            extra = {name: one for name, one in posed.extra.items() if name not in (NOTE, QUALITY)}
            extra |= {
                name: earlier.extra[name] for name in (NOTE, QUALITY) if name in earlier.extra
            }
            return posed.with_(
                solution=earlier.solution, verdict=verdict, grade=earlier.grade, extra=extra
            )
        if not self.proves or verdict.status not in _TURNED or verdict.extra:
            return None
        puzzle = read_puzzle(posed)
        solved = solve_puzzle(puzzle, self.limits.budget(puzzle.kind))[0].record
        if verdict.status is Status.UNIQUE and solved.solution is None:
            return None
        return solved.with_(verdict=replace(verdict, witness=None), grade=None)


def _drawn(record: Record) -> dict[str, object]:
    """Return a board without the names of its pairs."""
    return {name: one for name, one in record.puzzle.items() if name != "labels"}
