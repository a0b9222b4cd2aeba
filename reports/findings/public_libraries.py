"""Claims of public libraries about their own mechanisms, refuted by running their code as it is.

What must never change: a page is made of a stored result, with the channel that was enumerated and
the versions of what ran; the kernel replays it whenever the page is made. The library itself is not
needed for that. `make library-findings` runs it and stores the results anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.kernel import door
from dpverify.defs.errors import InternalError
from dpverify.reports.conformance_report import conformance_report
from dpverify.reports.counterexamples.registry import Counterexample
from dpverify.reports.findings.finding import Finding, nearest, recheck, statement
from dpverify.reports.model import Display, Report, Section, paragraph
from dpverify.reports.result_report import result_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.reports.model import Block

FOLDER = "libraries"
LAST_IMPORT = "import dpverify as dv"
"""After it the lines of Python begin."""


@dataclass(frozen=True)
class Mistake:
    """What a library claims of a mechanism, and what refutes it.

    Args: name of the page; stored the files of the results; run what installs the library, then the
        lines of Python that reproduce the result; catch what is wrong; truth what is true instead.
    """

    name: str
    title: str
    source: str
    claim: str
    stored: tuple[str, ...]
    run: tuple[str, ...]
    catch: str
    truth: str


UNARY = (
    "from pure_ldp.frequency_oracles.unary_encoding import UEClient",
    "import dpverify as dv",
    "client = UEClient(1, 3, use_oue=False)",
    'print(dv.measure(dv.as_run(client.privatise, inputs=[1, 2, 3], types=False), "pure-dp"))',
)
MISTAKES: tuple[Mistake, ...] = (
    Mistake(
        "library.multi-freq-ldpy.subset-selection",
        "multi-freq-ldpy 0.2.5: subset selection is ε-LDP",
        "multi-freq-ldpy 0.2.5 (PyPI, 2023), SS_Client; the mechanism is that of Ye and Barg"
        " (2018) and of Wang et al. (2016).",
        "SS_Client(value, 6, 1.0) reports a subset of the values with ε = 1.",
        ("subset-selection",),
        (
            "pip install multi-freq-ldpy==0.2.5",
            "from multi_freq_ldpy.pure_frequency_oracles.SS import SS_Client",
            "import dpverify as dv",
            "real = dv.as_run(lambda v: SS_Client(v, 6, 1.0), inputs=range(6), types=False)",
            'print(dv.measure(real, "pure-dp"))',
        ),
        "Where the true value is reported it stands first in the list, and no other value of the"
        " subset can. The order of the list tells what the set does not.",
        "As a set, or in an order that does not depend on the value, the report has the ε that is"
        " claimed: sort it, or shuffle it.",
    ),
    Mistake(
        "library.pure-ldp.rappor",
        "pure-ldp 1.2.0: RAPPOR has the ε of its formula",
        "pure-ldp 1.2.0 (PyPI, 2022), RAPPORClient; the mechanism is that of Erlingsson, Pihur"
        " and Korolova (2014).",
        "With f = 1/2 and two hash functions the permanent response has ε = 4·ln(3).",
        ("rappor",),
        (
            "pip install pure-ldp==1.2.0",
            "from pure_ldp.frequency_oracles.rappor import RAPPORClient",
            "import dpverify as dv",
            "hashes = [[lambda x: int(x) % 4, lambda x: (int(x) + 1) % 4]]",
            "client = RAPPORClient(0.5, 4, hashes, num_of_cohorts=1)",
            'print(dv.measure(dv.as_run(client.privatise, inputs=[0, 2], types=False), "pure-dp"))',
        ),
        "A bit that a hash function sets is never cleared: noise sets further bits, and clears"
        " none. A report without one of its bits rules a value out.",
        "Where each bit is kept with 1 − f/2 and turned over with f/2, as the paper has it, ε is"
        " 2h·ln((1 − f/2)/(f/2)).",
    ),
    Mistake(
        "library.pure-ldp.unary-encoding",
        "pure-ldp 1.1.2: unary encoding is ε-LDP",
        "pure-ldp 1.1.2 (PyPI, 2021), UEClient; a known mistake, gone in 1.2.0. The mechanism is"
        " that of Wang, Blocki, Li and Jha (2017).",
        "UEClient(1, 3) reports with ε = 1, symmetric and optimised.",
        ("unary-encoding", "optimised-unary-encoding"),
        ("pip install pure-ldp==1.1.2", *UNARY),
        "Bits that are 0 and bits that are 1 are not turned over with the probabilities that the"
        " formulas ask for.",
        "1.2.0 has the ε that is claimed, up to the rounding of floats: 1.00000000000000024.",
    ),
    Mistake(
        "library.diffprivlib.geometric",
        "diffprivlib 0.6.6: geometric noise of one double is ε-DP",
        "diffprivlib 0.6.6 (PyPI, 2025), Geometric; the mechanism is that of Ghosh, Roughgarden"
        " and Sundararajan (2009).",
        "Geometric(epsilon=1) satisfies pure differential privacy with ε = 1.",
        ("geometric",),
        (
            "pip install diffprivlib==0.6.6",
            "from diffprivlib.mechanisms import Geometric",
            "import dpverify as dv",
            "real = dv.as_run(Geometric(epsilon=1).randomise, inputs=[0, 1], exceptions=True)",
            'print(dv.measure(real, "pure-dp"))',
        ),
        "The noise is made of one uniform double, whose smallest distance from 1/2 bounds it: the"
        " last value below one count is never reached from the next. At u = 1/2 itself the"
        " logarithm is infinite, and the call raises OverflowError.",
        "What is lost is small: at ε = 1 the tight δ is about 10⁻¹⁶. Integer noise that is drawn"
        " from coins, as GeometricTruncated with its ends or an exact sampler, has no such end.",
    ),
    Mistake(
        "library.diffpriv-pure.private-count",
        "diffpriv-pure 0.1.0: a private count is ε-DP",
        "diffpriv-pure 0.1.0 (PyPI, 2026), private_count.",
        "private_count(n, 1.0) releases a count of n with ε = 1.",
        ("private-count",),
        (
            "pip install diffpriv-pure==0.1.0",
            "from diffpriv_pure import private_count",
            "import dpverify as dv",
            "real = dv.as_run(lambda n: private_count(n, 1.0), inputs=[0, 1])",
            'print(dv.measure(real, "pure-dp"))',
        ),
        "The noise is geometric on one side: it is never negative, but for one value of u, which"
        " gives −1. So a released 0 says that the count is 0, and it is released of a count of 0"
        " with probability 0.632.",
        "The difference of two such numbers is two-sided geometric noise, with ε = 1.",
    ),
    Mistake(
        "library.opendp.laplace-threshold",
        "OpenDP 0.16.0: the δ of the Laplace threshold is what map prints",
        "OpenDP 0.16.0 (PyPI, 2026), make_laplace_threshold; reported as issue 2922 of its"
        " tracker.",
        "For integer counts, scale 1 and threshold 5, map prints ε = 1 and δ = 0.0049258340.",
        ("threshold", "threshold-samples"),
        (
            "pip install opendp==0.16.0  # in a checkout of dpverify",
            "from benchmarks.libraries.ports import PORTS",
            "import dpverify as dv",
            'port, real = PORTS["opendp-threshold"].make()',
            'print(dv.measure(port, "approx-dp", eps="1"), dv.conform(port, real, types=False))',
        ),
        "The library is compiled, so that this is a port, compared with it by samples. A count of 1"
        " is released where noise is 4 or more; δ is printed for 5 or more.",
        "δ is P(Z ≥ 4) = e⁻³/(1 + e) = 0.0133898 for two-sided geometric noise Z of ratio e⁻¹.",
    ),
)


def mistake_page(mistake: Mistake) -> Counterexample:
    """The page of a mistake, with the stored results.

    Raises: InternalError where the kernel does not accept a stored result.
    """
    documents = tuple(map(_document, mistake.stored))
    report = Report((f"Refuted: {mistake.title}",), tuple(_blocks(mistake, documents)))
    return Counterexample(report, documents)


def _document(name: str) -> dict[str, Any]:
    """A stored result, which the kernel accepts as it stands."""
    text = (
        resources.files("dpverify.reports.findings")
        .joinpath(FOLDER, f"{name}.json")
        .read_text("utf-8")
    )
    outcome = door.replay(text)
    if outcome.status != "accepted":
        raise InternalError(
            f"{name}.json does not replay: {outcome.text}; run make library-findings"
        )
    document: dict[str, Any] = json.loads(text)
    return document


def _blocks(mistake: Mistake, documents: tuple[dict[str, Any], ...]) -> Iterator[Block]:
    evidence = ", ".join(dict.fromkeys(str(one.get("evidence", "sampled")) for one in documents))
    formula = ("∀ x ~ x', ∀ S: P(S) ≤ e^ε·Q(S) + δ",)
    source = f"{mistake.source} This is of the version that is named."
    yield from statement(mistake.claim, formula, source, f"{evidence}, as said below")
    yield paragraph(mistake.catch, label="The catch")
    for document in documents:
        if document["schema"].startswith("dpverify.conformance/"):
            yield Section("The port and the library", conformance_report(document).blocks)
        else:
            yield Section("Counterexample", result_report(read_answer(document)).blocks)
    yield nearest(mistake.truth)
    install, *lines = mistake.run
    lines.insert(lines.index(LAST_IMPORT) + 1, "")
    yield Section("How to reproduce", (Display((install,), "sh"), Display(tuple(lines), "python")))
    yield recheck(
        f"dpverify counterexample {mistake.name} --format json --out counterexample.json",
        "dpverify replay counterexample.json",
    )


PUBLIC_LIBRARIES = tuple(
    Finding(mistake.name, mistake.title, mistake.source, partial(mistake_page, mistake))
    for mistake in MISTAKES
)
