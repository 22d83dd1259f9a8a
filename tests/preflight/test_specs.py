import re
from pathlib import Path

import pytest

from pipeline.model import ConfigError
from pipeline.preflight.specs import load_services
from tests.refusals import refused


@pytest.mark.parametrize("service", load_services(["all"]), ids=lambda service: service.spec.id)
def test_every_figure_has_a_source_and_a_date(service) -> None:
    assert re.fullmatch(r"20\d\d-\d\d", service.spec.checked)
    assert all(rule.source for rule in service.rules.values())
    assert service.cover["source"]
    assert {"white", "cream"} <= set(service.papers)
    least, most = service.page_limits(None, None)
    assert all(least <= low and high <= most for low, high in
               (service.page_limits(None, paper) for paper in service.papers))  # fmt: skip


def test_papers_lower_the_limits_of_trims() -> None:
    (kdp,) = load_services(["kdp"])
    assert kdp.page_limits("6x9", "white") == (24, 828)
    assert kdp.page_limits("letter", "white") == (24, 590)
    assert kdp.page_limits("letter", "cream") == (24, 550)


@pytest.mark.parametrize(
    "words",
    [
        '[printers.kdp.rules.type]\nlevel = "perhaps"\n',
        "[printers.kdp.sizes]\nrange = [1.0, 2.0]\n",
        "[printers.kdp.sizes]\nsingle = [6.0, 9.0]\n",
        "[printers.kdp]\ngutter = 3\n",
    ],
)
def test_tables_without_their_form_are_refused(tmp_path: Path, words: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(words)
    with refused(ConfigError):
        load_services(["kdp"], path)
