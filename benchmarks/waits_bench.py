"""`python -m benchmarks.waits_bench`: where users wait, beside a cheap limit, at four sizes.

Each cell is a process of its own: milliseconds of its processor time (the least of up to three
runs), those of the limit in the same process, the peak of its memory, and the answer is not looked
at. The limit is what a float pass, numpy, json or the check itself takes; `growth` is the exponent
between the last two sizes: 2 means four times the time for twice the size.

    replay …      the kernel on a saved result, text to word; limit: check and the text of it
    measure …     a tight value over all pairs; limit: all pairs in floats, no pair and no proof
    load …        a file of floats, decimals or fractions as a channel; limit: numpy on the same
    start         a whole process that checks a 2 × 2 file; limit: one that does nothing
    scenario …    the mean of five-valued records; limit: its law by integers, record by record
    k-ary         randomised response on n values, a program; limit: its n × n floats in numpy
    tosses        a loop of n tosses that ends at the first head; limit: its n probabilities
    many claims   100·n claims about 2 × 2 channels, one after another; limit: json of as many
    coins         a program of n coins with a checkpoint after each; limit: counts in a dictionary

    --out FILE        save the figures as JSON
    --against FILE    compare with saved ones, and name what became slower or larger
    --sizes N,N,N,N   other sizes; --only TEXT the rows that hold it
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.start_bench import compiled

ROOT = Path(__file__).parents[1]
SIZES = (40, 80, 160, 320)
RUNS, SECONDS = 3, 1.0
PATIENCE = 120.0
"""Seconds of a cell after which it is given up."""
SLOWER = 1.5
"""From which ratio on a figure counts as slower: ratios to the limit, not times, are compared."""
Cell = dict[str, float]
Pair = tuple[Callable[[], Any], Callable[[], Any]]


# ---------------------------------------------------------------- what is measured


def _weights(n: int) -> Any:
    import numpy as np

    return np.random.default_rng([0, n]).integers(1, 2**20, (n, n), endpoint=True)


def _channel(n: int) -> Any:
    from dpverify.defs.channel import Channel

    labels = [str(i) for i in range(n)]
    return Channel.from_weights(labels, labels, _weights(n))


def _floats(n: int) -> Any:
    weights = _weights(n)
    return weights / weights.sum(axis=1)[:, None]


def _replay(claim: str, **given: Any) -> Callable[[int], Pair]:
    def made(n: int) -> Pair:
        import dpverify as dv
        from dpverify.checkers.kernel import door
        from dpverify.defs.definitions.registry import definition
        from dpverify.defs.numbers.documents import read

        channel, asked = _channel(n), definition(claim, **given)
        text = dv.check(channel, asked).to_json()

        def replayed() -> None:
            if door.replay(read(text)).status != "accepted":
                sys.exit(f"{claim}: not accepted at n = {n}")

        return replayed, lambda: dv.check(channel, asked).to_json()

    return made


def _measure(name: str, limit: Callable[[Any], Any], **given: Any) -> Callable[[int], Pair]:
    def made(n: int) -> Pair:
        import dpverify as dv

        channel, floats = _channel(n), _floats(n)
        return lambda: dv.measure(channel, name, **given), lambda: limit(floats)

    return made


def _cdist(odds: float) -> Callable[[Any], Any]:
    def limit(p: Any) -> Any:
        from scipy.spatial.distance import cdist

        return (1 - odds + cdist(p, odds * p, "cityblock").max()) / 2

    return limit


def _range(p: Any) -> float:
    import numpy as np

    logs = np.log(p)
    return max(float(np.ptp(row - logs, axis=1).max()) for row in logs)


def _moments(order: float) -> Callable[[Any], Any]:
    return lambda p: (p**order @ (p ** (1 - order)).T).max()


def _many_moments(p: Any) -> list[Any]:
    return [_moments(1 + k / 8)(p) for k in range(1, 60)]


def _sorted_rows(p: Any) -> float:
    import numpy as np

    least = 1.0
    for row in p:
        order = np.argsort(row / p, axis=1)
        least = min(least, float(np.take_along_axis(p, order, axis=1).cumsum(axis=1).min()))
    return least


def _tails(p: Any) -> float:
    return max(float((row * (row > math.e * p)).sum(axis=1).max()) for row in p)


def _columns(p: Any) -> float:
    import numpy as np

    return float(np.log(p.max(axis=0) / p.min(axis=0)).max())


def _profile(n: int) -> Pair:
    import dpverify as dv

    channel, floats, eps = _channel(n), _floats(n), [f"{k}/20" for k in range(1, 51)]

    def limit() -> None:
        for k in range(1, 51):
            _cdist(math.exp(k / 20))(floats)

    return lambda: dv.privacy_profile(channel, eps), limit


def _load(kind: str) -> Callable[[int], Pair]:
    def made(n: int) -> Pair:
        import numpy as np

        from dpverify.defs.io import load_channel

        path = Path(tempfile.mkdtemp()) / f"channel.{kind}"
        decimals = np.floor(_floats(n) * 10**9).astype(np.int64)
        decimals[:, 0] += 10**9 - decimals.sum(axis=1)
        rows = [[f"0.{x:09d}" for x in row] for row in decimals.tolist()]
        labels = [str(i) for i in range(n)]
        if kind == "npy":
            np.save(path, _floats(n))
        elif kind == "csv":
            lines = [",".join(["in", *labels])]
            lines += [",".join([x, *row]) for x, row in zip(labels, rows, strict=True)]
            path.write_text("\n".join(lines) + "\n", "utf-8")
        else:
            head = json.dumps({"schema": "dpverify.channel/1.0", "inputs": labels,
                               "outputs": labels, "neighbours": "all"})[:-1]  # fmt: skip
            matrix = ",\n".join("[" + ",".join(row) + "]" for row in rows)
            path.write_text(f'{head}, "matrix": [{matrix}]}}', "utf-8")
        how: dict[str, Any] = {} if kind == "json" else {"neighbours": "all"}
        limits: dict[str, Callable[[], Any]] = {
            "npy": lambda: np.load(path),
            "csv": lambda: np.loadtxt(path, delimiter=",", skiprows=1),
            "json": lambda: np.array(json.loads(path.read_text("utf-8"))["matrix"]),
        }
        return lambda: load_channel(path, normalise=kind == "npy", **how), limits[kind]

    return made


def _start(_: int) -> Pair:
    example = str(ROOT / "examples" / "randomized_response.json")
    words = [sys.executable, "-m", "dpverify", "check", example, "--definition", "pure-dp"]
    return (
        lambda: subprocess.run(  # noqa: S603  our own command
            [*words, "--eps", "1"], capture_output=True, check=False, env=compiled()
        ),
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True, env=compiled()),
    )


def _scenario(n: int) -> Pair:
    import dpverify as dv
    from dpverify.defs.io import scenario_from_document

    law = dict(zip("01234", ["1/2", "1/5", "1/10", "1/10", "1/10"], strict=True))
    scenario = scenario_from_document({
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": n, "values": law}],
        "known": {"count": 0},
        "mechanism": {"name": "arithmetic-mean"},
    })  # fmt: skip

    def limit() -> list[int]:
        sums, weights = [1], [5, 2, 1, 1, 1]
        for _ in range(n):
            longer = [0] * (len(sums) + 4)
            for place, count in enumerate(sums):
                for more, weight in enumerate(weights):
                    longer[place + more] += count * weight
            sums = longer
        return sums

    return lambda: dv.measure(scenario, "apkdp", eps=0), limit


def _coins(n: int) -> Pair:
    import dpverify as dv

    @dv.mechanism(inputs=[0, 1])
    def coins(x: int, draw: Any) -> int:
        heads = x
        for step in range(n):
            draw.checkpoint(step, heads)
            heads += draw.flip("1/2")
        return heads

    def limit() -> Counter[int]:
        counts = Counter({0: 1})
        for _ in range(n):
            counts = Counter({k: counts[k] + counts[k - 1] for k in range(max(counts) + 2)})
        return counts

    return lambda: dv.measure(coins, "total-variation"), limit


def _k_ary(n: int) -> Pair:
    import numpy as np

    import dpverify as dv

    @dv.mechanism(inputs=range(n))
    def k_ary(x: int, draw: Any) -> Any:
        if draw.flip("1/3"):
            return x
        return draw.uniform(range(n))

    def limit() -> Any:
        return np.eye(n) / 3 + np.full((n, n), 2 / 3 / n)

    return lambda: dv.measure(k_ary, "pure-dp"), limit


def _tosses(n: int) -> Pair:
    from fractions import Fraction

    import dpverify as dv

    @dv.mechanism(inputs=[0, 1])
    def tosses(x: int, draw: Any) -> int:
        for toss in range(n):
            if draw.flip("2/3" if x else "1/3"):
                return toss
        return n

    def limit() -> list[Fraction]:
        return [Fraction(2**k, 3 ** (k + 1)) for k in range(n)]

    return lambda: dv.measure(tosses, "total-variation"), limit


def _many(n: int) -> Pair:
    import dpverify as dv

    def claims() -> Iterator[tuple[Any, Any]]:
        for k in range(100 * n):
            a, b = 1 + k % 97, 1 + k % 89
            rows = [[a, 100 - a], [b, 100 - b]]
            channel = dv.Channel.from_weights(["0", "1"], ["0", "1"], rows)
            yield channel, dv.PureDP(eps="ln(3)") if k % 2 else dv.ApproxDP(eps=1, delta="1/10")

    def limit() -> None:
        for k in range(100 * n):
            json.loads(json.dumps({"rows": [[k, 100], [k, 100]], "verdict": "holds"}))

    return lambda: sum(1 for _ in dv.check_many(claims())), limit


ROWS: dict[str, Callable[[int], Pair]] = {
    "replay pure fails": _replay("pure-dp", eps="1"),
    "replay pure holds": _replay("pure-dp", eps="20"),
    "replay (ε,δ) fails": _replay("approx-dp", eps="0", delta="1/10"),
    "replay (ε,δ) holds": _replay("approx-dp", eps="1", delta="9/10"),
    "measure pure": _measure("pure-dp", _columns),
    "measure δ(1)": _measure("approx-dp", _cdist(math.e), eps="1"),
    "measure δ at 50 ε": _profile,
    "measure ε at δ": _measure("approx-dp", _cdist(math.e), delta="1/100"),
    "measure total variation": _measure("total-variation", _cdist(1)),
    "measure bounded range": _measure("bounded-range", _range),
    "measure Rényi 2": _measure("renyi-dp", _moments(2), alpha=2),
    "measure Rényi 3/2": _measure("renyi-dp", _moments(1.5), alpha="3/2"),
    "measure χ²": _measure("chi-squared-dp", _moments(2)),
    "measure zCDP": _measure("zcdp", _many_moments),
    "measure Gaussian DP": _measure("gaussian-dp", _sorted_rows),
    "measure f-DP": _measure("f-dp", _sorted_rows),
    "measure P[loss > 1]": _measure("probabilistic-dp", _tails, eps="1"),
    "measure risk of loss 1": _measure("privacy-at-risk", _tails, eps="1"),
    "load npy": _load("npy"),
    "load csv": _load("csv"),
    "load json": _load("json"),
    "start": _start,
    "scenario, five values": _scenario,
    "coins": _coins,
    "k-ary": _k_ary,
    "tosses": _tosses,
    "many claims": _many,
}


# ---------------------------------------------------------------- one cell, in its own process


def _spent() -> float:
    """Processor seconds of this process and of those that it waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _least(action: Callable[[], Any]) -> float:
    best, spent = math.inf, 0.0
    for _ in range(RUNS):
        start = _spent()
        with contextlib.redirect_stdout(io.StringIO()):
            action()
        seconds = _spent() - start
        best, spent = min(best, seconds), spent + seconds
        if spent > SECONDS:
            break
    return best


