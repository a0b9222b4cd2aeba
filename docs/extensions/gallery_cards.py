"""The gallery as one page: a card for each finding, with its drawing, and a search over all text.

The search reads what the pages say, and runs in the browser: nothing is fetched. Without a script
all cards are shown and the fields for the search stay hidden.
"""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.reports.findings.catalogue import findings
from dpverify.reports.markup import NOTHING, Html, join, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpverify.reports.findings.finding import Finding

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "reports" / "gallery"
# The first one with which the name of a page begins.
SUBJECTS = {
    "library.": "public libraries",
    "dpriv-bench.": "labels of a benchmark",
    "sparse-vector.": "sparse vector",
    "dp.sparse-vector.": "sparse vector",
    "approx-as-probabilistic": "definitions and their rules",
    "thresholding": "partial knowledge",
    "pk.": "partial knowledge",
    "par.": "privacy at risk",
    "laplace.": "privacy at risk",
    "guessing.": "guessing",
    "dp.guessing.": "guessing",
    "qif.": "information flow",
    "dp.": "definitions and their rules",
    "": "mechanisms",
}
FORMULA = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DRAWN = re.compile(r"^!\[.*?\]\((\S+\.svg)\)$", re.MULTILINE)
WORDS = re.compile(r"[^\s`*|\\#>_]+")


def gallery(prefix: str) -> Html:
    """The style, the search, the cards and the script.

    Args: prefix what leads from the page to the pages of the gallery.
    """
    cards = [_card(finding, prefix) for finding in findings()]
    subjects = sorted({subject_of(finding.name) for finding in findings()})
    return join(
        (
            tag("style", Html((HERE / "gallery.css").read_text("utf-8"))),
            tag("div", _search(subjects, len(cards)), tag("ul", *cards), class_="gallery"),
            tag("script", Html((HERE / "gallery.js").read_text("utf-8"))),
        )
    )


def subject_of(name: str) -> str:
    """What a finding is about, by the name of its page."""
    return next(subject for start, subject in SUBJECTS.items() if name.startswith(start))


def _search(subjects: Iterable[str], count: int) -> Html:
    options = (tag("option", text(subject), value=subject) for subject in subjects)
    every = tag("option", text("all subjects"), value="")
    return tag(
        "form",
        tag("label", text("Words "), tag("input", type="search", name="words", autocomplete="off")),
        tag("label", text("Subject "), tag("select", every, *options, name="subject")),
        tag("label", tag("input", type="checkbox", name="drawn"), text(" with a drawing")),
        tag("p", text(f"{count} findings"), role="status"),
        role="search",
        aria_label="the gallery",
        hidden=True,
    )


def _card(finding: Finding, prefix: str) -> Html:
    page = (FOLDER / f"{finding.name}.md").read_text("utf-8")
    drawing = DRAWN.search(page)
    words = " ".join(dict.fromkeys(WORDS.findall(f"{finding.name} {page}".casefold())))
    subject = subject_of(finding.name)
    return tag(
        "li",
        _picture(drawing[1]) if drawing else _formula(page),
        tag("a", text(finding.title), href=f"{prefix}{finding.name}.html"),
        tag("p", text(finding.source)),
        tag("p", text(subject), class_="subject"),
        data_subject=subject,
        data_drawn="yes" if drawing else "no",
        data_words=words,
    )


def _picture(name: str) -> Html:
    """The drawing inside the page, so that its colours and its names stay its own."""
    data = b64encode((FOLDER / name).read_bytes()).decode()
    return tag("img", src=f"data:image/svg+xml;base64,{data}", alt="")


def _formula(page: str) -> Html:
    """The first formula of a page that has no drawing."""
    formula = FORMULA.search(page)
    if formula is None:
        return NOTHING
    lines = formula[1].rstrip().split("\n")
    return tag("pre", join((text(line) for line in lines), "\n"), tabindex="0")
