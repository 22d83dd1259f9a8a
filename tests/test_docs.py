"""The documents: links lead somewhere, decisions have their form."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
