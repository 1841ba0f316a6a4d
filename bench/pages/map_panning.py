"""Pan the map of a game in a late turn in a browser: frames per second, the longest frame, bytes.

    .venv/bin/python bench/pages/map_panning.py [--turn 9] [--seconds 4] [--slower 4] [--json]

Bots have played a stored game of Justinian up to turn ``--turn``. The windows are a phone's (360 by 740,
three device pixels per pixel) and a desktop's. The map is scrolled a little at every frame, back and
forth over its whole width. Chromium slows the processor by the factor of ``--slower``. Then the map is
zoomed step by step, with a wait each time until the map is painted. The script needs Chromium and
playwright; without them it measures nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
WINDOWS = {
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 3, "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
PAN = """async (seconds) => {
  const box = document.querySelector('[data-map]'), most = box.scrollWidth - box.clientWidth;
  const frame = () => new Promise(requestAnimationFrame);
  const times = [await frame()];
  let by = 12;
  box.scrollLeft = 0;
  while (times.at(-1) - times[0] < seconds * 1000) {
    if (box.scrollLeft >= most - 1) by = -12;
    if (box.scrollLeft <= 0) by = 12;
    box.scrollLeft += by;
    box.scrollTop += by / 4;
    times.push(await frame());
  }
  const gaps = times.slice(1).map((t, i) => t - times[i]);
  return {fps: (times.length - 1) * 1000 / (times.at(-1) - times[0]), longest_ms: Math.max(...gaps)};
}"""
ZOOM = """async () => {
  const box = document.querySelector('[data-map]'), frame = () => new Promise(requestAnimationFrame);
  const press = (key) => new KeyboardEvent('keydown', {key, bubbles: true});
  box.querySelector('a').focus({preventScroll: true});
  const start = performance.now();
  for (const one of ['-', '-', '-', '+', '+', '+']) {
    document.activeElement.dispatchEvent(press(one));
    await frame();
    await frame();
  }
  return (performance.now() - start) / 6;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turn", type=int, default=9)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--slower", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        sys.exit("nothing measured: playwright is not installed")
    if not CHROMIUM:
        sys.exit("nothing measured: there is no Chromium")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright runs an event loop in this thread
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
        found = measure(asked.turn, asked.seconds, asked.slower)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"turn {found['turn']}; page {found['bytes']} bytes, {found['gzip']} compressed")
    for name, row in found["windows"].items():
        figures = (
            f"{row['fps']:.1f} frames/s, longest {row['longest_ms']:.0f} ms, zoom {row['zoom_ms']:.0f} ms"
        )
        print(f"{name:<6} {asked.slower}x slower: {figures}")


def measure(turn: int, seconds: int, slower: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client
    from late_page import late_game

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    game, reached = late_game(user, "justinian", turn)
    client = Client()
    client.force_login(user)
    page = client.get(game.get_absolute_url()).content
    address = serve_site()
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}
    return {
        "turn": reached,
        "bytes": len(page),
        "gzip": len(gzip.compress(page)),
        "windows": measure_panning(address + game.get_absolute_url(), cookie, seconds, slower),
    }


def serve_site() -> str:
    """Serve Vexillum with static files, and return its URL."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def measure_panning(
    address: str, cookie: dict[str, str], seconds: int, slower: int
) -> dict[str, dict[str, float]]:
    """Return three values for each window: the frames per second, the longest frame while panning, and the
    milliseconds of a zoom.
    """
    from playwright.sync_api import sync_playwright

    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, window in WINDOWS.items():
            context: Any = browser.new_context(**window)
            context.add_cookies([cookie])
            page = context.new_page()
            page.goto(address)
            page.locator("[data-map]").scroll_into_view_if_needed()
            page.wait_for_timeout(1500)
            chrome = context.new_cdp_session(page)
            chrome.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            found[name] = {**page.evaluate(PAN, seconds), "zoom_ms": page.evaluate(ZOOM)}
            context.close()
        browser.close()
    return found


if __name__ == "__main__":
    main()
