"""What every table of a configuration file is made of: keys that say what they take and do."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError


def declare(takes: str, about: str, default: Any = ..., **limits: Any) -> Any:
    """Return the field of a key: what it takes, what it does, its default."""
    return Field(default, description=about, json_schema_extra={"takes": takes}, **limits)


def refuse(expected: str) -> PydanticCustomError:
    """Return an error whose message replaces the field's own words."""
    return PydanticCustomError("expected", "{expected}", {"expected": expected})


def read_range(value: Any, least: float, most: float, takes: str) -> tuple[float, float]:
    """Return the two numbers of a text such as "2.5:4", rising and within limits."""
    found = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,2})?):([0-9]{1,4}(?:\.[0-9]{1,2})?)", str(value))
    if found is None or not least <= float(found[1]) <= float(found[2]) <= most:
        raise refuse(takes)
    return float(found[1]), float(found[2])


def read_whole_range(value: Any, least: int, most: int, takes: str) -> tuple[int, int]:
    """Return the two whole numbers of a text such as "24:32", rising and within limits."""
    first, last = read_range(value, least, most, takes)
    if "." in str(value):
        raise refuse(takes)
    return int(first), int(last)


def _whole(value: Any) -> Any:
    if isinstance(value, bool):  # strict int lets no bool in, strict float does not say so
        raise refuse("a number")
    return float(value) if isinstance(value, int) else value


Millimetres = Annotated[float, BeforeValidator(_whole), Field(strict=True, allow_inf_nan=False)]
Words = Annotated[str, Field(min_length=1, pattern=r"\S")]
Setting = bool | int | str


class Table(BaseModel):
    """A TOML table that refuses keys it does not know and takes values as they are typed."""

    model_config = ConfigDict(extra="forbid", strict=True)
