"""Requests to addresses that people have named: never to a private network, never for long, never elsewhere.

The name is resolved once, every address that it has is looked at, and the connection goes to the address that
was looked at: a name that says something else a moment later gains nothing. Redirects are not followed.
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
from typing import Final
from urllib.parse import urlsplit

from games.models import Hook
from games.numbers import whole

SECONDS: Final = 5.0  # for each step of a connection
IN_ALL: Final = 10.0
PORTS: Final = {443, 8443}
TROUBLE = Hook.Trouble
_HIDING: Final = tuple(  # addresses of IPv6 that mean one of IPv4
    ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)


class Unreached(Exception):
    """The request did not get an answer; ``trouble`` says why."""

    def __init__(self, trouble: Hook.Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass(frozen=True)
class Answer:
    """What came back: the status, and after how many seconds to come again, where that was said."""

    status: int
    wait: int | None = None


@dataclass(frozen=True)
class Target:
    """An address taken apart."""

    host: str
    port: int
    path: str


def target_of(url: str) -> Target | None:
    """The parts of an address that may be asked at all; None for any other."""
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
    """Whether it belongs to the whole world: no loopback, private, link-local, shared or reserved one, and
    none that hides such a one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.is_site_local or any(address in net for net in _HIDING):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def checked(target: Target) -> str:
    """The address to connect to. Raises Unreached unless every address of that name is public."""
    addresses = _addresses(target)
    if not addresses:
        raise Unreached(TROUBLE.UNKNOWN)
    if not all(is_public(ip_address(one)) for one in addresses):
        raise Unreached(TROUBLE.PRIVATE)
    return addresses[0]


def _addresses(target: Target) -> list[str]:
    """What the name stands for, as far as that is told in time: the system's own search has no limit. Raises
    Unreached when it is not."""
    found: list[str] = []

    def search() -> None:
        with suppress(OSError, UnicodeError):
            told = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            found.extend(str(where[4][0]).partition("%")[0] for where in told)

    searching = threading.Thread(target=search, daemon=True)
    searching.start()
    searching.join(SECONDS)
    if searching.is_alive():
        raise Unreached(TROUBLE.SILENT)
    return found


def connected(address: str, target: Target) -> ssl.SSLSocket:
    """A connection to the address that was looked at, whose certificate is the name's."""
    bare = socket.create_connection((address, target.port), timeout=SECONDS)
    try:
        return ssl.create_default_context().wrap_socket(bare, server_hostname=target.host)
    except BaseException:
        bare.close()
        raise


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send it once. Raises Unreached."""
    target = target_of(url)
    if target is None:
        raise Unreached(TROUBLE.UNKNOWN)
    address = checked(target)
    try:
        line = connected(address, target)
    except TimeoutError:
        raise Unreached(TROUBLE.SILENT) from None
    except OSError:
        raise Unreached(TROUBLE.BROKEN) from None
    over = threading.Timer(IN_ALL, _cut, [line])
    over.daemon = True
    over.start()
    connection = http.client.HTTPSConnection(target.host, target.port)
    connection.sock = line
    try:
        connection.request(
            "POST", target.path, body, {**headers, "User-Agent": "Vexillum", "Connection": "close"}
        )
        answer = connection.getresponse()
        return Answer(answer.status, _seconds(answer.headers.get("Retry-After", "")))
    except (OSError, ValueError, http.client.HTTPException):  # ValueError: hung up while it was reading
        raise Unreached(TROUBLE.SILENT) from None
    finally:
        over.cancel()
        connection.close()
        line.close()


def _cut(line: ssl.SSLSocket) -> None:
    """Who drips an answer, byte by byte, is hung up on."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _seconds(text: str) -> int | None:
    return whole(text.partition(".")[0])
