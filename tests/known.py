"""What a test knows of a value more than its type says."""

from typing import TypeVar

T = TypeVar("T")


def the(value: T | None) -> T:
    """Return a value that is there: a capability that a kind has, a board that was made."""
    assert value is not None
    return value


def as_a(expected: type[T], value: object) -> T:
    """Return a value of which a test knows the class."""
    assert isinstance(value, expected)
    return value
