"""A cache of rendered pages that is limited in number and size, no matter what strangers request.

The hash of a page's key selects a slot, and a new page replaces the one in its slot. Requests for any
number of URLs therefore cannot make the cache larger. The cache is separate (CACHES["pages"]).
"""

from __future__ import annotations

import zlib

from django.core.cache import caches

PLACES = 512
LARGEST = 100_000  # maximum size of a compressed page, in bytes: at most 51 MB in all slots together
FILES, LARGEST_FILE = 24, 2_000_000  # complete games as files: 48 MB at most together
KEPT_FOR = 60 * 60  # seconds for which a page is cached


def get(key: str) -> str | None:
    """Return the page cached under a key (in hexadecimal digits), or None."""
    found = caches["pages"].get(_place(key))
    return zlib.decompress(found[1]).decode() if found is not None and found[0] == key else None


def put(key: str, page: str) -> None:
    packed = zlib.compress(page.encode(), 1)
    if len(packed) <= LARGEST:
        caches["pages"].set(_place(key), (key, packed), KEPT_FOR)


def get_file(key: str) -> str | None:
    """The file cached under a key, or None."""
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
