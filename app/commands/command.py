"""What every command of ours is: a click command whose options may be given once.

click lets the last of several win, so that `--eps 1 --eps 2` would decide a claim that was not
meant. What must never change: an option that takes one value is refused when it is given twice,
whatever the values are, and so is an empty value, which a script gives whose variable is not set.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class OptionsOnce(click.Command):
    """A command that refuses an option given twice, unless it is meant to be repeated."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look at what was given before click keeps the last of each, and makes None of "".

        With an option such as --help, which ends the command, nothing is refused.

        Raises: UsageError for a repeated option, an empty value, or a result that would be written
            over what it is made of.
        """
        if not ctx.resilient_parsing:  # completion reads half a line
            values, _, given = self.make_parser(ctx).parse_args(args=list(args))
            if not any(param.is_eager for param in given):
                _refuse(ctx, values, given)
        left = super().parse_args(ctx, args)
        if not ctx.resilient_parsing and ctx.params.get("out"):
            from dpverify.app.commands.overwriting import refuse_overwriting

            refuse_overwriting(ctx)
        return left


class OptionsOnceGroup(OptionsOnce, click.Group):
    """A group of such commands."""

    command_class = OptionsOnce


def _refuse(
    ctx: click.Context, values: Mapping[str, Any], given: Sequence[click.Parameter]
) -> None:
    for option, times in Counter(map(_single, given)).items():
        if option is not None and times > 1:
            raise click.UsageError(f"{option.opts[0]} is given {times} times; give it once", ctx)
    for param in given:
        value: Any = values.get(param.name or "", ())
        if isinstance(param, click.Option) and (value == "" or (param.multiple and "" in value)):
            raise click.UsageError(f"{param.opts[0]} is empty; give a value or leave it out", ctx)


def _single(param: click.Parameter) -> click.Option | None:
    """The option, if it takes one value; None for what may be repeated, and for arguments."""
    if isinstance(param, click.Option) and not param.multiple and not param.count:
        return param
    return None
