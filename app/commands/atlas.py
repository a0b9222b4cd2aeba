"""`dpverify atlas`: which definition has which property, and which implies which."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify atlas
  dpverify atlas total-variation
  dpverify atlas --dimension neighbours --property group
  dpverify atlas --answer open --quiet
  dpverify atlas --printed
  dpverify atlas --witness dp.post-processing.probabilistic --out witness.json
  dpverify atlas --format html --out atlas.html

\b
Exit status: 0 done, 2 bad usage or input.
"""
DIMENSIONS = ("quantification", "neighbours", "variation", "background", "formalism")
PROPERTIES = (
    "post-processing", "convexity", "hidden mixture", "visible mixture",
    "sequential composition", "adaptive composition", "group",
)  # fmt: skip
GRADES = ("proved", "bounded", "refuted", "computed", "tested", "open")


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("definition", required=False)
@click.option("--dimension", type=click.Choice(DIMENSIONS), help="Rows of one dimension.")
@click.option("--property", type=click.Choice(PROPERTIES), help="One column.")
@click.option("--answer", type=click.Choice(("yes", "no", "open")), help="Cells with this answer.")
@click.option("--grade", type=click.Choice(GRADES), help="Cells and arrows of this grade.")
@click.option("--arrows", is_flag=True, help="List the arrows too.")
@click.option(
    "--printed", is_flag=True, help="The literature's table beside what is computed, instead."
)
@click.option(
    "--witness", metavar="CLAIM",
    help="The proof or the witness of a claim, or of SOURCE/TARGET, for `dpverify replay`.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@output_options("text", "json", "markdown", "html")
@limited()
def command(
    witness: str | None, *, arrows: bool, printed: bool, as_json: bool, **options: Any
) -> ExitStatus:
    """Print the atlas: definitions, their properties, and which implies which.

    Each answer is read off a registered claim, whose proof or witness is re-checked now; without
    one it is open. With DEFINITION its cells are listed with the claims that they rest on, and the
    arrows from it and to it.
    """
    from dpverify.defs.errors import UsageError
    from dpverify.proofs.atlas.listing import Choice, document

    asked = {
        name: options.pop(name)
        for name in ("definition", "dimension", "property", "answer", "grade")
    }
    if as_json:
        options["format"] = "json"
    common = Common.take(options)
    if printed and (any(asked.values()) or arrows):
        raise UsageError("--printed is the whole table; leave the filters and --arrows out")
    if witness is None:
        deliver(_atlas(Choice(**asked), arrows=arrows, printed=printed), common)
        return ExitStatus.DONE
    if any(asked.values()) or arrows or printed:
        raise UsageError("--witness stands alone; leave the filters out")
    from dpverify.reports.json_report import to_json

    text = to_json(document(witness))
    if common.out is None:
        from dpverify.app.commands.output import write_standard_output

        write_standard_output(text)
    else:
        from dpverify.defs.io import write_atomic

        write_atomic(common.out, text)
    return ExitStatus.DONE


def _atlas(choice: Any, *, arrows: bool, printed: bool) -> Result:
    from dpverify.app.listings import LIST_SCHEMA
    from dpverify.checkers.answers.codec import encode
    from dpverify.checkers.answers.lists import Listing
    from dpverify.defs.relations.registry import RELATIONS
    from dpverify.proofs.atlas.listing import listed
    from dpverify.reports.atlas_report import atlas_report
    from dpverify.reports.html.atlas_page import atlas_page

    shown = listed(choice)
    document = encode(Listing(LIST_SCHEMA, atlas=shown))
    universes = {name: relation.universe.name for name, relation in RELATIONS.items()}
    details = choice.definition is not None or choice.answer is not None
    return Result(
        lambda: atlas_report(shown, details=details, arrows=arrows, printed=printed),
        lambda: document,
        page=lambda: atlas_page(shown, universes, document),
    )
