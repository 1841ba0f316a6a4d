"""Encrypt push messages so that only one browser can read them (RFC 8291, RFC 8188)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from typing import Final

RECORD: Final = 4096  # message size that every push service must accept, in bytes
LONGEST: Final = 2500  # maximum length of the plain text, in bytes; encryption adds about a hundred
POINT, SECRET = 65, 16  # length of the browser's public key and of its secret, in bytes


def decode_key(text: str) -> bytes:
    """Decode a key from base64url, as browsers write it. Raises ValueError if it is malformed."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether two keys could come from a browser: a point on the curve and a secret of sixteen
    bytes.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = decode_key(p256dh), decode_key(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT and len(secret) == SECRET


def seal_message(text: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt the body of a push message as one record, with a key used only for this message. A text longer
    than LONGEST is cut off.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    theirs, ours, salt = decode_key(p256dh), ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    shared = ours.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    public = ours.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    first = _derive_key(shared, decode_key(auth), b"WebPush: info\0" + theirs + public, 32)
    key = _derive_key(first, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(first, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, text[:LONGEST] + b"\x02", None)


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)
