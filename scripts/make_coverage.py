"""Compute pages of the documentation anew: docs/coverage.md, docs/mechanisms.md, the definitions.

They say which definition is decided of which kind of subject, and what the library has to offer.
"""

from __future__ import annotations

from pathlib import Path

from dpverify.app.commands.output import rendered
from dpverify.app.listings import listing
from dpverify.reports.coverage import page
from dpverify.reports.definitions import with_table
from dpverify.reports.limits import with_limits, with_summary

DOCS = Path(__file__).parent.parent / "docs"
MECHANISMS = """# Mechanisms of the library

`dpverify list mechanisms` prints this table, and `dpverify explain NAME` tells one with its
parameters and its source. Each is a target: `dpverify measure B36:eps=1 --definition pure-dp`.
Ids are those of the [benchmark](comparison.md); a final d marks the discrete twin of a mechanism
with continuous noise. Those that break what they claim are there on purpose.

"""

if __name__ == "__main__":
    coverage = page()
    (DOCS / "coverage.md").write_text(coverage, encoding="utf-8")
    unknown = DOCS / "what-unknown-means.md"
    unknown.write_text(with_limits(unknown.read_text("utf-8"), coverage), encoding="utf-8")
    readme = DOCS.parent / "README.md"
    readme.write_text(with_summary(readme.read_text("utf-8"), coverage), encoding="utf-8")
    table = rendered(listing("mechanisms"), "markdown").partition("\n\n")[2]
    (DOCS / "mechanisms.md").write_text(MECHANISMS + table, encoding="utf-8")
    definitions = DOCS / "reference" / "definitions.md"
    definitions.write_text(with_table(definitions.read_text("utf-8")), encoding="utf-8")
