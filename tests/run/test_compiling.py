from collections.abc import Callable
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

        compile_it.__module__ = f"pipeline.kinds.{name}"
        return compile_it

    shared = part("kit.constraints.kind")
    kinds = {
        "one": SimpleNamespace(id="one", warm_up=(shared,), presets={}),
        "two": SimpleNamespace(id="two", warm_up=(part("two.solve"), shared), presets={}),
    }
    monkeypatch.setattr(compiling, "get_kind", kinds.__getitem__)
    monkeypatch.setattr(compiling, "packed_for", lambda: None)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return names


def test_what_kinds_share_is_compiled_first_once_and_reported(done: list[str]) -> None:
    names = ["kit.constraints.kind", "two.solve", "one", "two"]
    assert [part.name for part in missing_parts(["two", "one"])] == [*names[:2], "two", "one"]
    about = describe_compiling(["one", "two"], 2)
    assert about == (
        "kernels: 4 to compile first, once for this machine: about 28 s on 2 processors"
    )
    heard = Heard()
    with Workers(1) as workers:
        compile_kernels(["one", "two"], workers, heard)
        assert done == names[:2]
        assert (heard.expected, len(heard.texts)) == (4, 4)
        assert heard.texts[1].startswith("compiling 2 of 4 kernels, about ")
        assert heard.texts[3] == "compiling 4 of 4 kernels, about 0 s left"
        compile_kernels(["one", "two"], workers, heard)
    assert (done, heard.expected) == (names[:2], 4)
    assert heard.reports == [about.replace("28 s on 2 processors", "30 s on 1 processor")]
    assert describe_compiling(["one", "two"], 2) == "kernels: compiled"


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
    compiling._compile_part(compiling.Part("akari", "akari", None))
    assert sizes == [5, 7]


def test_compiling_is_announced_once_for_each_room(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    for name, empty in (("_listeners", []), ("_announced", set())):
        monkeypatch.setattr(cache, name, empty)
    cache.before_compiling(said.append)
    for module in ("hashi.kernels.board", "kit.constraints.kernels.fill", "hashi.kernels.search"):
        cache.announce(SimpleNamespace(__module__=f"pipeline.kinds.{module}"))
    assert said == ["hashi", "kit"]
    assert seconds_of("hashi") > seconds_of("tents") == compiling.OTHER
