"""The server: answers the page, and nobody else."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.explore.server import LOOPBACK, MOST_BODY, Server
from dpverify.app.explore.session import Session
from dpverify.defs.errors import InputError
from tests.app.explore.serving import RR, asked, question, served

PROGRAM = '''
from dpverify import mechanism


@mechanism(inputs=[0, 1])
def truth(bit, draw, *, p="3/4", n=0):
    """Randomised response; for n = 99 it never ends, and never draws."""
    while n == 99:
        pass
    return bit if draw.flip(p) else 1 - bit
'''


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served() as running:
        yield running


def refused(server: Server, status: int, *what: Any, **how: Any) -> str:
    """The one line of a refusal."""
    found, text = asked(server, *what, **how)
    assert (found, text.count("\n")) == (status, 1), (found, text)
    assert text.endswith("\n")
    assert "Traceback" not in text
    return text


def test_it_listens_on_this_machine_alone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the loopback address; two runs have different ports and different secrets."""
    assert server.socket.getsockname()[0] == LOOPBACK == "127.0.0.1"
    monkeypatch.delattr(socket, "gethostbyaddr")  # what it is called is asked of nobody
    with served() as other:
        assert other.secret != server.secret
        assert other.server_address[1] != server.server_address[1]
    assert len(server.secret) >= 32


def test_an_answer_by_hand(server: Server) -> None:
    """Randomised response with 3/4: ε = ln 3, δ(1) = 3/4 − e/4; evidence and scope are said."""
    status, text = asked(server, "answer", question())
    assert status == 200
    answer = json.loads(text)
    assert answer["says"].startswith("fails: pure-dp with ε = 1; smallest ε: ln(3) ≈ 1.0986")
    assert "evidence: certificate" in answer["says"]
    for words in ("ln(3)", "3/4-1/4*exp(1)", "1/2 = 0.5", "1/4 = 0.25", "not covered:",
                  "certificate: every step", "Trade-off curve", "<svg"):  # fmt: skip
        assert words in answer["html"], words
    assert "table" not in answer


def test_a_moved_entry_comes_back(server: Server) -> None:
    """3/4 moved to 0.6: ε is ln((3/4)/(2/5)) or ln((3/5)/(1/4)) = ln(12/5), the larger."""
    move = {"row": 0, "column": 0, "to": "0.6", "base": ["3/4", "1/4"]}
    answer = json.loads(asked(server, "answer", question(move=move))[1])
    assert answer["matrix"] == [["3/5", "2/5"], ["1/4", "3/4"]]
    assert "ln(12/5)" in answer["says"]


def test_what_is_no_channel_is_one_line(server: Server) -> None:
    """The row is named; after an edit the edited table comes too, to be completed."""
    bad = {**RR, "matrix": [["3/4", "1/5"], ["1/4", "3/4"]]}
    assert "row '0' sums to 19/20" in refused(server, 400, "answer", question(bad))
    status, text = asked(server, "answer", question(bad, edit="add-output"))
    assert (status, set(json.loads(text))) == (200, {"fault", "table"}), text


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"Origin": "http://example.org"}),
        (403, {"Origin": "null"}),
        (403, {"Origin": "http://127.0.0.1:1"}),
        (403, {"Origin": ""}),
        (403, {"Host": "example.org"}),
        (403, {"Host": "rebound.example.org:80"}),
        (400, {"Host": ""}),
        (403, {"Sec_Fetch_Site": "cross-site"}),
        (403, {"Sec_Fetch_Site": "same-site"}),
        (400, {"Content_Type": "text/plain"}),
        (400, {"Content_Type": "application/x-www-form-urlencoded"}),
        (400, {"Content_Length": "-1"}),
        (400, {"Content_Length": "1e3"}),
        (400, {"Transfer_Encoding": "chunked"}),
        (413, {"Content_Length": str(MOST_BODY + 1)}),
        (413, {"Content_Length": "9" * 5000}),
    ],
)
def test_another_sender_is_refused(server: Server, status: int, headers: dict[str, str]) -> None:
    """A foreign or missing origin, a name that was bound to this machine, another kind of body."""
    refused(server, status, "answer", question(), **headers)


def test_a_page_is_not_shown_to_others(server: Server) -> None:
    """Nor what it asks for: the origin and the host count for reading as well."""
    for place in ("", "controls", "claims/", "watch?seen=9"):
        refused(server, 403, place, Origin="http://example.org")
        refused(server, 403, place, Host="example.org")
        refused(server, 403, place, Sec_Fetch_Site="cross-site")


def test_without_the_secret_there_is_nothing(server: Server) -> None:
    """Half of it is not enough, and neither is another one; places are exact."""
    port = server.server_address[1]
    for path in ("/", f"/{server.secret}", f"/{server.secret[:-1]}/", f"/{'A' * 32}/", "/../",
                 f"/{server.secret}/nothing", f"/{server.secret}/../{server.secret}/",
                 f"/{server.secret}/watch?seen=x", "/\u00e9/"):  # fmt: skip
        raw = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        head, body = spoken(port, raw.encode("utf-8"))
        assert head.startswith("HTTP/1.1 404"), (path, head)
        assert body.count("\n") == 1
    refused(server, 404, "nothing", question())


