"""Progress messages where there is no terminal."""

from pathlib import Path

import pytest

from pipeline.config.run_settings import load_config
from pipeline.run.execution import Workers
from pipeline.run.progress import Bars, Reporter, watched
from pipeline.run.run_config import run_config
from tests.run.runs import write_config


class Heard(Reporter):
    """A reporter that remembers."""

    def __init__(self) -> None:
        self.words: list[tuple[str, float]] = []
        self.expected: dict[str, int] = {}

    def expect(self, stage: str, more: int) -> None:
        self.expected[stage] = self.expected.get(stage, 0) + more

    def describe(self, stage: str, words: str, share: float) -> None:
        assert stage == "puzzles"
        self.words.append((words, share))


def run(config: Path, folder: Path) -> Heard:
    heard = Heard()
    with Workers(1) as workers:
        run_config(load_config(config), folder, workers, reporter=heard)
    return heard


@pytest.mark.parametrize("quality", ["", 'quality = "best of 2"\n'])
def test_words_say_what_is_found_and_what_is_done_is_not_repeated(
    tmp_path: Path, quality: str
) -> None:
    config = write_config(tmp_path / "small.toml", has_pdf=True)
    config.write_text(config.read_text() + quality)
    first = run(config, tmp_path / "out")
    sections = load_config(config).sections
    titles = [section.title for section in sections]
    total = sum(sum(section.counts) * section.best_of for section in sections)
    assert first.words[0][0].startswith(f"{titles[0]}: 1 of ")
    assert [share for _, share in first.words] == [
        pytest.approx((number + 1) / total) for number in range(total)
    ]
    assert first.words[-1][0] == "puzzles"
    assert first.expected["render"] > 0
    again = run(config, tmp_path / "out")
    assert again.words == []
    assert again.expected == {"puzzles": 0, "book": 1}


def test_without_a_terminal_words_come_from_time_to_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 10.0, 30.0, 35.0, 90.0])
    monkeypatch.setattr("pipeline.run.progress.perf_counter", lambda: next(times))
    with Bars(["puzzles"]) as bars:
        bars.expect("puzzles", 4)
        for found in (1, 2, 3, 4):
            bars.describe("puzzles", f"[b]Medium: {found} of 40 found", found / 40)
    assert capsys.readouterr().err.splitlines() == [
        "[b]Medium: 2 of 40 found, about 13 minutes left",
        "[b]Medium: 4 of 40 found, about 16 minutes left",
    ]


def test_no_time_is_shown_before_it_can_be_estimated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of forty found after 69 s of compiling gave "45 minutes"; each takes two."""
    times = iter([-60.0, 9.0, 11.0, 12.0, 15.0])
    monkeypatch.setattr("pipeline.run.progress.perf_counter", lambda: next(times))
    monkeypatch.setattr(Bars, "quiet_seconds", 0.0)
    with Bars(["puzzles"]) as bars:
        bars.expect("puzzles", 9)
        for found in (1, 2, 3, 4):
            bars.describe("puzzles", f"{found} found", found / 40)
            bars.advance("puzzles")
    assert capsys.readouterr().err.splitlines() == [
        "1 found",
        "2 found",
        "3 found",
        "4 found, about 1 minute left",
    ]


def test_items_that_are_counted_are_reported_with_how_many_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0, *range(20, 10_000, 10)])
    monkeypatch.setattr("pipeline.run.progress.perf_counter", lambda: float(next(clock)))
    with Bars(["filter"]) as bars:
        bars.expect("filter", 1200)
        assert len(list(watched(range(357), "filter", bars))) == 357
    given = capsys.readouterr().err.splitlines()
    assert given[-1].startswith("filter: 357 of 1,200, about ")
    assert given[-1].endswith(" left")


def test_a_bar_has_the_time_left_once_it_can_be_estimated_until_it_is_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal
    shown = []
    with Bars(["puzzles"]) as bars:
        bars.expect("puzzles", 6)
        for done in (1, 3, 2):
            for _ in range(done):
                bars.advance("puzzles")
            bars._progress.refresh()
            shown.append("left" in capsys.readouterr().err.rpartition("puzzles")[2])
    assert shown == [False, True, False]
