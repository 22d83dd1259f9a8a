"""The figures of docs/benchmarks.md: ``python -m tools.benchmarks [NAME ...]``.

One core, one process; compilation is done before the clock starts. Rates are by
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

from tools.benchmarks.against import against, child_seconds
from tools.benchmarks.band_costs import band_costs
from tools.benchmarks.books import typesetting
from tools.benchmarks.collections import collection_mixed, collection_published
from tools.benchmarks.hashi import hashi
from tools.benchmarks.levels import levels
from tools.benchmarks.library import library
from tools.benchmarks.npuzzle import npuzzle, npuzzle_depth
from tools.benchmarks.numberlink_rates import numberlink_rates
from tools.benchmarks.numberlink_solving import numberlink_solving
from tools.benchmarks.player import player
from tools.benchmarks.processors import processors
from tools.benchmarks.races import races
from tools.benchmarks.scaling import scale
from tools.benchmarks.sites import sites

PROGRAM = Path(sys.executable).with_name("puzzlepress")
PUZZLES = {
    "8x8.txt": "8 8\n1.......\n2.....3.\n45..1...\n....5..4\n....32..\n" + 3 * "........\n",
    "hashi-7x7.txt": ".1..3.3\n.......\n..1....\n.......\n......2\n.......\n2.5.4.1\n",
}


def main() -> None:
    """Run the benchmarks that are named, or all of them; some take words of their own."""
    chosen = sys.argv[1:] or list(BENCHMARKS)
    if chosen[0] in WITH_WORDS:
        for line in WITH_WORDS[chosen[0]](*chosen[1:]):
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
            "from pipeline.kinds import kind_ids\n"
            "from pipeline.run.compiling import compile_kernels\n"
            "from pipeline.run.execution import Workers\n"
            "from time import perf_counter\n"
            "start = perf_counter()\n"
            "with Workers(2) as workers: compile_kernels(kind_ids(), workers)\n"
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


WITH_WORDS: dict[str, Callable[..., Iterator[str]]] = {
    "against": lambda *binaries: against(binaries),
    "races": races,
    "scale": scale,
}
BENCHMARKS: dict[str, Callable[[], Iterator[str]]] = {
    "startup": startup,
    "compilation": compilation,
    "collection-published": collection_published,
    "collection-mixed": collection_mixed,
    "band-costs": band_costs,
    "levels": levels,
    "numberlink-solving": numberlink_solving,
    "typesetting": typesetting,
    "hashi": hashi,
    "npuzzle": npuzzle,
    "npuzzle-depth": npuzzle_depth,
    "numberlink-rates": numberlink_rates,
    "library": library,
    "player": player,
    "sites": sites,
    "processors": processors,
}

if __name__ == "__main__":
    main()
