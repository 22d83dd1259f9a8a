import gzip
import os
import re
from pathlib import Path

import pytest
from rjsmin import jsmin

from pipeline.web import bundle
from pipeline.web.bundle import bind_modules, bundle_player
from tests.source import ROOT
from tests.web.engine import Engine

PLAYER = ROOT / "pipeline" / "web" / "player"
WORDS = (ROOT / "pipeline" / "kinds" / "kit" / "words").glob("*/player.js")
MODULES = sorted([*PLAYER.rglob("*.js"), *WORDS])
MOST_GZIP_BYTES = 60_000


def test_the_player_is_small() -> None:
    assert len(gzip.compress(bundle_player().encode(), 9, mtime=0)) <= MOST_GZIP_BYTES


def test_the_player_is_the_same_every_time() -> None:
    first = bind_modules(bundle.ENTRY)
    bundle.read_module.cache_clear()
    assert bind_modules(bundle.ENTRY) == first


def test_every_module_is_bound_once_after_what_it_imports() -> None:
    order = bundle.order_modules((bundle.ENTRY,))
    names = {Path(os.path.relpath(path, PLAYER)).as_posix() for path in MODULES}
    assert set(order) == names - {"types.js"}
    assert len(order) == len(set(order))
    for path in order:
        found = bundle.IMPORT.findall(bundle.read_module(path))
        targets = [bundle.resolve_import(path, target) for target in found]
        assert all(order.index(target) < order.index(path) for target in targets)


def test_nothing_of_a_module_stays_behind() -> None:
    text = bundle_player()
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert "@param" not in text
    assert '=":host{' in text
    assert "Zurück" in text


def test_the_player_asks_nobody_else_for_anything() -> None:
    hosts = set(re.findall(r"https?://[^\"'`/]+", bundle_player()))
    assert hosts == {"http://www.w3.org"}, "the namespace of SVG is a name, not an address"


def test_the_player_needs_no_inline_script_or_style() -> None:
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function"):
        assert forbidden not in bundle_player()
    assert not re.search(r"setAttribute\(\"(style|on)", bundle_player())


def test_minified_modules_compute_the_same() -> None:
    """Texts, templates and regular expressions survive; every module is parsed by an engine."""
    engine = Engine()
    source = r"""function probe(a) { // a comment
      const parts = /["'`\/]+ \/\//g; /* gone */
      return [a + +a - -a, `/* ${a} */  //`, "//  x", 'a"b /"/'.replace(parts, "!")];
    }"""
    source = source.replace("\\\\", "\\")
    engine.define("plain", f"(a) => {{ {source} return probe(a); }}")
    engine.define("small", f"(a) => {{ {jsmin(source)} return probe(a); }}")
    assert engine.call("small", 3) == engine.call("plain", 3)
    assert "comment" not in jsmin(source)
    assert "gone" not in jsmin(source)


def test_modules_may_not_declare_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "a.js": 'import { x } from "./b.js";\nconst y = x;\n',
        "b.js": "export const x = 1;\nlet y = 2;\n",
    }
    monkeypatch.setattr(bundle, "read_module", files.__getitem__)
    with pytest.raises(ValueError, match=r"a\.js and b\.js both declare y"):
        bind_modules("a.js")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_short_and_keep_to_what_the_binder_knows(path: object) -> None:
    source = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert source.count("\n") <= 600
    assert source.startswith("// ")
    code = jsmin(source)
    assert not re.search(r"^export (default|\*)|\bimport\(\W|\bas \w+ }", code, re.MULTILINE)


def test_the_player_requests_its_record_alone() -> None:
    source = str(jsmin(bind_modules(bundle.ENTRY)))
    assert re.findall(r"fetch\(.{8}", source) == ["fetch(address)"]
    assert bundle_player().count("fetch(") == 1


def test_the_engine_runs_what_is_bound() -> None:
    engine = Engine("statistics.js")
    engine.define("time", "(seconds) => formatTime(seconds)")
    assert [engine.call("time", s) for s in (0, 192, 3723.9)] == ["0:00", "3:12", "1:02:03"]
