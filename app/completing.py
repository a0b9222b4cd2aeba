"""What a shell completes: names of definitions, claims, mechanisms, and files.

Each function has the form that click asks for and imports the list of names only when it is called:
no solver, no numpy, nothing that draws or prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

    Items = list[CompletionItem]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Leave it to the shell to complete a path."""
    del ctx, param
    return [CompletionItem(incomplete, type="file")]


def definitions(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Names of definitions, with what they say."""
    del ctx, param
    from dpverify.defs.definitions.registry import DEFINITIONS

    return [
        CompletionItem(name, help=definition.statement)
        for name, definition in DEFINITIONS.items()
        if name.startswith(incomplete)
    ]


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Files; mechanisms of the library where no file starts so.

    Not both: bash completes files only if there is nothing else to complete.
    """
    from dpverify.defs.io.files import files_beside

    if not incomplete or any(path.startswith(incomplete) for path in files_beside(incomplete)):
        return files(ctx, param, incomplete)
    from dpverify.defs.mechanisms import names

    return _starting(names(), incomplete) or files(ctx, param, incomplete)


def claims(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Ids of claims; files once it is plain that none is meant."""
    return _starting(_claims(), incomplete) or files(ctx, param, incomplete)


def theorems(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Ids of claims with a proof for all finite sizes."""
    del ctx, param
    from dpverify.proofs.coq.document import proved_ids

    return _starting(proved_ids(), incomplete)


def counterexamples(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Names of counterexample reports."""
    del ctx, param
    from dpverify.reports.findings.catalogue import findings

    return _starting([finding.name for finding in findings()], incomplete)


def explained(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Whatever `dpverify explain` knows."""
    from dpverify.app.error_rules import RULES
    from dpverify.defs.mechanisms import names

    return [
        *definitions(ctx, param, incomplete),
        *counterexamples(ctx, param, incomplete),
        *_starting((*_claims(), *names(), *RULES), incomplete),
    ]


def _claims() -> list[str]:
    from dpverify.proofs.registry import entries

    return [name for entry in entries() for name in (entry.id, *entry.aliases)]


def _starting(names: Iterable[str], incomplete: str) -> Items:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
