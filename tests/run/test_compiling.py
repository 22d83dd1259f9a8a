from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.kernels import cache
from pipeline.run import compiling
from pipeline.run.compiling import compile_kernels, describe_compiling, missing_parts, seconds_of
from pipeline.run.execution import Workers
from pipeline.run.progress import Reporter


class Heard(Reporter):
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.expected = 0
        self.reports: list[str] = []

    def report(self, text: str) -> None:
        self.reports.append(text)

    def expect(self, stage: str, more: int) -> None:
        assert stage == "kernels"
        self.expected += more

    def describe(self, stage: str, text: str, share: float) -> None:
        self.texts.append(text)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the names of what is compiled, of two kinds that share one part."""
    names: list[str] = []

    def part(name: str) -> Callable[[], None]:
        def compile_it() -> None:
            names.append(name)

        compile_it.__module__, _, compile_it.__name__ = f"pipeline.kinds.{name}".rpartition(".")
        return compile_it

    shared = part("kit.builder.warm_up")
    own = (part("two.solve.warm_up"), part("two.solve.warm_up_diagonals"))
    kinds = {
        "one": SimpleNamespace(id="one", warm_up=(shared,), presets={}),
        "two": SimpleNamespace(id="two", warm_up=(*own, shared), presets={}),
    }
    monkeypatch.setattr(compiling, "get_kind", kinds.__getitem__)
    monkeypatch.setattr(compiling, "packed_for", lambda: None)
    monkeypatch.setattr(compiling, "perf_counter", partial(next, count(0.0, 10.0)))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return names


def test_what_kinds_share_is_compiled_first_once_and_reported(done: list[str]) -> None:
    parts = missing_parts(["one", "two"])
    assert [(one.name, one.has_trial) for one in parts] == [
        ("kit", False), ("two", True), ("one", True)
    ]  # fmt: skip
    about = describe_compiling(["one", "two"], 2)
    assert about == (
        "kernels: 3 to compile first, once for this machine: about 29 s on 2 processors"
    )
    heard = Heard()
    names = ["kit.builder.warm_up", "two.solve.warm_up"]
    with Workers(1) as workers:
        compile_kernels(["one", "two"], workers, heard)
        assert done == names
        assert (heard.expected, len(heard.texts)) == (3, 3)
        assert heard.texts[0].startswith("compiling 1 of 3 kernels, about ")
        assert heard.texts[2] == "compiling 3 of 3 kernels, about 0 s left"
        compile_kernels(["one", "two"], workers, heard)
        assert (done, heard.expected) == (names, 3)
        compile_kernels(["one", "two"], workers, heard, has_rare=True)
    assert done == [*names, "two.solve.warm_up_diagonals"]
    assert heard.reports[0] == about.replace("29 s on 2 processors", "30 s on 1 processor")
    assert describe_compiling(["one", "two"], 2) == "kernels: compiled"


def test_a_cache_that_cannot_be_written_to_stops_nothing(
    done: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    with Workers(1) as workers:
        compile_kernels(["one"], workers)
    assert done == ["kit.builder.warm_up"]


def test_kernels_of_the_wheel_need_no_compiling(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "packed_for", lambda: ("x86-64-v2", ""))
    assert missing_parts(["one", "two"]) == []


def test_a_trial_makes_and_proves_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    real = compiling.make_candidate

    def watched(work, **options):
        sizes.append(work[0].params.rows)
        return real(work, **options)

    monkeypatch.setattr(compiling, "make_candidate", watched)
    compiling._compile_part(compiling.Part("akari", "akari", (), True))
    assert sizes == [5, 7]


def test_compiling_is_announced_once_for_each_room(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    for name, empty in (("_listeners", []), ("_announced", set())):
        monkeypatch.setattr(cache, name, empty)
    cache.before_compiling(said.append)
    for module in ("kinds.hashi.kernels.board", "kernels.random_state",
                   "kinds.kit.engine.kernels.fill", "kinds.hashi.kernels.search"):  # fmt: skip
        cache.announce(SimpleNamespace(__module__=f"pipeline.{module}"))
    assert said == ["hashi", "kit"]
    assert seconds_of("kit") > seconds_of("hashi") > seconds_of("tents") > 0
