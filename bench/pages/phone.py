"""Measure the first view and first action on a slow phone: 1.6 Mbit/s, 150 ms round trip, a processor four
times slower.

    .venv/bin/python bench/pages/phone.py [--turn 9] [--repeat 3] [--mbit 1.6] [--slower 4] [--data FOLDER]
    [--json]

Chromium, slowed down through DevTools, opens each page with an empty cache in a phone's window. The pages
are the log-in page (the baseline of the ratios), the front page and the list of games. There is also the
page of each system's game in a late turn. Static files are compressed and named as in production.

The output is medians for each page: the first and the largest contentful paint; the time until the page
is ready (its scripts have run, so buttons work); the time from a tap on a place of the map until its
answer is painted; and the bytes as sent, by kind. ``--data`` keeps the games for the next run. The script
needs Chromium and playwright; without them it measures nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
# the turn to reach in each system; it is late, though most games last longer
SYSTEMS = {"justinian": 9, "italia": 6, "dba": 4, "schiere": 4}
LATENCY = 150  # milliseconds per round trip
WINDOW = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
KINDS = ("html", "css", "js", "font", "svg", "other")

# Records when the page is ready, and its largest paint, which only a PerformanceObserver can receive.
WATCH = """
  window.seen = {};
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.seen.lcp = one.startTime; }))
    .observe({type: 'largest-contentful-paint', buffered: true});
  document.addEventListener('DOMContentLoaded', () => { window.seen.ready = performance.now(); });
"""
PAINTED = """() => ({
  fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  lcp: window.seen.lcp, ready: window.seen.ready,
})"""
# The first action: a tap on a place of the map, which shows its description.
ACT = """async () => {
  const place = document.querySelector('.map__svg a[id^=m-]');
  if (!place || !window.htmx) return null;
  const start = performance.now();
  const answered = new Promise((done) => document.addEventListener('htmx:afterSettle', done, {once: true}));
  place.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1}));
  await answered;
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turn", type=int, default=0, help="another turn of Justinian")
    parser.add_argument("--systems", default=",".join(SYSTEMS))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--mbit", type=float, default=1.6)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--data", type=Path, help="where the games are kept")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        sys.exit("nothing measured: playwright is not installed")
    if not CHROMIUM:
        sys.exit("nothing measured: there is no Chromium")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright runs an event loop in this thread
    with nullcontext(str(asked.data)) if asked.data else tempfile.TemporaryDirectory() as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
        turns = {name: SYSTEMS[name] for name in asked.systems.split(",")}
        turns |= {"justinian": asked.turn} if asked.turn else {}
        found = measure(turns, folder, asked.repeat, asked.mbit, asked.slower)
    if asked.json:
        print(json.dumps(found))
        return
    load = os.getloadavg()[0]
    print(f"{asked.mbit} Mbit/s, {LATENCY} ms, processor {asked.slower:g}x slower; load {load:.1f}")
    kinds = "".join(f"{kind:>8}" for kind in KINDS)
    print(
        f"{'page':<12}{'first':>8}{'largest':>9}{'ready':>8}{'answer':>8}{'of log-in':>11}{kinds}{'all':>9}"
    )
    for name, row in found.items():
        answer = f"{row['answer']:>8.0f}" if row["answer"] is not None else f"{'–':>8}"
        print(
            f"{name:<12}{row['fcp']:>8.0f}{row['lcp']:>9.0f}{row['ready']:>8.0f}{answer}{row['of_login']:>11.2f}"
            + "".join(f"{row['bytes'][kind]:>8}" for kind in KINDS)
            + f"{sum(row['bytes'].values()):>9}"
        )
    print(json.dumps(found))


