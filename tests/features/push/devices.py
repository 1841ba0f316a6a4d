"""A push service, and a browser that has subscribed to it."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.services.notices import outward
from tests.games.cast import NOW

HERE = "https://push.example/send/abc"


class Service:
    """A push service that answers as configured, and checks our identity (RFC 8292)."""

    def __init__(self) -> None:
        self.status, self.woken = 201, []  # type: ignore[var-annotated]
        self.bodies: list[tuple[bytes, dict[str, str]]] = []

    def __call__(self, url: str, body: bytes, headers: Any) -> outward.Answer:
        self.bodies.append((body, dict(headers)))
        told = dict(part.strip().split("=", 1) for part in headers["Authorization"][6:].split(","))
        head, claims, signed = told["t"].split(".")
        raw = decoded(signed)
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(told["k"]))
        known.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        with pytest.raises(InvalidSignature):
            known.verify(pair, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))
        said = json.loads(decoded(claims))
        assert said["aud"] == "https://push.example" and said["exp"] > NOW.timestamp()
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"} and int(headers["TTL"]) > 0
        self.woken.append(url)
        return outward.Answer(self.status)


class Browser:
    """A subscribed browser, the only one that can decrypt its messages (RFC 8291)."""

    def __init__(self) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": coded(self.point), "auth": coded(self.secret)}

    def reads(self, body: bytes) -> Any:
        salt, length, rest = body[:16], body[20], body[21:]
        sender, sealed = rest[:length], rest[length:]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        first = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(first)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(first)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def coded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
