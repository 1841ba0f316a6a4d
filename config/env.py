"""Read settings from the environment. A bad value stops the start with advice on what to do."""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def env_bool(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; set it to 1 or 0.")


def env_int(name: str, default: int, least: int = 1, most: int = 1_000_000_000) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    found = int(value) if re.fullmatch(r"[+-]?[0-9]{1,18}", value) else None
    if found is None or not least <= found <= most:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to a whole number from {least} to {most}.")
    return found


def env_word(name: str, default: str, *allowed: str) -> str:
    """Read a setting that must be one of a few words, ignoring case."""
    value = os.environ.get(name, "").strip() or default
    found = next((word for word in allowed if word.lower() == value.lower()), None)
    if found is None:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; set it to {', '.join(allowed[:-1])} or {allowed[-1]}."
        )
    return found


def request_seconds() -> int:
    """Return the time limit of a request in seconds, which gunicorn.conf.py uses."""
    return env_int("VEXILLUM_REQUEST_SECONDS", 60, 5, 3_600)


def env_list(name: str, default: str = "") -> list[str]:
    value = os.environ.get(name, "").strip() or default
    return [item.strip() for item in value.split(",") if item.strip()]


def env_origins(name: str) -> list[str]:
    """Read a list of other sites' origins, in the form that browsers use, such as https://tools.example."""
    found = env_list(name)
    for origin in found:
        if not re.fullmatch(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", origin):
            raise ImproperlyConfigured(
                f"{name} has {origin!r}; set it to addresses like https://tools.example, "
                "separated by commas, in small letters and without a slash at the end."
            )
        port_of(name, origin)
    return found


def env_redis(name: str) -> str:
    """Read the URL of a Redis server. Return "" if it is not set."""
    value = os.environ.get(name, "").strip()
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in {"redis", "rediss", "unix"} or (parts.scheme == "unix") != (not parts.netloc):
        raise ImproperlyConfigured(
            f"{name} must start with redis://, rediss:// or unix:// and name a host or a socket."
        )
    port_of(name, value)
    return value


def port_of(name: str, url: str) -> str:
    """Return the port in a URL, or "" if it has none."""
    try:
        port = urlsplit(url).port
    except ValueError:
        port = 0
    if port == 0:
        raise ImproperlyConfigured(f"{name}: its port is not a whole number from 1 to 65535.")
    return str(port or "")


def env_url(name: str, default: str) -> str:
    """Read the URL of a site, such as https://vexillum.example, without a trailing slash."""
    value = os.environ.get(name, "").strip() or default
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; set it to an address like https://vexillum.example."
        )
    port_of(name, value)
    return value.rstrip("/")


def env_page(name: str) -> str:
    """Read the URL of a page on another site. Return "" if it is not set."""
    value = os.environ.get(name, "").strip()
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ImproperlyConfigured(
            f"{name} is {value!r}; set it to an address like https://club.example/terms."
        )
    return value


def secret_key(folder: Path) -> str:
    """Read SECRET_KEY from the environment, or from a file in ``folder``, created on the first start."""
    if key := os.environ.get("SECRET_KEY", "").strip():
        return key
    file = folder / "secret_key"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"secret_key.{os.getpid()}")
        fresh.write_text(secrets.token_urlsafe(50), encoding="utf-8")
        fresh.chmod(0o600)
        try:
            os.link(fresh, file)  # the first of several processes wins
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text(encoding="utf-8").strip()


def keep_private(file: Path, folder: Path) -> None:
    """Make an SQLite database private to its owner, along with the files that SQLite writes next to it. The
    database contains secret seeds, messages and addresses.

    This also protects files that others could read before. ``folder`` (VEXILLUM_DATA) and new folders become
    private too, but any other existing folder stays as it is. SQLite gives -wal and -shm the mode of the
    database. Files that belong to another user are left alone.
    """
    ours = not file.parent.exists() or file.parent.resolve() == folder.resolve()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(OSError):
        if ours:
            file.parent.chmod(0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for one in (file, *(file.with_name(file.name + tail) for tail in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            one.chmod(0o600)


# number of executions after which a query is prepared
PREPARED: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 3}


def database(
    url: str, folder: Path, timeouts: dict[str, int] | None = None, *, prepared: bool = False
) -> dict[str, object]:
    """Return Django's DATABASES entry for DATABASE_URL. If the URL is empty, the database is SQLite in
    ``folder``.

    With SQLite, only the owner can read the file (see :func:`keep_private`). The database uses WAL, and every
    transaction takes the write lock at its start (IMMEDIATE), so that concurrent writers wait for each other
    instead of failing. With PostgreSQL, two parameters apply. ``timeouts``: server settings with their
    seconds (0 for none), which prevent a query from blocking others for ever. ``prepared``: whether to use
    prepared statements. They need direct connections, without a pooler that shares connections between
    transactions.
    """
    if not url or url.startswith("sqlite:"):
        name = url.removeprefix("sqlite:///") if url else str(folder / "vexillum.sqlite3")
        if not name:
            raise ImproperlyConfigured(
                "DATABASE_URL: write sqlite:////absolute/path or sqlite:///relative/path."
            )
        if name != ":memory:":
            keep_private(Path(name), folder)
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": name,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgres://user:password@host:5432/name or sqlite:////path; "
            f"its scheme is {parts.scheme!r}."
        )
    asked = dict(parse_qsl(parts.query))
    limits = [f"-c {name}={seconds}s" for name, seconds in (timeouts or {}).items() if seconds]
    if limits:
        asked["options"] = " ".join([*limits, *filter(None, [asked.get("options")])])
    return {
        "ENGINE": "config.postgres",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": port_of("DATABASE_URL", url),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": asked | (PREPARED if prepared else {}),
    }
