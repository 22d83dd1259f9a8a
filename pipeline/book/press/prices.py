"""Printing costs, least list prices and royalties by marketplace, from ``printers.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, ROUND_UP, Decimal
from typing import Any, Final

from pipeline.scene import MM_PER_INCH

_HALF_INCHES: Final = 0.002  # Tolerance for trims in millimetres


@dataclass(frozen=True, slots=True)
class Market:
    """Terms of a marketplace for a paperback in black ink.

    Below the price ``full`` the first of ``rates`` is paid, from there on the second, of the list
    price without tax; the printing ``cost`` is subtracted.
    """

    name: str
    currency: str
    unit: Decimal
    cost: Decimal
    full: Decimal
    rates: tuple[Decimal, Decimal]

    def royalty(self, price: Decimal) -> Decimal:
        """Return the royalty of a copy, rounded; negative below the least price."""
        share = self.rate(price) * price - self.cost
        return share.quantize(self.unit, ROUND_HALF_UP)

    def rate(self, price: Decimal) -> Decimal:
        """Return the share of a list price."""
        return self.rates[price >= self.full]

    @property
    def least(self) -> Decimal:
        """The least list price whose royalty covers the printing."""
        low, high = ((self.cost / rate).quantize(self.unit, ROUND_UP) for rate in self.rates)
        return low if low < self.full else max(self.full, high)


def read_markets(
    terms: Mapping[str, Any], pages: int, trim_mm: tuple[float, float]
) -> Iterator[Market]:
    """Yield the marketplaces of a printer for a book; ``terms`` is its table ``royalty``."""
    wide, high = terms["large"]
    is_large = (
        trim_mm[0] / MM_PER_INCH > wide + _HALF_INCHES
        or trim_mm[1] / MM_PER_INCH > high + _HALF_INCHES
    )
    low, full = terms["rates"]
    rates = (_exact(low), _exact(full))
    for name, one in terms["markets"].items():
        cost = _exact(one["few"][is_large])
        if pages > terms["few_pages"]:
            cost = _exact(one["fixed"]) + pages * _exact(one["page"][is_large])
        unit = Decimal(1).scaleb(-one.get("decimals", 2))
        cost = cost.quantize(unit, ROUND_HALF_UP)
        yield Market(name, one["currency"], unit, cost, _exact(one["full"]).quantize(unit), rates)


def _exact(number: float) -> Decimal:
    return Decimal(str(number))
