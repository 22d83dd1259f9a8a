"""Costs and royalties are those of the print service's own examples."""

from decimal import Decimal

import pytest

from pipeline.book.press.prices import Market, read_markets
from pipeline.book.press.printing import read_tables

TERMS = read_tables()["printers"]["kdp"]["royalty"]


def us(pages: int, trim: tuple[float, float] = (152.4, 228.6)) -> Market:
    return next(read_markets(TERMS, pages, trim))


@pytest.mark.parametrize(
    ("pages", "trim", "cost", "least"),
    [
        (300, (152.4, 228.6), "4.60", "9.20"),  # the example of the mail of May 2025
        (108, (155.448, 228.6), "2.30", "4.60"),
        (100, (215.9, 279.4), "2.84", "5.68"),
        (110, (215.9, 279.4), "2.87", "5.74"),
        (828, (152.4, 229.0), "15.08", "25.14"),
        (350, (152.4, 228.6), "5.20", "9.99"),  # 10.40 at the low rate, 8.67 at the full one
    ],
)
def test_the_least_price_covers_the_printing(
    pages: int, trim: tuple[float, float], cost: str, least: str
) -> None:
    market = us(pages, trim)
    assert (str(market.cost), str(market.least)) == (cost, least)
    assert market.royalty(market.least) >= 0
    below = market.least - market.unit
    assert market.rate(below) * below < market.cost


def test_the_rate_rises_at_the_threshold() -> None:
    low, high = (us(100).royalty(Decimal(price)) for price in ("9.98", "9.99"))
    assert (str(low), str(high)) == ("2.69", "3.69")


def test_yen_have_no_cents() -> None:
    yen = {market.currency: market for market in read_markets(TERMS, 200, (152.4, 228.6))}["JPY"]
    assert (str(yen.cost), str(yen.least), str(yen.royalty(yen.full))) == ("606", "1010", "-6")
