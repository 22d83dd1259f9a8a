"""The streak, what was solved, and times: all on the player's machine."""

import json
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.web.engine import Engine

TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def engine() -> Engine:
    engine = Engine("statistics.js", "store.js")
    engine.define("streak", "(days, today, week) => countStreak(days, today, week)")
    engine.define(
        "note",
        """(deeds, known = {}) => {
          const store = new Store();
          store.write("statistics", JSON.stringify(known));
          for (const [record, seconds, now, hints = 0] of deeds) {
            noteSolved(store, record, { seconds, hints }, now);
          }
          return { ...readStatistics(store), kinds: [...countKinds(readStatistics(store))] };
        }""",
    )
    engine.define(
        "spoilt",
        "(text) => { const store = new Store(); store.write('statistics', text);"
        " return readStatistics(store); }",
    )
    engine.define(
        "join",
        "(own, other) => { const store = new Store();"
        " store.write('statistics', JSON.stringify(own));"
        " joinStatistics(store, JSON.stringify(other)); return readStatistics(store); }",
    )
    engine.define(  # QuickJS has no Intl: days are those of UTC here
        "zones",
        "(globalThis.Intl = { DateTimeFormat: class {"
        " format(now) { return new Date(now).toISOString().slice(0, 10); } } }, () => 0)",
    )
    engine.define(
        "own",
        "(text, schedule, now) => { const store = new Store(); store.write('statistics', text);"
        " return streakOf(store, schedule, now); }",
    )
    engine.define("saved", "(text) => readSaved(text)")
    return engine


def days_ago(*ago: int) -> list[str]:
    return sorted((TODAY - timedelta(days=n)).isoformat() for n in ago)


@pytest.mark.parametrize(
    ("solved", "streak"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),
        ((0, 1, 2), 3),
        ((2, 3), 2),  # yesterday is missed and frozen, today is still open
        ((3, 4), 0),  # two days missed
        ((0, 2, 3), 3),  # one missed day is frozen
        ((0, 2, 4), 1),  # a second one within seven days is not
        ((0, 2, 3, 4, 5, 6, 7, 9, 10), 9),  # seven days later it is again
        ((0, 2, 3, 4, 5, 6, 8, 9), 1),
    ],
)
def test_a_streak_survives_one_missed_day_in_seven(
    engine: Engine, solved: tuple[int, ...], streak: int
) -> None:
    assert engine.call("streak", days_ago(*solved), TODAY.isoformat())["count"] == streak


def test_a_streak_never_shrinks_by_solving(engine: Engine) -> None:
    """A streak continues on the next day, or begins again at one."""
    rng = Random(5)
    for _ in range(60):
        ago = [n for n in range(30) if rng.random() < 0.75]
        counts = []
        for today in range(29, -1, -1):
            days = days_ago(*(n for n in ago if n >= today))
            now = (TODAY - timedelta(days=today)).isoformat()
            counts.append((engine.call("streak", days, now)["count"], today in ago))
        for (before, _), (after, is_solved) in pairwise(counts):
            assert after in ((before + 1, 1) if is_solved else (before, 0))


def test_days_without_a_puzzle_break_no_streak(engine: Engine) -> None:
    """21 November 2026 is a Saturday: a site from Monday to Friday goes on on Monday."""
    days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-23"]
    assert engine.call("streak", days, "2026-11-23", "01234") == {"count": 4, "best": 4}
    assert engine.call("streak", days, "2026-11-23")["count"] == 1
    assert engine.call("streak", days, "2026-11-30", "01234") == {"count": 0, "best": 4}


@pytest.mark.parametrize("before", [[], ["2026-11-10"]])
def test_a_puzzle_of_a_free_day_begins_a_streak_that_may_miss_one(
    engine: Engine, before: list[str]
) -> None:
    """22 November 2026 is a Sunday, and the Monday after it is missed."""
    days = [*before, "2026-11-22"]
    assert engine.call("streak", days, "2026-11-24", "01234") == {"count": 1, "best": 1}


def test_who_solved_nothing_has_no_streak_and_had_none(engine: Engine) -> None:
    assert engine.call("streak", [], TODAY.isoformat()) == {"count": 0, "best": 0}


def test_a_schedule_without_a_week_has_a_puzzle_each_day(engine: Engine) -> None:
    noon = 1_795_262_400_000  # 21 November 2026, 12:00 UTC
    text = json.dumps({"solved": {}, "days": days_ago(4, 3)})
    assert engine.call("own", text, {"zone": "UTC"}, noon) == {"count": 0, "best": 2}


@pytest.mark.parametrize(
    ("hours", "ms", "is_it"),
    [(-14, 0, True), (-14, -1, False), (36, -1, True), (36, 0, False)],
)
def test_a_day_lasts_while_it_is_that_day_anywhere(
    engine: Engine, hours: int, ms: int, is_it: bool
) -> None:
    midnight = 1_795_219_200_000  # before 21 November 2026, UTC
    record = {"id": "a", "kind": "zip", "date": "2026-11-21"}
    noted = engine.call("note", [[record, 9, midnight + hours * 3_600_000 + ms]])
    assert noted["days"] == ["2026-11-21"] * is_it


