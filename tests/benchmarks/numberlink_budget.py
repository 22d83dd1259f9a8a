"""What a spent budget costs: the time until "undecided", by size and rule.

    python -m tests.benchmarks.numberlink_budget [SHARE [SIDE ...]]

Ends are strewn at random within the rim, those of a pair on cells of either colour, so that few
boards are refused at sight and engine after engine spends what it may: a SHARE of the default
budget (1 for all of it, 50 for a fiftieth). Times are processor time.
"""

import random
import sys
import time

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink import KIND
from pipeline.kinds.numberlink.model import RULES, make_clues
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve


def measure(side: int, rule: str, pairs: int, budget: Budget) -> tuple[float, float, str]:
    """Return the seconds of looking for a solution and of proving, and the verdict."""
    labels = [0] * side * side
    inner = range(1, side - 1)
    colours = [[r * side + c for r in inner for c in inner if (r + c) % 2 == k] for k in (0, 1)]
    ends = [random.Random(f"{side} {pairs} {k}").sample(colours[k], pairs) for k in (0, 1)]
    for label, pair in enumerate(zip(*ends, strict=True), start=1):
        labels[pair[0]] = labels[pair[1]] = label
    clues = make_clues(side, side, rule, labels)
    start = time.process_time()
    found = solve(clues, 1, budget, "auto").solutions
    solved = time.process_time()
    verdict = prove(clues, found[0] if found else None, budget)
    return solved - start, time.process_time() - solved, verdict.status.value


def main() -> None:
    """Print a row for each size and rule."""
    share, *sides = map(int, sys.argv[1:] or ("1",))
    whole = KIND.budget
    budget = Budget(whole.nodes // share, whole.conflicts // share)
    print(f"budget: {budget.nodes} nodes, {budget.conflicts} conflicts", flush=True)
    measure(6, "free", 3, budget)
    for side in sides or (20, 50, 100):
        for rule in RULES:
            solving, proving, verdict = measure(side, rule, side // 5, budget)
            row = f"| {side}x{side} | {rule} | {solving:.1f} s | {proving:.1f} s | {verdict} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
