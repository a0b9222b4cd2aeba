"""What the line of replay says beside the verdict."""

from __future__ import annotations

import json
from typing import Any

import dpverify as dv
from dpverify.defs.programs import mechanism


def test_the_line_says_that_assumptions_may_be_missing() -> None:
    """Without them a document is about its channel alone: nothing in it tells that they were."""

    @mechanism(inputs=[0, 1])
    def patient(x: int, draw: Any) -> int:
        rounds = 0
        while draw.flip("1/2"):
            rounds += 1
            draw.checkpoint()
            if rounds > 60:
                return x
        return 7

    document = json.loads(dv.check(patient, dv.PureDP(eps=1)).to_json())
    assert document["evidence"] == "conditional"
    del document["assumptions"]
    assert dv.replay(json.dumps(document)).status == "rejected"
    # The channel names them too.
    assert dv.replay(json.dumps({**document, "evidence": "exact"})).status == "rejected"
    del document["subject"]["channel"]["assumptions"]
    said = dv.replay(json.dumps({**document, "evidence": "exact"}))
    assert said.status == "accepted"
    assert "subject.source (that it makes this subject, and on what assumptions)" in said.line