def test_only_days_with_a_puzzle_count(engine: Engine) -> None:
    """A site with puzzles on some days of the week has the streaks of a daily one, day for day."""
    rng = Random(7)
    for _ in range(300):
        week = {n for n in range(7) if rng.random() < 0.5} or {rng.randrange(7)}
        due = [
            day for day in map(date.fromisoformat, days_ago(*range(60))) if day.weekday() in week
        ]
        solved = [n for n in range(len(due)) if rng.random() < 0.8]
        daily = days_ago(*(len(due) - 1 - n for n in solved))
        own = [due[n].isoformat() for n in solved]
        signs = "".join(map(str, sorted(week)))
        found = engine.call("streak", own, due[-1].isoformat(), signs)
        assert found == engine.call("streak", daily, TODAY.isoformat())


def test_a_puzzle_counts_once_and_its_day_only_while_it_lasts(engine: Engine) -> None:
    noon = 1_795_262_400_000  # 21 November 2026, 12:00 UTC
    hour = 3_600_000
    daily = {"kind": "hashi", "date": "2026-11-21"}
    noted = engine.call(
        "note",
        [
            [daily | {"id": "a"}, 100, noon],
            [daily | {"id": "a"}, 50, noon],
            [{"id": "b", "kind": "hashi"}, 70, noon],
            [{"id": "c", "kind": "hashi", "date": "2026-11-20"}, 90, noon + 12 * hour],
            [{"id": "d", "kind": "npuzzle", "date": "2026-11-22"}, 90, noon - 2 * hour],
            [{"id": "e", "kind": "hashi"}, 1, noon, 3],
            [{"id": "f", "kind": "zip"}, 1, noon, 1],
        ],
    )
    assert noted["days"] == ["2026-11-21", "2026-11-22"]
    assert noted["solved"]["a"] == ["hashi", 100]
    assert dict(noted["kinds"]) == {
        "hashi": {"count": 4, "best": 70, "timed": 3, "total": 260},
        "npuzzle": {"count": 1, "best": 90, "timed": 1, "total": 90},
        "zip": {
            "count": 1,
            "best": None,
            "timed": 0,
            "total": 0,
        },  # Infinity: solved with hints alone
    }
    assert noted["solved"]["e"] == ["hashi", 1, 3]


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [
        (["zip", 90], ["zip", 10, 2], ["zip", 90]),
        (["zip", 10, 2], ["zip", 90], ["zip", 90]),
        (["zip", 10, 2], ["zip", 9, 2], ["zip", 9, 2]),
        (["zip", 10, 1], ["zip", 90], ["zip", 90]),
        (["zip", 10], ["zip", 9], ["zip", 9]),
        (["zip", 9], ["zip", 10], ["zip", 9]),
        (["zip", 9, 1], ["zip", 10, 1], ["zip", 9, 1]),
        (None, ["zip", 9, 1], ["zip", 9, 1]),
    ],
)
def test_of_two_devices_the_game_with_fewer_hints_counts(
    engine: Engine, own: list[object] | None, other: list[object], kept: list[object]
) -> None:
    first = {"solved": {"a": own} if own else {}, "days": []}
    joined = engine.call("join", first, {"solved": {"a": other}, "days": []})
    assert joined["solved"] == {"a": kept}


def test_each_game_has_a_streak_of_its_own(engine: Engine) -> None:
    noon, day = 1_795_262_400_000, 86_400_000  # 21 November 2026, 12:00 UTC
    week = {"zone": "UTC", "week": "0123456"}
    deeds = [
        [{"id": f"{game}{k}", "kind": "zip", "date": days_ago(k)[0],
          "schedule": {**week, "game": game}}, 9, noon - k * day]
        for k, game in ((2, "zip"), (1, "zip"), (0, "zip"), (0, "queens"))
    ]  # fmt: skip
    noted = engine.call("note", deeds)
    assert noted["games"] == {"zip": days_ago(0, 1, 2), "queens": days_ago(0)}
    text = json.dumps({"solved": {}, "days": days_ago(0, 1, 2), "games": noted["games"]})
    for game, count in (("zip", 3), ("queens", 1), ("tango", 0)):
        schedule = {**week, "game": game}
        assert engine.call("own", text, schedule, noon)["count"] == count


def test_what_was_solved_before_games_were_kept_apart_is_not_lost(engine: Engine) -> None:
    noon = 1_795_262_400_000
    schedule = {"zone": "UTC", "week": "0123456", "game": "zip"}
    record = {"id": "a", "kind": "zip", "date": days_ago(0)[0], "schedule": schedule}
    known = {"solved": {}, "days": days_ago(1, 2)}
    assert engine.call("own", json.dumps(known), schedule, noon)["count"] == 2
    assert engine.call("note", [[record, 9, noon]], known)["games"] == {"zip": days_ago(0, 1, 2)}


