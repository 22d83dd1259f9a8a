"""The cost model of docs/scaling.md: puzzles an hour of one core, and the bytes of each."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from pipeline.kinds import get_kind
from pipeline.stages.candidate import make_candidate
from pipeline.stages.generate import GeneratorOrder
from pipeline.store.jsonl import dump_record

SECONDS = 4.0
ORDERS = [
    ("numberlink", "free", 8, {}), ("numberlink", "free", 10, {}), ("numberlink", "free", 15, {}),
    ("numberlink", "free", 20, {}),
    ("numberlink", "free", 50, {"pairs": "140:150", "shortest": "4"}),
    ("numberlink", "no-touch", 10, {}), ("numberlink", "no-touch", 20, {}),
    ("hashi", None, 7, {}), ("hashi", None, 10, {}), ("hashi", None, 15, {}),
    ("hashi", None, 25, {}),
]  # fmt: skip


def scaling() -> Iterator[str]:
    """Yield rates of candidates made, proved and graded in one task, by processor time."""
    yield "| kind | rule | size | graded of tried | an hour of one core | bytes of a record |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for kind_id, rule, side, settings in ORDERS:
        kind = get_kind(kind_id)
        params = kind.parse_params(side, side, rule, settings)
        order = GeneratorOrder(kind_id, params, 1)
        make_candidate((order, 0))  # compiled and loaded before the clock starts
        start = process_time()
        tried = good = size = 0
        while process_time() - start < SECONDS:
            tried += 1
            if (record := make_candidate((order, tried)).graded) is not None:
                good += 1
                size += len(dump_record(record)) + 1
        rate = good / (process_time() - start) * 3600
        shown = "" if rule is None else rule
        yield (
            f"| {kind_id} | {shown} | {side}x{side} | {good}/{tried} | {rate:,.0f} "
            f"| {size // max(good, 1):,} |"
        )
