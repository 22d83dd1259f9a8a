"""Each printer's rules with level and source, its sizes, papers and cover, from printers.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pipeline.book.press.printing import DESK, PrinterSpec, load_printing, read_tables
from pipeline.model import ConfigError, unknown_name
from pipeline.preflight.findings import Finding, Outcome

LEVELS: Final = {"fail": Outcome.FAILED, "warn": Outcome.WARNED, "off": None}


@dataclass(frozen=True, slots=True)
class PrintRule:
    """One rule of a printer: the severity of a breach (None: not applied), and its source.

    ``values`` has its figures, by their names in the TOML.
    """

    name: str
    level: Outcome | None
    source: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Service:
    """A printer as preflight sees it: page limits and margins, and rules by name."""

    spec: PrinterSpec
    rules: Mapping[str, PrintRule]
    papers: Mapping[str, Mapping[str, Any]]
    cover: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Title, with the month in which the rules were last compared."""
        return f"{self.spec.title} (rules checked {self.spec.checked})"

    def find(
        self, rule: str, is_right: bool, page: int | None, measured: str, limit: str
    ) -> tuple[Finding, ...]:
        """Return the finding of a rule, nothing if the printer does not have it."""
        known = self.rules[rule]
        if known.level is None:
            return ()
        outcome = Outcome.PASSED if is_right else known.level
        return (Finding(self.spec.id, rule, outcome, page, measured, limit, known.source),)

    def value(self, rule: str, name: str, default: Any = None) -> Any:
        """Return a figure of a rule."""
        return self.rules[rule].values.get(name, default)

    def page_limits(self, trim: str | None, paper: str | None) -> tuple[int, int]:
        """Return the fewest and most pages of a trim on a paper (None: the most lenient).

        `ConfigError` if the printer does not have that paper.
        """
        least, page_limit = self.spec.pages
        if trim is not None:
            page_limit = min(page_limit, self.spec.trim_pages.get(trim, page_limit))
        if paper is None:
            return least, page_limit
        stock = self.paper(paper)
        low, high = stock.get("pages", (least, page_limit))
        high = stock.get("trim_pages", {}).get(trim, high)
        return max(least, low), min(page_limit, high)

    def paper(self, name: str) -> Mapping[str, Any]:
        """Return the table of a paper; `ConfigError` lists the known papers."""
        if name not in self.papers:
            known = self.papers or ("(none is known; add it to a file of printers)",)
            raise unknown_name("paper", name, known, of=f" of {self.spec.title}")
        return self.papers[name]


def load_services(names: Sequence[str], extra: Path | None = None) -> tuple[Service, ...]:
    """Return the printers of these ids; "all" is every printer.

    `ConfigError` if a printer is unknown, or a table is malformed.

    >>> kdp, = load_services(["kdp"])
    >>> kdp.page_limits("8.5x11", "cream")
    (24, 550)
    """
    tables = read_tables(extra)
    if not names:
        raise ConfigError(
            f"expected at least one printer of {', '.join(tables['printers'])}; or all"
        )
    printing = load_printing(names, extra)
    common, cover = tables.get("rules", {}), tables.get("cover", {})
    known = {**tables["printers"], DESK: tables["desk"]}
    return tuple(_service(spec, known[spec.id], common, cover) for spec in printing.printers)


def trim_names(extra: Path | None) -> dict[str, tuple[float, float]]:
    """Return the named trims as width and height in millimetres."""
    return dict(load_printing(["all"], extra).trims)


def _service(
    spec: PrinterSpec, table: Mapping[str, Any], common: Mapping[str, Any], cover: Mapping[str, Any]
) -> Service:
    own = table.get("rules", {})
    try:
        rules = {name: _rule(name, {**common.get(name, {}), **own.get(name, {})}, spec.source)
                 for name in [*common, *(name for name in own if name not in common)]}  # fmt: skip
    except (TypeError, ValueError, AttributeError) as error:
        raise ConfigError(
            f"printer {spec.id!r}: a rule has not its form ({error}); compare with the "
            "shipped printers.toml"
        ) from error
    return Service(spec, rules, table.get("papers", {}), {**cover, **table.get("cover", {})})


def _rule(name: str, values: Mapping[str, Any], source: str) -> PrintRule:
    level = values.get("level", "fail")
    if level not in LEVELS:
        raise ConfigError(
            f"rule {name!r}: expected level to be one of {', '.join(LEVELS)}, found {level!r}"
        )
    written = values.get("source", "")
    if written.startswith("as the printer"):
        written = source
    return PrintRule(name, LEVELS[level], written, values)
