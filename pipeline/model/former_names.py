"""Names of fields in version 1.0, which kinds outside of the package may use until 2.0."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar, cast

ClassT = TypeVar("ClassT", bound=type)
CallT = TypeVar("CallT", bound=Callable[..., Any])


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
        make = vars(cls)["__init__"]
        setattr(cls, "__init__", with_former_arguments(**names)(make))  # noqa: B010 (for mypy)
        for old, new in names.items():
            setattr(cls, old, property(attrgetter(new)))
        return cls

    return decorate


def with_former_arguments(**names: str) -> Callable[[CallT], CallT]:
    """Return a decorator by which arguments of a function can be given by former names."""

    def decorate(call: CallT) -> CallT:
        @wraps(call)
        def renamed(*values: Any, **named: Any) -> Any:
            for old, new in names.items():
                if old in named:
                    named[new] = named.pop(old)
            return call(*values, **named)

        return cast("CallT", renamed)

    return decorate
