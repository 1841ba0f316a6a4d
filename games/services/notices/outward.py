"""Send requests to addresses that users have entered: never to a private network, with a time limit, and
without following redirects.

The name is resolved once, all its addresses are checked, and the connection goes to a checked address. An
attacker therefore gains nothing if the name resolves differently a moment later.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from games.models import Hook
from games.wording.numbers import whole

SECONDS: Final = 3.0  # seconds each for resolving the name, connecting, and the TLS handshake
IN_ALL: Final = 10.0  # seconds for a whole request, from resolving to the answer
PORTS: Final = {443, 8443}
TROUBLE = Hook.Trouble
_HIDING: Final = tuple(  # IPv6 ranges that embed IPv4 addresses
    ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)


class NoAnswer(Exception):
    """Raised when a request got no answer. ``trouble``: the reason."""

    def __init__(self, trouble: Hook.Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass(frozen=True)
class Answer:
    """A server's response: its status, and how many seconds to wait before a retry, if given."""

    status: int
    wait: int | None = None


@dataclass(frozen=True)
class Target:
    """The host, port and path of a URL."""

    host: str
    port: int
    path: str


def target_of(url: str) -> Target | None:
    """Split a URL into its parts, or return None if Vexillum must not call it."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError:
        return None
    named = parts.username is not None or parts.password is not None
    if parts.scheme != "https" or not host or named or port not in PORTS or not url.isascii():
        return None
    if any(sign.isspace() or not sign.isprintable() for sign in url):
        return None
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an IP address is public: not loopback, private, link-local, shared or reserved, and not
    an encoding of such an address.
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in net for net in _HIDING):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def check_target(target: Target) -> str:
    """Return the address to connect to. Raises NoAnswer unless every address of the host is public."""
    addresses = _addresses(target)
    if not addresses:
        raise NoAnswer(TROUBLE.UNKNOWN)
    if not all(is_public(ip_address(one)) for one in addresses):
        raise NoAnswer(TROUBLE.PRIVATE)
    return addresses[0]


def _addresses(target: Target) -> list[str]:
    """Return the IP addresses of a host. Raises NoAnswer if resolving its name takes longer than SECONDS,
    because the system's resolver has no time limit.
    """
    found: list[str] = []

    def search() -> None:
        with suppress(OSError, UnicodeError):
            told = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            found.extend(str(where[4][0]).partition("%")[0] for where in told)

    searching = threading.Thread(target=search, daemon=True)
    searching.start()
    searching.join(SECONDS)
    if searching.is_alive():
        raise NoAnswer(TROUBLE.SILENT)
    return found


def connect_to(address: str, target: Target) -> ssl.SSLSocket:
    """Connect to the checked address. The certificate must match the host's name, and a slow handshake is
    cut off.
    """
    bare = socket.create_connection((address, target.port), timeout=SECONDS)
    context = ssl.create_default_context()
    try:
        line = context.wrap_socket(bare, server_hostname=target.host, do_handshake_on_connect=False)
    except BaseException:
        bare.close()
        raise
    over = _close_after(SECONDS, line)
    try:
        line.do_handshake()
    except BaseException:
        line.close()
        raise
    finally:
        over.cancel()
    return line


def request_seconds() -> float:
    """Return the time limit of a whole request in seconds, which is at most a third of a job's time limit."""
    return min(IN_ALL, settings.JOB_SECONDS / 3)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request once and return the answer. Resolving the name counts towards the time limit
    (:func:`request_seconds`). Raises NoAnswer if the address is refused or no answer arrives in time.
    """
    target, until = target_of(url), monotonic() + request_seconds()
    if target is None:
        raise NoAnswer(TROUBLE.UNKNOWN)
    address = check_target(target)
    try:
        line = connect_to(address, target)
    except TimeoutError:
        raise NoAnswer(TROUBLE.SILENT) from None
    except OSError:
        raise NoAnswer(TROUBLE.BROKEN) from None
    line.settimeout(request_seconds())
    over = _close_after(max(0.1, until - monotonic()), line)
    connection = http.client.HTTPSConnection(target.host, target.port)
    connection.sock = line
    try:
        connection.request(
            "POST", target.path, body, {**headers, "User-Agent": "Vexillum", "Connection": "close"}
        )
        answer = connection.getresponse()
        return Answer(answer.status, _parse_seconds(answer.headers.get("Retry-After", "")))
    except (
        OSError,
        ValueError,
        http.client.HTTPException,
    ):  # ValueError: the connection was closed during a read
        raise NoAnswer(TROUBLE.SILENT) from None
    finally:
        over.cancel()
        connection.close()
        line.close()


def _close_after(seconds: float, line: socket.socket) -> threading.Timer:
    over = threading.Timer(seconds, _shut_down, [line])
    over.daemon = True
    over.start()
    return over


def _shut_down(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _parse_seconds(text: str) -> int | None:
    return whole(text.partition(".")[0])
