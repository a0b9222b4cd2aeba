"""Running the command line inside the test process: fast, and the same code as the command."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from dpverify.app.cli import main


@dataclass(frozen=True)
class Run:
    """What one command line did."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    def one_line(self) -> str:
        """The single line of an error, after the checks that every error must pass."""
        assert self.status == 2, (self.status, self.err)
        assert self.err.startswith("dpverify: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert self.err.endswith("\n"), self.err
        assert "Traceback" not in self.err
        assert self.out == ""
        return self.err


def run(*arguments: object) -> Run:
    """Run `dpverify ARGUMENTS…`."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([str(argument) for argument in arguments])
    return Run(status, out.getvalue(), err.getvalue())
