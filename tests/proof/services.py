"""A separate PostgreSQL and Redis in a temporary folder on free ports; the machine's own are not touched."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

AS_POSTGRES = ["runuser", "-u", "postgres", "--"]  # PostgreSQL refuses to run as root


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


@contextmanager
def another_database(server: str, *settings: str) -> Iterator[str]:
    """Yield the URL of a new database on this server, with these settings, and drop it afterwards."""
    import psycopg

    parts, name = urlsplit(server), f"vexillum_{uuid.uuid4().hex[:12]}"
    admin = urlunsplit(parts._replace(scheme="postgresql"))
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        for setting in settings:
            connection.execute(f'ALTER DATABASE "{name}" SET {setting}')
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


class Postgres:
    """A PostgreSQL server that keeps everything it confirmed, however it dies (fsync is on)."""

    def __init__(self, folder: Path) -> None:
        there = binaries()
        if there is None:
            raise SystemExit("no PostgreSQL in /usr/lib/postgresql: apt-get install postgresql")
        self.bin, self.data, self.port = there, folder / "pg", free_port()
        self.log = folder / "postgres.log"
        self.wrap = AS_POSTGRES if os.getuid() == 0 else []
        self.data.mkdir()
        if self.wrap:
            shutil.chown(self.data, "postgres", "postgres")
        self._do("initdb", "-D", self.data, "-A", "trust", "-U", "vexillum", "-E", "UTF8")
        self.start()
        self._do("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "vexillum", "vexillum")

    @property
    def url(self) -> str:
        return f"postgres://vexillum@127.0.0.1:{self.port}/vexillum"

    def start(self) -> None:
        options = f"-p {self.port} -k {self.data} -c listen_addresses=127.0.0.1 -c max_connections=120"
        command = [*self.wrap, str(self.bin / "postgres"), "-D", str(self.data), *options.split()]
        self.process = self._begun(command)
        for _ in range(600):
            if self.process.poll() is not None:  # the killed process has not ended yet
                self.process = self._begun(command)
            ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
            if subprocess.run(ready).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    def _begun(self, command: list[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def kill(self) -> None:
        """Kill the server like a power cut, with no orderly shutdown."""
        killed(self.process)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def restart(self) -> None:
        self.kill()
        self.start()

    def _do(self, name: str, *more: object) -> None:
        done = subprocess.run(
            [*self.wrap, str(self.bin / name), *map(str, more)], capture_output=True, text=True, cwd="/"
        )
        if done.returncode:
            raise SystemExit(f"{name}: {done.stderr}")


class Redis:
    """A Redis server that stores nothing, so its queue is lost with it."""

    def __init__(self) -> None:
        if shutil.which("redis-server") is None:
            raise SystemExit("no redis-server: apt-get install redis-server")
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = f"redis-server --port {self.port} --bind 127.0.0.1 --appendonly no"
        self.process = subprocess.Popen(
            [*command.split(), "--save", ""], stdout=subprocess.DEVNULL, start_new_session=True
        )
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("Redis does not start")

    def kill(self) -> None:
        killed(self.process)

    def restart(self) -> None:
        self.kill()
        self.start()


def killed(process: subprocess.Popen[bytes]) -> None:
    """``kill -9`` a process and everything that it started, in any session."""
    for pid in [process.pid, *started_by(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def started_by(pid: int) -> list[int]:
    """Return the descendants of a process."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            told = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(told[1])
    found, fresh = list[int](), {pid}
    while fresh:
        fresh = {one for one, parent in parents.items() if parent in fresh}
        found += fresh
    return found


def reachable_parent() -> str | None:
    """Return a folder for temporary files that the user of PostgreSQL can enter.

    On some machines only root can enter ``/tmp``. None stands for the usual folder.
    """
    if os.getuid() != 0:
        return None
    for place in (tempfile.gettempdir(), "/var/tmp", "/dev/shm", "/var/lib/postgresql"):
        if subprocess.run([*AS_POSTGRES, "test", "-x", place], cwd="/").returncode == 0:
            return place
    raise SystemExit(f"the user postgres cannot enter {tempfile.gettempdir()}: chmod o+x it")


@contextmanager
def own_services() -> Iterator[tuple[Postgres, Redis, Path]]:
    folder = Path(tempfile.mkdtemp(prefix="vexillum-own-", dir=reachable_parent()))
    folder.chmod(0o755)
    started: list[Postgres | Redis] = []
    try:
        postgres = Postgres(folder)
        started.append(postgres)
        redis = Redis()
        started.append(redis)
        yield postgres, redis, folder
    finally:
        for one in started:
            one.kill()
        shutil.rmtree(folder, ignore_errors=True)
