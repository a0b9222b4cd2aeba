"""`python -m benchmarks.account_bench [PYTHON] [--store]`: what plans cost, beside dp_accounting.

Each row is one question, asked once in a process of its own: both bounds of ε, their relative
width, seconds of the processor from after the imports to the answer, and the largest memory of the
process. PYTHON is an interpreter that has dp_accounting, such as build/peers/bin/python; its bounds
are its optimistic and pessimistic estimates with the defaults, which nobody proves. "Wrong" names a
bound of it that lies on the wrong side of the interval that is proved here. The last rows are plans
that it is not asked about. `--store` puts the table into docs/accounting.md.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from benchmarks import stored

PAGE, NAME = stored.ROOT / "docs" / "accounting.md", "account_bench"
DELTA = "1e-5"
PEERS_DELTA = str(2.0**-20)
ROWS: tuple[tuple[str, str, str, str, int, str], ...] = (
    ("DP-SGD, q = 1/256, σ = 1.1", "gaussian", "1.1", "1/256", 14_062, DELTA),
    ("DP-SGD, q = 256/60000, σ = 1.1", "gaussian", "1.1", "256/60000", 14_062, DELTA),
    ("DP-SGD, q = 1/100, σ = 0.8", "gaussian", "0.8", "1/100", 10**4, DELTA),
    ("all records, σ = 20", "gaussian", "20", "1", 10**4, DELTA),
    ("DP-SGD, q = 1e-4, σ = 0.6", "gaussian", "0.6", "1/10000", 10**6, DELTA),
    *(("peers: Laplace, loss 1/2", "laplace", "2", "1", k, PEERS_DELTA) for k in (1, 10, 100)),
    *(("peers: Gaussian, σ = 4", "gaussian", "4", "1", k, PEERS_DELTA) for k in (1, 10, 100)),
)
"""Name, law, σ or scale, sampling rate, how often, δ."""

SQUARE = """
dice = random.Random(5)
weights = [[dice.randint(1, 100) for _ in range(20)] for _ in range(20)]
rows = [[f"{w}/{sum(row)}" for w in row] for row in weights]
DISCRETE = noise("discrete-gaussian", 8, times=20)
"""
OWN: tuple[tuple[str, int, str], ...] = (
    *(
        ("DP-SGD, q = 1/1000, σ = 1", k, f"Plan((gaussian(1, sampling='1/1000', times={k}),))")
        for k in (10**2, 10**4, 10**6)
    ),
    ("Laplace on samples, q = 1/100, scale 1", 10**4,
     "Plan((laplace(1, sampling='1/100', times=10000),))"),
    ("a record replaced, q = 1/100, σ = 0.8", 10**4,
     "Plan((gaussian('0.8', sampling='1/100', times=10000),), 'replace')"),
    ("a channel of 20 × 20, the same pair", 50,
     "Plan((table(rows, times=50, uses='same'),), 'remove')"),
    ("a channel of 20 × 20, any pairs", 50, "Plan((table(rows, times=50),), 'remove')"),
    ("Gaussian on samples, Laplace, discrete Gaussian", 1_120,
     "Plan((gaussian(1, sampling='1/100', times=1000), laplace(20, times=100), DISCRETE))"),
)  # fmt: skip
"""Name, how often, and a plan in Python that is asked about at `DELTA`."""

OURS = """
import json, resource, sys, time
from dpverify.accounting import Plan, account, gaussian, laplace
law, size, rate, times, delta = json.load(sys.stdin)
start = time.process_time()
event = {"gaussian": gaussian, "laplace": laplace}[law](size, sampling=rate, times=times)
found = account(Plan((event,)), delta=delta)
seconds = time.process_time() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([float(found.lower), float(found.upper), seconds, memory]))
"""
OTHERS = """
import json, random, resource, sys, time
from dpverify.accounting import Plan, account, gaussian, laplace, noise, private, table
{square}
text, delta = json.load(sys.stdin)
start = time.process_time()
found = account({plan}, delta=delta)
seconds = time.process_time() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([float(found.lower), float(found.upper), seconds, memory]))
"""
THEIRS = """
import json, logging, resource, sys, time
from fractions import Fraction
logging.disable(logging.WARNING)
from dp_accounting.pld import privacy_loss_distribution as pld
law, size, rate, times, delta = json.load(sys.stdin)
start = time.process_time()
make = {"gaussian": pld.from_gaussian_mechanism, "laplace": pld.from_laplace_mechanism}[law]
def eps(up):
    one = make(float(size), pessimistic_estimate=up, sampling_prob=float(Fraction(rate)))
    return one.self_compose(times).get_epsilon_for_delta(float(delta))
low, high = eps(False), eps(True)
seconds = time.process_time() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([float(low), float(high), seconds, memory]))
"""
HEAD = (
    "| plan | k | by | ε at least | ε at most | relative width | seconds | MiB | wrong |",
    "|---|---|---|---|---|---|---|---|---|",
)


def main() -> None:
    """Print the table, and keep it where that is asked for."""
    peers = [word for word in sys.argv[1:] if word != "--store"][:1]
    print((__doc__ or "").strip(), *HEAD, sep="\n", end="\n", flush=True)
    lines = list(HEAD)
    for line in _lines(peers):
        print(line, flush=True)
        lines.append(line)
    if "--store" in sys.argv:
        stored.put_table(PAGE, NAME, lines)


def _lines(peers: list[str]) -> Iterator[str]:
    for name, *question in ROWS:
        ours = _answer(sys.executable, OURS, question)
        yield _line(name, question[3], "dpverify", ours, "")
        for python in peers:
            theirs = _answer(python, THEIRS, question)
            yield _line(name, question[3], "dp_accounting", theirs, _wrong(ours, theirs))
    for name, times, plan in OWN:
        script = OTHERS.format(square=SQUARE, plan=plan)
        yield _line(name, times, "dpverify", _answer(sys.executable, script, [name, DELTA]), "")


def _answer(python: str, script: str, question: list[Any]) -> list[float] | str:
    """What a script prints, or how it ended."""
    ended = subprocess.run(  # noqa: S603  the scripts above
        [python, "-c", script], input=json.dumps(question), capture_output=True, text=True,
        check=False, timeout=600,
    )  # fmt: skip
    if ended.returncode:
        return (ended.stderr.strip().splitlines() or ["no word"])[-1][:60]
    answer: list[float] = json.loads(ended.stdout)
    return answer


def _wrong(ours: list[float] | str, theirs: list[float] | str) -> str:
    if isinstance(ours, str) or isinstance(theirs, str):
        return ""
    found = []
    if theirs[0] > ours[1]:
        found.append(f"its lower bound, by {theirs[0] - ours[1]:.2g}")
    if theirs[1] < ours[0]:
        found.append(f"its upper bound, by {ours[0] - theirs[1]:.2g}")
    return "; ".join(found)


def _line(name: str, times: Any, who: str, answer: list[float] | str, wrong: str) -> str:
    if isinstance(answer, str):
        return f"| {name} | {times} | {who} | {answer} | | | | | |"
    low, high, seconds, memory = answer
    width = (high - low) / high if high else 0.0
    return (
        f"| {name} | {times} | {who} | {low:.7g} | {high:.7g} | {width:.1e} | {seconds:.2f}"
        f" | {memory:.0f} | {wrong} |"
    )


if __name__ == "__main__":
    main()
