"""Equal records and an equal configuration give equal pages: a digest of each text of two sites."""

import datetime
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.web.files import site_files
from tests.web.site_sample import START, make_ahead, make_games, make_sample

CODE = re.compile(
    r"(puzzle\\?-press[\w-]*)\\?\.[\w-]{12}\\?\.js|(?<=sha)(?:256|384)-[\w+/=]+|(?<=\?v=)\w+"
)
"""What follows from the code of the player, which changes more often than pages."""


@pytest.mark.parametrize(
    ("name", "make", "days"),
    [("sample", make_sample, 5), ("games", make_games, 5), ("ahead", make_ahead, None)],
)
def test_pages_have_the_bytes_that_are_known(
    name: str,
    make: Callable[..., Any],
    days: int | None,
    tmp_path: Path,
    golden: Callable[[str, str], None],
) -> None:
    """What changes here on purpose is announced under Output."""
    site = make(tmp_path, None if days is None else START + datetime.timedelta(days=days))
    rows = []
    for path, text in sorted(site_files(site)):
        if isinstance(text, str) and not path.endswith(".js"):
            plain = CODE.sub(r"\1", text)
            digest = hashlib.sha256(plain.encode()).hexdigest()[:12]
            rows.append(f"{digest} {len(plain):6} {path}\n")
    golden(f"site-{name}.txt", "".join(rows))
