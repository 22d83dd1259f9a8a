"""docs/config.md is what the models say."""

from pathlib import Path

from pipeline.config.run_settings import load_config
from tests.config.reference import config_reference

DOCS = Path(__file__).parents[2] / "docs"


def test_the_committed_reference_is_current() -> None:
    assert (DOCS / "config.md").read_text(encoding="utf-8") == config_reference(), (
        "write it again: python -c 'from tests.config.reference import config_reference; "
        "print(config_reference(), end=str())' > docs/config.md"
    )


def test_the_example_of_the_reference_loads(tmp_path: Path) -> None:
    example = config_reference().split("```toml\n")[1].split("```")[0]
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    config = load_config(path)
    assert [section.counts for section in config.sections] == [(12, 12), (12,)]
