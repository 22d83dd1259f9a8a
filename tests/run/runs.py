"""A small run, in this process, and what it leaves in its folder."""

import hashlib
import json
from pathlib import Path

from pipeline.run.execution import Machines, Workers
from pipeline.run.run_config import RunResult, run_config
from pipeline.stages.books.book import load_book_config

CONFIG = """\
seed = 5
{top}
[book]
title = "{title}"
author = "A. Setter"
year = 2026
has_pdf = {has_pdf}

[[section]]
title = "Small"
kind = "numberlink"
size = ["4x4", "5x5"]
rule = "no-touch"
count = 6

[[section]]
title = "Easy"
kind = "numberlink"
size = "5x5"
rule = "no-touch"
band = "easy"
count = 2
"""


def write_config(path: Path, top: str = "", has_pdf: bool = False) -> Path:
    title = "Volume {volume}" if "series" in top or "volumes" in top else "Alone"
    path.write_text(CONFIG.format(top=top, title=title, has_pdf=str(has_pdf).lower()))
    return path


def make(config: Path, folder: Path, machines: Machines | None = None) -> list[RunResult]:
    with Workers(1) as workers:
        return run_config(load_book_config(config), folder, workers, machines=machines)


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every visible file; of a manifest, without its times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not any(part.startswith(".") for part in name.split("/")):
            data = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(data)
                assert manifest.pop("times")
                data = json.dumps(manifest, sort_keys=True).encode()
            found[name] = hashlib.sha256(data).hexdigest()
    return found
