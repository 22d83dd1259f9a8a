"""Writes ``measured.json`` of a kind, a line for each table."""

import json
from pathlib import Path
from typing import Any

import pipeline.kinds
from pipeline.kinds.kit.grades import page_data


def write_measured(kind: str, table: str, value: Any | None) -> None:
    """Write a table of a kind; None removes it."""
    file = Path(pipeline.kinds.__file__).parent / kind / "measured.json"
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    found.pop(table, None)
    if value is not None:
        found[table] = value
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    page_data.read_measured.cache_clear()
