"""Tables of a configuration file: frozen dataclasses, whose annotations Pydantic validates."""

from __future__ import annotations

import datetime
import re
from dataclasses import MISSING, Field, field, fields
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BeforeValidator, ConfigDict, Strict
from pydantic import Field as Limits
from pydantic_core import PydanticCustomError


class Table:
    """A TOML table that refuses unknown keys and does not convert values."""

    __slots__ = ()
    __pydantic_config__ = ConfigDict(extra="forbid")


def declare(about: str, default: Any = MISSING, takes: str = "", **limits: Any) -> Any:
    """Return the field of a key, with its description, default and values.

    Errors quote the first sentence of ``about``. The default may be a function that makes it;
    without one the key is required. ``takes`` describes the values if type and limits do not.
    Limits are those of pydantic's fields (``ge``, ``le``, ``min_length``); ``alias`` is the name of
    the key if it differs from the attribute.
    """
    metadata = {"description": about, "takes": takes, **limits}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


class Key(NamedTuple):
    """A key of a table: its field, and the type of its values."""

    field: Field[Any]
    hint: Any

    @property
    def about(self) -> str:
        """The description."""
        return str(self.field.metadata["description"])

    @property
    def takes(self) -> str:
        """The accepted values, as text."""
        limits = self.field.metadata
        if limits["takes"]:
            return str(limits["takes"])
        kinds = [part for part in get_args(self.hint) if part is not NoneType]
        plain = kinds[0] if NoneType in get_args(self.hint) else self.hint
        if get_origin(plain) is Literal:
            return "one of " + ", ".join(f'"{choice}"' for choice in get_args(plain))
        if "ge" in limits:
            unit = "millimetres" if plain == Millimetres else "a whole number"
            return f"{unit} from {limits['ge']}" + (f" to {limits['le']}" if "le" in limits else "")
        return {Flag: "true or false", Words: "a text that is not empty"}.get(plain, "a text")


def keys_of(table: type[Table]) -> dict[str, Key]:
    """Return the keys of a table by name, in order."""
    hints = get_type_hints(table, include_extras=True)
    declared: tuple[Field[Any], ...] = fields(table)  # type: ignore[arg-type]
    return {one.metadata.get("alias", one.name): Key(one, hints[one.name]) for one in declared}


def table_in(hint: Any) -> type[Table] | None:
    """Return the table of a type that is a table or a list of tables; None for other types."""
    inner = next(iter(get_args(hint)), hint)
    return inner if isinstance(inner, type) and issubclass(inner, Table) else None


def refuse(expected: str) -> PydanticCustomError:
    """Return an error that replaces the description of the values."""
    return PydanticCustomError("expected", "{expected}", {"expected": expected})


def read_range(value: Any, least: float, most: float, takes: str) -> tuple[float, float]:
    """Return the two numbers of a text such as "2.5:4", in order and within limits."""
    found = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,2})?):([0-9]{1,4}(?:\.[0-9]{1,2})?)", str(value))
    if found is None or not least <= float(found[1]) <= float(found[2]) <= most:
        raise refuse(takes)
    return float(found[1]), float(found[2])


def read_whole_range(value: Any, most: int, takes: str) -> tuple[int, int]:
    """Return the two whole numbers of a text such as "24:32", in order and at most ``most``."""
    first, last = read_range(value, 0, most, takes)
    if "." in str(value):
        raise refuse(takes)
    return int(first), int(last)


def _whole(value: Any) -> Any:
    if isinstance(value, bool):  # a strict float would accept it as 0 or 1
        raise refuse("a number")
    return float(value) if isinstance(value, int) else value


def _setting(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else value


Text: TypeAlias = Annotated[str, Strict()]
Words: TypeAlias = Annotated[str, Limits(strict=True, min_length=1, pattern=r"\S")]
Flag: TypeAlias = Annotated[bool, Strict()]
Whole: TypeAlias = Annotated[int, Strict()]
Day: TypeAlias = Annotated[datetime.date, Strict()]
Millimetres: TypeAlias = Annotated[
    float, BeforeValidator(_whole), Limits(strict=True, allow_inf_nan=False)
]
Setting: TypeAlias = Annotated[str, BeforeValidator(_setting), Strict()]
"""A value for ``--set``; TOML may give it as a text, a whole number, true or false."""
