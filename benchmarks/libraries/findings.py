"""Save what refutes the claims of public libraries, for the pages of the gallery.

Run by the Python of `build/libraries`, as `make library-findings` does: writes results, with the
channels that were enumerated and the versions of what ran, to reports/findings/libraries/. The
pages are made of these files alone; the libraries are not needed for that.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.libraries.ports import PORTS
from benchmarks.libraries.rows import ROWS

FOLDER = Path(__file__).parents[2] / "reports" / "findings" / "libraries"
OLDER = "older"
"""The argument with which the older version of pure-ldp is asked; its folder follows."""


def of_row(library: str, name: str, **claim: str) -> Callable[[], dict[str, Any]]:
    """The failure of a row's mechanism."""

    def saved() -> dict[str, Any]:
        from dpverify import PureDP, as_run, check

        row = next(row for row in ROWS if (row.library, row.name) == (library, name))
        program = as_run(row.make(), inputs=row.inputs, types=False, exceptions=True)
        return check(program, PureDP(eps=claim["eps"]), source=f"{library}: {name}").to_dict()

    return saved


def threshold_claim() -> dict[str, Any]:
    """The failure of the port of OpenDP's threshold."""
    from dpverify import ApproxDP, check

    port, _ = PORTS["opendp-threshold"].make()
    claim = ApproxDP(eps="1", delta=PORTS["opendp-threshold"].delta)
    return check(port, claim, source="a port of opendp's make_laplace_threshold").to_dict()


def threshold_samples() -> dict[str, Any]:
    """The port beside the library."""
    from dpverify import conform

    port, real = PORTS["opendp-threshold"].make()
    return conform(port, real, types=False, draws=PORTS["opendp-threshold"].draws).to_dict()


FINDINGS: dict[str, Callable[[], dict[str, Any]]] = {
    "subset-selection": of_row("multi-freq-ldpy", "subset selection, k = 6", eps="1"),
    # Four times the logarithm of 3, by the library's own formula.
    "rappor": of_row("pure-ldp", "RAPPOR, f = 1/2, two hashes", eps="4*ln(3)"),
    "geometric": of_row("diffprivlib", "Geometric", eps="1"),
    "private-count": of_row("diffpriv-pure", "private_count", eps="1"),
    "threshold": threshold_claim,
    "threshold-samples": threshold_samples,
}
OF_OLDER: dict[str, Callable[[], dict[str, Any]]] = {
    "unary-encoding": of_row("pure-ldp (older)", "unary encoding, d = 3", eps="1"),
    "optimised-unary-encoding": of_row(
        "pure-ldp (older)", "optimised unary encoding, d = 3", eps="1"
    ),
}


def main() -> None:
    """Write the files; of the older version where its folder is given."""
    warnings.simplefilter("ignore")
    words = sys.argv[1:]
    if words[:1] == [OLDER]:
        sys.path.insert(0, words[1])
    for name, saved in (OF_OLDER if words[:1] == [OLDER] else FINDINGS).items():
        document = saved()
        # How long it took is no part of a page.
        document = {key: value for key, value in document.items() if key != "run"}
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(name, document["verdict"], flush=True)


if __name__ == "__main__":
    main()
