from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from pipeline.kernels import cache
from pipeline.run import compiling
from pipeline.run.compiling import compile_kernels, describe_compiling, missing_parts, seconds_of
from pipeline.run.execution import Workers
from pipeline.run.progress import Reporter
from pipeline.stages.generate import make_candidate


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
        assert share == 0.0, "no share of a goal, so that no second time is shown"
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
    monkeypatch.setattr(compiling, "perf_counter", partial(next, count(5.0, 10.0)))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "not yet"))
    return names


def test_what_kinds_share_is_compiled_first_once_and_reported(done: list[str]) -> None:
    parts = missing_parts(["one", "two"])
    assert [(one.name, one.has_trial) for one in parts] == [
        ("kit", False), ("two", True), ("one", True)
    ]  # fmt: skip
    rare = [one for one in missing_parts(["two"], has_rare=True) if one not in parts]
    assert [(one.name, one.has_trial) for one in rare] == [("two.warm_up_diagonals", False)]
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
    assert "1 to compile first" in heard.reports[1]
    assert "about 9 s on 1 processor" in heard.reports[1]
    assert heard.reports[0] == about.replace("29 s on 2 processors", "30 s on 1 processor")
    assert describe_compiling(["one", "two"], 2) == "kernels: compiled"


@pytest.mark.parametrize(
    ("jobs", "about"),
    [(1, "44 s on 1 processor"), (2, "29 s on 2 processors"), (3, "34 s on 3 processors")],
)
def test_the_time_is_that_of_parts_side_by_side_and_of_those_that_wait_for_them(
    done: list[str], jobs: int, about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On three processors a kind of shared parts waits for these."""
    monkeypatch.setattr(compiling, "compile_seconds", {"one": 5.0, "two": 10.0}.__getitem__)
    assert describe_compiling(["one", "two"], jobs).endswith(about)


def test_the_time_left_follows_from_that_of_the_parts_so_far(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each took ten seconds: 29 s of work the first, 39 s of 44 s both."""
    monkeypatch.setattr(compiling, "compile_seconds", {"one": 5.0, "two": 10.0}.__getitem__)
    heard = Heard()
    with Workers(1) as workers:
        compile_kernels(["one", "two"], workers, heard)
    assert [text.partition(", ")[2] for text in heard.texts] == [
        "about 5 s left", "about 3 s left", "about 0 s left",
    ]  # fmt: skip


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


def test_a_trial_makes_proves_and_explains_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, explained = [], []

    def watched(work, **options):
        sizes.append(work[0].params.rows)
        assert options == {"asks_confirmed": True}, "so that both proofs are compiled"
        return make_candidate(work, **options)

    def read(record):
        def explain_steps(*_):
            explained.append(record.id)
            yield 1

        rules = SimpleNamespace(explain_steps=explain_steps)
        return SimpleNamespace(kind=SimpleNamespace(deductions=rules), clues=0, solution=0)

    monkeypatch.setattr(compiling, "make_candidate", watched)
    monkeypatch.setattr(compiling, "read_puzzle", read)
    compiling._compile_part(compiling.Part("akari", "akari", (), True))
    assert sizes == [5, 7]
    assert len(explained) == 2


def test_compiling_is_announced_once_for_each_room(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    for name, empty in (("_listeners", []), ("_announced", set())):
        monkeypatch.setattr(cache, name, empty)
    cache.before_compiling(said.append)
    for module in ("kinds.hashi.kernels.board", "kernels.random_state",
                   "kinds.kit.engine.kernels.fill", "kinds.hashi.kernels.search"):  # fmt: skip
        cache.announce(Mock(__module__=f"pipeline.{module}"))
    assert said == ["hashi", "kit"]
    assert seconds_of("kit") > seconds_of("hashi") > seconds_of("tents") > 0