def measure(turns: dict[str, int], folder: str, repeat: int, mbit: float, slower: float) -> dict[str, Any]:
    import django
    from django.conf import settings

    django.setup()
    address = serve_static(Path(folder) / "static")
    games, key = late_games(turns)
    settings.ALLOWED_HOSTS = ["*"]
    pages = {"log-in": "/account/login/", "front": "/", "games": "/", **games}
    cookie = {"name": "sessionid", "value": key, "url": address}
    found = {
        name: measure_page(
            address + path, None if name in ("log-in", "front") else cookie, repeat, mbit, slower
        )
        for name, path in pages.items()
    }
    for row in found.values():
        row["of_login"] = round(row["lcp"] / found["log-in"]["lcp"], 2)
    return found


def late_games(turns: dict[str, int]) -> tuple[dict[str, str], str]:
    """Return the URL of a late game of each system, and the session key of the person who plays them."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client
    from late_page import late_game

    from games.models import Game

    call_command("migrate", interactive=False, verbosity=0)
    user, _ = User.objects.get_or_create(username="bench")
    client = Client()
    client.force_login(user)
    found = {}
    for system, turn in turns.items():
        game = Game.objects.filter(system=system, name="bench", status="running").first()
        found[system] = (game or late_game(user, system, turn)[0]).get_absolute_url()
    return found, client.cookies["sessionid"].value


def serve_static(static: Path) -> str:
    """Serve Vexillum with static files as in production (compressed, cached for ever, with hashed names),
    and return its URL.
    """
    from django.conf import settings
    from django.core.management import call_command
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_args: Any) -> None:
            pass

    settings.DEBUG = False
    settings.STATIC_ROOT = static
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    settings.MIDDLEWARE = [
        settings.MIDDLEWARE[0],
        "whitenoise.middleware.WhiteNoiseMiddleware",
        *settings.MIDDLEWARE[1:],
    ]
    call_command("collectstatic", interactive=False, verbosity=0)
    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def measure_page(
    address: str, cookie: dict[str, str] | None, repeat: int, mbit: float, slower: float
) -> dict[str, Any]:
    """Measure a page a number of times, each in a fresh browser. The server is warm, because its first view
    is not measured.
    """
    from playwright.sync_api import sync_playwright

    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number in range(repeat + 1):
            context: Any = browser.new_context(**WINDOW)
            if cookie:
                context.add_cookies([cookie])
            row = one_look(context, address, mbit, slower)
            if number:
                rows.append(row)
            context.close()
        browser.close()
    middle = {name: statistics.median(row[name] for row in rows) for name in ("fcp", "lcp", "ready")}
    answers = [row["answer"] for row in rows if row["answer"] is not None]
    return {**middle, "answer": statistics.median(answers) if answers else None, "bytes": rows[0]["bytes"]}


def one_look(context: Any, address: str, mbit: float, slower: float) -> dict[str, Any]:
    page = context.new_page()
    chrome = context.new_cdp_session(page)
    chrome.send("Network.enable")
    speed = mbit * 1_000_000 / 8
    limits = {
        "offline": False,
        "latency": LATENCY,
        "downloadThroughput": speed,
        "uploadThroughput": speed / 2,
    }
    chrome.send("Network.emulateNetworkConditions", limits)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    sizes, kinds = dict.fromkeys(KINDS, 0), {}
    chrome.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: kind_of(e["response"])}))
    chrome.on(
        "Network.loadingFinished",
        lambda e: sizes.update(
            {(k := kinds.get(e["requestId"], "other")): sizes[k] + int(e["encodedDataLength"])}
        ),
    )
    page.add_init_script(WATCH)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(600)
    painted = page.evaluate(PAINTED)
    sent = dict(sizes)
    return {**painted, "answer": page.evaluate(ACT), "bytes": sent}


def kind_of(response: dict[str, Any]) -> str:
    mime = response["mimeType"]
    found = {"text/html": "html", "text/css": "css", "image/svg+xml": "svg"}.get(mime)
    return found or ("js" if "javascript" in mime else "font" if "font" in mime else "other")


if __name__ == "__main__":
    main()
