"""What code for older processors costs: the same orders, compiled for several, in turns."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.benchmarks.against import TURNS, child_seconds

PROCESSORS: Final = ("", "x86-64-v3", "x86-64-v2")
"""Names that numba takes; the first is the processor of this machine."""

ORDERS: Final = (
    ("numberlink", "--size", "10x10", "--set", "band=hard", "--count", "12"),
    ("hashi", "--size", "15x15", "--count", "12"),
    ("slitherlink", "--size", "10x10", "--count", "12"),
    ("killer", "--size", "9x9", "--count", "6"),
    ("npuzzle", "--size", "4x4", "--count", "300"),
)


def processors() -> Iterator[str]:
    """Yield a table of seconds of processor time for each order, start-up included."""
    program = str(Path(sys.executable).with_name("puzzlepress"))
    yield f"| order | {' | '.join(name or 'this one' for name in PROCESSORS)} |"
    with TemporaryDirectory() as folder:

        def use(name: str) -> None:
            os.environ["PUZZLEPRESS_CACHE"] = str(Path(folder, name or "own"))
            if name:
                os.environ |= {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
            else:
                os.environ.pop("NUMBA_CPU_NAME", None)
                os.environ.pop("NUMBA_CPU_FEATURES", None)

        for name in PROCESSORS:
            use(name)
            subprocess.run([program, "doctor", "--compile"], check=True, capture_output=True)
        for order in ORDERS:
            spent = dict.fromkeys(PROCESSORS, 0.0)
            for _ in range(TURNS):
                for name in PROCESSORS:
                    use(name)
                    spent[name] += child_seconds([program, "generate", *order, "--seed", "1"])
            cells = (f"{seconds / TURNS:.2f}" for seconds in spent.values())
            yield f"| {' '.join(order)} | {' | '.join(cells)} |"
