"""What all tests share: golden files, the option that rewrites them, and repeatable chance."""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from pipeline.kernels.cache import choose_cache_folder
from tests.refusals import UPDATE
from tests.slices import WHOLE
from tests.source import ROOT, new_files

# The same examples in every run: a failure that nobody can repeat helps nobody.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")

GOLDEN = Path(__file__).parent / "golden"
DEAR = 3  # Of so many dear tests each run does one


@pytest.fixture(scope="session", autouse=True)
def _tables_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tables of engines away from the user's cache folder, but not the kernels."""
    choose_cache_folder()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLEPRESS_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _checkout_as_it_was() -> Iterator[None]:
    """Fail where a test leaves a new file in the checkout."""
    before = new_files()
    yield
    assert new_files() <= before, f"tests left {sorted(new_files() - before)} in the checkout"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the cases of a test in ``part(n)`` as slow, but every n-th, and two ``dear`` of three.

    Which ones differs by test, so that each kind is met by some, and with every entry of the
    changelog, so that each case is met in time. Tests that are named with ``::`` are run whole.
    """
    if WHOLE or any("::" in name for name in config.args):
        return
    turn = crc32((ROOT / "CHANGELOG.md").read_bytes())
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("slow"):
            if item.get_closest_marker("part"):
                cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
            elif item.get_closest_marker("dear"):
                cases.setdefault("", []).append(item)
    for name, some in cases.items():
        mark = some[0].get_closest_marker("part")
        step = min(mark.args[0] if mark else DEAR, len(some))
        for number, item in enumerate(some, crc32(name.encode(), turn)):
            if number % step:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collections, which took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite tests/golden from what the program makes now; look at the difference",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let `refused` know whether messages are rewritten."""
    if config.getoption("--update-golden", default=False):
        os.environ[UPDATE] = "1"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a check that a text equals the golden file of a name."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden", default=False):
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path.name} is missing: run pytest --update-golden and look at it"
        assert text == path.read_text(encoding="utf-8")

    return check
