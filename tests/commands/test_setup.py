"""Templates are configurations that can be carried out; a kind's options are listed in full."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline import __version__
from pipeline.commands.setup import FOLDERS, describe_options
from pipeline.config.site_settings import load_site_config
from pipeline.config.templates import TEMPLATES
from pipeline.kinds import get_kind, kind_ids
from pipeline.run.execution import Workers
from pipeline.run.page_plan import describe_pages, describe_work, fill_sections, plan_book
from pipeline.run.plan import read_wants
from pipeline.run.run_config import run_config
from pipeline.stages.books.book import load_book_config
from tests.known import the
from tests.program import call, message_of, run_program
from tests.slices import cases
from tests.source import ROOT


@pytest.mark.part(3)
@pytest.mark.parametrize(("template", "language"), cases(TEMPLATES, ["en", "de", "fr"]))
def test_a_template_can_be_planned(template: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    call("new", template, "--language", language, "-o", str(path))
    assert "THIS.toml" not in path.read_text()
    config = fill_sections(load_book_config(path))
    assert config.book.language == language
    wants = read_wants(config)
    book = plan_book(config)
    pages = list(describe_pages(book))
    assert pages[0] == f"{len(book.pages)} pages"
    assert len(book.placements) == sum(sum(section.counts) for section in config.sections)
    assert next(describe_work(wants)).startswith("about ")


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("template", [*TEMPLATES, "site"])
def test_a_template_says_all_that_readers_see_in_their_language(
    template: str, language: str
) -> None:
    def said(code: str) -> list[str]:
        table = tomllib.loads(call("new", template, "--language", code))
        parts = [
            part for one in table.values() for part in (one if isinstance(one, list) else [one])
        ]
        seen = ("title", "subtitle", "author", "blurb", "description")
        return [
            part[key] for part in parts if isinstance(part, dict) for key in seen if key in part
        ]

    pairs = list(zip(said("en"), said(language), strict=True))
    assert len(pairs) >= 3
    names = {get_kind(kind_id).title_in(language) for kind_id in kind_ids()}
    assert [one for one, other in pairs if one == other and one not in names] == []


def test_a_language_that_is_not_there_is_refused() -> None:
    message = message_of("new", "booklet", "--language", "it")
    assert "unknown language 'it': expected one of de, en, fr" in message


def test_every_new_site_has_a_seed_of_its_own(tmp_path: Path) -> None:
    for name in ("a", "b"):
        call("new", "site", "-o", str(tmp_path / f"{name}.toml"))
    one, other = (load_site_config(tmp_path / f"{name}.toml") for name in ("a", "b"))
    assert one.seed != other.seed
    assert one.site == other.site
    assert len(one.days) == 30


@pytest.mark.parametrize(
    ("name", "most"), [("kdp-6x9-large-print", 108), (str(ROOT / "configs" / "sampler.toml"), 69)]
)
def test_books_keep_the_lengths_that_publishers_were_promised(
    name: str, most: int, tmp_path: Path
) -> None:
    path = Path(name)
    if name in TEMPLATES:
        path = tmp_path / "book.toml"
        call("new", name, "-o", str(path))
    config = load_book_config(path)
    assert len(plan_book(config).pages) <= most


@pytest.mark.part(3)
@pytest.mark.parametrize(
    "template", ["kdp-6x9-large-print", "kdp-letter", "booklet", "screen-colour", "mixed"]
)
def test_a_book_of_a_template_has_the_pages_of_its_plan(template: str, tmp_path: Path) -> None:
    """With two puzzles of each size, so that making them takes little."""
    path = tmp_path / "book.toml"
    call("new", template, "-o", str(path))
    whole = replace(load_book_config(path), pictures="none")
    sections = tuple(
        replace(section, counts=(2,) * len(section.sizes)) for section in whole.sections
    )
    config = replace(whole, sections=sections, book=replace(whole.book, pages=None))
    planned = plan_book(config)
    with Workers(1) as workers:
        (result,) = run_config(config, tmp_path / "out", workers)
    assert result.book is not None
    assert result.book.pages == len(planned.pages)


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine")
    assert "expected a new file" in message_of("new", "booklet", "-o", str(path))
    assert path.read_text() == "mine"


def test_a_template_that_is_meant_is_suggested() -> None:
    assert "did you mean 'magazine'" in message_of("new", "magasine")


@pytest.mark.parametrize("kind", kind_ids())
def test_options_and_help_list_every_key(kind: str) -> None:
    listed = call("options", kind)
    assert listed.splitlines() == list(describe_options(kind))
    for key, setting in get_kind(kind).settings.items():
        assert f"--set {key}={setting.example}" in listed
        assert f"values: {setting.values}; default: {setting.default}" in listed
    assert listed in call("generate", kind, "--help")


def test_the_version_is_reported() -> None:
    assert call("--version") == f"puzzlepress {__version__}\n"


def test_a_magazine_is_made_with_sheet_and_not_planned_as_a_book(tmp_path: Path) -> None:
    def given(template: str) -> str:
        return run_program("new", template, "-o", str(tmp_path / template)).stderr

    assert "puzzlepress sheet" in given("magazine")
    assert "--dry-run" in given("kdp-letter")
    assert "--dry-run" not in given("magazine")


@pytest.mark.parametrize("name", FOLDERS)
def test_folders_are_copied_whole_and_only_to_a_new_place(name: str, tmp_path: Path) -> None:
    there = sorted((ROOT / FOLDERS[name]).iterdir())
    call("new", name, "-o", str(tmp_path / name))
    copied = sorted((tmp_path / name).iterdir())
    assert [(one.name, one.read_bytes()) for one in copied] == [
        (one.name, one.read_bytes()) for one in there
    ]
    for place, found in ((str(tmp_path / name), str(tmp_path / name)), ("-", "none")):
        message = message_of("new", name, "-o", place)
        assert f"expected a new folder for the {name}, found {found}" in message


def test_a_folder_that_a_killed_run_left_is_filled(tmp_path: Path) -> None:
    call("new", "samples", "-o", str(tmp_path / "whole"))
    whole = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    begun = tmp_path / "begun"
    begun.mkdir()
    for name in sorted(whole)[:3]:
        (begun / name).write_bytes(whole[name])
    (begun / f".{max(whole)}.99999999.part").write_bytes(b"half of i")
    call("new", "samples", "-o", str(begun))
    assert {path.name: path.read_bytes() for path in begun.iterdir()} == whole

    (begun / min(whole)).write_bytes(b"changed")
    (begun / max(whole)).unlink()
    assert "expected a new folder" in message_of("new", "samples", "-o", str(begun))


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", cases(kind_ids()))
def test_a_book_of_each_kind_can_be_planned_and_has_its_title(kind_id: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    call("new", "book", "--kind", kind_id, "--language", "de", "-o", str(path))
    config = load_book_config(path)
    assert config.book.title == get_kind(kind_id).title_in("de")
    assert {section.kind for section in config.sections} == {kind_id}
    usual = get_kind(kind_id).presets.get("usual")
    rule = get_kind(kind_id).describe_params(usual).get("rule") if usual else None
    assert {section.rule for section in config.sections} == {rule or get_kind(kind_id).rules[0]}
    bands = [section.band for section in config.sections]
    assert bands == ["easy", "medium", "hard"][3 - len(bands) :]
    assert (len(bands) == 3) == ("{levels} Stufen" in path.read_text(encoding="utf-8"))
    for section in config.sections:
        get_kind(kind_id).parse_params(*section.sizes[0], section.rule, {"band": the(section.band)})
    plan = plan_book(config)
    assert len(plan.placements) == 24 * len(bands) >= 48
    assert not plan.warnings, "every printer takes it"


def test_puzzles_are_generated_without_a_size_and_a_seed() -> None:
    asked = ["generate", "numberlink", "--size", "10x10", "--seed", "1"]
    assert call("generate", "numberlink") == call(*asked)
    assert call("generate", "tents") == call("generate", "tents", "--size", "10x10")
    assert call("generate", "sudoku") != call("generate", "sudoku", "--seed", "2")


def test_a_book_needs_a_kind_and_other_templates_have_theirs() -> None:
    for words in (["new", "book"], ["new", "variety", "--kind", "hashi"]):
        assert "expected puzzlepress new book --kind KIND" in message_of(*words)
    assert "did you mean 'hashi'" in message_of("new", "book", "--kind", "hashy")
