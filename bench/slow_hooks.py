"""Measure how one owner's slow web hooks and devices delay an honest hook and the e-mail for a lost
password.

    .venv/bin/python bench/slow_hooks.py [--seconds 60] [--slow 9] [--tiny]

The attacker has ten hooks with 50 calls each and ten devices, all of which answer after ``--slow``
seconds. A real server on this machine plays the part of every site. Only the certificate and name lookup
are left out. The jobs run as in `manage.py play`. During the attack an honest hook gets an event, and a
user asks for a new password. The output is the seconds until each has arrived (the goals are 30 and 10),
and the number of slow requests meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


class Sites(ThreadingHTTPServer):
    """A server that stands in for all sites on the network. Sites whose URL says so are slow."""

    daemon_threads = True

    def __init__(self, slow: float) -> None:
        self.slow, self.told, self.slowed = slow, {}, 0  # type: ignore[var-annotated]
        super().__init__(("127.0.0.1", 0), Answering)


class Answering(BaseHTTPRequestHandler):
    server: Sites

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        if "slow" in self.path:
            self.server.slowed += 1
            time.sleep(self.server.slow)
        self.server.told.setdefault(self.path, time.monotonic())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_more: Any) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="given up after")
    parser.add_argument("--slow", type=float, default=9)
    parser.add_argument("--after", type=float, default=2, help="seconds of attack before the others come")
    parser.add_argument("--tiny", action="store_true", help="once, quickly: whether it still runs")
    asked = parser.parse_args()
    if asked.tiny:
        asked.slow = 0.5
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VEXILLUM_DATA": folder, "LOG_LEVEL": "ERROR", "VEXILLUM_EMBEDDED_RUNNER": "1"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("REDIS_URL", None)
        os.environ["DATABASE_URL"] = os.environ.get("BENCH_DATABASE", "")
        if asked.tiny:
            os.environ["VEXILLUM_SWEEP_SECONDS"] = "1"
        sys.path.insert(0, str(ROOT))
        print(json.dumps(measure(asked.seconds, asked.slow, asked.after)))


def measure(seconds: float, slow: float, after: float) -> dict[str, Any]:
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core import mail
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.mail import addresses
    from config.home import runner
    from features.hooks import services as hooks
    from games.models import Call, Device, Hook
    from games.services.notices import outward

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []  # type: ignore[attr-defined]
    call_command("migrate", interactive=False, verbosity=0)
    sites = Sites(slow)
    threading.Thread(target=sites.serve_forever, daemon=True).start()

    def connected(_address: str, _target: outward.Target) -> socket.socket:
        return socket.create_connection(sites.server_address[:2], timeout=outward.SECONDS)

    outward.connect_to = connected  # type: ignore[assignment]
    outward.check_target = lambda _target: "93.184.216.34"
    now = timezone.now()
    attacker, honest = User.objects.create_user("attacker"), User.objects.create_user("honest")
    honest.set_password("a-long-pass-word")
    honest.email = "honest@example.org"
    honest.save()
    for number in range(10):
        one = Hook.objects.create(user=attacker, url=f"https://a.example/slow/{number}", created_at=now)
        for again in range(50):
            hooks._queue_call(one, None, hooks.TRY, str(again), {}, now)
        url = f"https://push.example/slow/{number}"
        Device.objects.create(user=attacker, url=url, created_at=now, owed_at=now, next_try_at=now)
    good = Hook.objects.create(user=honest, url="https://h.example/honest", created_at=now)
    found: dict[str, float] = {}
    with runner.embedded_runner():
        time.sleep(after)  # lets the attack begin
        began = time.monotonic()
        hooks._queue_call(good, None, hooks.TRY, "x", {}, timezone.now())
        addresses.lost_password("honest@example.org", timezone.now())
        while time.monotonic() - began < seconds and len(found) < 2:
            if "/honest" in sites.told:
                found.setdefault("honest_hook_s", round(sites.told["/honest"] - began, 1))
            if mail.outbox:  # type: ignore[attr-defined]
                found.setdefault("password_mail_s", round(time.monotonic() - began, 1))
            time.sleep(0.1)
    left = Call.objects.filter(hook__user=attacker).count()
    return {**found, "slow_requests": sites.slowed, "slow_calls_left": left}


if __name__ == "__main__":
    main()
