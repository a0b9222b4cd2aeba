"""The page's server: standard library, on this machine alone.

What must never change: it listens on the loopback address and nowhere else; a request is answered
only if its path starts with the secret of this run, its Host is this server, and its Origin, which
a question must have, is this page. So no other site that a browser shows can ask, also where it
has its name resolve to this machine. Whatever is refused gets one line of plain text.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import TYPE_CHECKING, Any

from dpverify.app.explore.session import one_line_of
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.numbers.errors import one_line
from dpverify.reports.escape import visible

if TYPE_CHECKING:
    from dpverify.app.explore.pages import Pages

LOOPBACK = "127.0.0.1"
MOST_BODY = 1_000_000
"""Bytes of a question: 400 fields of 2,000 characters are fewer."""
HELD = 20.0
"""Seconds that a question whether the file was saved is held before it is answered."""
LOOK = 0.2
"""Seconds between two looks at the file."""
TEXT = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
JSON = "application/json"
HEADERS = {
    # A page names what it may run itself (reports/html/page.py); this holds for all else, too.
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusedError(Exception):
    """A request that is not answered, with the status that says so."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


class Server(ThreadingHTTPServer):
    """The server of one page. Args: pages what is shown."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, pages: Pages) -> None:
        super().__init__((LOOPBACK, 0), Handler)
        self.pages, self.secret = pages, secrets.token_urlsafe(24)
        self.hosts = {f"{name}:{self.server_address[1]}" for name in (LOOPBACK, "localhost")}

    def server_bind(self) -> None:
        """Bind the address, without asking any name server what it is called."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    @property
    def url(self) -> str:
        """Where the page is; whoever knows it may ask."""
        return f"http://{LOOPBACK}:{self.server_address[1]}/{self.secret}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes its tab breaks off a connection: nobody has to hear of it."""
        del request, client_address


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    server_version, sys_version = "dpverify", ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Show a page, or say whether the file was saved anew."""
        self._answer(self._shown)

    def do_POST(self) -> None:
        """Answer a question of the page."""
        self._answer(self._asked)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  as inherited
        """Say nothing: standard error is for what goes wrong."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse with one line, where http.server itself cannot read a request."""
        del explain
        # What it cannot read it takes for HTTP/0.9, whose answers have no status.
        self.request_version = self.protocol_version
        status = HTTPStatus(code)
        self.close_connection = True
        self._send(status, TEXT, one_line(visible(message or status.phrase)) + "\n")

    # ------------------------------------------------------------ what is refused

    def _answer(self, work: Any) -> None:
        try:
            self._check_sender()
            kind, text = work(self._place())
        except RefusedError as refusal:
            self.close_connection = True  # what was not read of the body is no next request
            self._send(refusal.status, TEXT, one_line(visible(refusal.text)) + "\n")
        except (InputError, Undecided) as error:
            line = one_line(visible(one_line_of(error)))
            self._send(HTTPStatus.BAD_REQUEST, TEXT, line + "\n")
        except Exception as error:  # noqa: BLE001  a bug of ours costs this answer, and is told
            traceback.print_exception(error)
            name = type(error).__name__
            line = f"internal error: {name}; this is a bug in dpverify, see the terminal"
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, TEXT, line + "\n")
        else:
            self._send(HTTPStatus.OK, kind, text)

    def _check_sender(self) -> None:
        """Refuse whoever does not mean this server, or speaks for another page."""
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "a request names one Host")
        if hosts[0] not in self.server.hosts:
            raise RefusedError(
                HTTPStatus.FORBIDDEN, f"this server is {min(self.server.hosts)}, not {hosts[0]}"
            )
        origins = self.headers.get_all("Origin") or []
        if self.command == "POST" and not origins:
            raise RefusedError(HTTPStatus.FORBIDDEN, "a question must name its Origin")
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            raise RefusedError(HTTPStatus.FORBIDDEN, f"{origins[0]} may not ask here")
        if self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise RefusedError(HTTPStatus.FORBIDDEN, "another site may not ask here")

    def _place(self) -> str:
        """What the path names below the secret of this run."""
        first, slash, rest = self.path.removeprefix("/").partition("/")
        known = hmac.compare_digest(first.encode("utf-8"), self.server.secret.encode("ascii"))
        if not (known and slash):
            raise RefusedError(
                HTTPStatus.NOT_FOUND, "there is nothing here; open the address dpverify printed"
            )
        return rest

    def _body(self) -> bytes:
        """The body of a question.

        Raises: RefusedError for one of another kind, without a length, too long or broken off.
        """
        if self.headers.get("Content-Type", "").partition(";")[0].strip().lower() != JSON:
            raise RefusedError(HTTPStatus.BAD_REQUEST, f"a question has the type {JSON}")
        lengths = self.headers.get_all("Content-Length") or []
        if self.headers.get("Transfer-Encoding") is not None or len(lengths) != 1:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "a question says its Content-Length, once")
        if not (lengths[0].isascii() and lengths[0].isdigit()):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "Content-Length must be a whole number")
        if len(lengths[0]) > 9 or int(lengths[0]) > MOST_BODY:
            raise RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a question has at most {MOST_BODY} bytes"
            )
        body = self.rfile.read(int(lengths[0]))
        if len(body) < int(lengths[0]):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "the question was broken off")
        return body

    # ------------------------------------------------------------ what is answered

    def _shown(self, place: str) -> tuple[str, str]:
        pages = self.server.pages
        if place == "":
            return HTML, pages.main()
        if place == "controls":
            return JSON, json.dumps({"controls": pages.controls()})
        if place.startswith("watch?seen=") and place[11:].isascii() and place[11:].isdigit():
            return JSON, json.dumps({"version": self._saved_since(int(place[11:][:9]))})
        if place == "claims/":
            return HTML, pages.claims()
        if place.startswith("claims/") and place.endswith(".html"):
            return HTML, pages.claim(place.removeprefix("claims/").removesuffix(".html"))
        raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such page")

    def _asked(self, place: str) -> tuple[str, str]:
        pages = self.server.pages
        work = {"answer": pages.answer, "curve": pages.curve, "export": pages.export}.get(place)
        if work is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such question")
        return JSON, json.dumps(work(self._body()))

    def _saved_since(self, seen: int) -> int:
        """How often the file was saved, once that is not what was seen; after a while anyway."""
        end = time.monotonic() + HELD
        while (version := self.server.pages.changed()) == seen and time.monotonic() < end:
            time.sleep(LOOK)
        return version

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        data = text.encode("utf-8")
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
