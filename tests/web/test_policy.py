"""Headers of a site: what its own HTML needs, what its owner adds, what lasts."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from base64 import b64encode
from pathlib import Path

import pytest

from pipeline.model import ConfigError
from pipeline.web.embedding import policy_of
from pipeline.web.files import site_files
from pipeline.web.site import Site, versioned_player
from tests.web.hosts import HOSTS
from tests.web.site_sample import START, make_sample

OWN = """<p style="color: red"><a href="https://link.example">Our other pages</a></p>
<script>alert("é")
</script>
<script src="https://count.example:81/x.js"></script><script src="own/y.js"></script>
<script type="application/ld+json">{"@id": "https://data.example"}</script>
<style>p { margin: 0 }</style><link rel="stylesheet" href="https://sheet.example/a.css">
<link rel="author" href="https://author.example">
<iframe src="//frame.example/a"></iframe><img src="data:image/png;base64,AA==" alt="">
<img srcset="https://a.example/1.png 1x, https://b.example/2.png 2x" alt="">
<form action="https://letter.example/join"><button onclick="go()">Join</button></form>
"""


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def with_own(folder: Path, own: str = OWN, more: str = "") -> Site:
    (folder / "own.html").write_text(own, encoding="utf-8")
    return make_sample(folder, START, more=f'[site.theme]\nfooter = "own.html"\n{more}')


def rules(policy: str) -> dict[str, list[str]]:
    return {name: sources for name, *sources in (rule.split() for rule in policy.split("; "))}


def test_the_policy_names_what_own_html_loads_and_nothing_else(tmp_path: Path) -> None:
    found = rules(policy_of(with_own(tmp_path)))
    count = "https://count.example:81"
    assert found == {
        "default-src": ["'self'"],
        "base-uri": ["'self'"],
        "object-src": ["'none'"],
        "form-action": ["'self'", "https://letter.example"],
        "connect-src": ["'self'", count],
        "frame-src": ["'self'", "frame.example"],
        "img-src": ["'self'", "data:", "https://a.example", "https://b.example", count],
        "script-src": [
            "'self'",
            *sorted((hashed('alert("é")\n'), hashed("go()"), "'unsafe-hashes'", count)),
        ],
        "style-src": [
            "'self'",
            *sorted((hashed("p { margin: 0 }"), hashed("color: red"), "'unsafe-hashes'")),
            "https://sheet.example",
        ],
    }


def test_a_site_without_own_html_has_the_strict_policy(tmp_path: Path) -> None:
    policy = policy_of(make_sample(tmp_path, START))
    assert policy == "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'"


@pytest.mark.parametrize("host", HOSTS)
def test_what_the_owner_adds_is_in_each_build(tmp_path: Path, host: str) -> None:
    more = """[site.policy]
font-src = ["https://fonts.example"]
script-src = ["https://count.example:81", "https://more.example"]
headers = { "Strict-Transport-Security" = "max-age=99", "referrer-policy" = "100% no-referrer" }
"""
    for _ in range(2):
        text = str(dict(site_files(with_own(tmp_path, more=more)))[host])
        found = HOSTS[host](text, "/p/index.html")
        policy = rules(found["Content-Security-Policy"])
        assert policy["font-src"] == ["'self'", "https://fonts.example"]
        assert policy["script-src"].count("https://count.example:81") == 1
        assert policy["script-src"][-1] == "https://more.example"
        assert found["Strict-Transport-Security"] == "max-age=99"
        assert found["referrer-policy"] == "100% no-referrer"
        assert "Referrer-Policy" not in found


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ('script-src = "https://a.example"', r"site.policy.script-src: expected a list of sources"),
        ('img-src = ["https://a.example; x"]', r"site.policy.img-src: expected a list of sources"),
        ("""img-src = ['a"b']""", r"site.policy.img-src: expected a list of sources"),
        ('headers = { "X Y" = "z" }', r"site.policy.headers: expected a table of headers"),
        (r'headers = { "X" = "a\nb" }', r"site.policy.headers: expected a table of headers"),
        ("headers = { X = 1 }", r"site.policy.headers: expected a table of headers"),
        ('scripts = ["x"]', r"site.policy.scripts: unknown key"),
    ],
)
def test_what_no_header_may_hold_is_refused(tmp_path: Path, policy: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_sample(tmp_path, START, more=f"[site.policy]\n{policy}\n")


@pytest.mark.parametrize("host", HOSTS)
def test_only_what_never_changes_under_its_name_lasts(tmp_path: Path, host: str) -> None:
    (tmp_path / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    site = make_sample(tmp_path, START, more='[site.theme]\nlogo = "logo.svg"')
    written = dict(site_files(site))
    paths = [*written, f"pictures/{site.days[0].record.id}.svg"]
    lasting = {
        path
        for path in paths
        if "immutable" in HOSTS[host](str(written[host]), f"/p/{path}").get("Cache-Control", "")
    }
    assert {path for path in lasting if not re.match(r"(fonts|pictures)/", path)} == {
        versioned_player()
    }
    assert {"logo.svg", "icon.svg", "icon-180.png", "icon-512.png"} <= set(paths) - lasting
    assert paths[-1] in lasting


@pytest.mark.parametrize("host", HOSTS)
def test_other_sites_may_load_the_player_and_all_that_it_loads(tmp_path: Path, host: str) -> None:
    written = dict(site_files(make_sample(tmp_path, START)))
    shared = {
        path: HOSTS[host](str(written[host]), f"/p/{path}").get("Access-Control-Allow-Origin")
        for path in written
    }
    needed = [path for path in written if re.match(r"(daily|packs|learn|oembed)/.*json$", path)]
    for path in (*needed, "today.json", "puzzle-press.js", versioned_player()):
        assert shared[path] == "*", path
    assert any(path.startswith("learn/") for path in needed)
    assert shared["index.html"] is None


def test_the_lesson_is_found_from_every_file_that_names_it(tmp_path: Path) -> None:
    written = dict(site_files(make_sample(tmp_path, START)))
    naming = {
        path: found["learn"]
        for path, text in written.items()
        if path.endswith(".json") and "learn" in (found := json.loads(text))
    }
    assert {"today.json", "daily/2026-11-16.json", "packs/small/1.json"} <= set(naming)
    for path, learn in naming.items():
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), learn))
        assert target in written, path
