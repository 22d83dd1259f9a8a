import ctypes
import json
import os
import pickle
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numba
import pytest
from llvmlite import binding

from pipeline.kernels import cache as cache_module
from pipeline.kernels.cache import (
    PACKAGE,
    cache_folder,
    choose_cache_folder,
    is_compiled,
    kernel_digest,
    kernel_files,
    packed_for,
)
from pipeline.kernels.random_state import new_state, random_bits
from tests.slices import cases


def test_kernel_files_are_those_that_may_import_numba() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in kernel_files(PACKAGE)}
    using = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "from numba import" in path.read_text(encoding="utf-8")
    }
    assert using
    assert using <= names
    assert {"kinds/npuzzle/kernels/tables.py", "kinds/kit/words/loop/kernel.py"} <= names


def test_any_change_of_any_kernel_file_changes_the_folder(tmp_path: Path) -> None:
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "one.py").write_text("a")
    (tmp_path / "other.py").write_text("a")
    first = kernel_digest(tmp_path)
    (tmp_path / "other.py").write_text("b")
    assert kernel_digest(tmp_path) == first
    (tmp_path / "kernels" / "one.py").write_text("b")
    second = kernel_digest(tmp_path)
    (tmp_path / "kernels" / "one.py").rename(tmp_path / "kernels" / "two.py")
    assert len({first, second, kernel_digest(tmp_path)}) == 3


def test_the_folder_is_named_to_numba() -> None:
    import numba

    random_bits(new_state(1))  # the first kernel to be called names it
    assert os.environ["NUMBA_CACHE_DIR"] == numba.config.CACHE_DIR  # type: ignore[attr-defined]


def test_compiled_means_that_numba_has_kept_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not is_compiled()
    (tmp_path / "folder").mkdir()
    assert not is_compiled()
    (tmp_path / "folder" / "kernel.nbi").touch()
    assert is_compiled()


def test_the_cache_folder_is_the_named_one_or_the_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PUZZLEPRESS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("PUZZLEPRESS_CACHE")
    assert cache_folder().name == "puzzlepress"


@pytest.mark.parametrize("is_writable", [True, False])
def test_kernels_are_kept_in_the_cache_folder_or_beside_the_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_writable: bool
) -> None:
    cache = tmp_path / "cache" if is_writable else tmp_path / "a file"
    (tmp_path / "a file").touch()
    monkeypatch.setenv("PUZZLEPRESS_CACHE", str(cache))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "named by the user")
    choose_cache_folder()
    assert os.environ["NUMBA_CACHE_DIR"] == "named by the user"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    choose_cache_folder()
    home = cache if is_writable else PACKAGE / "__pycache__"
    assert Path(os.environ["NUMBA_CACHE_DIR"]) == home / f"kernels-{kernel_digest(PACKAGE)}"
    assert not (tmp_path / "cache").exists()


def test_kernels_are_kept_for_a_run_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache_module, "_is_writable", lambda folder: False)
    monkeypatch.setattr(cache_module, "_complaints", [])
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    choose_cache_folder()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent.is_dir()
    choose_cache_folder()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"cache: no permission to write to {cache_folder()};")


ONCE = """
from pipeline.kernels.random_state import new_state, shuffle
import numpy as np
values = np.arange(5)
shuffle(new_state(1), values)
print(sum(shuffle.stats.cache_hits.values()), shuffle.stats.cache_path)
"""


def lose_privileges() -> None:
    """Let root, too, open only what its owner may, in a process and what it starts."""
    libc = ctypes.CDLL(None)
    libc.prctl(28, 1)  # No capabilities for root at the next program
    libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())


def kernel_of(
    package: Path, cache: Path, before: Callable[[], None] | None = None
) -> tuple[int, Path, list[str]]:
    """Return how often a cache had a kernel of a copy of the package, its folder, and messages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment = {**kept, "PUZZLEPRESS_CACHE": str(cache), "PYTHONPATH": str(package)}
    run = subprocess.run(
        [sys.executable, "-c", ONCE], cwd=package, env=environment, capture_output=True, text=True,
        preexec_fn=before,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    hits, folder = run.stdout.split(maxsplit=1)
    return int(hits), Path(folder.strip()), run.stderr.splitlines()


def copy_of_the_package(folder: Path) -> Path:
    for path in PACKAGE.rglob("*.py"):
        target = folder / path.relative_to(PACKAGE.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())  # with another time
    return folder


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a copy of the package, and a cache with one kernel."""
    folder = tmp_path_factory.mktemp("filled")
    package = copy_of_the_package(folder / "package")
    assert kernel_of(package, folder / "cache")[0] == 0
    return package, folder / "cache"


def test_a_second_checkout_compiles_nothing_again(
    filled: tuple[Path, Path], tmp_path: Path
) -> None:
    cache, second = shutil.copytree(filled[1], tmp_path / "cache"), tmp_path / "second"
    hits, folder, said = kernel_of(copy_of_the_package(second), cache)
    assert (hits, folder.is_relative_to(cache), said) == (1, True, [])
    kernels = second / "pipeline" / "kernels" / "random_state.py"
    kernels.write_text(kernels.read_text("utf-8") + "# changed\n", "utf-8")
    assert kernel_of(second, cache)[0] == 0


