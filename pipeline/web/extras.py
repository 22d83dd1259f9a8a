"""What makes a site easier to take along: oEmbed, a web manifest, play without a network."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib import resources

from pipeline.web.markup import plain, tag
from pipeline.web.records import Entry
from pipeline.web.site import PLAYER, Site, static_files, to_json

_FRAME_PX = 640


def extra_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of oEmbed answers, web manifest, service worker and plugin."""
    for entry in site.entries:
        yield f"frames/{entry.record.id}.html", _frame(site, entry)
        yield f"oembed/{entry.record.id}.json", to_json(_oembed(site, entry))
    yield "site.webmanifest", to_json(_manifest(site))
    yield "worker.js", _worker()
    yield "wordpress.zip", _wordpress(site)


def _frame(site: Site, entry: Entry) -> str:
    """Return a page with a puzzle and nothing else, for frames on other people's pages."""
    record = f"../{entry.path}.json"
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", entry.title),
            tag("link", rel="canonical", href=site.address(f"{entry.path}.html")),
            tag("link", rel="icon", href="../icon.svg"),
            tag("script", type="module", src=f"../{PLAYER}"),
        ),
        tag("body", tag("main", tag("puzzle-press", src=record, lang=site.table.language))),
        lang=site.table.language,
    )
    return f"<!DOCTYPE html>\n{page}\n"


def _oembed(site: Site, entry: Entry) -> dict[str, object]:
    """Return the answer that oEmbed 1.0 asks for: a frame of the puzzle's own page."""
    address = site.address(f"frames/{entry.record.id}.html")
    size = str(_FRAME_PX)
    return {
        "version": "1.0",
        "type": "rich",
        "title": plain(entry.title),
        "provider_name": plain(site.table.title),
        "provider_url": site.address(""),
        "author_name": plain(site.table.author),
        "thumbnail_url": site.address(f"{entry.picture}.png"),
        "width": _FRAME_PX,
        "height": _FRAME_PX,
        "html": tag("iframe", src=address, width=size, height=size, title=plain(entry.title)),
    }


def _manifest(site: Site) -> dict[str, object]:
    return {
        "name": plain(site.table.title),
        "short_name": plain(site.table.title)[:24],
        "description": plain(site.table.description),
        "lang": site.table.language,
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def _worker() -> str:
    """Return the service worker; its version is the digest of what it keeps for every page."""
    return _read("worker.js").replace("VERSION", _version())


def _wordpress(site: Site) -> bytes:
    """Return a plugin for WordPress that brings the player along, as a zip of equal bytes."""
    base = site.address("").rstrip("/").replace("\\", "\\\\").replace("'", "\\'")
    plugin = (
        _read("wordpress.php").replace("BASE_URL", base).replace("'VERSION'", f"'{_version()}'")
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("puzzle-press.php", plugin), (PLAYER, static_files()[PLAYER])):
            entry = zipfile.ZipInfo(f"puzzle-press/{name}")  # 1980-01-01: no clock
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return out.getvalue()


def _version() -> str:
    kept = "".join(static_files().values())
    return hashlib.sha256(kept.encode()).hexdigest()[:12]


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
