"""Wheels with compiled kernels, for one version of Python and one kind of processor."""

import json
import platform
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

BASELINES: Final = {
    "x86_64": ("x86-64-v2", "cx16 lahf_lm pni popcnt sse4_1 sse4_2 ssse3"),
    "aarch64": ("generic", ""),
}
"""For each machine the processor compiled for, and its flags in /proc/cpuinfo.

Newer ones gain nothing that can be measured: ``python -m tools.benchmarks processors``.
"""


def add_kernels(wheel: Path, source: Path, settings: dict[str, str]) -> Path:
    """Return a wheel beside a pure one, with kernels compiled by the running Python.

    ``source`` is the folder that the wheel was built from.
    """
    if sys.platform != "linux":
        raise SystemExit("expected Linux: elsewhere the kernels are compiled by the users")
    machine = platform.machine()
    cpu, flags = BASELINES[machine]
    with TemporaryDirectory() as folder:
        cache = Path(folder, "cache")
        compiling = {
            "NUMBA_CPU_NAME": cpu,
            "NUMBA_CPU_FEATURES": "",
            "PUZZLEPRESS_CACHE": str(cache),
        }
        words = [sys.executable, "-m", "pipeline", "doctor", "--compile"]
        subprocess.run(words, cwd=source, env={**settings, **compiling}, check=True)
        (kernels,) = cache.iterdir()
        about = {
            "cpu": cpu,
            "features": "",
            "flags": flags.split(),
            "machine": machine,
            "numba": version("numba"),
            "python": "{}.{}".format(*sys.version_info),
            "sources": kernels.name.removeprefix("kernels-"),
        }
        _wheel(settings, "unpack", "--dest", folder, wheel)
        (unpacked,) = Path(folder).glob("puzzlepress-*")
        target = unpacked / "pipeline" / "compiled_kernels"
        shutil.copytree(kernels, target)
        (target / "about.json").write_text(json.dumps(about), encoding="utf-8", newline="\n")
        _wheel(settings, "pack", "--dest-dir", folder, unpacked)
        tag = "cp{}{}".format(*sys.version_info)
        _wheel(
            settings, "tags", "--remove", "--python-tag", tag, "--abi-tag", tag,
            "--platform-tag", f"manylinux_2_17_{machine}", Path(folder, wheel.name),
        )  # fmt: skip
        (made,) = Path(folder).glob("*.whl")
        return Path(shutil.move(made, wheel.parent / made.name))


def _wheel(settings: dict[str, str], *words: object) -> None:
    command = [sys.executable, "-m", "wheel", *map(str, words)]
    subprocess.run(command, env=settings, check=True, stdout=subprocess.DEVNULL)
