import re

import pytest

COMMANDS = [
    "run", "generate", "filter", "grade", "render", "book", "import", "export", "solve",
    "verify", "report", "preflight", "cover",
]  # fmt: skip


def test_help_lists_every_command(puzzlepress) -> None:
    done = puzzlepress("--help")
    assert done.returncode == 0
    listed = re.findall(r"^[ │]*([a-z]+)  ", done.stdout, flags=re.MULTILINE)
    assert sorted(COMMANDS) == sorted(set(listed) & set(COMMANDS))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(puzzlepress, command: str) -> None:
    done = puzzlepress(command, "--help")
    assert done.returncode == 0
    assert f"Example: puzzlepress {command}" in " ".join(
        re.sub(r"[│╭╮╰╯]", " ", done.stdout).split()
    )


def test_each_example_has_a_line_to_be_pasted(puzzlepress) -> None:
    lines = puzzlepress("filter", "--help").stdout.splitlines()
    given = [line.strip() for line in lines if "Example:" in line]
    assert len(given) == 2
    assert all(line.startswith("Example: puzzlepress filter") for line in given)
    assert all(line.endswith("-o unique.jsonl") for line in given)


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
