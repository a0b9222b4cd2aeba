"""Where results go: standard output or one file, in the asked format."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from dpverify.app import governing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TextIO

    from dpverify.app.commands.options import Common
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.junit import Case
    from dpverify.reports.model import Report
    from dpverify.reports.sarif import Finding


PIECE: Final = 1 << 16
"""Characters of what is written piece by piece that are in memory at once."""


@dataclass(frozen=True)
class Result:
    """One result in the forms it can take, each made only when asked for.

    Without a `page` of its own the HTML form is the report, with the document to save. `lines`:
    what `--format line` prints, the title of the report unless told otherwise. `writer`: of what
    may be beyond all memory, what writes a format piece by piece; None where nothing does.
    """

    report: Callable[[], Report]
    document: Callable[[], Mapping[str, Any]]
    cases: Callable[[], tuple[Case, ...]] | None = None
    page: Callable[[], str] | None = None
    findings: Callable[[], Sequence[Finding]] | None = None
    lines: Callable[[], Sequence[str]] | None = None
    writer: Callable[[str], Callable[[TextIO], None] | None] | None = None


def without_kernel(result: Result, why: str) -> Result:
    """The result, which says in each form why the kernel did not re-check it.

    For what passes no gate (`checkers/gate.py`): `check`, `measure` and `guess` say it themselves.
    """

    def report() -> Report:
        from dpverify.reports.evidence import not_rechecked

        plain = result.report()
        return replace(plain, blocks=(*plain.blocks, not_rechecked(why)))

    def document() -> dict[str, Any]:
        return {**result.document(), "not_rechecked": why}

    return replace(result, report=report, document=document)


def in_github_actions() -> bool:
    """Whether this process is a step of GitHub Actions, which says so in the environment."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def deliver(result: Result, common: Common) -> None:
    """Write the result as `--format` and `--out` ask."""
    write = _writer(result, common)
    if write is not None:
        _deliver_in_pieces(write, common)
        return
    if common.out is None:
        text = rendered(result, common.format, on_terminal=sys.stdout.isatty())
        governing.delivering()
        write_standard_output(text)
        return
    from dpverify.defs.errors import FileError
    from dpverify.defs.io import write_atomic

    text = rendered(result, common.format)
    governing.delivering()
    try:
        write_atomic(common.out, text)
    except FileError:  # the disk is full, say: what was computed is not to be lost with it
        write_standard_output(text)
        raise
    remark(f"written to {common.out}", common)


def _writer(result: Result, common: Common) -> Callable[[TextIO], None] | None:
    """What writes the result piece by piece; a terminal has its text laid out as a whole."""
    laid_out = common.format == "text" and common.out is None and sys.stdout.isatty()
    return None if result.writer is None or laid_out else result.writer(common.format)


def _deliver_in_pieces(write: Callable[[TextIO], None], common: Common) -> None:
    """Write a result aside, then where it is asked for: what fails in between leaves nothing."""
    import tempfile

    from dpverify.defs.errors import FileError
    from dpverify.defs.io import write_atomic

    with tempfile.TemporaryFile(
        "w+", encoding="utf-8", errors="surrogatepass", newline=""
    ) as aside:
        write(aside)
        governing.delivering()
        if common.out is None:
            _to_standard_output(aside)
            return
        try:
            write_atomic(common.out, _pieces(aside))
        except FileError:  # as in `deliver`
            _to_standard_output(aside)
            raise
    remark(f"written to {common.out}", common)


def _pieces(file: TextIO) -> Iterator[str]:
    """What a file holds, from its beginning."""
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece


def _to_standard_output(file: TextIO) -> None:
    for piece in _pieces(file):
        write_standard_output(piece)


def with_plots(
    report: Callable[[], Report],
    figures: Callable[[], Sequence[Figure]],
    folder: str | None,
    common: Common,
) -> Callable[[], Report]:
    """Draw and write figures if a folder is given; return the report with a section on them."""
    if folder is None:
        return report
    from dpverify.reports.drawings.files import plots_section, save_figures

    drawings = figures()
    if not drawings:
        remark("there is nothing to draw here", common)
        return report
    paths = save_figures(drawings, folder)
    remark(f"{len(paths)} plots written to {folder}", common)
    section = plots_section(drawings, paths, common.out)

    def longer() -> Report:
        plain = report()
        return replace(plain, blocks=(*plain.blocks, section))

    return longer


def rendered(result: Result, form: str, *, on_terminal: bool = False) -> str:
    """Return the text of a result in one format."""
    if form == "json":
        from dpverify.reports.json_report import to_json

        return to_json(result.document())
    if form == "markdown":
        from dpverify.reports.markdown import to_markdown

        return to_markdown(result.report())
    if form == "latex":
        from dpverify.reports.latex import to_latex

        return to_latex(result.report())
    if form == "html":
        return _page(result)
    if form == "sarif" and result.findings is not None:
        from dpverify.reports.json_report import to_json
        from dpverify.reports.sarif import to_sarif

        return to_json(to_sarif(result.findings()))
    if form == "junit" and result.cases is not None:
        from dpverify.reports.junit import to_junit

        return to_junit("dpverify", result.cases())
    if form == "line":
        from dpverify.reports.escape import visible
        from dpverify.reports.model import plain

        lines = [plain(result.report().title)] if result.lines is None else result.lines()
        return "".join(f"{visible(line)}\n" for line in lines)
    if form == "text":
        return _text(result.report(), on_terminal=on_terminal)
    if form in ("junit", "sarif"):
        from dpverify.defs.errors import UsageError

        raise UsageError(
            f"--format {form} is of what passes or fails, and this is not; ask for json"
        )
    raise ValueError(f"nothing renders the format {form!r}")


def _page(result: Result) -> str:
    if result.page is not None:
        return result.page()
    from dpverify.reports.html.page import report_page

    return report_page(result.report(), result.document())


def _text(report: Report, *, on_terminal: bool) -> str:
    if not on_terminal:
        from dpverify.reports.plain_text import to_plain_text

        return to_plain_text(report)
    from dpverify.reports.terminal import console_for, show

    console = console_for(sys.stdout)
    with console.capture() as capture:
        show(report, console)
    return capture.get()


def write_standard_output(text: str) -> None:
    """Write data; a reader that has closed the pipe has seen what it wanted.

    Raises: SystemLacks where standard output cannot be written, as on a full disk.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        return
    except OSError as error:
        from dpverify.defs.errors import SystemLacks

        raise SystemLacks(f"cannot write to standard output: {error.strerror}") from error


def remark(text: str, common: Common) -> None:
    """Say something that is not data."""
    if not common.quiet:
        click.echo(f"dpverify: {text}", err=True)
