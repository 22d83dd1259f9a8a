"""Commands whose options are mostly words, which need no pydantic.

typer has pydantic make the value of every option, given or not, and that takes a fifth of a short
run to import. What was not given has no value to be made, a word is one already, and an option
with a parser of its own has that: typer is asked for the others alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Context, Parameter


def _take_words(params: list[Parameter]) -> list[Parameter]:
    """Return options that take words as they are; a typer without such a place reads them all."""
    for param in params:
        if getattr(param, "_runtime_param", param) is None:
            vars(param)["_runtime_param"] = _Word()
    return params


class WordsCommand(TyperCommand):
    """A command that asks typer for the value of an option only where it is no word."""

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the options, that for help among them."""
        return _take_words(super().get_params(ctx))


class WordsGroup(TyperGroup):
    """Commands under one name, whose own options are taken as those of `WordsCommand`."""

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the options, that for help among them."""
        return _take_words(super().get_params(ctx))


class _Word:
    """Stands where typer keeps what turns the words of an option into its value."""

    def coerce(self, value: Any, param: Any, ctx: Context) -> Any:
        is_many = param.multiple or param.nargs == -1
        if value is None:
            return () if is_many else None
        wanted = param.type_descriptor
        parse = wanted.parameter_info.parser or {str: str, list[str]: list}.get(wanted.annotation)
        if parse is not None and is_many == (parse is list):
            return parse(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
