"""How fast `dpverify explore` answers when a slider is moved.

    python -m benchmarks.explore_bench

Two times of each move: that of the whole request (the channel or the program decided anew, three
parameters measured, the page's piece with its drawings written), and that which the browser sees,
from the input event to the new piece in the page. Shown are the least, the median and the greatest
of 15 moves, after one that warms up. The browser is chromium; without it that column stays empty.
On a machine with other work the processor's time is the number to look at: of server and worker
together, the mean of these moves.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import Any

import dpverify as dv
from dpverify.app.explore.questions import Table
from dpverify.app.explore.server import Server
from tests.app.explore.serving import served
from tests.browser import browser, found

MOVES = 15
PROGRAM = '''
from dpverify import mechanism


@mechanism(inputs=[3, 4])
def noisy_count(count, draw, *, eps="1/2", high=10):
    """A count with discrete Laplace noise, clamped to 0..high: two parameters."""
    return count + draw.discrete_laplace(1 / eps, low=-count, high=high - count)
'''
MOVED = """
(async () => {
  const slider = document.querySelector("#%s"), answer = document.querySelector("#answer");
  const changed = new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now()); });
    watch.observe(answer, {childList: true});
  });
  const start = performance.now();
  slider.value = "%s";
  slider.dispatchEvent(new Event("input", {bubbles: true}));
  return await changed - start;
})()
"""
SETTLED = "document.querySelector('#answer').getAttribute('aria-busy') === 'false'"


def channel() -> dv.Channel:
    """10 × 10, no two rows alike."""
    weights = [[1 + (i * 7919 + i * i * 104729 + j * 31) % 97 + (i == j) * 50 for j in range(10)]
               for i in range(10)]  # fmt: skip
    names = [f"in {i}" for i in range(10)], [f"out {j}" for j in range(10)]
    return dv.Channel.from_weights(*names, weights)


def asked(server: Server, bodies: Iterator[dict[str, Any]]) -> Iterator[float]:
    """Seconds of each question."""
    host = f"127.0.0.1:{server.server_address[1]}"
    connection = http.client.HTTPConnection(host)
    headers = {"Origin": f"http://{host}", "Content-Type": "application/json"}
    for body in bodies:
        start = time.perf_counter()
        connection.request("POST", f"/{server.secret}/answer", json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status != HTTPStatus.OK:
            raise SystemExit(text.decode())
        yield time.perf_counter() - start


def of_claim(table: Table) -> Iterator[dict[str, Any]]:
    """The slider of ε."""
    for step in range(MOVES + 1):
        claim = {"eps": f"{0.2 + 0.07 * step:.2f}", "delta": "0.01"}
        yield {"claim": claim, "table": table.form()}


def of_entry(table: Table) -> Iterator[dict[str, Any]]:
    """The slider of an entry."""
    for step in range(MOVES + 1):
        move = {"row": "3", "column": "3", "to": f"{0.05 + 0.04 * step:.2f}",
                "base": table.matrix[3]}  # fmt: skip
        yield {"claim": {"eps": "1", "delta": "0"}, "table": table.form(), "move": move}


def of_program() -> Iterator[dict[str, Any]]:
    """Both sliders of a program."""
    for step in range(MOVES + 1):
        parameters = {"eps": f"{0.2 + 0.05 * step:.2f}", "high": str(5 + step)}
        yield {"claim": {"eps": "1", "delta": "0"}, "parameters": parameters}


def seen(url: str, slider: str, values: Sequence[str], first: str = "") -> list[float]:
    """Seconds from the move of a slider to the new answer in the page."""
    if found() is None:
        return []
    with browser() as tab:
        tab.open(url)
        tab.value("new Promise(done => { const look = () => "
                  f"{SETTLED} ? done(1) : setTimeout(look, 20); look(); }})")  # fmt: skip
        if first:
            tab.value(first)
        return [tab.value(MOVED % (slider, value)) / 1000 for value in values]


def spent() -> float:
    """Processor seconds of this process and of those that it has started, so far."""
    total = time.process_time()
    for listed in Path("/proc/self/task").glob("*/children"):
        for child in listed.read_text("ascii").split():
            fields = Path("/proc", child, "stat").read_text("ascii").rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def timed(server: Server, bodies: Iterator[dict[str, Any]]) -> tuple[list[float], float]:
    """Seconds of each question after the first one, and processor seconds of one of them."""
    times = asked(server, bodies)
    next(times)
    before = spent()
    after = list(times)
    return after, (spent() - before) / len(after)


def row(name: str, asked: tuple[list[float], float], in_browser: Sequence[float]) -> None:
    """Print the times of one kind of move."""

    def spread(seconds: Sequence[float]) -> str:
        after = [1000 * second for second in seconds]
        if not after:
            return "–"
        return f"{min(after):.0f} / {statistics.median(after):.0f} / {max(after):.0f}"

    times, processor = asked
    print(
        f"| {name} | {spread(times)} | {1000 * processor:.0f} | {spread(in_browser[1:])} |",
        flush=True,
    )


def main() -> None:
    """Print a row for each kind of move."""
    print("| slider | request, ms | processor, ms | in the browser, ms |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path, code = Path(folder, "channel.json"), Path(folder, "programs.py")
        path.write_text(channel().to_json(), encoding="utf-8")
        code.write_text(PROGRAM, encoding="utf-8")
        tables = stack.enter_context(served(str(path)))
        programs = stack.enter_context(served(f"{code}:noisy_count"))
        table = Table.of(channel())
        steps = [f"{0.2 + 0.07 * step:.2f}" for step in range(MOVES + 1)]
        row("ε of the claim, 10 × 10", timed(tables, of_claim(table)),
            seen(tables.url, "claim-eps", steps))  # fmt: skip
        row("an entry, 10 × 10", timed(tables, of_entry(table)),
            seen(tables.url, "entry", [f"{0.05 + 0.04 * step:.2f}" for step in range(MOVES + 1)],
                 "document.querySelectorAll('[data-entry]')[33].focus()"))  # fmt: skip
        row("a program of two parameters", timed(programs, of_program()),
            seen(programs.url, "parameter-eps", steps))  # fmt: skip


if __name__ == "__main__":
    main()
