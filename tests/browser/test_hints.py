"""Hints alone finish what a new owner publishes: a new site, and the book of all kinds."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from tests.browser.conftest import serve, wait_for
from tests.program import run_program
from tests.slices import cases
from tests.web.test_hints import engine

ROOT = Path(__file__).parents[2]
DAYS = 7

FOLLOW = """async () => {
  const element = document.querySelector("puzzle-press");
  const button = element.shadowRoot.querySelector("[title=Hint]");
  for (let k = 0; k < 3000 && !element.session.isSolved; k++) {
    button.click();
    if (k % 20 === 0) await new Promise(requestAnimationFrame);
  }
  return element.session.isSolved;
}"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """Return the address of a week of the site that ``new site`` describes, and its pages."""
    folder = tmp_path_factory.mktemp("fresh")
    run_program("new", "site", "-o", "site.toml", cwd=folder)
    text = (folder / "site.toml").read_text(encoding="utf-8")
    assert "days = 30" in text
    (folder / "site.toml").write_text(text.replace("days = 30", f"days = {DAYS}"), encoding="utf-8")
    done = run_program("site", "site.toml", "--out", "www", "--jobs", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    daily = sorted(path.name for path in (folder / "www" / "daily").glob("*.html"))
    with serve(str(folder / "www")) as address:
        yield address, daily


@pytest.mark.part(3)
@pytest.mark.parametrize("day", cases(range(DAYS)))
def test_hints_alone_solve_every_day_of_a_new_site(fresh, page: Any, day: int) -> None:
    address, daily = fresh
    page.goto(f"{address}/daily/{daily[day]}")
    wait_for(page, "Boolean(document.querySelector('puzzle-press')?.session)")
    assert page.evaluate(FOLLOW)


@pytest.mark.slow
def test_hints_alone_solve_every_puzzle_of_the_book_of_variety(tmp_path: Path) -> None:
    done = run_program("run", str(ROOT / "configs" / "variety.toml"), "--out", "book", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    left = []
    for line in next(tmp_path.rglob("30-graded.jsonl")).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        kind = get_kind(record["kind"])
        clues = kind.decode(record["puzzle"])
        answer = kind.decode_solution(clues, record["solution"])
        model = kind.play(clues, answer, "en") if kind.play else None
        board = {"id": "x", "kind": kind.id, "puzzle": record["puzzle"], "model": model}
        done = engine().call("help", board, 3000)
        if done["last"] or engine().call("judge", board, done["values"]):
            left.append((kind.id, record["grade"]["band"]))
    assert left == []