def cell(name: str, n: int) -> Cell:
    """Seconds of ours and of the limit, and the peak of memory in MiB."""
    ours, limit = ROWS[name](n)
    seconds = _least(ours)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "limit": _least(limit), "MiB": peak}


def _apart(name: str, n: int) -> Cell | None:
    """The cell, measured in a process of its own; None where it took too long or failed."""
    command = [sys.executable, "-m", "benchmarks.waits_bench", "--cell", name, str(n)]
    try:
        run = subprocess.run(  # noqa: S603  our own command
            command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=PATIENCE
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    found: Cell = json.loads(run.stdout.splitlines()[-1])
    return found


# ---------------------------------------------------------------- the table


def main() -> None:
    """Print the table; compare it with a saved one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--cell", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cell:
        print(json.dumps(cell(options.cell[0], int(options.cell[1]))))
        return
    sizes = [int(size) for size in options.sizes.split(",")]
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'':<24}" + "".join(f"{f'n = {n}':>26}" for n in sizes) + f"{'growth':>8}")
    print(f"{'':<24}" + f"{'ms':>9}{'÷ limit':>9}{'MiB':>8}" * len(sizes))
    figures = {}
    for name in (name for name in ROWS if options.only in name):
        figures[name] = {str(n): _apart(name, n) for n in sizes}
        print(_line(name, [figures[name][str(n)] for n in sizes], sizes), flush=True)
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    if options.against is not None:
        print("\n" + "\n".join(slower(json.loads(options.against.read_text("utf-8")), figures)))


def _line(name: str, cells: list[Cell | None], sizes: list[int]) -> str:
    shown = "".join(
        f"{'more than':>9}{f'{PATIENCE:.0f} s':>9}{'':>8}" if one is None else
        f"{1000 * one['seconds']:>9.1f}{_ratio(one):>9.1f}{one['MiB']:>8.0f}"
        for one in cells
    )  # fmt: skip
    *_, before, last = [None, *cells]
    if before is None or last is None or before["seconds"] <= 0:
        return f"{name:<24}{shown}{'':>8}"
    growth = math.log(last["seconds"] / before["seconds"]) / math.log(sizes[-1] / sizes[-2])
    return f"{name:<24}{shown}{growth:>8.1f}"


def _ratio(one: Cell) -> float:
    return one["seconds"] / max(one["limit"], 1e-6)


def slower(
    before: dict[str, dict[str, Cell | None]], now: dict[str, dict[str, Cell | None]]
) -> list[str]:
    """What became slower or larger, by name and size: its ratio to the limit, its memory."""
    lines = []
    for name, row in now.items():
        for n, one in row.items():
            old = before.get(name, {}).get(n)
            if old is None:
                continue
            if one is None:
                lines.append(f"slower: {name}, n = {n}: not done; it took {old['seconds']:.2f} s")
            elif _ratio(one) > SLOWER * _ratio(old):
                lines.append(
                    f"slower: {name}, n = {n}: {_ratio(one):.1f} times its limit,"
                    f" it was {_ratio(old):.1f}"
                )
            if one is not None and one["MiB"] > SLOWER * old["MiB"]:
                lines.append(
                    f"larger: {name}, n = {n}: {one['MiB']:.0f} MiB, it was {old['MiB']:.0f}"
                )
    return lines or [f"nothing became slower or larger by a factor of {SLOWER}"]


if __name__ == "__main__":
    main()
