"""Many small questions: claims, and samples of audits.

Half of the claims are about pure ε and half about (ε,δ), on 2 × 2 channels of which no two are
equal; four in ten fail. An audit is of numpy's Laplace noise on two inputs, n samples of each.
"""

from __future__ import annotations

import json
import multiprocessing
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.waits.cell import command, dpverify
from benchmarks.waits.row import Goal, Row, Work

PIECE = 100_000


def claims(count: int) -> Iterator[tuple[Any, Any]]:
    """Claims about channels of which no two are equal."""
    import dpverify as dv

    for k in range(count):
        a, b = 1 + k % 997, 1 + (7 * k) % 991
        rows = [[a, 1000 - a], [b, 1000 - b]]
        channel = dv.Channel.from_weights(["0", "1"], ["0", "1"], rows)
        yield channel, dv.PureDP(eps="ln(3)") if k % 2 else dv.ApproxDP(eps=1, delta="1/10")


def _claims(jobs: int) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        import dpverify as dv

        def ours() -> None:
            for _ in dv.check_many(claims(n), jobs=jobs):
                pass
            for child in multiprocessing.active_children():
                child.join()

        def limit() -> None:
            for k in range(n):
                json.loads(json.dumps({"rows": [[k, 100], [k, 100]], "verdict": "holds"}))

        return Work(ours, limit)

    return work


def _file_of_claims(n: int) -> Work:
    """A file of claims about n/10 channels, ten claims about each."""
    folder = Path(tempfile.mkdtemp())
    lines = []
    for k in range(n):
        name, place = f"{k // 10}.json", k // 10
        if k % 10 == 0:
            a, b = 1 + place % 997, 1 + (7 * place) % 991
            rows = [[f"{x}/1000", f"{1000 - x}/1000"] for x in (a, b)]
            document = {"schema": "dpverify.channel/1.0", "inputs": ["0", "1"],
                        "outputs": ["0", "1"], "neighbours": "all", "matrix": rows}  # fmt: skip
            (folder / name).write_text(json.dumps(document), "utf-8")
        lines += ["[[claim]]", f'target = "{name}"', 'definition = "pure-dp"', f'eps = "{k % 9}/3"']
    path = folder / "claims.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    words = dpverify("check", "--claims", str(path), "--jobs", "2", "--journal", "off")
    return Work(command(words), lambda: tomllib.loads(path.read_text("utf-8")))


def laplace(place: int, rng: Any, count: int) -> Any:
    """A count with Laplace noise."""
    return place + rng.laplace(0, 1, count)


def _sampler(n: int) -> Work:
    import numpy as np

    import dpverify as dv

    def ours() -> None:
        dv.audit(laplace, dv.PureDP(eps="11/10"), inputs=[0, 1], draws=n, to_the_end=True)

    def limit() -> None:
        rng = np.random.default_rng(0)
        for _ in range(2):
            for start in range(0, n, PIECE):
                (laplace(0, rng, min(PIECE, n - start)) > 0).sum()

    return Work(ours, limit)


def _files(kind: str, count: int) -> list[str]:
    """Two files of samples, written piece by piece before the clock starts."""
    import numpy as np

    folder = Path(tempfile.mkdtemp())
    rng, paths = np.random.default_rng(0), []
    for place in (0, 1):
        path = folder / f"{place}.{'npy' if kind == 'npy' else 'csv'}"
        with path.open("wb") as file:
            if kind == "npy":
                form = {"descr": "<f8", "fortran_order": False, "shape": (count,)}
                np.lib.format.write_array_header_1_0(file, form)
            for start in range(0, count, PIECE):
                numbers = laplace(place, rng, min(PIECE, count - start))
                if kind == "npy":
                    numbers.astype("<f8").tofile(file)
                    continue
                texts = np.where(numbers > 0, "yes", "no") if kind == "words" else numbers
                file.write("".join(f"{text}\n" for text in texts.tolist()).encode())
        paths.append(str(path))
    return paths


def _of_files(kind: str) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        import numpy as np

        from dpverify.checkers.audit.audit import audit_files
        from dpverify.defs.definitions import PureDP

        paths = _files(kind, n)
        readers: dict[str, Callable[[str], Any]] = {
            "npy": lambda path: (np.load(path) > 0).sum(),
            "numbers": lambda path: (np.loadtxt(path) > 0).sum(),
            "words": lambda path: Path(path).read_text("utf-8").split().count("yes"),
        }

        def limit() -> None:
            for path in paths:
                readers[kind](path)

        return Work(lambda: audit_files(paths, PureDP(eps="11/10"), to_the_end=True), limit)

    return work


def _program(n: int) -> Work:
    from dpverify.checkers.audit.draws import Doubles
    from dpverify.defs.mechanisms import library_mechanism

    program = library_mechanism("B20").with_parameters(n=5, c=1, eps="1")

    def ours() -> None:
        run, draw = program.run((0.0,) * 5), Doubles(0)
        for _ in range(n):
            run(draw)

    def limit() -> None:
        noise = Random(0)  # noqa: S311  a sample, no secret
        for _ in range(n):
            level = noise.expovariate(1) - noise.expovariate(1)
            any(noise.expovariate(1) - noise.expovariate(1) > level for _ in range(5))

    return Work(ours, limit)


LINES = (100_000, 300_000, 1_000_000, 3_000_000)
ROWS = (
    Row(9, "claims, one process", "claims", "json.dumps and loads of as many",
        (1000, 3000, 10_000, 30_000), _claims(1)),
    Row(9, "claims, two processes, by the clock", "claims", "json.dumps and loads of as many",
        (3000, 10_000, 30_000, 100_000), _claims(2), {100_000: "100 s, 1.7 GB"},
        goal=Goal(100_000, "s", 20), clock=True, patience=180.0),
    Row(9, "a file of claims, two jobs", "claims", "tomllib on the file",
        (100, 1000, 10_000, 100_000), _file_of_claims, patience=240.0),
    Row(9, "audit of a sampler", "samples of each input", "drawing and comparing them in numpy",
        (100_000, 1_000_000, 10_000_000, 100_000_000), _sampler,
        note="11 µs for each sample, and a cap below 10⁹"),
    Row(9, "audit of CSV, numbers", "lines of each file", "numpy.loadtxt", LINES,
        _of_files("numbers")),
    Row(9, "audit of CSV, words", "lines of each file", "str.split", LINES, _of_files("words")),
    Row(9, "audit of npy", "numbers of each file", "numpy.load",
        (1_000_000, 3_000_000, 10_000_000, 30_000_000), _of_files("npy")),
    Row(9, "runs of a program (B20)", "samples", "such a loop in Python",
        (1000, 3000, 10_000, 30_000), _program),
)  # fmt: skip
