"""Stages by which each board is worked on once; records of equal boards are told what was found."""

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

MOST: Final = 100_000
"""Boards that are remembered, the last ones: some 60 MB of small ones."""

_TURNED: Final = frozenset({Status.UNIQUE, Status.UNSOLVABLE, Status.UNDECIDED})
"""Verdicts that hold as they stand for a board turned or mirrored: they name no second solution."""

Stage: TypeAlias = Callable[[Iterable[Record]], Iterable[Record]]


@dataclass
class Once:
    """A stage that gives each board to another stage once.

    A record keeps all of its own but what is found: of a board that is the same but for the names
    of its pairs, under the same rule, verdict, solution, grade and quality. With ``proves`` the
    stage gives verdicts, which hold for a board turned or mirrored, too; that has its own solution
    or one that is searched for. Yet a turned board with several solutions is given to the stage,
    and so is one that comes with a solution where the first had none and was left undecided.

    ``rule`` and ``limits`` are those of the stage that proves. ``known`` holds what was
    found, packed.
    """

    stage: Stage
    proves: bool = False
    rule: str | None = None
    limits: StepLimits = NO_LIMITS
    known: dict[bytes, bytes] = field(default_factory=dict)

    def __call__(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield what the stage makes of each record, in order."""
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

        def told() -> Iterator[Record]:
            while due and not due[0][2]:
                posed, key, _ = due.popleft()
                yield self._share(posed, key) or self._work(posed, key)

        for found in self.stage(new()):
            yield from told()
            posed, key, _ = due.popleft()
            at_work.discard(key)
            self._note(key, posed, found)
            yield found
        yield from told()

    def learn(self, record: Record, found: Record) -> None:
        """Take in what the same stage has made of a record earlier."""
        posed = self._posed(record)
        key = self._key(posed)
        if self._share(posed, key) is None:  # as in the run that found it
            self._note(key, posed, found)

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
            told = [duplicate_key(puzzle.kind, puzzle.clues), rule]
        else:
            told = [posed.kind, _drawn(posed), str(posed.verdict.status)]
        return blake2b(canonical_json(told).encode(), digest_size=16).digest()

    def _note(self, key: bytes, posed: Record, found: Record) -> None:
        told = {"from": posed.solution is not None, "found": record_to_json(found)}
        self.known[key] = zlib.compress(canonical_json(told).encode(), 1)
        if len(self.known) > MOST:
            del self.known[next(iter(self.known))]

    def _work(self, posed: Record, key: bytes) -> Record:
        (found,) = self.stage([posed])
        self._note(key, posed, found)
        return found

    def _share(self, posed: Record, key: bytes) -> Record | None:
        """Return a record with what was found of an equal one, None where that says too little."""
        if key not in self.known:
            return None
        told = json.loads(zlib.decompress(self.known[key]))
        found = record_from_json(told["found"])
        verdict = found.verdict
        if verdict.status is Status.UNDECIDED and posed.solution and not told["from"]:
            return None
        if _drawn(posed) == _drawn(found):
            extra = {name: one for name, one in posed.extra.items() if name not in (NOTE, QUALITY)}
            extra |= {name: found.extra[name] for name in (NOTE, QUALITY) if name in found.extra}
            return posed.with_(
                solution=found.solution, verdict=verdict, grade=found.grade, extra=extra
            )
        if not self.proves or verdict.status not in _TURNED or verdict.extra:
            return None
        puzzle = read_puzzle(posed)
        solved = solve_puzzle(puzzle, self.limits.budget(puzzle.kind)).record
        if verdict.status is Status.UNIQUE and solved.solution is None:
            return None
        return solved.with_(verdict=replace(verdict, witness=None), grade=None)


def _drawn(record: Record) -> dict[str, object]:
    """Return a board as it is drawn but for the names of its pairs."""
    return {name: one for name, one in record.puzzle.items() if name != "labels"}
