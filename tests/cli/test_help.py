import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = [
    "run", "generate", "filter", "grade", "render", "book", "import", "export", "solve",
    "verify", "report", "preflight", "cover",
]  # fmt: skip


def imported(words: list[str], heavy: list[str]) -> list[str]:
    """Return the heavy packages that a command imports."""
    code = (
        "import sys\n"
        "from pipeline.commands.app import app\n"
        f"try: app({words})\n"
        "except SystemExit as end: assert not end.code\n"
        f"print(*sorted({{*{heavy}}} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_help_imports_nothing_heavy() -> None:
    heavy = ["numpy", "numba", "pydantic", "PIL", "reportlab", "pysat", "matplotlib"]
    assert imported(["--help"], [*heavy, "pikepdf", "fontTools", "rich", "networkx"]) == []


def test_making_puzzles_imports_no_fonts_tables_or_graphs(tmp_path: Path) -> None:
    heavy = ["PIL", "reportlab", "fontTools", "networkx", "pipeline.config.models"]
    assert imported(["generate", "sudoku", "-o", str(tmp_path / "one.jsonl")], heavy) == []


def test_no_command_is_a_usage_error(puzzlepress) -> None:
    assert puzzlepress("nonsense").returncode == 2
    assert puzzlepress("generate").returncode == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("work tcp://host:8786", "work: removed; use run --cluster (docs/scaling.md)"),
        ("adopt output/book", "adopt: removed; use run --cluster (docs/scaling.md)"),
        ("filter - --certificates", "filter --certificates: removed; use --rule-profile"),
        ("report --pdf", "report --pdf: removed; use index.html in a browser"),
        ("solve - --states 9", "solve --states: removed; use --nodes and --conflicts"),
        ("solve - --states=9", "solve --states: removed; use --nodes and --conflicts"),
    ],
)
def test_a_removed_command_or_option_names_its_replacement(
    puzzlepress, words: str, message: str
) -> None:
    done = puzzlepress(*words.split())
    assert done.returncode == 2
    assert f"puzzlepress: error: {message}" in done.stderr
