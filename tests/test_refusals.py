"""The golden messages: a reworded one is noticed, and each belongs to a test that exists."""

import pytest

from pipeline.model import ConfigError
from tests.refusals import known_messages, refused
from tests.source import ROOT


def test_a_reworded_message_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = "tests/test_refusals.py::test_a_reworded_message_is_noticed"
    monkeypatch.setenv("PYTEST_CURRENT_TEST", f"{place} (call)")
    monkeypatch.delenv("UPDATE_MESSAGES", raising=False)
    known_messages()[f"{place} 1"] = "ConfigError: expected one, found two"
    known_messages()[f"{place} 2"] = "ConfigError: expected one, found two"
    with refused(ConfigError):
        raise ConfigError("expected one, found two")
    with pytest.raises(AssertionError, match="look at the message"), refused(ConfigError):
        raise ConfigError("expected one, found none")


def test_each_golden_message_is_that_of_a_test() -> None:
    tests = {place.rpartition(" ")[0].partition("[")[0] for place in known_messages()}
    for test in tests - {"tests/test_refusals.py::test_a_reworded_message_is_noticed"}:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test
