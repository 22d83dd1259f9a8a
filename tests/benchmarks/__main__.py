"""The figures of docs/benchmarks.md: ``python -m tests.benchmarks [NAME ...]``.

One core, one process; compilation is done before the clock starts and told apart. Rates are by
processor time, so that neighbours on the machine disturb them little; whole processes by the wall
clock. Study data is looked for in PUZZLEPRESS_STUDY_DATA.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from pipeline.kinds import get_kind
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from tests.benchmarks.against import against, child_seconds
from tests.benchmarks.band_costs import band_costs
from tests.benchmarks.books import typesetting
from tests.benchmarks.budgets import budget_spent
from tests.benchmarks.collections import (
    collection_kills,
    collection_mixed,
    collection_published,
    grade_budget,
)
from tests.benchmarks.hashi import hashi
from tests.benchmarks.import_forms import import_forms
from tests.benchmarks.library import library
from tests.benchmarks.npuzzle import npuzzle, npuzzle_depth
from tests.benchmarks.numberlink_rates import numberlink_rates
from tests.benchmarks.numberlink_solving import numberlink_solving
from tests.benchmarks.player import player
from tests.benchmarks.proofs import proofs
from tests.benchmarks.scaling import scale, scaling

PROGRAM = Path(sys.executable).with_name("puzzlepress")
PUZZLES = {
    "8x8.txt": "8 8\n1.......\n2.....3.\n45..1...\n....5..4\n....32..\n" + 3 * "........\n",
    "hashi-7x7.txt": ".1..3.3\n.......\n..1....\n.......\n......2\n.......\n2.5.4.1\n",
}


def main() -> None:
    """Run the benchmarks that are named, or all of them; ``against`` takes programs instead."""
    chosen = sys.argv[1:] or list(BENCHMARKS)
    if chosen[0] == "against":
        for line in against(chosen[1:]):
            print(line, flush=True)
        return
    for name in chosen:
        print(f"\n## {name}\n")
        for line in BENCHMARKS[name]():
            print(line, flush=True)


def startup() -> Iterator[str]:
    """Yield whole-process times."""
    yield "| command | median s of 7, processor time | fastest | slowest |"
    yield "| --- | --- | --- | --- |"
    # Where Python keeps no compiled modules, as this variable has it, each start compiles them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PUZZLES.items():
            (Path(folder) / name).write_text(text)
        for words in ("--help", *(f"solve {name}" for name in PUZZLES)):
            command = [str(PROGRAM), *words.replace("solve ", f"solve {folder}/").split()]
            times = sorted([child_seconds(command) for _ in range(8)][1:])
            yield (
                f"| `puzzlepress {words}` | {statistics.median(times):.2f} | {times[0]:.2f} "
                f"| {times[-1]:.2f} |"
            )


def compilation() -> Iterator[str]:
    """Yield how long the kernels take to compile on a machine that has never run them."""
    with tempfile.TemporaryDirectory() as cache:
        code = (
            "from pipeline.kinds import KINDS\n"
            "from pipeline.run.execution import Workers, compile_kernels\n"
            "from time import perf_counter\n"
            "start = perf_counter()\n"
            "with Workers(2) as workers: compile_kernels(KINDS, workers)\n"
            "print(f'{perf_counter() - start:.1f}')"
        )
        for name in ("first run (compiles)", "second run (cached)"):
            done = subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "NUMBA_CACHE_DIR": cache},
                capture_output=True,
                text=True,
                check=True,
            )
            yield f"- {name}: {done.stdout.strip()} s"


def generation() -> Iterator[str]:
    """Yield rates of the generator with its proof, per rule and size."""
    heads = ["candidates a second", "made of tried", "proved unique", "proofs a second"]
    yield f"| rule | size | {' | '.join(heads)} | mean pairs |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    kind = get_kind("numberlink")
    for part in kind.warm_up:
        part()
    jobs = [("free", 6, 60), ("free", 8, 60), ("free", 10, 60), ("free", 12, 40),
            ("free", 15, 25), ("free", 20, 10), ("cover", 10, 40), ("no-touch", 10, 100),
            ("no-touch", 20, 20)]  # fmt: skip
    for rule, side, count in jobs:
        order = GeneratorOrder("numberlink", kind.parse_params(side, side, rule, {}), 1)
        start = process_time()
        made = [r for r in generate_records((order, i) for i in range(count)) if r is not None]
        seconds = process_time() - start
        start = process_time()
        proved = list(filter_records(made))
        proof_seconds = process_time() - start
        unique = sum(record.verdict.status == "unique" for record in proved)
        pairs = statistics.fmean(max(map(max, r.puzzle["clues"])) for r in made)
        yield (
            f"| {rule} | {side}x{side} | {len(made) / seconds:.1f} | {len(made)}/{count} "
            f"| {unique}/{len(made)} | {len(made) / proof_seconds:.1f} | {pairs:.1f} |"
        )


BENCHMARKS: dict[str, Callable[[], Iterator[str]]] = {
    "startup": startup,
    "compilation": compilation,
    "generation": generation,
    "collection-published": collection_published,
    "collection-mixed": collection_mixed,
    "collection-kills": collection_kills,
    "import-forms": import_forms,
    "grade-budget": grade_budget,
    "budget-spent": budget_spent,
    "band-costs": band_costs,
    "numberlink-solving": numberlink_solving,
    "typesetting": typesetting,
    "hashi": hashi,
    "npuzzle": npuzzle,
    "npuzzle-depth": npuzzle_depth,
    "numberlink-rates": numberlink_rates,
    "proofs": proofs,
    "library": library,
    "scaling": scaling,
    "scale": scale,
    "player": player,
}

if __name__ == "__main__":
    main()
