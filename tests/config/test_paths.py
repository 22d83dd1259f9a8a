"""A configuration reads files of its own folder alone, unless its user allows others."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from pipeline.config.models import RunTable
from pipeline.config.paths import path_in, paths_outside
from pipeline.config.run_settings import load_collection, load_config
from pipeline.config.site_settings import load_site_config
from pipeline.model import ConfigError, PipelineError
from tests.refusals import refused
from tests.web.site_sample import write_config

BOOK = """\
seed = 1
{top}
[book]
title = "A"
author = "B"
year = 2026
{book}
[[section]]
title = "B"
kind = "numberlink"
size = "5x5"
count = 1
{section}
{tables}
"""
FONTS = ("text", "text_italic", "text_bold", "display", "display_semibold", "display_bold")
BOOKS: dict[str, dict[str, str]] = {
    "page.file": {"tables": '[[page]]\ntitle = "C"\nfile = {path}'},
    "a picture of a page": {"tables": "[[page]]\ntitle = 'C'\ntext = '''![x](<{bare}>)'''"},
    "cover.picture": {"tables": "[cover]\npicture = {path}"},
    "cover.portrait": {"tables": "[cover]\nportrait = {path}"},
    "book.printers_file": {"book": "printers_file = {path}"},
    "choices": {"top": "choices = {path}"},
    "section.set": {"section": "set = {{ mask = {path} }}"},
    "library": {"top": 'series = "S"\nlibrary = {path}'},
    **{
        f"book.fonts.{name}": {"book": f"[book.fonts]\nlicence = 'l.txt'\n{name} = {{path}}"}
        for name in FONTS
    },
    "book.fonts.licence": {"book": "[book.fonts]\nlicence = {path}"},
}
SITES = {
    **{f"site.theme.{name}": f"[site.theme]\n{name} = {{path}}"
       for name in ("css", "header", "footer", "logo", "icon")},
    "slot.html": '[[slot]]\nplace = "top"\nheight = 90\nhtml = {path}',
    "daily.records": '[[daily]]\ndays = ["mon"]\ntitle = "R"\ngame = "r"\nrecords = {path}',
    "pack.records": '[[pack]]\ntitle = "R"\nslug = "r"\ncount = 1\nrecords = {path}',
    "daily.set": '[[daily]]\ndays = ["mon"]\ntitle = "M"\ngame = "m"\nkind = "numberlink"\n'
                 'size = "5x5"\nset = {{ mask = {path} }}',
}  # fmt: skip


def _book(folder: Path, key: str, name: str) -> Path:
    parts = dict.fromkeys(("top", "book", "section", "tables"), "") | BOOKS[key]
    filled = {part: text.format(path=f"'{name}'", bare=name) for part, text in parts.items()}
    path = folder / "book.toml"
    path.write_text(BOOK.format(**filled))
    return path


def _site(folder: Path, key: str, name: str) -> Path:
    path = write_config(folder, days=1)
    table = SITES[key].format(path=f"'{name}'")
    path.write_text(f"{path.read_text()}\n{table}\n")
    return path


def _collection(folder: Path, key: str, name: str) -> Path:
    path = folder / "collection.toml"
    path.write_text(f"title = 'A'\nsources = ['{name}']\n")
    return path


CASES: list[tuple[str, Callable[[Path, str, str], Path], Callable[[Path], object]]] = [
    *((key, _book, load_config) for key in BOOKS),
    *((key, _site, load_site_config) for key in SITES),
    ("sources", _collection, load_collection),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text("hidden word\n")
    own = tmp_path / "own"
    own.mkdir()
    (own / "link").symlink_to(tmp_path / "secret")
    (own / "away").symlink_to(tmp_path, target_is_directory=True)
    return own


def _load(load: Callable[[Path], object], path: Path) -> str:
    try:
        load(path)
    except PipelineError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", ["../secret", "{outside}/secret", "link", "away/secret"])
@pytest.mark.parametrize(("key", "write", "load"), CASES)
def test_paths_do_not_lead_out_of_the_folder(
    key: str, write: Any, load: Any, name: str, folder: Path
) -> None:
    path = write(folder, key, name.format(outside=folder.parent))
    message = _load(load, path)
    assert "leads out of it" in message, message
    assert "--allow-outside" in message
    assert message.startswith(f"{path}:")
    assert "hidden word" not in message
    with paths_outside(True):
        assert "--allow-outside" not in _load(load, path)


@pytest.mark.parametrize(("key", "write", "load"), CASES)
def test_paths_inside_are_read(key: str, write: Any, load: Any, folder: Path) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "file").write_text("a\n")
    for name in ("in/file", "in/../in/file", f"{folder}/in/file"):
        assert "--allow-outside" not in _load(load, write(folder, key, name))


@pytest.mark.parametrize("name", ["*", ".", "lin?"])
def test_files_that_a_pattern_or_folder_finds_are_of_the_folder(folder: Path, name: str) -> None:
    path = _collection(folder, "sources", name)
    with refused(ConfigError):
        load_collection(path)
    (folder / "link").unlink()
    (folder / "away").unlink()
    assert name == "lin?" or load_collection(path).sources


def test_a_picture_may_be_beside_the_folder_of_its_page(folder: Path) -> None:
    (folder / "pages").mkdir()
    assert path_in(folder, "../a.png", folder / "pages") == folder / "pages" / "../a.png"
    with refused(ConfigError):
        path_in(folder, "../../a.png", folder / "pages")


def test_every_path_of_a_book_is_tried() -> None:
    """A new key that is a path has to be added above."""

    def keys(table: type, name: str = "") -> set[str]:
        found: set[str] = set()
        for key, hint in get_type_hints(table).items():
            kinds = {hint, *get_args(hint), *(x for one in get_args(hint) for x in get_args(one))}
            found |= {f"{name}{key}"} if Path in kinds else set()
            for one in kinds:
                if isinstance(one, type) and is_dataclass(one) and fields(one):
                    found |= keys(one, f"{name}{key}.")
        return found

    assert keys(RunTable) <= {*BOOKS}
    assert len(keys(RunTable)) > 8
