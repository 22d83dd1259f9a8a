"""Kinds outside of the package: found, checked, used, and reported if they are wrong."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.commands import setup
from pipeline.kernels.cache import kernel_digest
from pipeline.kinds import get_kind
from pipeline.kinds.interface import Generated
from pipeline.model import ConfigError, kind_folders
from pipeline.model.errors import StoppedError
from pipeline.stages import new_examples
from pipeline.stages.check_kind import CHECKS
from tests.program import run_program
from tests.refusals import refused
from tests.slices import cases


def program(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, since loading a kind cannot be undone."""
    return subprocess.run(
        [sys.executable, "-m", "pipeline", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def new_kind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new")
    assert program(folder, "new", "kind", "latin").returncode == 0
    return folder / "latin"


@pytest.fixture
def latin(new_kind: Path, tmp_path: Path) -> Path:
    return shutil.copytree(new_kind, tmp_path / "latin")


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")


@pytest.mark.dear
def test_a_new_kind_passes_all_checks(latin: Path) -> None:
    done = program(latin.parent, "check-kind", "latin")
    assert done.stdout.count(": no problems\n") == len(CHECKS), done.stdout + done.stderr
    assert done.returncode == 0


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("named", "environment"),
    [
        (["--kinds", "latin"], {}),
        (["--kinds=."], {}),
        ([], {"PUZZLEPRESS_KINDS": "latin"}),
        ([], {"PUZZLEPRESS_KINDS": f"nowhere{os.pathsep}"}),
    ],
)
def test_a_kind_is_found_in_its_folder_or_the_one_above(
    latin: Path, named: list[str], environment: dict[str, str]
) -> None:
    done = program(latin.parent, "kinds", *named, **environment)
    if environment.get("PUZZLEPRESS_KINDS", "").startswith("nowhere"):
        assert done.returncode == 2
        assert f"found none in {latin.parent / 'nowhere'}" in done.stderr
    else:
        last = done.stdout.splitlines()[-1]
        assert last.split() == ["latin", "Latin", str(latin)]
        assert "sudoku       Sudoku           puzzlepress" in done.stdout


@pytest.mark.dear
def test_worker_processes_generate_and_grade_a_foreign_kind(latin: Path) -> None:
    words = ("latin", "--size", "4x4", "--count", "3", "--seed", "1", "--kinds", "latin")
    made = [program(latin.parent, "generate", *words, "--jobs", jobs).stdout for jobs in "12"]
    assert made[0] == made[1]
    assert [json.loads(line)["kind"] for line in made[0].splitlines()] == 3 * ["latin"]


def test_a_configuration_cannot_name_a_folder_of_kinds(latin: Path) -> None:
    table = '[[section]]\ntitle = "A"\nkind = "latin"\nsize = "4x4"\ncount = 1\n'
    (latin.parent / "book.toml").write_text(f'seed = 1\nkinds = "latin"\n{table}')
    done = program(latin.parent, "run", "book.toml")
    assert (done.returncode, "kinds: unknown key" in done.stderr) == (2, True), done.stderr


WRONG = [
    ("kind.py", "model.numbers()", "model.numbers(", "latin/kind.py:", "SyntaxError"),
    ("kind.py", "import kit", "import kitt", "latin/kind.py:", "cannot import name 'kitt'"),
    ("kind.py", "KIND: Final", "OTHER: Final", "latin/kind.py: ", "expected KIND, a PuzzleKind"),
    ("kind.py", "    check=check,\n", "", "latin/kind.py:", "missing 1 required keyword"),
    ("kind.py", "None if numbers", "None if 1 // 0", "latin/kind.py:", "ZeroDivisionError"),
    ("kind.py", "model.given()", "model.givn()", "latin/kind.py:", "no attribute 'givn'"),
    ("kind.toml", "title", "[title", "latin/kind.toml: ", "expected TOML"),
    ("kind.toml", "title =", "titel =", "latin/kind.toml: ", "expected the title of the kind"),
    ("kind.toml", '"4x4"', '"4"', "latin/kind.toml: presets.tiny: ", "expected size ="),
    ("kind.toml", "plain", "guessing = ['hard']\nplain", "latin/kind.toml: unknown key guessing: ",
     "expected it in [bands]; move it there"),
    ("kind.toml", "below =", "guesing = ['hard']\nbelow =",
     "kind.toml: unknown key bands.guesing: ",
     "expected one of guessing, what, unit, below, least, trials; found 'guesing'; did you mean"),
    ("kind.toml", "below =", "guessing = ['hrd']\nbelow =", "kind.toml: bands.guessing: ",
     "expected one of hard, easy, medium, expert; found 'hrd'; did you mean 'hard'?"),
    ("kind.toml", "symmetry =", "symetry =", "kind.toml: unknown key presets.small.symetry: ",
     "did you mean 'symmetry'?"),
    ("texts.en.toml", "title", "[title", "latin/texts.en.toml: ", "expected TOML"),
    ("examples.json", "{", "{{", "latin/examples.json: ", "expected JSON"),
]  # fmt: skip


@pytest.mark.part(3)
@pytest.mark.parametrize("fault", cases(WRONG, part=4))
def test_a_wrong_kind_is_an_error_with_its_place_and_no_traceback(
    latin: Path, fault: tuple[str, str, str, str, str]
) -> None:
    file, old, new, place, message = fault
    change(latin, file, old, new)
    (latin.parent / "book.toml").write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "A"\nkind = "latin"\nsize = "4x4"\ncount = 2\n'
    )
    done = program(latin.parent, "run", "book.toml", "--jobs", "2", "--kinds", "latin")
    assert done.returncode == 2, done.stderr
    assert place in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


