"""Progress messages where there is no terminal."""

from pathlib import Path
from threading import Event

import pytest

from pipeline.config.run_settings import load_config
from pipeline.run import progress
from pipeline.run.execution import Workers
from pipeline.run.progress import Bars, Pulse, Reporter, watched
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
    times = iter([0.0, 19.5, 20.0, 35.0, 90.0])
    monkeypatch.setattr("pipeline.run.progress.perf_counter", lambda: next(times))
    with Bars(["puzzles"]) as bars:
        bars.expect("puzzles", 4)
        for found in (1, 2, 3, 4):
            bars.describe("puzzles", f"[b]Medium: {found} of 40 found", found / 40)
    assert capsys.readouterr().err.splitlines() == [
        "[b]Medium: 2 of 40 found",
        "[b]Medium: 4 of 40 found, about 14 minutes left",
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
    assert given[:2] == ["filter: 1 of 1,200", "filter: 3 of 1,200, about 2.2 hours left"]
    assert given[-1] == "filter: 357 of 1,200, about 2.3 hours left"


@pytest.mark.parametrize(
    ("done", "seconds", "is_known"),
    [(2, 9.5, False), (3, 0.0, True), (0, 10.0, True), (0, 0.0, False)],
)
def test_three_items_or_ten_seconds_are_enough_for_an_estimate(
    done: int, seconds: float, is_known: bool
) -> None:
    assert Bars.has_begun(done, seconds) is is_known


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (29.5, "less than a minute"), (30, "about 1 minute"), (120, "about 2 minutes"),
        (5940, "about 99 minutes"), (6000, "about 1.7 hours"), (3_600_000, "about 1000.0 hours"),
    ],
)  # fmt: skip
def test_a_time_is_shown_in_minutes_or_hours(seconds: float, text: str) -> None:
    assert progress._duration(seconds) == text


def test_messages_are_printed_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without colours or breaks, so that a path in one can be copied."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    text = f"[b]report: {'/a/long/path' * 10}/7.pdf"
    with Bars(["puzzles"]) as bars:
        bars.report(text)
        bars.expect("puzzles", 2)
        bars.describe("puzzles", "[b] 1 of 2 found", 0.5)
    given = capsys.readouterr().err
    assert text in given
    assert "[b] 1 of 2 found" in given


def test_stages_have_a_bar_once_something_is_expected_of_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with Bars(["puzzles", "render"]) as bars:
        bars.expect("puzzles", 2)
        assert [task.started for task in bars._progress.tasks] == [True, False]
    given = capsys.readouterr().err
    assert "puzzles" in given
    assert "render" not in given


def test_a_pulse_beats_at_growing_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    pauses: list[float] = []
    over = Event()

    class Clock:
        def wait(self, pause: float) -> bool:
            pauses.append(pause)
            if len(pauses) == 5:
                over.set()
            return over.is_set()

        def set(self) -> None:
            pass

    monkeypatch.setattr(progress, "Event", Clock)
    with Pulse(said.append):
        assert over.wait(10)
    assert pauses == [20.0, 60.0, 120.0, 240.0, 480.0]
    assert [text.partition(" s;")[0] for text in said] == [
        f"still at work after {seconds}" for seconds in (20, 80, 200, 440)
    ]


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
    monkeypatch.setattr(Bars, "first_seconds", 1e-9)
    with Bars(["puzzles"]) as bars:
        bars.expect("puzzles", 6)
        bars.advance("puzzles")
    assert "left" in capsys.readouterr().err
