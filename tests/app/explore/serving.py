"""The server of the page in a thread, for tests and benchmarks."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dpverify.app.explore.pages import Pages
from dpverify.app.explore.server import Server
from dpverify.app.explore.session import Session

RR = {
    "inputs": ["0", "1"],
    "outputs": ["0", "1"],
    "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
    "neighbours": "all",
    "directed": False,
}


@contextmanager
def served(target: str | None = None, *, watched: bool = False) -> Iterator[Server]:
    """A server about a target, until the end."""
    with (
        Session(target, seconds=20.0) as session,
        Server(Pages(session, watched=watched)) as server,
    ):
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def asked(
    server: Server,
    place: str,
    body: Any = None,
    *,
    method: str | None = None,
    data: bytes | None = None,
    **headers: str,
) -> tuple[int, str]:
    """Status and text of a request; with a body a question of the page itself, but for `headers`.

    Headers are written with underscores; an empty one is left out.
    """
    host = f"127.0.0.1:{server.server_address[1]}"
    sent = {"Host": host}
    if body is not None or data is not None:
        sent |= {"Origin": f"http://{host}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if data is None else data
        sent["Content-Length"] = str(len(data))
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection(host, timeout=60)
    verb = method or ("GET" if data is None else "POST")
    connection.putrequest(verb, f"/{server.secret}/{place}", skip_host=True)
    for name, value in sent.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(data)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def question(table: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A question about a table: randomised response unless told otherwise."""
    return {"claim": {"eps": "1", "delta": "0"}, "table": table or RR, **more}
