"""Dates of sites are those that browsers write (CLDR)."""

import datetime
from typing import Any

import pytest

from pipeline.edition.dates import day_text, first_weekday, month_text
from pipeline.edition.language import load_language

LOCALES = ["en", "en-GB", "en-US", "en-CA", "en-IN", "de", "de-AT", "de-CH", "fr", "fr-CA"]


@pytest.mark.part(3)
@pytest.mark.parametrize("locale", LOCALES)
def test_dates_are_those_of_browsers(chromium: Any, locale: str) -> None:
    """CLDR writes the first of a month in French as a number, books as an ordinal."""
    days = [datetime.date(2026, 1, 2) + datetime.timedelta(days=27 * k) for k in range(14)]
    page = chromium.new_page()
    texts = page.evaluate(
        """([locale, days]) => {
          const say = (options) => days.map((day) => new Date(`${day}T00:00:00Z`)
            .toLocaleDateString(locale, { timeZone: "UTC", ...options }));
          const { firstDay } = new Intl.Locale(locale).getWeekInfo();
          return [say({ dateStyle: "long" }), say({ month: "long", year: "numeric" }), firstDay];
        }""",
        ["en-GB" if locale == "en" else locale, [str(day) for day in days]],
    )
    page.close()
    language = load_language(locale[:2])
    assert [day_text(day, language, locale) for day in days] == texts[0]
    assert [month_text(day, language, locale) for day in days] == texts[1]
    assert first_weekday(locale) == texts[2] - 1