UNFINISHED = [
    ("kind.toml", "[title", "warning: left out: "),
    ("kind.toml", "guessing = []\n{}", "warning: left out: "),
    ("kind.py", "1 // 0", "warning: left out: "),
    ("texts.en.toml", "[title", ""),
]


@pytest.mark.parametrize(("file", "text", "warning"), UNFINISHED)
def test_a_kind_that_is_not_finished_stops_no_other(
    latin: Path, file: str, text: str, warning: str
) -> None:
    shutil.copytree(latin, latin.parent / "other")
    (latin / file).write_text(text.replace("{}", (latin / file).read_text()))
    named = ("--kinds", str(latin.parent))
    listed = program(latin.parent, "kinds", *named).stdout
    assert listed.splitlines()[-1].split()[0] == "other"
    assert ("cannot be used" in listed) == (file == "texts.en.toml")
    made = program(latin.parent, "generate", "other", "--size", "4x4", "--count", "1", *named)
    assert json.loads(made.stdout)["kind"] == "other"
    (latin.parent / "one.txt").write_text("other-table 4 4\n")
    (latin.parent / "made.jsonl").write_text(made.stdout)
    done = program(latin.parent, "export", "made.jsonl", "--to", "table", "-o", "one.txt", *named)
    assert done.returncode == 0, done.stderr
    assert ("warning: left out: " in done.stderr, "Traceback" in done.stderr) == (
        bool(warning),
        False,
    )
    unknown = program(latin.parent, "generate", "nothing", "--size", "4x4", "--count", "1", *named)
    assert (unknown.returncode, "unknown kind 'nothing'" in unknown.stderr) == (2, True)


def test_a_kind_makes_its_own_examples(latin: Path) -> None:
    (latin / "examples.json").unlink()
    words = ("latin", "--size", "4x4", "--count", "1", "--kinds", "latin")
    assert program(latin.parent, "generate", *words).returncode == 0
    done = program(latin.parent, "check-kind", "latin", "--only", "examples")
    assert (done.returncode, done.stdout.count("problem")) == (3, 1)
    assert f"write it with: puzzlepress new examples {latin}" in done.stdout
    wanted = ("new", "examples", "latin", "-o", "latin/examples.json")
    done = program(latin.parent, *wanted)
    assert done.returncode == 0
    assert "new: examples of latin: what breaks a rule alone, on small boards (1 of " in done.stderr
    made = json.loads((latin / "examples.json").read_text())
    rest = [one for one in made["breaking"] if one["code"] != "row-repeat"]
    less = {"solved": made["breaking"], "lesson": made["lesson"], "breaking": rest}
    (latin / "examples.json").write_text(json.dumps(less))
    done = program(latin.parent, *wanted)
    assert done.stderr.count("is left out, since it no longer fits check") == 3
    assert json.loads((latin / "examples.json").read_text()) == made
    done = program(latin.parent, "check-kind", "latin", "--only", "examples", "--only", "texts")
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if "no prob" in line] == [
        "examples",
        "texts",
    ]
    breaking = json.loads((latin / "examples.json").read_text())["breaking"]
    assert {one["code"] for one in breaking} == {"given-changed", "row-repeat", "column-repeat"}
    assert max(one["puzzle"]["rows"] for one in breaking) == 2
    assert "unknown check" in program(latin.parent, "check-kind", "latin", "--only", "x").stderr


