import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.kernels.cache import (
    PACKAGE,
    cache_folder,
    choose_cache_folder,
    is_compiled,
    kernel_digest,
    kernel_files,
)
from pipeline.kernels.random_state import new_state, random_bits


def test_kernel_files_are_those_that_may_import_numba() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in kernel_files(PACKAGE)}
    using = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "from numba import" in path.read_text(encoding="utf-8")
    }
    assert using
    assert using <= names
    assert "kinds/npuzzle/kernels/tables.py" in names


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
    assert os.environ["NUMBA_CACHE_DIR"] == numba.config.CACHE_DIR


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


ONCE = """
from pipeline.kernels.random_state import new_state, shuffle
import numpy as np
shuffle(new_state(1), np.arange(5))
print(sum(shuffle.stats.cache_hits.values()), shuffle.stats.cache_path)
"""


def kernel_of(package: Path, cache: Path) -> tuple[int, Path]:
    """Return how often the cache had a kernel of a copy of the package, and its folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment = {**kept, "PUZZLEPRESS_CACHE": str(cache), "PYTHONPATH": str(package)}
    run = subprocess.run(
        [sys.executable, "-c", ONCE], cwd=package, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    hits, folder = run.stdout.split(maxsplit=1)
    return int(hits), Path(folder.strip())


def copy_of_the_package(folder: Path) -> Path:
    for path in PACKAGE.rglob("*.py"):
        target = folder / path.relative_to(PACKAGE.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())  # with another time
    return folder


def test_a_second_checkout_compiles_nothing_again(tmp_path: Path) -> None:
    first, second = (copy_of_the_package(tmp_path / name) for name in ("first", "second"))
    cache = tmp_path / "cache"
    assert kernel_of(first, cache)[0] == 0
    hits, folder = kernel_of(second, cache)
    assert (hits, folder.is_relative_to(cache)) == (1, True)
    kernels = second / "pipeline" / "kernels" / "random_state.py"
    kernels.write_text(kernels.read_text("utf-8") + "# changed\n", "utf-8")
    assert kernel_of(second, cache)[0] == 0


def test_a_cache_that_cannot_be_written_to_is_left_aside(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    package = copy_of_the_package(tmp_path / "package")
    first = kernel_of(package, cache)[1]
    for name in list(first.iterdir()):
        name.unlink()
    first.rmdir()
    first.touch()  # a file in place of the folder
    hits, folder = kernel_of(package, cache)
    assert (hits, folder.is_relative_to(cache), folder.exists()) == (0, False, False)
