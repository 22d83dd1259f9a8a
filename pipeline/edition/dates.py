"""Dates as readers of a language and country write them, after CLDR."""

from __future__ import annotations

import datetime
from typing import Final

from pipeline.edition.language import Language

MONTH_FIRST: Final = frozenset({"en-US", "en-CA", "en-PH"})
SUNDAY_FIRST: Final = frozenset({"CA", "HK", "IN", "JM", "KE", "MT", "PH", "SG", "US", "ZA"})
"""Countries whose weeks begin on Sunday, of those where English, French or German are written."""
JANUARY: Final = {"de-AT": "Jänner", "de-IT": "Jänner"}
FIRST: Final = {"fr": "1er"}  # The first of a month, where it is an ordinal


def day_text(date: datetime.date, language: Language, locale: str) -> str:
    """Return a day with its month and year.

    >>> from pipeline.edition.language import load_language
    >>> new_year = datetime.date(2027, 1, 1)
    >>> day_text(new_year, load_language("de"), "de-AT")
    '1. Jänner 2027'
    >>> day_text(new_year, load_language("en"), "en-US")
    'January 1, 2027'
    """
    day = FIRST.get(language.code, "1") if date.day == 1 else str(date.day)
    month = _month(date, language, locale)
    if locale in MONTH_FIRST:
        return f"{month} {day}, {date.year}"
    return language.say("site.day", day=day, month=month, year=date.year)


def month_text(date: datetime.date, language: Language, locale: str) -> str:
    """Return a month with its year."""
    return language.say("site.month", month=_month(date, language, locale), year=date.year)


def first_weekday(locale: str) -> int:
    """Return the day on which weeks begin, Monday being 0.

    >>> first_weekday("en-US"), first_weekday("en-GB"), first_weekday("de")
    (6, 0, 0)
    """
    return 6 if locale.partition("-")[2] in SUNDAY_FIRST else 0


def _month(date: datetime.date, language: Language, locale: str) -> str:
    month: str = language.say("site.months").split()[date.month - 1]
    return JANUARY.get(locale, month) if date.month == 1 else month
