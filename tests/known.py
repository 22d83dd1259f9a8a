"""Values of which a test knows more than their types state."""

from typing import TypeVar

T = TypeVar("T")


def the(value: T | None) -> T:
    """Return a value that is not None, such as a capability of a kind or a generated board."""
    assert value is not None
    return value


def as_a(expected: type[T], value: object) -> T:
    """Return a value that is an instance of a class."""
    assert isinstance(value, expected)
    return value
