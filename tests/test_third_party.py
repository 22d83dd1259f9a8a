"""THIRD_PARTY.md names all that is used of others, and the program prints it."""

import re
from importlib.metadata import PackageNotFoundError, distribution

from pipeline.render.fonts import __file__ as fonts
from pipeline.solvers.sat import SAT_SOLVERS
from tests.program import run_program
from tests.source import ROOT

NOTICES = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")


def _needed(name: str, found: set[str], is_own: bool = False) -> set[str]:
    """Return the packages that one needs, with all that these need, without extras."""
    try:
        needs = distribution(name).requires or []
    except PackageNotFoundError:  # of another system
        return found
    if not is_own:
        found.add(name.lower().replace("_", "-"))
    for need in needs:
        other = re.split(r"[^A-Za-z0-9_.-]", need)[0]
        if "extra ==" not in need and other.lower().replace("_", "-") not in found:
            _needed(other, found)
    return found


def test_the_program_prints_the_notices() -> None:
    done = run_program("--licences")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == NOTICES


def test_every_package_that_is_installed_is_named() -> None:
    needed = _needed("puzzlepress", set(), is_own=True)
    assert {"numpy", "python-sat", "typer"} <= needed
    assert needed == set(re.findall(r"^\| ([a-z0-9-]+) \| [^|]+ \|$", NOTICES, re.MULTILINE)) - {
        "---"
    } - {"package"}


def test_every_solver_on_offer_is_named() -> None:
    named = re.findall(r"^\| `([a-z0-9]+)`", NOTICES, re.MULTILINE)
    assert named == list(SAT_SOLVERS)
    for holder in ("Audemard", "Niklas Een", "Armin Biere", "Ignatiev"):
        assert re.search(rf"opyright \(c\).*{holder}", NOTICES), holder


def test_every_font_licence_is_named() -> None:
    from pathlib import Path

    licences = sorted(path.name for path in Path(fonts).parent.glob("OFL-*.txt"))
    assert licences
    assert all(name in NOTICES for name in licences)
