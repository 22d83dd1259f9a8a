"""What `tools.mutants` changes, the tests that should meet it, and what no test can meet."""

from functools import cache

from tests.source import ROOT

PLAYER = "pipeline/web/player/"
SCRIPTS = ("log.js", "plain.js", "statistics.js", "store.js", "words.js")
PLAYED = tuple(
    f"tests/web/test_{name}.py"
    for name in (
        "statistics", "play", "words", "rules", "feedback", "hints", "hint_proofs", "extra_play",
        "records", "constraints", "cells", "drawing", "sentences", "borders", "sides", "deductions",
        "bridges", "tiles", "ways", "lines", "next_hints", "hands", "shown",
    )
)  # fmt: skip
"""Tests of the player that run without a browser."""
PAGES = tuple(
    f"tests/web/test_{name}.py"
    for name in ("pages", "embedding", "page_parts", "languages", "site_bytes")
)
"""Tests of what is written for a site, in all modules of which each may have a part."""
ROOMS = ("pipeline/store", "pipeline/run", "pipeline/library", "pipeline/web")
MORE_TESTS = {
    "pipeline/kinds/hashi/kind.py": (
        "tests/kinds/hashi/test_declare.py",
        "tests/kinds/hashi/test_rules.py",
        "tests/kinds/hashi/test_solve.py",
    ),
    "pipeline/kinds/kit/engine/solve.py": (
        "tests/kinds/hashi/test_prove.py",
        "tests/kinds/hashi/test_solve.py",
        "tests/kinds/kit/words/test_declarations.py",
        "tests/kinds/kit/engine/test_solve.py",
        "tests/kinds/hashi/test_explain.py",
    ),
    "pipeline/store/files.py": ("tests/store/test_own_files.py",),
    "pipeline/run/candidates.py": ("tests/run/test_run_config.py", "tests/run/test_site.py"),
    "pipeline/run/plan.py": ("tests/config/test_file_sets.py", "tests/run/test_run_config.py"),
    "pipeline/run/site.py": PAGES,
    "pipeline/run/page_plan.py": ("tests/run/test_run_config.py",),
    "pipeline/run/run_config.py": ("tests/run/test_progress.py", "tests/run/test_series.py"),
    "pipeline/run/sheet.py": ("tests/run/test_page_plan.py",),
    "pipeline/run/series.py": ("tests/run/test_run_config.py",),
    "pipeline/run/volumes.py": (
        "tests/config/test_series.py",
        "tests/run/test_page_plan.py",
        "tests/run/test_run_config.py",
        "tests/run/test_series.py",
    ),
    "pipeline/library/database.py": ("tests/library",),
    "pipeline/library/puzzles.py": ("tests/library/test_search.py",),
    "pipeline/web/link_picture.py": ("tests/web/test_paper.py",),
    "pipeline/web/print_page.py": ("tests/web/test_paper.py",),
}
DECLARED = ("akari", "hitori", "masyu", "mosaic", "nurikabe", "slitherlink", "sudoku", "zip")
"""Kinds of which boards with random clues can have one solution, or none, or several."""
JUDGED = "test_codes_and_examples_are_the_same_set"
"""Of the tests that every kind has, the one that is about its rules."""
MESSAGES = "test_messages_of_violations"


def _modules() -> list[str]:
    kinds = [
        *ROOT.glob("pipeline/kinds/*/rules.py"), *ROOT.glob("pipeline/kinds/*/prove.py"),
        *(ROOT / f"pipeline/kinds/{kind}/kind.py" for kind in (*DECLARED, "hashi")),
        ROOT / "pipeline/kinds/kit/proving/proof.py", ROOT / "pipeline/kinds/kit/engine/solve.py",
    ]  # fmt: skip
    rooms = [path for room in ROOMS for path in ROOT.glob(f"{room}/*.py")]
    scripts = [
        *(ROOT / PLAYER / name for name in SCRIPTS), *ROOT.glob(f"{PLAYER}constraints/*.js"),
        *ROOT.glob(f"{PLAYER}kinds/*.js"), *ROOT.glob("pipeline/kinds/kit/words/*/player.js"),
    ]  # fmt: skip
    rooms = [path for path in rooms if path.name != "__init__.py"]
    paths = [*sorted(kinds), *sorted(rooms), *sorted(scripts)]
    return [path.relative_to(ROOT).as_posix() for path in paths]


MODULES = tuple(_modules())


@cache
def equal_changes() -> dict[tuple[str, str], str]:
    """Return why no test can meet a change, by module and changed line."""
    reasons, name, reason = {}, "", ""
    for line in (ROOT / "tools/mutants/equivalent.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            reasons[name, line.strip()] = reason
        elif line.startswith("# "):
            reason = line.removeprefix("# ")
        else:
            name = line or name
    return reasons


def tests_of(module: str) -> list[str]:
    """Return the files of tests of a module: the mirrored file, more, and its own examples.

    These are the last: pytest imports a module again if it meets that before the tests of it.
    """
    if module.endswith(".js"):
        return [*PLAYED]
    folder, _, name = module.removeprefix("pipeline/").rpartition("/")
    mirrored = f"tests/{folder}/test_{name}"
    files = [mirrored] if (ROOT / mirrored).is_file() else []
    if folder == "web":
        files += (one for one in PAGES if one not in files)
    if name in ("rules.py", "kind.py"):
        kind = folder.rpartition("/")[2]
        files.append(f"tests/kinds/test_conformance.py::{JUDGED}[{kind}]")
        files.append(f"tests/kinds/test_conformance.py::{MESSAGES}")
        test = "test_our_kinds_pass_the_checks"
        checks = ("examples", "declaration") if kind in DECLARED else ("examples",)
        files += (f"tests/stages/test_check_kind.py::{test}[{kind}-{check}]" for check in checks)
    files += (one for one in MORE_TESTS.get(module, ()) if one not in files)
    files = files or [f"tests/{folder}"]
    has_examples = ">>> " in (ROOT / module).read_text(encoding="utf-8")
    return [*files, *([module] if has_examples else [])]
