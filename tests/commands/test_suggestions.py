"""A name that is nearly right is answered with the one that was meant, whatever it names."""

from pathlib import Path

import pytest

from pipeline.store.jsonl import dump_record
from tests.book.sample import make_record
from tests.program import message_of

CONFIG = """\
seed = 1
[book]
title = "All"
author = "A. Setter"
year = 2026
{more}
[[section]]
title = "All"
kind = "numberlink"
size = "5x5"
count = 1
"""


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("solve good.jsonl --solver fronteir", "frontier"),
        ("solve good.jsonl --to lables", "labels"),
        ("solve good.jsonl --from jsonel", "jsonl"),
        ("import good.jsonl --from grid-strem", "grid-stream"),
        ("export good.jsonl --to grid-strem", "grid-stream"),
        ("render good.jsonl --format pngg", "png"),
        ("render good.jsonl --theme dahsed", "dashed"),
        ("render good.jsonl --background transparnt", "transparent"),
        ("filter good.jsonl --rule cuvver", "cover"),
        ("generate hashii --size 5x5 --seed 1 --count 1", "hashi"),
        ("generate hashi --size 5x5 --seed 1 --count 1 --set bnad=easy", "band"),
        ("new boklet", "booklet"),
        ("generate bridges --size 5x5 --seed 1 --count 1", "hashi"),
        ("preflight good.jsonl --printer kpd", "kdp"),
        ("library find --band hrad", "hard"),
    ],
)
def test_commands(words: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.jsonl").write_text(dump_record(make_record(4, 4, 1)))
    assert f"did you mean '{meant}'" in message_of(*words.split())


@pytest.mark.parametrize(
    ("more", "meant"),
    [
        ('printers = ["amazon"]', "kdp"),
        ('printers = ["IngramSpark"]', "ingram"),
        ('trim = "leter"', "letter"),
        ('printers = ["igram"]', "ingram"),
        ('theme = "colur"', "colour"),
        ('style = "boklet"', "booklet"),
        ('language = "fre"', "fr"),
    ],
)
def test_configurations(more: str, meant: str, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(CONFIG.format(more=more))
    message = message_of("run", str(tmp_path / "book.toml"), "--dry-run")
    assert f"did you mean '{meant}'" in message
