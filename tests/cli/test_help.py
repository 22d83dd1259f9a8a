import os
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
    told = [line.strip() for line in lines if "Example:" in line]
    assert len(told) == 2
    assert all(line.startswith("Example: puzzlepress filter") for line in told)
    assert all(line.endswith("-o unique.jsonl") for line in told)


def test_help_imports_nothing_heavy() -> None:
    import subprocess
    import sys

    code = (
        "import sys, cli\n"
        "from typer.testing import CliRunner\n"
        "assert CliRunner().invoke(cli.app, ['--help']).exit_code == 0\n"
        "heavy = {'numpy', 'numba', 'pydantic', 'PIL', 'reportlab', 'pysat', 'matplotlib'}\n"
        "heavy |= {'pikepdf', 'fontTools', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("board", "first"),
    [
        ("4 3\n1..1\n2..2\n....\n", ["1111", "2..2", "2222"]),
        (f"8 8\n1.......\n2.....3.\n45..1...\n....5..4\n....32..\n{3 * ('.' * 8 + chr(10))}", None),
        ("1.2.1\n", ["1-2-1"]),
    ],
)
def test_a_small_board_is_solved_without_numba(board: str, first: list[str] | None) -> None:
    """Its few steps in plain Python, or SAT, take less time than numba takes to be imported."""
    import subprocess
    import sys

    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from pipeline.commands.app import main\n"
        "sys.argv = ['puzzlepress', 'solve', '-']\n"
        "try:\n    main()\nfinally:\n"
        "    for _ in range(100):  # the command's own threads end soon, those of numpy do not\n"
        "        threads = [*Path('/proc/self/task').glob('*')][1:]  # elsewhere none are seen\n"
        "        if not threads:\n            break\n"
        "        time.sleep(0.01)\n"
        "    print(*sorted({'numba', 'pydantic'} & set(sys.modules)), *threads)\n"
    )
    own = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code], input=board, capture_output=True, text=True, env=own
    )
    *lines, started = done.stdout.splitlines()
    assert started == "", done.stderr
    assert lines == (first or lines)
    assert len(lines) == len(first or board.splitlines()[1:])


def test_no_command_is_a_usage_error(puzzlepress) -> None:
    assert puzzlepress("nonsense").returncode == 2
    assert puzzlepress("generate", "numberlink").returncode == 2
