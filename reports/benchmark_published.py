"""What others report about the benchmark set: numbers of the literature, never used by a checker.

Sources: StatDP (Ding et al., CCS 2018); DP-Sniper (Bichsel et al., S&P 2021), with lower bounds
for ε = 1/10; CheckDP (Wang et al., CCS 2020), each of its rows within 70 s, pure DP only; DiPC
(Barthe et al., LICS 2020), exact for all ε > 0 with Mathematica, n = 3 where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """The best published lower bound of ε at ε = 1/10 with its setting, and what it took.

    Args: bound; seconds of DiPC; sampling what samplers took for the bound.
    """

    bound: str = ""
    seconds: str = ""
    sampling: str = ""


HOURS = "seconds to hours"
"""Of StatDP and DP-Sniper, on 10^7 to 10^8 samples; no source gives it row by row."""


PUBLISHED: Mapping[str, Published] = {
    "B06": Published(".577 (A, n=10; there the truth is 1)", sampling=HOURS),
    "B10": Published("4.60 (DP-Sniper), 10.0 (StatDP)", "35", sampling=HOURS),
    "B11": Published(".0925 (DP-Sniper)", "211", sampling=HOURS),
    "B13": Published(".2488 (n=5)", "282", sampling=HOURS),
    "B14": Published(".353", "32", sampling=HOURS),
    "B20": Published(seconds="703 (n=4: 4648)"),
    "B21": Published(seconds="783"),
    "B22": Published(".182 (n=10)", sampling=HOURS),
    "B23": Published(".172", "294", sampling=HOURS),
    "B24": Published("14.3", "3", sampling=HOURS),
    "B25": Published(".322 (n=10)", "680", sampling=HOURS),
    "B29": Published(seconds="4600 (n=5)"),
    "B34δ": Published("δ = 0 fails, e^(−1/32) holds, e^(−4) fails (some ε)"),
    "B39w": Published(".117", sampling=HOURS),
    "B40": Published("ρ ≥ .26047 at ε = 1"),
}
