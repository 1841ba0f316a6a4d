"""A Discord command, /combat a:Kn b:Sp, that calculates the odds of a close combat in DBA.

The script serves Discord's "interactions endpoint".

Needs `cryptography`. Register a command "combat" with two text options, "a" and "b"; give Discord the URL of
this server as "Interactions Endpoint URL", and start it with the application's public key:

    SITE=https://site.example PUBLIC_KEY=... python discord_lookup.py 8001
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PING, COMMAND, MESSAGE = 1, 2, 4
OLDEST = 300  # seconds; an older signature may be a replay
LARGEST = 100_000  # maximum size of a request, in bytes


def signed(public_key, headers, body, now):
    """Return whether Discord signed the request, at most OLDEST seconds ago."""
    try:
        stamp, signature = headers["X-Signature-Timestamp"], headers["X-Signature-Ed25519"]
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(
            bytes.fromhex(signature), stamp.encode() + body
        )
        return abs(now - int(stamp)) <= OLDEST
    except (KeyError, TypeError, ValueError, AttributeError, InvalidSignature):
        return False


def look_up(site, a, b):
    """Return the site's JSON about a combat of two elements: the odds, or mistakes in the query."""
    query = urllib.parse.urlencode({"format": "json", "mode": "close", "a": a, "b": b})
    try:
        with urllib.request.urlopen(f"{site}/battles/dba/lookup/?{query}", timeout=2) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


def in_words(found):
    """Format the site's answer as a message: the odds of each side, or the mistakes in the query."""
    if "mistakes" in found:
        return "\n".join(f"{one['path']}: {one['text']}" for one in found["mistakes"])
    lines = []
    for side in ("a", "b"):
        chances = found["odds"][side].items()
        told = ", ".join(f"{befalls} {n}/{of}" for befalls, (n, of) in chances)
        lines.append(f"**{found['situation'][side]['type']}** ({found['base'][side]:+d}): {told}")
    return "\n".join(lines)


def answer(public_key, headers, body, ask, now):
    """Return the HTTP status and the JSON of the response to Discord. ``ask``: the function that looks up two
    elements.
    """
    if not signed(public_key, headers, body, now):
        return 401, {"error": "the signature does not fit"}
    sent = json.loads(body)
    if sent["type"] == PING:
        return 200, {"type": PING}
    if sent["type"] != COMMAND or sent["data"]["name"] != "combat":
        return 400, {"error": "no such command"}
    told = {one["name"]: one["value"] for one in sent["data"].get("options", ())}
    content = in_words(ask(told.get("a", ""), told.get("b", "")))[:2000]
    return 200, {"type": MESSAGE, "data": {"content": content, "allowed_mentions": {"parse": []}}}


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST))
        site = os.environ["SITE"].rstrip("/")
        asked = answer(
            os.environ["PUBLIC_KEY"], self.headers, body, lambda a, b: look_up(site, a, b), time.time()
        )
        told = json.dumps(asked[1]).encode()
        self.send_response(asked[0])
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Endpoint).serve_forever()
