"""An LRU cache of rendered pages, bounded in number and in size, whatever strangers request.

A cached page takes the slot given by its key and evicts the page there, so no number of URLs makes the cache
larger. It is a separate cache (CACHES["pages"]), apart from everything else.
"""

from __future__ import annotations

import zlib

from django.core.cache import caches

PLACES = 512
LARGEST = 100_000  # bytes of a compressed page: all slots together hold at most 51 MB
FILES, LARGEST_FILE = 24, 2_000_000  # whole games as files: at most 48 MB
KEPT_FOR = 60 * 60  # seconds


def get(key: str) -> str | None:
    """The page of that key (hexadecimal digits), if it is cached."""
    found = caches["pages"].get(_place(key))
    return zlib.decompress(found[1]).decode() if found is not None and found[0] == key else None


def put(key: str, page: str) -> None:
    packed = zlib.compress(page.encode(), 1)
    if len(packed) <= LARGEST:
        caches["pages"].set(_place(key), (key, packed), KEPT_FOR)


def get_file(key: str) -> str | None:
    """The file of that key, if it is cached."""
    found = caches["pages"].get(_file_place(key))
    return zlib.decompress(found[1]).decode() if found is not None and found[0] == key else None


def put_file(key: str, text: str) -> None:
    packed = zlib.compress(text.encode(), 1)
    if len(packed) <= LARGEST_FILE:
        caches["pages"].set(_file_place(key), (key, packed), KEPT_FOR)


def _file_place(key: str) -> str:
    return f"file:{int(key[:8], 16) % FILES}"


def _place(key: str) -> str:
    return f"page:{int(key[:8], 16) % PLACES}"
