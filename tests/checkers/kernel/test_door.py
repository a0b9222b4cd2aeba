"""Each document goes to the kernel that knows its definition."""

from __future__ import annotations

from dpverify.checkers.decide import check
from dpverify.checkers.kernel.door import replay
from dpverify.defs.notions import PureDP
from dpverify.defs.numbers.documents import read
from tests.checkers.test_on_channels import LINE


def test_other_claims_go_to_the_kernel_of_channels() -> None:
    outcome = replay(read(check(LINE, PureDP(eps=1)).to_json()))
    assert outcome.status == "accepted"
    assert "pure-dp" in outcome.text


def test_what_is_no_document() -> None:
    junk: object
    for junk in (None, [], {}, {"definition": 3}, {"definition": "metric-dp"}):
        assert replay(junk).status == "rejected"
