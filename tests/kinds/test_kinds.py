"""Kinds are found in their folders, and nobody else knows a kind by name."""

import ast
import builtins
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids, other_names
from pipeline.kinds.interface import PuzzleKind
from pipeline.kinds.kit.template.kind import KIND as TEMPLATE
from pipeline.model import ConfigError
from tests.source import ROOT, imports_of, is_within, name_of, product_files, prose_of, tree_of

FOLDER = ROOT / "pipeline" / "kinds"
NAMES = tuple(dict.fromkeys((*kind_ids(), "numberlink", "hashi", "npuzzle")))
"""The kinds that are here, and those that may come."""

OUTSIDE = [path for path in product_files() if not path.is_relative_to(FOLDER)]
SHARED = [path for path in sorted(FOLDER.glob("*.py")) if path.name != "__init__.py"]
"""Modules that the kinds share."""


def test_every_folder_is_a_kind_but_the_kit() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert folders == {*kind_ids(), "kit"}


def test_kinds_are_in_their_order_and_others_follow_by_name() -> None:
    first, named = kind_ids()[:10], kind_ids()[10:-1]
    assert (first[0], first[-1]) == ("numberlink", "zip")
    assert [*named] == sorted(named)
    assert kind_ids()[-1] == "hidato", "a right answer of Numbrix is one of Hidato"


@pytest.mark.parametrize("name", ["fifteen", "bridges", "takuzu"])
def test_another_name_of_a_kind_suggests_it(name: str) -> None:
    with pytest.raises(ConfigError, match=f"did you mean '{other_names()[name]}'"):
        get_kind(name)


@pytest.mark.parametrize("kind_id", kind_ids())
def test_a_kind_is_found_by_its_id(kind_id: str) -> None:
    assert get_kind(kind_id).id == kind_id


@pytest.mark.parametrize("kind_id", ["qqqq", "template", "", "Numberlink", "interface"])
def test_an_unknown_kind_is_refused_with_the_known_ones(kind_id: str) -> None:
    with pytest.raises(ConfigError) as caught:
        get_kind(kind_id)
    known = ", ".join(kind_ids())
    meant = "; did you mean 'numberlink'?" if kind_id == "Numberlink" else ""
    assert str(caught.value) == f"unknown kind {kind_id!r}: expected one of {known}{meant}"


CORE = [field.name for field in fields(PuzzleKind) if field.default is MISSING]


@pytest.mark.parametrize("missing", CORE)
def test_a_kind_without_one_of_its_parts_cannot_be_made(missing: str) -> None:
    parts: dict[str, Any] = {name: getattr(TEMPLATE, name) for name in CORE if name != missing}
    with pytest.raises(TypeError, match=missing):
        PuzzleKind(**parts)


def test_a_kind_of_the_core_alone_has_its_rules_and_lacks_the_rest() -> None:
    bare: PuzzleKind[Any, Any, Any] = PuzzleKind(**{name: getattr(TEMPLATE, name) for name in CORE})
    clues = TEMPLATE.decode({"rows": 2, "cols": 2, "clues": [[1, 0], [0, 0]]})
    assert (dict(bare.facts(clues)), bare.warm_up, bare.rules) == ({}, (), (None,))
    assert bare.rules_text(None, "en") == TEMPLATE.rules_text(None, "en")
    rest = {field.name for field in fields(PuzzleKind)} - {*CORE, "facts", "warm_up", "budget"}
    assert {name for name in rest if getattr(bare, name) is not None} == set()


@pytest.mark.dear
def test_nobody_outside_imports_a_kind() -> None:
    inside = [f"pipeline.kinds.{name}" for name in (*NAMES, "template")]
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in (*OUTSIDE, *SHARED)
        for line, name in imports_of(path)
        if any(is_within(name, kind) for kind in inside)
    ]
    assert strays == []


OF_COVERS = {"mosaic", "paint_mosaic"}
"""Names of a design of covers, which a kind has too."""


