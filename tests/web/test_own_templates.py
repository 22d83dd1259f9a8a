"""Templates of a site's owner: pages and parts replaced, faults refused before anything is made."""

import re
import shutil
from pathlib import Path

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.model import ConfigError
from pipeline.render.templates import load_templates, template_names
from pipeline.run.execution import Workers
from pipeline.run.site import make_site
from pipeline.web.files import site_files
from pipeline.web.site import WEB
from tests.refusals import refused
from tests.source import ROOT
from tests.web.site_sample import START, make_sample, write_config

MORE = 'templates = "mine"'


def write(folder: Path, **texts: str) -> None:
    (folder / "mine").mkdir()
    for name, text in texts.items():
        (folder / "mine" / f"{name}.html").write_text(text, encoding="utf-8")


def test_an_owner_replaces_pages_blocks_and_parts(tmp_path: Path) -> None:
    before = dict(site_files(make_sample(tmp_path, START)))
    foot = "{% block foot %}<footer>{{ title }}</footer>{% endblock %}"
    page = '{% extends "default/page.html" %}\n' + foot
    lost = "<!DOCTYPE html>\n<title>{{ title }}</title>\n"
    write(tmp_path, page=page, lost=lost, rules="")
    (tmp_path / "mine" / ".hidden").touch()
    after = dict(site_files(make_sample(tmp_path, START, more=MORE)))
    assert after["404.html"] == "<!DOCTYPE html><title>There is no such page</title>"
    new, old = str(after["credits.html"]), str(before["credits.html"])
    assert re.sub("<footer>.*</footer>", "", new) == re.sub("<footer>.*</footer>", "", old)
    assert "<footer>Credits</footer>" in new
    assert 'class="rules"' not in str(after["daily/2026-11-16.html"])
    assert after["sitemap.xml"] == before["sitemap.xml"]


def test_every_template_may_be_a_copy_of_that_of_the_program(tmp_path: Path) -> None:
    before = dict(site_files(make_sample(tmp_path, START)))
    shutil.copytree(ROOT / "pipeline/web/templates", tmp_path / "mine")
    site = make_sample(tmp_path, START, more=MORE)
    assert len(site.own.templates) == len(template_names(WEB))
    assert dict(site_files(site)) == before


def test_sources_in_templates_are_in_the_policy(tmp_path: Path) -> None:
    script = '<script src="https://count.example/x.js" data-a="{{ link("a") }}"></script>'
    hidden = "{% set one = 1 %}<p {% if one %}hidden{% endif %}>"
    write(tmp_path, slots=f"{script}{hidden}</p><script>let a = 1;</script>")
    policy = str(dict(site_files(make_sample(tmp_path, START, more=MORE)))["_headers"])
    assert re.search(r"script-src 'self' 'sha256-[^']+' https://count.example\n", policy)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("pge", "x", r"mine/pge.html: unknown template 'pge.html': .*did you mean 'page.html'\?"),
        ("page", "\n{{ titel }}", r"mine/page.html:2: unknown variable 'titel'"),
        ("page", "\n\n{% if %}", r"mine/page.html:3: Expected an expression"),
        ("lost", "\n{{ site.titel }}", r"mine/lost.html:2: 'Site object' has no attribute 'titel'"),
    ],
)
def test_a_fault_is_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    write(tmp_path, **{name: text})
    with pytest.raises(ConfigError, match=message):
        dict(site_files(make_sample(tmp_path, START, more=MORE)))


def test_faults_are_found_before_anything_is_made(tmp_path: Path) -> None:
    write(tmp_path, page="{{ titel }}")
    config = load_site_config(write_config(tmp_path, more=MORE))
    (tmp_path / "days.jsonl").unlink()
    with Workers(1) as workers, refused(ConfigError):
        make_site(config, tmp_path / "www", tmp_path / "work", workers)


def test_a_folder_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    message = r"site.toml:\d+: site.templates: expected a readable folder, found mine \(No such"
    with pytest.raises(ConfigError, match=message):
        make_sample(tmp_path, START, more=MORE)
    write(tmp_path)
    (tmp_path / "mine" / "page.html").symlink_to("/etc/hostname")
    with refused(ConfigError):
        make_sample(tmp_path, START, more=MORE)


def test_the_document_lists_templates_and_what_they_read() -> None:
    text = (ROOT / "docs/web.md").read_text(encoding="utf-8")
    part = text.partition("## Templates")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`([a-z_]+)(?:\([^`]*\))?`", part))
    names = {name.removesuffix(".html") for name in template_names(WEB)}
    assert names - {"feed.xml", "sitemap.xml"} <= listed
    known = load_templates(WEB).variables()
    assert known - {"range", "dict", "cycler", "joiner", "namespace"} <= listed
