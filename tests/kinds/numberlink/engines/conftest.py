"""What the tests of sweeps share."""

from __future__ import annotations

import pytest

from pipeline.kinds.numberlink.engines import sweep
from pipeline.kinds.numberlink.engines.sweep import windows_of


@pytest.fixture
def small_windows(monkeypatch):
    """Windows of 3x3 cells, so that a small board has several."""
    monkeypatch.setattr(sweep, "WINDOW", 3)
    monkeypatch.setattr(sweep, "STRIDE", 2)
    windows_of.cache_clear()
    yield
    windows_of.cache_clear()
