"""The example notebook runs, and each cell that ends in an object shows it."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from tests.repository.source import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
SHOWN = 6  # cells that end in a channel, a verdict, a hyper-distribution or a claim


def cells() -> list[str]:
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def test_it_is_committed_without_outputs() -> None:
    """What is shown is computed by whoever opens it."""
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    for cell in document["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


@pytest.mark.long
def test_its_cells_run_in_order() -> None:
    """As a notebook would: one namespace, the last expression of a cell is its value."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown, values = 0, []
    for number, source in enumerate(cells()):
        *before, last = ast.parse(source).body
        ending = isinstance(last, ast.Expr)
        body = ast.Module(before if ending else [*before, last], type_ignores=[])
        exec(compile(body, f"cell {number}", "exec"), names)  # noqa: S102  our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)  # noqa: S307
            values.append(value)
            shown += hasattr(value, "_repr_html_") and "dpverify" in value._repr_html_()
    assert shown == SHOWN
    assert any(value is True for value in values)  # the program is the channel
    assert any(getattr(value, "status", "") == "accepted" for value in values)


def test_it_runs_in_jupyter() -> None:
    """With nbclient, where it is installed: `pip install 'dpverify[notebook]'`."""
    reason = "no nbclient here; install the extra 'notebook'"
    nbclient = pytest.importorskip("nbclient", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    nbformat = pytest.importorskip("nbformat", reason=reason)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert not [out for out in outputs if out["output_type"] == "error"]
    assert sum("text/html" in out.get("data", {}) for out in outputs) == SHOWN
    assert sum("text/markdown" in out.get("data", {}) for out in outputs) == SHOWN
