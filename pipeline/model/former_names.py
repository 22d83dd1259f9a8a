"""Names of fields in version 1.0, which kinds outside of the package may use until 2.0."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

ClassT = TypeVar("ClassT", bound=type)


def with_former_names(**names: str) -> Callable[[ClassT], ClassT]:
    """Return a decorator by which fields of a class can be given and read by former names.

    >>> from dataclasses import dataclass, replace
    >>> @with_former_names(colour="ink")
    ... @dataclass(frozen=True)
    ... class Pen:
    ...     ink: str
    >>> Pen(colour="red"), Pen("red").colour, replace(Pen("red"), colour="blue")
    (Pen(ink='red'), 'red', Pen(ink='blue'))
    """

    def decorate(cls: ClassT) -> ClassT:
        make: Callable[..., None] = vars(cls)["__init__"]

        @wraps(make)
        def init(self: object, *values: Any, **fields: Any) -> None:
            fields |= {new: fields.pop(old) for old, new in names.items() if old in fields}
            make(self, *values, **fields)

        setattr(cls, "__init__", init)  # noqa: B010 (mypy refuses a plain assignment)
        for old, new in names.items():
            setattr(cls, old, property(attrgetter(new)))
        return cls

    return decorate
