"""Checks of sections against their kinds, and the files of settings."""

from pathlib import Path

import pytest
from PIL import Image

from pipeline.config.params import read_params
from pipeline.config.run_settings import load_config
from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades.band_costs import band_costs
from pipeline.kinds.kit.grades.grading import percentile_of, scores_of_band
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Band, ConfigError, GradeRange
from tests.refusals import refused

HEAD = 'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
SECTION_HEAD = '[[section]]\ntitle = "S"\n'


@pytest.mark.parametrize(
    ("kind", "band", "asked", "message"),
    [
        ("numberlink", "easy", 'score = "3.2:4"', "the band 'easy', whose score is 0 to 3.17"),
        ("numberlink", "expert", 'score = "2:8.99"', "the band 'expert', whose score is 9 or more"),
        ("hashi", "medium", 'score = "3.5:5"', "the band 'medium', whose score is 2 to 3;"),
        ("npuzzle", "medium", 'percentile = "50:60"', "'medium', whose percentile is 25 to 49"),
    ],
)
def test_a_range_that_no_puzzle_of_the_band_is_in_is_refused(
    kind: str, band: str, asked: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "book.toml"
    head = HEAD + SECTION_HEAD
    rest = f'kind = "{kind}"\nsize = "5x5"\ncount = 1\nband = "{band}"\n{asked}\n'
    path.write_text(head + rest)
    with pytest.raises(ConfigError, match=message.rstrip(";")):
        load_config(path)
    path.write_text(head + rest.replace(f'band = "{band}"\n', ""))
    (section,) = load_config(path).sections
    assert section.band is None
    assert section.grades != GradeRange()
    assert asked in (f'{name} = "{text}"' for name, text in section.grades.describe().items())


@pytest.mark.parametrize(
    ("kind", "size", "asked", "message"),
    [
        (
            "numberlink",
            "10x10",
            'band = "easy"\npercentile = "80:90"',
            "'easy', whose percentile at 10x10 is 0 to",
        ),
        (
            "numberlink",
            "6x6",
            'band = "medium"\npercentile = "0:10"',
            "'medium', whose percentile at 6x6 is",
        ),
        (
            "hashi",
            "10x10",
            'band = "hard"\npercentile = "0:10"',
            "'hard', whose percentile at 10x10 is",
        ),
        (
            "numberlink",
            "10x10",
            'score = "0:0.5"\npercentile = "90:99"',
            "the score, whose percentile at 10x10",
        ),
        (
            "numberlink",
            "50x50",
            'percentile = "80:90"',
            "expected a size with ranked puzzles, found 50x50",
        ),
    ],
)
def test_a_percentile_that_no_puzzle_can_have_is_refused(
    kind: str, size: str, asked: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "book.toml"
    rest = f'{SECTION_HEAD}kind = "{kind}"\nsize = "{size}"\ncount = 1\n{asked}\n'
    path.write_text(HEAD + rest)
    with pytest.raises(ConfigError, match=rf"section 1, percentile: .*{message}"):
        load_config(path)


@pytest.mark.parametrize("kind", ["numberlink", "hashi"])
@pytest.mark.parametrize("size", ["5x5", "6x6", "10x10", "15x15"])
def test_a_percentile_that_puzzles_of_a_band_have_is_taken(
    kind: str, size: str, tmp_path: Path
) -> None:
    """The population itself says which ranks a band has; each of them must be allowed."""
    package, side = f"pipeline.kinds.{kind}", int(size.split("x")[0])
    table = read_measured(package, "population")
    (scores,) = (one["scores"] for one in table["sizes"] if one["cells"] == side * side)
    known = band_costs(package, None, side * side)
    tried = 0
    for band in (band for band in Band if band in known):
        limits = scores_of_band(package, band).score
        assert limits is not None
        inside = [score for score in scores if limits[0] <= score / 100 < limits[1]]
        for score in {*inside[:1], *inside[-1:]}:
            rank = percentile_of(package, side * side, score)
            rest = f'kind = "{kind}"\nsize = "{size}"\ncount = 1\nband = "{band}"\n'
            path = tmp_path / "book.toml"
            path.write_text(f'{HEAD}{SECTION_HEAD}{rest}percentile = "{rank}:{rank}"\n')
            (section,) = load_config(path).sections
            assert section.grades.percentile == (rank, rank)
            tried += 1
    assert tried


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
    from pipeline.run.plan import read_wants, start_production

    (pool,) = start_production(read_wants(load_config(toml))).pools
    assert pool.order.params.mask == tuple(RING.split())
    write_mask(tmp_path, "####\n####\n")
    with refused(ConfigError):
        load_config(toml)
