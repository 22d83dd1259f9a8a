"""How long proofs on file are, and what they cost: a table for each rule and size."""

import statistics
from collections.abc import Iterator
from time import process_time

from pipeline.kinds import get_kind
from pipeline.solvers.proof_text import proof_lines
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof

CASES = [
    ("numberlink", "free", 6, 10),
    ("numberlink", "free", 8, 10),
    ("numberlink", "free", 10, 10),
    ("numberlink", "free", 12, 10),
    ("numberlink", "free", 15, 4),
    ("numberlink", "cover", 10, 10),
    ("numberlink", "no-uturn", 10, 10),
    ("numberlink", "no-touch", 10, 10),
    ("numberlink", "no-touch", 20, 4),
    ("hashi", "connected-2", 10, 10),
    ("hashi", "connected-2", 25, 4),
]
CONFLICTS = 400_000


def proofs() -> Iterator[str]:
    """Yield a line for each rule and size: medians, by processor time."""
    yield (
        "| kind | rule | size | proved | lemmas, median | most | KiB, median "
        "| written, s | checked, s |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    _measure("numberlink", "free", 6, 1)  # compiles
    for case in CASES:
        yield _measure(*case)


def _measure(kind_id: str, rule: str, side: int, count: int) -> str:
    kind = get_kind(kind_id)
    params = kind.parse_params(side, side, rule, {})
    lemmas: list[int] = []
    sizes: list[int] = []
    writing: list[float] = []
    checking: list[float] = []
    made = 0
    for seed in range(count):
        generated = kind.generate(params, seed)
        if generated.clues is None:
            continue
        made += 1
        start = process_time()
        task = kind.refutation.task(generated.clues, generated.solution)
        clauses = [*task.encoding, task.difference]
        found = refute(clauses, task.find_lazy_clauses, CONFLICTS)
        writing.append(process_time() - start)
        if found.steps is None:
            continue
        start = process_time()
        assert check_proof([*clauses, *found.lazy_clauses], found.steps) is None
        checking.append(process_time() - start)
        lemmas.append(sum(not step.is_deletion for step in found.steps))
        sizes.append(sum(len(line) + 1 for line in proof_lines(found.steps)))
    if not lemmas:
        return f"| {kind_id} | {rule} | {side}x{side} | 0/{made} | | | | {max(writing):.2f} | |"
    return (
        f"| {kind_id} | {rule} | {side}x{side} | {len(lemmas)}/{made} "
        f"| {statistics.median(lemmas):.0f} | {max(lemmas)} "
        f"| {statistics.median(sizes) / 1024:.0f} | {statistics.median(writing):.2f} "
        f"| {statistics.median(checking):.2f} |"
    )


if __name__ == "__main__":
    for line in proofs():
        print(line, flush=True)
