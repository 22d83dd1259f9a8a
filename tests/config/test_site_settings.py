import datetime
from pathlib import Path

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.model import ConfigError
from tests.refusals import refused
from tests.source import ROOT

SEED = '"5e1d0c9b8a7f6e5d4c3b2a1908f7e6d5"'
HEAD = f"""\
seed = {SEED}
[site]
title = "T"
base_url = "https://puzzles.example/"
author = "A"
start = 2026-11-16
days = 14
"""
DAILY = '[[daily]]\ndays = ["mon", "thu"]\nkind = "hashi"\nsize = "7x7"\nband = "easy"\n'
PACK = '[[pack]]\ntitle = "P"\nslug = "p"\nkind = "numberlink"\nsize = "5x5"\ncount = 2\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "site.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_days_take_turns_at_their_streams(tmp_path: Path) -> None:
    config = load_site_config(write(tmp_path, HEAD + DAILY + PACK))
    assert [day.isoformat() for day in config.days] == [
        "2026-11-16", "2026-11-19", "2026-11-23", "2026-11-26",
    ]  # fmt: skip
    assert {name: count for name, (_, count) in config.streams.items()} == {
        "daily hashi 7x7 connected-2 easy": 4,
        "pack-p": 2,
    }


def test_tables_that_ask_for_the_same_share_a_stream(tmp_path: Path) -> None:
    other = DAILY.replace('["mon", "thu"]', '["sun"]')
    config = load_site_config(write(tmp_path, HEAD + DAILY + other))
    assert [count for _, count in config.streams.values()] == [6]


def test_more_days_add_days_and_change_none(tmp_path: Path) -> None:
    short = load_site_config(write(tmp_path, HEAD + DAILY)).days
    long = load_site_config(write(tmp_path, HEAD.replace("14", "99") + DAILY)).days
    assert {day: streams for day, streams in long.items() if day in short} == short
    assert max(long) == datetime.date(2027, 2, 22)


def test_the_shipped_site_has_five_games_a_day_which_grow_towards_sunday() -> None:
    config = load_site_config(ROOT / "configs" / "site.toml")
    names = ["queens", "tango", "zip", "mini-sudoku", "patches"]
    assert all([game.slug for game in games] == names for games in config.days.values())
    assert len(config.days) == 30
    for monday, sunday in zip(*(list(config.days.values())[day] for day in (0, 6)), strict=True):
        first, last = (game.streams[0].section for game in (monday, sunday))
        assert first
        assert last
        assert first.sizes < last.sizes
    sizes = [pack.stream.section and pack.stream.section.sizes[0] for pack in config.packs]
    assert dict(zip(sizes, [pack.count for pack in config.packs], strict=True))[50, 50] == 3


def test_a_day_may_have_a_puzzle_of_each_of_several_bands(tmp_path: Path) -> None:
    both = DAILY.replace('band = "easy"', 'bands = ["easy", "hard"]')
    config = load_site_config(write(tmp_path, HEAD + both))
    assert {name: count for name, (_, count) in config.streams.items()} == {
        "daily hashi 7x7 connected-2 easy": 4,
        "daily hashi 7x7 connected-2 hard": 4,
    }
    for spoilt in ('bands = ["easy", "easy"]', 'band = "easy"\nbands = ["hard"]'):
        with refused(ConfigError):
            load_site_config(write(tmp_path, HEAD + DAILY.replace('band = "easy"', spoilt)))


def test_a_small_seed_will_do_where_no_answer_is_to_come(tmp_path: Path) -> None:
    small = HEAD.replace(SEED, "1")
    assert load_site_config(write(tmp_path, small + PACK)).seed == 1
    assert load_site_config(write(tmp_path, "demo = true\n" + small + DAILY)).seed == 1
    assert load_site_config(write(tmp_path, HEAD + DAILY)).seed == int(SEED.strip('"'), 16)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, r"site\.toml:2: site: expected a table \[\[daily\]\] or \[\[pack\]\]"),
        (HEAD.replace("https:", "ftp:") + DAILY, "site.base_url: expected an address"),
        (HEAD + 'time_zone = "Mars"\n' + DAILY, r"site\.toml:8: site\.time_zone: .*'Mars'"),
        (HEAD + DAILY.replace("hashi", "chess"), "daily 1, kind: expected one of"),
        (HEAD + DAILY.replace("7x7", "7"), "daily 1, size: expected columns x rows"),
        (HEAD + DAILY.replace("mon", "monday"), "daily 1, days.*: expected"),
        (
            HEAD + DAILY + DAILY,
            "daily 2, days: expected each day once in the tables of a game, found 'mon' again in",
        ),
        (HEAD + PACK + PACK, "pack 2, slug: expected each slug once, found 'p' again"),
        (HEAD + PACK.replace('"p"', '"../p"'), "pack 1, slug: expected small letters"),
        (HEAD + DAILY.replace('size = "7x7"\n', ""), "daily 1, size: expected size, or records"),
        (HEAD + DAILY + 'records = "x.jsonl"\n', "daily 1, kind: expected no such key beside"),
        (HEAD + DAILY + "[daily.set]\nwild = 1\n", "daily 1, set.wild: unknown key"),
        (HEAD.replace(SEED, "20261116") + DAILY, r"site\.toml:1: seed: .*new site.*demo = true"),
        (HEAD.replace(SEED, '"00000000000000000000000000000000"') + PACK, "seed: expected a seed"),
        (HEAD.replace(SEED, '"5e1d"') + PACK, "seed: expected a seed in quotation marks, 32"),
        (HEAD + "tittle = 1\n" + DAILY, "site.tittle: unknown key.*did you mean 'title'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_site_config(write(tmp_path, text))
