"""What tests of collections share: a text that is put into a file."""

from pathlib import Path

import pytest


@pytest.fixture
def put(tmp_path: Path):
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