@pytest.mark.parametrize(
    ("status", "raw"),
    [
        (400, b"nonsense\r\n\r\n"),
        (400, b"GET\r\n\r\n"),
        (400, b"\x00\xff\xfe\r\n\r\n"),
        (400, b"GET / HTTP/x\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\n\r\n"),
        (505, b"GET / HTTP/9.9\r\n\r\n"),
        (414, b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n"),
        (431, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n"),
        (501, b"BREW / HTTP/1.1\r\n\r\n"),
        (501, b"OPTIONS / HTTP/1.1\r\n\r\n"),
    ],
)
def test_what_is_no_request_is_one_line(server: Server, status: int, raw: bytes) -> None:
    """No page of http.server's own, no traceback; and no other site is allowed by any header."""
    head, body = spoken(server.server_address[1], raw)
    assert head.startswith(f"HTTP/1.1 {status} "), head
    assert body.count("\n") == 1
    assert "access-control" not in head.lower()
    assert asked(server, "answer", question())[0] == 200


def spoken(port: int, raw: bytes) -> tuple[str, str]:
    """Head and body of what the server says to raw bytes."""
    with socket.create_connection((LOOPBACK, port), timeout=30) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while part := connection.recv(1 << 16):
            received += part
    head, _, body = received.decode("utf-8").partition("\r\n\r\n")
    return head, body


def test_a_question_that_is_broken_off_is_refused(server: Server) -> None:
    """Fewer bytes than were announced."""
    port = server.server_address[1]
    head = (f"POST /{server.secret}/answer HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            "Content-Length: 99\r\n\r\n{")  # fmt: skip
    answer, body = spoken(port, head.encode())
    assert answer.startswith("HTTP/1.1 400"), answer
    assert "broken off" in body


def test_malformed_questions_are_one_line(server: Server) -> None:
    """Of any form; `test_questions.py` has many more."""
    for data in (b"", b"{", b"[]", b"\xff\xff", b'"x"', b"0" * 999, b"[" * 5000):
        refused(server, 400, "answer", data=data)
        refused(server, 400, "curve", data=data)
        refused(server, 400, "export", data=data)
    refused(server, 400, "export", question())
    refused(server, 400, "answer", {"claim": {"eps": "1", "delta": "0"}, "parameters": {}})


def test_a_page_loads_nothing_and_speaks_to_its_server_alone(server: Server) -> None:
    """The policy of the page: its own style and script by digest, its own server, and no more."""
    text = asked(server, "")[1]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = policy[1].replace("&#x27;", "'")
    assert "default-src 'none'" in rules
    assert "connect-src 'self'" in rules
    assert "unsafe" not in rules
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert server.secret not in text


def test_a_bug_of_ours_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line for the page, the traceback for the terminal, and the server goes on."""

    def broken(body: bytes) -> None:
        raise ZeroDivisionError(len(body))

    monkeypatch.setattr(server.pages, "answer", broken)
    assert "internal error: ZeroDivisionError" in refused(server, 500, "answer", question())
    assert "in broken" in capsys.readouterr().err
    assert asked(server, "controls")[0] == 200
    refused(server, 400, "claims/no.such.claim.html")


def test_nothing_leaves_this_machine(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the page asks for, no socket is connected to anywhere else, and no name is asked."""
    reached: list[Any] = []
    connect = socket.socket.connect

    def noted(self: socket.socket, address: Any) -> None:
        reached.append(address)
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", noted)
    for place, body in (("", None), ("answer", question()), ("curve", question()),
                        ("claims/", None), ("export", question(export="page"))):  # fmt: skip
        assert asked(server, place, body)[0] == 200
    assert {address[0] for address in reached} == {LOOPBACK}


@pytest.mark.long
def test_a_program_that_hangs_costs_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is killed at the limit, and the next answer comes from a new one."""
    path = tmp_path / "programs.py"
    path.write_text(PROGRAM, encoding="utf-8")
    monkeypatch.setattr("dpverify.app.explore.session.GRACE", 0.1)
    claim = {"eps": "1", "delta": "0"}
    with served(f"{path}:truth") as server:
        server.pages._session.seconds = 0.1
        stopped = refused(server, 400, "answer", {"claim": claim, "parameters": {"n": "99"}})
        assert stopped.startswith("unknown (time): ")
        server.pages._session.seconds = 20.0
        status, text = asked(server, "answer", {"claim": claim, "parameters": {"p": "2/3"}})
    assert status == 200
    assert "smallest ε: ln(2)" in json.loads(text)["says"]


@pytest.mark.long
def test_a_saved_file_is_decided_anew(tmp_path: Path) -> None:
    """The page's open question is answered as the file is saved, and the new program is run."""
    path = tmp_path / "programs.py"
    path.write_text(PROGRAM, encoding="utf-8")
    with served(f"{path}:truth", watched=True) as server:
        seen: list[int] = []

        def hold() -> None:
            seen.append(json.loads(asked(server, "watch?seen=0")[1])["version"])

        waiting = threading.Thread(target=hold)
        waiting.start()
        time.sleep(0.05)
        path.write_text(PROGRAM.replace('"3/4"', '"4/5"').replace("p=", "q=").replace("(p)", "(q)"),
                        encoding="utf-8")  # fmt: skip
        waiting.join()
        assert seen == [1]
        assert "parameter-q" in json.loads(asked(server, "controls")[1])["controls"]
        asked_now = {"claim": {"eps": "1", "delta": "0"}, "parameters": {}}
        assert "ln(4)" in json.loads(asked(server, "answer", asked_now)[1])["says"]
        path.write_text("def broken(", encoding="utf-8")
        assert "programs.py" in refused(server, 400, "watch?seen=1")


@pytest.mark.parametrize(
    "target",
    ["nowhere.json", "nowhere.py:x", "README.md", "no-such-mechanism:n=3", "a.py",
     "examples/scenarios/ten_votes.json",
     "examples/noise_to_choose.py:truth:nu=1"],
)  # fmt: skip
def test_a_bad_target_is_one_line(target: str) -> None:
    with pytest.raises(InputError) as refusal:
        Session(target, 20.0)
    assert "\n" not in str(refusal.value)