@pytest.mark.dear
def test_nobody_outside_decides_by_the_name_of_a_kind() -> None:
    """No identifier holds a kind's name and no string is one; prose and examples may name kinds."""
    strays = []
    for path in (*OUTSIDE, *SHARED):
        prose = prose_of(path)
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
                is_named = _is_name(node.value)
            else:
                is_named = any(
                    _holds_name(getattr(node, key, None)) for key in ("id", "attr", "name", "arg")
                )
            if not is_named:
                continue
            words = {getattr(node, key, None) for key in ("value", "id", "attr", "name", "arg")}
            if not words & OF_COVERS:
                line = getattr(node, "lineno", 0)
                strays.append(f"{name_of(path)}:{line}: {ast.unparse(node)[:60]}")
    assert strays == []


@pytest.mark.parametrize("kind_id", kind_ids())
def test_kinds_do_not_know_each_other(kind_id: str) -> None:
    others = [f"pipeline.kinds.{name}" for name in NAMES if name != kind_id]
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in sorted((FOLDER / kind_id).rglob("*.py"))
        for line, name in imports_of(path)
        if any(is_within(name, other) for other in others)
    ]
    assert strays == []


@pytest.mark.parametrize("kind_id", [path.parent.name for path in FOLDER.glob("*/rules.py")])
def test_rules_by_definition_share_nothing_with_the_engines(kind_id: str) -> None:
    """``rules.py`` imports the nouns alone: what it judges cannot have helped to judge."""
    path = FOLDER / kind_id / "rules.py"
    nouns = "pipeline.kinds.kit.board.board"
    own = f"pipeline.kinds.{kind_id}.model"
    allowed = (
        *(own, nouns, "pipeline.kinds.interface", "pipeline.model"),
        *("pipeline.kinds.kit.answer", "pipeline.kinds.kit.board.clues"),
    )
    strays = [
        name
        for _, name in imports_of(path)
        if is_within(name, "pipeline") and not any(is_within(name, one) for one in allowed)
    ]
    assert strays == []


PAGES = [
    page
    for page in [*sorted(FOLDER.glob("*/kind.py")), FOLDER / "kit" / "template" / "kind.py"]
    if not page.with_name("rules.py").exists()
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_check_shares_no_function_with_the_declaration(path: Path) -> None:
    """Nor the grid: of a kind on one page, what ``check`` calls must not have helped to declare."""
    functions = {
        node.name: node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }

    def reached(name: str, met: frozenset[str] = frozenset()) -> frozenset[str]:
        nodes = ast.walk(functions[name])
        called = {node.id for node in nodes if isinstance(node, ast.Name)} & functions.keys()
        met |= {name}
        return met.union(*(reached(one, met) for one in called - met))

    own = reached("check")
    assert own & reached("declare") == set()
    nodes = [node for name in own for node in ast.walk(functions[name])]
    used = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
    may = ("answer.areas",)  # `Answer` finds the areas itself
    assert not [name for name in used if name.endswith((".grid", ".areas")) and name not in may]


@pytest.mark.parametrize("kind_id", kind_ids())
def test_each_kind_has_the_files_that_a_reader_looks_for(kind_id: str) -> None:
    names = {path.stem if path.is_dir() else path.name for path in (FOLDER / kind_id).iterdir()}
    assert {"__init__.py", "texts.en.toml", "examples.json"} <= names
    if "kind.py" in names:
        return
    assert {
        *("model.py", "rules.py", "generate.py", "solve.py", "draw.py", "grade.py"),
    } <= names
    assert "kernels" in names
    assert names & {"formats", "formats.py"}
    if get_kind(kind_id).uniqueness is not None:
        assert "declare.py" in names


def _is_name(text: str) -> bool:
    return text.strip().lower() in NAMES


def _holds_name(identifier: object) -> bool:
    if not isinstance(identifier, str):
        return False
    words = re.split(r"[^a-z]+", identifier.lower())
    return any(name in words for name in NAMES if not hasattr(builtins, name))


def test_the_book_of_a_new_kind_finds_puzzles_of_each_of_its_levels() -> None:
    usual = TEMPLATE.presets["usual"]
    for band in ("easy", "medium", "hard"):
        params = TEMPLATE.parse_params(usual.rows, usual.cols, None, {"band": band})
        assert any(TEMPLATE.generate(params, seed).clues is not None for seed in range(3))