def test_examples_that_were_found_are_kept_when_the_command_is_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        raise StoppedError(2)

    monkeypatch.setattr(new_examples, "_break_rules", stop)
    path = tmp_path / "examples.json"
    with pytest.raises(StoppedError):
        setup._write_examples("kurodoko", str(path))
    found = json.loads(path.read_text())
    assert (len(found["solved"]), bool(found["lesson"]), found["breaking"]) == (1, True, [])


def test_a_size_that_makes_no_board_is_given_up() -> None:
    seeds: list[int] = []

    def generate(_: object, seed: int) -> Generated[Any, Any]:
        seeds.append(seed)
        return Generated(None, None, 0)

    kind = replace(get_kind("kurodoko"), generate=generate)
    said: list[str] = []
    with refused(ConfigError):
        new_examples.find_examples(kind, new_examples.Examples(), said.append)
    assert seeds == len(kind.presets) * [0, 1, 2, 3]
    assert said == ["a solved board"]


NAMELESS = """number = model.numbers()
    for cell, value in board.clues_but(0):
        model.clause([number.at(cell, value)], "given", about=cell)"""
"""A clue that is not removed with its number."""

FAULTY = [
    ("texts.en.toml", "column = ", "colum = ", "texts"),
    ("examples.json", "[4, 2, 3, 1], [1, 4", "[4, 2, 3, 2], [1, 4", "examples"),
    ("examples.json", '"code": "row-repeat"', '"code": "row-repeats"', "examples"),
    ("kind.py", "in board.lines():", "in [*board.lines()][2:]:", "declaration"),
    ("kind.py", "*answer.columns())", "*[*answer.columns()][2:])", "declaration"),
    ("kind.py", "model.given()", NAMELESS, "declaration"),
    ("kind.toml", 'size = "4x4"', 'size = "4x4", clues = [1, 1]', "generation"),
    ("kind.py", "range(1, 10)", "range(1, 3)", "forms"),
    ("kind.py", "yield from answer.require_given", "1 // 0; yield from answer.g", "examples"),
    ("texts.en.toml", "Each puzzle has", "Each \U0001f600 has", "book"),
]  # fmt: skip


@pytest.mark.part(3)
@pytest.mark.parametrize("fault", cases(FAULTY, part=4))
def test_check_kind_finds_what_is_wrong_in_order(
    latin: Path, fault: tuple[str, str, str, str]
) -> None:
    file, old, new, check = fault
    change(latin, file, old, new)
    done = program(latin.parent, "check-kind", "latin")
    assert done.returncode == 3, done.stdout + done.stderr
    first = next(
        line for line in done.stdout.splitlines() if "problem" in line and ": no" not in line
    )
    assert first.startswith(check), done.stdout


@pytest.mark.parametrize("name", ["Latin", "sudoku", "2x", "a-b"])
def test_a_kind_needs_a_new_name(name: str, tmp_path: Path) -> None:
    done = run_program("new", "kind", name, "-o", str(tmp_path / name))
    assert done.returncode == 2
    assert "expected a new name" in done.stderr


def test_a_distribution_names_its_kinds_as_entry_points(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "shelf" / "latin" / "kind.py"
    page.parent.mkdir(parents=True)
    page.write_text("1 // 0")  # it is found without being run
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = SimpleNamespace(name="latin", value="shelf.latin", dist=SimpleNamespace(name="shelf-1"))
    monkeypatch.setattr(kind_folders, "entry_points", lambda group: [entry])
    found = kind_folders._find.__wrapped__("")
    assert found["latin"] == kind_folders.KindFolder("shelf.latin", page.parent, "shelf-1")
    before = kernel_digest(page.parent)
    (page.parent / "kernels.py").write_text("")
    assert kernel_digest(page.parent) != before


def test_a_page_of_version_1_0_is_read(latin: Path) -> None:
    (latin / "kind.toml").unlink()
    older = Path(__file__).parents[1] / "kinds" / "page_1_0"
    for name in ("kind.py", "bands.json"):
        shutil.copy(older / name, latin / name)
    done = program(latin.parent, "check-kind", "latin")
    assert done.stdout.count(": no problems\n") == len(CHECKS), done.stdout + done.stderr
