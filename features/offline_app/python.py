"""Python for browsers (Pyodide). The package is downloaded once from npm, verified, and then served by this
site, so that playing loads nothing from other sites.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tarfile
import tempfile
import threading
from base64 import b64decode
from hashlib import sha512
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from django.conf import settings

VERSION: Final = "314.0.7"
INTEGRITY: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
REGISTRY: Final = "https://registry.npmjs.org"
MOST: Final = 20_000_000  # the maximum size of the package, in bytes
SECONDS: Final = 60
FILES: Final = {  # files of the package that a browser needs, with their content types
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}


DOWNLOAD_LOCK = threading.Lock()


class DownloadFailed(Exception):
    """Raised with a message when the package cannot be downloaded or has the wrong contents."""


def folder() -> Path:
    """Return the folder for the files of this version. It holds each file with a compressed copy."""
    return Path(settings.BROWSER_DIR) / f"python-{VERSION}"


def is_here() -> bool:
    return all((folder() / f"{name}.gz").exists() for name in FILES)


def size() -> int:
    """Return the number of compressed bytes that a browser downloads."""
    return sum((folder() / f"{name}.gz").stat().st_size for name in FILES)


def sizes() -> list[tuple[str, int]]:
    """Return each file that a browser downloads, with its unpacked size in bytes."""
    return [(name, (folder() / name).stat().st_size) for name in FILES]


def fetch() -> bool:
    """Download and unpack the package, unless it is already unpacked. Return whether it was downloaded.
    Raises DownloadFailed if the download fails.
    """
    if is_here():
        return False
    unpack(_package())
    return True


def fetch_quietly() -> str:
    """Download the package if possible. Return the reason if the download failed, else "". Without a
    network, everything else still works.
    """
    with DOWNLOAD_LOCK:
        try:
            fetch()
        except (DownloadFailed, OSError) as error:  # the page says so, and staff can try again
            return str(error)
    return ""


def fetch_within(seconds: float) -> bool:
    """Download the package in a thread and wait up to ``seconds``. Return whether the thread has ended;
    is_here() says whether the download succeeded.
    """
    thread = threading.Thread(target=fetch_quietly, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def _package() -> bytes:
    registry = (os.environ.get("NPM_CONFIG_REGISTRY", "") or REGISTRY).rstrip("/")
    address = f"{registry}/pyodide/-/pyodide-{VERSION}.tgz"
    if not address.startswith("https://"):
        raise DownloadFailed(f"{address} is no address of a registry")
    try:
        with urlopen(Request(address), timeout=SECONDS) as answer:  # always https, as checked above
            data: bytes = answer.read(MOST + 1)
    except (URLError, TimeoutError, OSError, HTTPException) as error:
        raise DownloadFailed(f"{address}: {error}") from error
    return data


def unpack(package: bytes) -> None:
    """Verify the package and unpack its files into the folder that is served, either all or none. Raises
    DownloadFailed if the package has the wrong contents or the files cannot be written.
    """
    if sha512(package).digest() != b64decode(INTEGRITY):
        raise DownloadFailed(
            f"pyodide {VERSION}: the package has another checksum than the one that was meant"
        )
    home = folder()
    home.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=home.parent))
    try:
        with tarfile.open(fileobj=BytesIO(package), mode="r:gz") as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                data = member.read()
                (fresh / name).write_bytes(data)
                (fresh / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
        fresh.chmod(0o755)
        if home.exists():
            shutil.rmtree(home)
        fresh.rename(home)
    except OSError as error:
        if not is_here():  # another process may have finished first
            raise DownloadFailed(str(error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
