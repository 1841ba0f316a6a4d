"""`manage.py play`: run everything in one process on one machine, with nothing else to install or start."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from io import StringIO
from time import sleep
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.servers import basehttp

from config.catalogues import compile_stale
from config.home.runner import embedded_runner
from config.home.server import HomeServer, StaticFiles
from config.preload import preload

EVERYWHERE = {"0.0.0.0", "::", "*"}
PATIENCE = 10  # seconds that running requests get to finish when the server stops
FETCH = "fetch_browser_python"  # a command that a feature provides
FIRST_PAGE = 10  # seconds to wait for the first page before loading the rest
TRIES, PAUSE = 20, 0.25  # attempts, and seconds between them, since a stopping server may still hold the port


class Command(BaseCommand):
    help = "Migrates, seeds the demo on the first start, and serves pages and jobs from this one process."
    requires_system_checks: list[str] = []  # checked later, once jobs have their runner

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones of your network in")
        parser.add_argument(
            "--no-demo", action="store_true", help="do not seed the demo into an empty database"
        )
        parser.add_argument(
            "--no-fetch", action="store_true", help="do not fetch what browsers need for offline play"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        compile_stale()
        server = self.listen("0.0.0.0" if host == "*" else host, port)
        signal.signal(signal.SIGTERM, _raise_interrupt)
        # polling pages and successful jobs are not worth logging
        for name in (
            "django.server",
            "celery",
            "kombu.connection",
        ):
            logging.getLogger(name).setLevel(logging.ERROR)
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if not (options["no_demo"] or get_user_model().objects.exists()) and "demo" in get_commands():
                call_command("demo", stdout=self.stdout)
            with embedded_runner():
                self.check(display_num_errors=False)
                self.announce(host, port)
                later = (server, not options["no_fetch"], self.say)
                threading.Thread(target=_load_after_first_page, args=later, daemon=True).start()
                self.serve(server)
        except KeyboardInterrupt:
            pass
        finally:
            server.server_close()
            self.say("  Stopped. Nothing is lost: every move was saved. Start again whenever you like.")

    def serve(self, server: HomeServer) -> None:
        """Serve until Ctrl-C or SIGTERM. Requests in progress and the running job then get a few seconds to
        finish. A second Ctrl-C does not wait.
        """
        try:
            server.serve_forever()
        except KeyboardInterrupt as why:
            self.say(
                f"\n  Stopping{f' ({why})' if str(why) else ''}: requests in progress are finished first."
            )
            server.under_way.wait_for_none(PATIENCE)
            raise

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def listen(self, host: str, port: int) -> HomeServer:
        """Listen on an address. If the port stays taken, the error says what to do."""
        for left in reversed(range(TRIES)):
            try:
                server = HomeServer((host, port), basehttp.WSGIRequestHandler, ipv6=":" in host)
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise CommandError(f"Cannot listen on {host} port {port}: {error.strerror}.") from None
            if left == TRIES - 1:
                self.say(f"  Port {port} is taken; waiting a moment for the other program to stop.")
            sleep(PAUSE)
        else:
            raise CommandError(
                f"Port {port} is taken: another program, or another Vexillum, listens there. "
                f"Stop it, or choose another port: manage.py play --port {port + 1}"
            )
        server.set_app(server.under_way.counting(StaticFiles(basehttp.get_internal_wsgi_application())))
        return server

    def announce(self, host: str, port: int) -> None:
        addresses = [host]
        if host in EVERYWHERE:
            addresses = ["127.0.0.1", *_own_addresses()]
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses, socket.gethostname()]
        if not os.environ.get("SITE_URL"):
            settings.SITE_URL = f"http://{_host_in_url(addresses[-1])}:{port}"  # used for links in e-mails
        self.stdout.write("")
        for address in addresses:
            self.stdout.write(f"  Vexillum is ready:  http://{_host_in_url(address)}:{port}/")
        if get_user_model().objects.filter(username="gm").exists():
            self.stdout.write("  Demo log-ins:       gm, anna, bruno (password: vexillum)")
        self.say("  Stop with Ctrl-C; nothing is lost.\n")


def _load_after_first_page(server: HomeServer, fetching: bool, say: Callable[[str], None]) -> None:
    """Load what all other pages need, then download what offline play needs. The first page waits for
    neither.
    """
    server.under_way.answered.wait(FIRST_PAGE)
    preload()
    if fetching and FETCH in get_commands():
        try:
            call_command(FETCH, only_python=True, stdout=StringIO())
        except (CommandError, OSError) as trouble:
            say(f"  Offline play is not ready. {trouble}")
            say(f"  Everything else works. Try again: manage.py {FETCH}, or a battle's offline page.")


def _raise_interrupt(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt(signal.Signals(signum).name)


def _host_in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_addresses() -> list[str]:
    """Return the address at which other devices on the network reach this machine, if any. Finding it sends
    nothing over the network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]
