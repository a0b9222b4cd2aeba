"""From the command line to what `solve` and `repair` are asked: a program and a claim about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dpverify.app.commands.options import Reading
from dpverify.app.subjects import program_of
from dpverify.defs.definitions import registry
from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from dpverify.defs.definitions.definition import Definition
    from dpverify.defs.target import Target

TOLD_BY: Final[Mapping[frozenset[str], str]] = {
    frozenset({"eps"}): "pure-dp",
    frozenset({"eps", "delta"}): "approx-dp",
    frozenset({"rho"}): "zcdp",
    frozenset({"mu"}): "gaussian-dp",
}
"""The definition that is meant where these parameters are given, and no name."""


def claim_of(definition: str | None, given: Mapping[str, Any]) -> Definition:
    """The claim that was asked about.

    Raises: UsageError where the parameters do not tell the definition; InputError for bad numbers.
    """
    name = TOLD_BY.get(frozenset(given)) if definition is None else definition
    if name is None:
        raise UsageError(
            "no --definition given, and the parameters tell none: give --definition NAME, or --eps,"
            " --eps and --delta, --rho, or --mu"
        )
    return registry.definition(name, **dict(given))


def program_named(text: str) -> Target:
    """The program that a target names.

    Raises: UsageError for a channel or a scenario, which has no parameters.
    """
    program = program_of(text, Reading())
    if program is None:
        raise UsageError(
            f"{shown_path(text)} names no program, and a table of numbers has no parameters; give"
            " file.py:name or a mechanism of the library"
        )
    return program


def ends_of(text: str | None) -> tuple[str, str] | None:
    """Both values of `--between LO..HI`.

    Raises: UsageError for a text of another form.
    """
    if text is None:
        return None
    low, dots, high = text.partition("..")
    if not dots or not low.strip() or not high.strip():
        raise UsageError(f"--between is {shown(text)}; write two numbers, such as 1/2..8")
    return low.strip(), high.strip()
