import pytest

COMMANDS = [
    "run", "generate", "filter", "grade", "render", "book", "import", "export", "solve",
    "verify", "report", "preflight", "cover",
]  # fmt: skip


def test_help_imports_nothing_heavy() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from pipeline.commands.app import app\n"
        "try: app(['--help'])\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = {'numpy', 'numba', 'pydantic', 'PIL', 'reportlab', 'pysat', 'matplotlib'}\n"
        "heavy |= {'pikepdf', 'fontTools', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


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
