"""Files that settings name are read where the caller says, and errors name setting and file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from pipeline.config.run_settings import load_config
from pipeline.config.sections import read_params
from pipeline.kinds import get_kind
from pipeline.model import ConfigError

NUMBERLINK = get_kind("numberlink")
RING = "####\n#..#\n#..#\n####\n"


def write_mask(folder: Path, text: str = RING) -> Path:
    path = folder / "ring.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_text_and_picture_give_equal_params(tmp_path: Path):
    text = write_mask(tmp_path)
    picture = tmp_path / "ring.png"
    image = Image.new("1", (40, 40), 0)
    image.paste(1, (10, 10, 30, 30))
    image.save(picture)
    made = [
        read_params(NUMBERLINK, 4, 4, "free", {"mask": name}, tmp_path)
        for name in (text.name, picture.name)
    ]
    assert made[0] == made[1]
    assert made[0].mask == tuple(RING.split())
    assert "ring" not in str(NUMBERLINK.describe_params(made[0]))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.txt", "found nothing of that name"),
        (".", "found a folder"),
        ("-", "expected the name of a file"),
        ("", "expected the name of a file"),
        ("empty.txt", "found an empty file"),
        ("binary.txt", "found a binary file"),
        ("nul\0.txt", "mask"),
        ("ring.txt", "expected 5 rows"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str, words: str):
    write_mask(tmp_path)
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "binary.txt").write_bytes(b"\0\1\2")
    with pytest.raises(ConfigError, match=words):
        read_params(NUMBERLINK, 5, 5, "free", {"mask": name}, tmp_path)


def test_a_configuration_names_files_from_its_own_folder(tmp_path: Path, monkeypatch):
    write_mask(tmp_path)
    toml = tmp_path / "run.toml"
    toml.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n[[section]]\n'
        'title = "Rings"\nkind = "numberlink"\n'
        'size = "4x4"\ncount = 1\nset = { mask = "ring.txt" }\n',
        encoding="utf-8",
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    from pipeline.run.plan import start_production

    (pool,) = start_production(load_config(toml)).pools
    assert pool.order.params.mask == tuple(RING.split())
    write_mask(tmp_path, "####\n####\n")
    with pytest.raises(ConfigError, match=r"run\.toml:11: section 1, set\.mask: .*expected 4 rows"):
        load_config(toml)