def test_two_devices_join_the_days_of_each_game(engine: Engine) -> None:
    games = [{"zip": days_ago(0, 3)}, {"zip": days_ago(1), "queens": days_ago(2)}, None]
    stores: list[Any] = [{"solved": {}, "days": [], "games": one} for one in games]
    both = {"zip": days_ago(0, 1, 3), "queens": days_ago(2)}
    assert engine.call("join", *stores[:2])["games"] == both
    assert engine.call("join", *stores[1:])["games"] == games[1]
    assert engine.call("join", stores[2], stores[0])["games"] == games[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"days": 3}',
        '{"solved": null}',
        '{"days": [7, "x", null]}',
        '{"solved": {"a": null, "b": [1, 2], "c": ["hashi", "x"], "d": ["hashi", 1e999]}}',
        '{"solved": {"a": ["hashi", 1, "x"], "b": ["hashi", 1, 0.5], "c": ["hashi"]}}',
        '{"days": ["2026-99-99"]}',
        '{"games": 3}',
        '{"games": {"zip": ["2026-99-99", 7]}}',
    ],
)
def test_spoilt_statistics_are_none(engine: Engine, text: str) -> None:
    found = engine.call("spoilt", text)
    assert (found["solved"], found["days"]) == ({}, [])
    assert found.get("games") in (None, {}, {"zip": []})


@pytest.mark.parametrize("text", ["", "null", "7", "{}", "[]", "{"])
def test_what_is_no_game_is_none(engine: Engine, text: str) -> None:
    assert engine.call("saved", text) is None


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        *(("moves", text) for text in ("1", "null", "[]")),
        *(("at", text) for text in ('"x"', '"0"', "null", "0.5", "1e999")),
        *(("ms", text) for text in ('"x"', '"0"', "null", "[]", "1e999", "-1e999")),
    ],
)
def test_a_game_with_one_spoilt_part_is_none(engine: Engine, name: str, spoilt: str) -> None:
    parts = {"moves": '""', "at": "0", "ms": "0.5"}
    assert engine.call("saved", _object(parts)) is not None
    assert engine.call("saved", _object({**parts, name: spoilt})) is None


def test_what_a_game_lacks_is_nothing(engine: Engine) -> None:
    """Times and counts are never below 0; a game that older versions called solved is done."""
    lacking = {"undone": False, "hints": 0, "mistakes": 0, "trial": None, "solved": False}
    known = {"moves": "ab", "at": 2, "ms": 0.5}
    assert engine.call("saved", json.dumps(known)) == {**known, **lacking, "done": False}
    below = {**known, "ms": -1, "hints": -1, "mistakes": "2", "trial": 1.5}
    assert engine.call("saved", json.dumps(below)) == {**known, "ms": 0, **lacking, "done": False}
    full = {**known, "undone": True, "hints": 1, "mistakes": 2, "trial": 0, "solved": True}
    assert engine.call("saved", json.dumps(full)) == {**full, "done": True}
    full["done"] = False
    assert engine.call("saved", json.dumps(full)) == full


@pytest.mark.parametrize("most", [None, 0, 1])
def test_a_store_keeps_what_the_browser_lets_it_and_the_rest_in_memory(most: int | None) -> None:
    """A storage of at most so many texts; None: there is none."""
    engine = Engine("store.js")
    engine.define(
        "keep",
        """(most, others, writes) => {
          const kept = new Map(others);
          globalThis.localStorage = most === null ? undefined : {
            get length() { return kept.size; },
            key: (at) => [...kept.keys()][at] ?? null,
            getItem: (name) => kept.get(name) ?? null,
            removeItem: (name) => kept.delete(name),
            setItem: (name, text) => {
              if (name.endsWith(":a") || name.endsWith(":b")) {
                const own = [...kept.keys()].filter((one) => one !== name && /:[ab]$/.test(one));
                if (own.length >= most) throw new Error("full");
              }
              kept.set(name, text);
            },
          };
          const store = new Store();
          const answers = writes.map(([name, text]) => store.write(name, text));
          const read = ["a", "b", "c"].map((name) => store.read(name));
          return { answers, read, names: store.names(), kept: [...kept] };
        }""",
    )
    writes = [["a", "1"], ["b", "2"], ["a", "3"]]
    found = engine.call("keep", most, [["of others", "x"]], writes)
    is_kept = [most is not None and ord(name) - ord("a") < most for name, _ in writes]
    assert found["answers"] == is_kept
    assert found["read"] == ["3", "2", None]
    assert found["names"] == ["a", "b"], "neither what others keep nor a text twice"
    own = [["puzzle-press:a", "3"]] if most else []
    assert found["kept"] == [["of others", "x"], *own]


def _object(parts: dict[str, str]) -> str:
    """Return an object of JSON whose values are texts, so that they may be what Python lacks."""
    return "{" + ", ".join(f'"{name}": {text}' for name, text in parts.items()) + "}"
