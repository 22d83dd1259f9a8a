"""Generate records from params and a seed, and make candidates: generated, proved and graded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from pipeline.kinds import get_kind
from pipeline.model import Credit, JsonObject, Provenance, Record, child_seed
from pipeline.stages.filter import is_accepted, is_confirmed, prove
from pipeline.stages.grade import grade_puzzle
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, new_puzzle
from pipeline.store.candidate import Candidate, order_key


@dataclass(frozen=True, slots=True)
class GeneratorOrder:
    """An order for a generator: all that determines its puzzles except the index."""

    kind_id: str
    params: Any
    seed: int
    credit: Credit | None = None

    def key(self) -> str:
        """Return a text that identifies the puzzles of this order."""
        return _describe(self.kind_id, self.params)[1]


Work: TypeAlias = tuple[GeneratorOrder, int]  # An order and an index, which determine a candidate


@lru_cache(maxsize=8)
def _describe(kind_id: str, params: Any) -> tuple[JsonObject, str]:
    """Return params as a JSON object, not to be changed, and the key of orders with them."""
    described = get_kind(kind_id).describe_params(params)
    return described, order_key(kind_id, described)


def generate_records(orders: Iterable[Work], mapper: Mapper = serial) -> Iterator[Record | None]:
    """Yield the record of each (order, index), None if every attempt failed."""
    return mapper(_generate_record, orders)


def _generate_record(work: Work) -> Record | None:
    made = _generate(work)
    return None if made is None else made.record


def _generate(work: Work) -> Puzzle | None:
    order, index = work
    kind = get_kind(order.kind_id)
    made = kind.generate(order.params, child_seed(order.seed, order.key(), index))
    if made.clues is None:
        return None
    provenance = Provenance(
        generator=f"puzzlepress {kind.id}",
        version=kind.version,
        seed=order.seed,
        index=index,
        attempt=made.attempt,
        extra={"params": _describe(kind.id, order.params)[0], **made.notes},
    )
    return new_puzzle(kind, made.clues, made.solution, provenance).with_(credit=order.credit)


def make_candidate(work: Work, asks_confirmed: bool = False) -> Candidate[Record]:
    """Return the candidate of an index; ``asks_confirmed`` grades confirmed puzzles only."""
    made = _generate(work)
    if made is None:
        return Candidate()
    puzzle = prove(made, asks_confirmed=asks_confirmed)
    proved = puzzle.record
    if not is_accepted(proved) or (asks_confirmed and not is_confirmed(proved)):
        return Candidate(made.record, proved)
    return Candidate(made.record, proved, grade_puzzle(puzzle).record)
