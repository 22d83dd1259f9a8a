"""Generate: params and a seed to unchecked records. Each index stands for itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.kinds import get_kind
from pipeline.model import Credit, Provenance, Record, canonical_json, child_seed, record_id
from pipeline.stages.mapping import Mapper, serial


@dataclass(frozen=True, slots=True)
class GeneratorOrder:
    """What is asked of a generator: everything that decides its puzzles but the index."""

    kind_id: str
    params: Any
    seed: int
    credit: Credit | None = None

    def key(self) -> str:
        """Return the text that tells this order's puzzles from those of another."""
        described = get_kind(self.kind_id).describe_params(self.params)
        return f"{self.kind_id} {canonical_json(described)}"


def generate_records(
    orders: Iterable[tuple[GeneratorOrder, int]], mapper: Mapper = serial
) -> Iterator[Record | None]:
    """Yield a record for each (order, index), None where every attempt failed.

    Equal order and index, equal record.
    """
    return mapper(_generate_one, orders)


def _generate_one(task: tuple[GeneratorOrder, int]) -> Record | None:
    order, index = task
    kind = get_kind(order.kind_id)
    made = kind.generate(order.params, child_seed(order.seed, order.key(), index))
    if made.clues is None:
        return None
    puzzle = kind.encode(made.clues)
    return Record(
        id=record_id(kind.id, puzzle),
        kind=kind.id,
        puzzle=puzzle,
        solution=None if made.solution is None else kind.encode_solution(made.solution),
        credit=order.credit,
        provenance=Provenance(
            generator=f"puzzlepress {kind.id}",
            version=kind.version,
            seed=order.seed,
            index=index,
            attempt=made.attempt,
            extra={"params": kind.describe_params(order.params)},
        ),
    )
