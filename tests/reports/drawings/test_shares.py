"""Parts of a whole: as wide as they are many."""

from __future__ import annotations

import re

from dpverify.reports.drawings.key import Key
from dpverify.reports.drawings.shares import share_bar


def test_widths_are_shares_side_by_side() -> None:
    bar = share_bar([(Key("proved", "3 <proved>"), 3), (Key("refuted", "1 refuted"), 1)])
    assert re.findall(r'<rect x="(\d+)" y="0" width="(\d+)"', bar) == [("0", "750"), ("750", "250")]
    assert 'aria-label="3 &lt;proved&gt;, 1 refuted"' in bar


def test_nothing_is_no_part() -> None:
    assert "<rect" not in share_bar([])
