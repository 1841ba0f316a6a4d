"""A PostgreSQL database for one test, loaded from a dump."""

from __future__ import annotations

import lzma
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit


@contextmanager
def restored(dump: Path) -> Iterator[str]:
    """Yield the URL of a database loaded from a compressed SQL dump, and drop the database afterwards."""
    import psycopg

    server = os.environ["DATABASE_URL"]
    name = f"vexillum_corpus_{uuid.uuid4().hex[:12]}"
    url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            with psycopg.connect(url) as connection:
                connection.execute(lzma.decompress(dump.read_bytes()))
            yield url
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
