import gzip
import os
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
import quickjs
from rjsmin import jsmin

from pipeline.edition.language import list_languages
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.web import bundle
from pipeline.web.bundle import bind_modules, bundle_player, part_files, parts_of, player_parts
from tests.source import ROOT
from tests.web.engine import Engine

PLAYER = ROOT / "pipeline" / "web" / "player"
WORDS = (ROOT / "pipeline" / "kinds" / "kit" / "words").glob("*/player.js")
MODULES = sorted([*PLAYER.rglob("*.js"), *WORDS])
MOST_PAGE_BYTES, MOST_BYTES = 46_700, 87_400
"""Colours of cells take 1.6 kB, of which other kinds load 0.2."""
LARGER_PAGES = {"pips": 48_000}
"""Pips has what numbers have, and dominoes beside a board that are laid on it."""


def zipped(text: str) -> int:
    return len(gzip.compress(text.encode(), 9, mtime=0))


@cache
def scripts() -> dict[str, str]:
    """Return the texts of all files of the player by their names."""
    return {"puzzle-press.js": bundle_player(), **player_parts()}


@pytest.mark.parametrize("kind_id", kind_ids())
def test_the_script_on_a_page_is_small(kind_id: str) -> None:
    """Before a hint is asked for, in each language."""
    kind = get_kind(kind_id)
    models = [
        kind.play(kind.decode(example["puzzle"]), None, "en") if kind.play else None
        for example in load_examples(kind)["solved"]
    ]
    for model, language in product(models, list_languages()):
        names = part_files([*parts_of({"kind": kind_id, "model": model}), language])
        whole = sum(zipped(scripts()[name]) for name in ("puzzle-press.js", *names))
        assert whole <= LARGER_PAGES.get(kind_id, MOST_PAGE_BYTES), (kind_id, whole)


def test_the_whole_player_is_small() -> None:
    assert sum(map(zipped, scripts().values())) <= MOST_BYTES


def test_the_name_of_a_part_has_the_digest_of_its_bytes() -> None:
    for name, text in player_parts().items():
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f".{re.sub('[+/]', '-', digest[:12])}.js" in name
        assert digest.rstrip("=") in bundle_player()


def test_the_player_is_the_same_every_time() -> None:
    first = bind_modules(bundle.ENTRY)
    bundle.read_module.cache_clear()
    assert bind_modules(bundle.ENTRY) == first


def test_a_part_exports_a_function_of_what_is_shared_and_the_core_shares_what_it_has() -> None:
    core = bundle_player()
    assert "export default" not in core
    assert re.search(r"Object\.assign\(\w+,\{adopters:\w+,\w", core), "with what others import"
    assert all(text.startswith("export default(({") for text in player_parts().values())


def test_every_module_is_in_a_file_after_what_it_imports() -> None:
    owners = bundle.assign_modules()
    names = {Path(os.path.relpath(path, PLAYER)).as_posix() for path in MODULES}
    texts = {f"texts/{code}.js" for code in list_languages()}
    assert set(owners) == (names - {"types.js"}) | texts
    order = [
        path for part in dict.fromkeys(owners.values()) for path in owners if owners[path] == part
    ]
    for path in owners:
        for _, target in bundle.IMPORT.findall(bundle.read_module(path)):
            other = bundle.resolve_import(path, target)
            is_late = owners[other] != owners[path] and other in bundle.late_modules()
            assert is_late or order.index(other) < order.index(path), (path, other)


def test_nothing_of_a_module_stays_behind() -> None:
    for text in scripts().values():
        assert not re.search(r"^(import\b(?!\()|export (?!default))", text, re.MULTILINE)
        assert "@param" not in text
    assert '=":host{' in bundle_player()
    assert "Zurück" in "".join(player_parts().values())


def test_the_player_asks_nobody_else_for_anything() -> None:
    hosts = set(re.findall(r"https?://[^\"'`/]+", "".join(scripts().values())))
    assert hosts == {"http://www.w3.org"}, "the namespace of SVG is a name, not an address"


def test_the_player_needs_no_inline_script_or_style() -> None:
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function"):
        assert forbidden not in "".join(scripts().values())
    assert not re.search(r"setAttribute\(\"(style|on)", "".join(scripts().values()))


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


@pytest.mark.parametrize("name", scripts())
def test_every_file_is_a_script_that_an_engine_reads(name: str) -> None:
    text = scripts()[name].replace("import.meta", "meta").replace("export default", "part =")
    quickjs.Context().eval(f"if (false) {{ {text} }}")


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
    assert not re.search(r"^export (default|\*)|\bas \w+ }", code, re.MULTILINE)
    assert ("import(" in code) == path.name.startswith("parts.")  # type: ignore[attr-defined]


def test_the_player_requests_its_record_and_its_own_parts_alone() -> None:
    source = str(jsmin(bind_modules(bundle.ENTRY)))
    assert re.findall(r"fetch\(.{8}", source) == ["fetch(address)"]
    assert re.findall(r"import\(\w*\)", source) == ["import(href)"]
    assert "".join(scripts().values()).count("fetch(") == 1


def test_the_engine_runs_what_is_bound() -> None:
    engine = Engine("statistics.js")
    engine.define("time", "(seconds) => formatTime(seconds)")
    assert [engine.call("time", s) for s in (0, 192, 3723.9)] == ["0:00", "3:12", "1:02:03"]
