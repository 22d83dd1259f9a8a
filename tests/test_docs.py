"""The documents: links lead somewhere, decisions have their form."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pipeline.commands.app import app
from tests.source import ROOT, name_of

PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
DECISIONS = sorted((ROOT / "docs" / "adr").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    own = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in own if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lines_can_be_read_beside_one_another(page: Path) -> None:
    blocks = re.split(r"^ *```.*$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[::2]
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    # What Markdown has no way to wrap: rows of tables, pictures and addresses, headings.
    long = [line for line in lines if len(line) > 120 and line[0] not in "|![#<" and " " in line]
    assert long == []


def test_the_guide_to_the_engine_has_no_long_line_at_all() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("page", DECISIONS, ids=name_of)
def test_decisions_have_their_form_and_fit_a_page(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(f"# {page.name[:4]}. ")
    heads = [line for line in lines if line.startswith("## ")]
    assert heads == ["## Context", "## Decision", "## Consequences"]
    assert any(line.startswith("Status: ") for line in lines)
    assert len(lines) <= 60


def test_decisions_have_numbers_of_their_own() -> None:
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert len(set(numbers)) == len(numbers)


def commands_of(page: Path) -> list[list[str]]:
    """The words of each command in a code block of a page, without `puzzlepress`."""
    fenced = re.findall(r"^ *```(.*)\n([^`]*)", page.read_text(encoding="utf-8"), re.MULTILINE)[::2]
    blocks = [text for language, text in fenced if not language]
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    parts = [part for line in lines for part in re.split(r" (?:\|\||\||&&|>) ", line)]
    words = [shlex.split(re.sub(r"^.*\bpuzzlepress ", "puzzlepress ", part)) for part in parts
             if re.match(r"(?:\S*/)?puzzlepress [a-z]", part.strip())]  # fmt: skip
    return [found[1:] for found in words if "[" not in " ".join(found)]


COMMANDS = [(page, words) for page in PAGES for words in commands_of(page)]


@pytest.mark.part(5)
@pytest.mark.parametrize(("page", "words"), COMMANDS, ids=lambda one: str(one)[-60:])
def test_the_commands_of_the_documents_have_known_options(page: Path, words: list[str]) -> None:
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    context = command.context_class(command)
    given, rest, _ = command.make_parser(context).parse_args(list(words))
    assert rest == [], page
    assert all(one.name in given for one in command.params if one.required), page


def test_commands_are_found_in_the_documents() -> None:
    assert len(COMMANDS) > 90


def test_what_python_md_shows_is_what_python_says() -> None:
    failures, examples = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert examples > 20
    assert failures == 0


def test_the_documents_build_as_a_site_without_a_broken_link(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    words = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "build" / "docs" / "gallery" / "index.html").is_file()