def test_a_cache_that_cannot_be_written_to_is_left_aside(
    filled: tuple[Path, Path], tmp_path: Path
) -> None:
    cache = shutil.copytree(filled[1], tmp_path / "cache")
    (kernels,) = cache.rglob("random_state")
    shutil.rmtree(kernels)
    kernels.touch()  # a file in place of the folder
    hits, _, said = kernel_of(filled[0], cache)
    assert hits == 0
    (line,) = said
    assert line.startswith("cache: ")
    assert "Not a directory" in line


@pytest.mark.part(3)
@pytest.mark.skipif(sys.platform != "linux", reason="owners and modes of Linux")
@pytest.mark.parametrize("mode", [0o555, 0o000])
@pytest.mark.parametrize("part", ["cache", "kernels-*", "random_state", "*.nb*"])
def test_a_cache_of_another_owner_is_used_or_left_aside(
    filled: tuple[Path, Path], tmp_path: Path, part: str, mode: int
) -> None:
    cache = shutil.copytree(filled[1], tmp_path / "cache")
    for path in [cache] if part == "cache" else [*cache.rglob(part)]:
        if os.geteuid() == 0:
            os.chown(path, 65_534, 65_534)
        path.chmod(mode)
    try:
        hits, _, said = kernel_of(filled[0], cache, lose_privileges)
    finally:
        for path in cache, *tmp_path.rglob("*"):
            path.chmod(0o700)
    assert hits in (0, 1)
    assert len(said) <= 1
    assert all(line.startswith("cache: ") for line in said)


def about(**changed: object) -> str:
    """Return what a wheel says of kernels for this machine."""
    mine = {
        "cpu": numba.config.CPU_NAME  # type: ignore[attr-defined]
        or binding.get_host_cpu_name(),
        "features": "",
        "flags": [],
        "machine": platform.machine(),
        "numba": numba.__version__,
        "python": "{}.{}".format(*sys.version_info),
        "sources": kernel_digest(PACKAGE),
    }
    return json.dumps({**mine, **changed})


def test_kernels_of_the_wheel_are_used_and_damaged_ones_compiled_again(
    filled: tuple[Path, Path], tmp_path: Path
) -> None:
    package = copy_of_the_package(tmp_path / "package")
    packed = package / "pipeline" / "compiled_kernels"
    (kernels,) = filled[1].iterdir()
    shutil.copytree(kernels, packed)
    features = binding.get_host_cpu_features().flatten()
    (packed / "about.json").write_text(about(features=features), encoding="utf-8")
    hits, _, said = kernel_of(package, tmp_path / "empty")
    assert (hits, said) == (1, [])
    assert not (tmp_path / "empty").exists()
    cache = shutil.copytree(filled[1], tmp_path / "cache")
    for folder, ending in ((packed, "nbc"), (cache, "nbi")):
        for path in folder.rglob(f"*.{ending}"):
            path.write_bytes(path.read_bytes()[:-9])
    for expected in (0, 1):  # what is compiled again replaces what is damaged
        hits, _, said = kernel_of(package, cache)
        assert hits == expected
        assert all(line.startswith("cache: some of the compiled kernels are dam") for line in said)
        assert len(said) == 1


def _replace_by_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_bytes(b"text" * 99),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a wrong bit": lambda path: path.write_bytes(path.read_bytes()[:-1] + b"\xff"),
    "a number": lambda path: path.write_bytes(pickle.dumps(numba.__version__) + pickle.dumps(5)),
    "another module": lambda path: path.write_bytes(b"cnosuchmodule\nX\n."),
    "a pipe": _replace_by_pipe,
}


@pytest.mark.part(3)
@pytest.mark.parametrize("case", cases(product(DAMAGE, ("nbi", "nbc")), part=5), ids=" ".join)
def test_what_is_damaged_in_a_cache_is_compiled_again(
    case: tuple[str, str], filled: tuple[Path, Path], tmp_path: Path
) -> None:
    cache = shutil.copytree(filled[1], tmp_path / "cache")
    (path,) = cache.rglob(f"*.{case[1]}")
    DAMAGE[case[0]](path)
    hits, _, said = kernel_of(filled[0], cache)
    assert hits == 0
    assert all(line.startswith("cache: some of the compiled kernels are dam") for line in said)
    assert len(said) <= 1
    assert kernel_of(filled[0], cache)[0] == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"flags": ["avx1024"]}, {"numba": "0.1.0"}, {"machine": "other"}, {"python": "3.0"},
        {"sources": "0"}, {"flags": 5},
    ],
)  # fmt: skip
def test_kernels_for_another_machine_are_left_alone(
    changed: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "PACKED", tmp_path)
    monkeypatch.setattr(cache_module, "CPU_INFO", tmp_path / "cpuinfo")
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    (tmp_path / "cpuinfo").write_text("model: x\nflags\t: fpu avx2\n", encoding="utf-8")
    read = packed_for.__wrapped__
    assert read() is None
    (tmp_path / "about.json").write_text(about(cpu="x86-64-v3", flags=["avx2"]), encoding="utf-8")
    assert read() == ("x86-64-v3", "")
    (tmp_path / "about.json").write_text(about(**changed), encoding="utf-8")
    assert read() is None
