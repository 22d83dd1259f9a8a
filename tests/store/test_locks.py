import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pipeline.model import StoreError
from pipeline.store import locks
from tests.refusals import refused


def windows_locks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module as Windows loads it; a file that is locked twice is an error there."""
    held: set[int] = set()
    fake = ModuleType("msvcrt")

    def locking(descriptor: int, mode: int, size: int) -> None:
        file = os.fstat(descriptor).st_ino
        if (mode, size) != (3, 1) or file in held:
            raise PermissionError(13, "Permission denied")
        held.add(file)

    fake.locking, fake.LK_NBLCK = locking, 3  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("windows_locks", locks.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "gettempdir", lambda: "temporary")
    return module


@pytest.mark.parametrize("system", ["this", "windows"])
def test_a_folder_is_locked_once(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two", "temporary"):
        Path(name).mkdir()
    module = locks if system == "this" else windows_locks(monkeypatch)
    with (
        module.locked(Path("one")),
        module.locked(Path("two")),
        refused(StoreError),
        module.locked(tmp_path / "one"),
    ):
        pass
    assert [*Path("one").iterdir()] == []
    assert bool([*Path("temporary").iterdir()]) == (system == "windows")
