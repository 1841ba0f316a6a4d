"""Count the taps that the decisions of a whole turn take on a phone, now and at an earlier commit.

    .venv/bin/python bench/pages/taps.py [--before ab4fdfe7] [--most 90] [--json]

The older commit plays a game of each system to its middle. It then records the bot's answers to the end
of the turn (Justinian, CCA, Schiere), bound (DBA) or round (Italia), at most ``--most`` of them. Each
tree opens a copy of these games in Chromium, 360 pixels wide. For every decision of any seat, the script
looks for the form where a person would. It looks next to the question, then on the map, at the start and
at the goal. It taps the places on the map. The other fields of the form and its button are only counted.
The recorded answer is then entered directly, so that both trees stay in step. A game ends early if an
answer is refused because other dice were rolled.

Opening a collapsed section, tapping a place, ticking a box and pressing the form's button count one tap
each. A list counts two (open, choose). A number counts one plus one per digit, or one per press of its
buttons. A march (with its markers or its attack), a voyage or a crossing sent by one press counts as one.
An answer that the page offers as a standing order costs taps only once. ``elsewhere`` is the number of
decisions without a matching form (not counted in either tree). The script needs playwright and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
# the turn of each system in which taps are counted
SYSTEMS = {
    "justinian": 5,
    "dba": 2,
    "italia": 4,
    "schiere": 3,
    "cca": 6,
}
TAP_MS = 15_000  # a busy machine answers a tap slowly
PAGE_MS = 180_000
TURNS = ("turn", "round", "bound")
WINDOW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# The cost of the cheapest form on the page for an action, in taps and typed digits. It is null if there is no
# form.
COUNT = """(action) => {
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const folded = 'details:not([open])';
  const shut = (one) => (one = one?.closest(folded)) ? 1 + shut(one.parentElement) : 0;
  const text = (v) => v === null ? '' : typeof v === 'object' ? JSON.stringify(v) : String(v);
  const none = (v) => !v || (Array.isArray(v) && !v.length) || ['free', 'good'].includes(v);
  const listed = (o, v) => Array.isArray(v) && o.value && same(JSON.parse(o.value), v);
  const means = (o, v) => o.value === text(v) || listed(o, v);
  // the taps of plus, where each takes one from the suggestion or from a place that was given everything
  function moved(parts, wanted) {
    const total = parts.reduce((sum, p) => sum + wanted(p), 0), now = (p) => Number(p.value) || 0;
    const group = parts[0]?.closest('[data-sum]');
    const ready = window.vexillumForms && parts.every((p) => p.closest('.steps'));
    if (!ready || total !== Number(group?.dataset.high)) return Infinity;
    const up = (from) => parts.reduce((sum, p) => sum + Math.max(0, wanted(p) - from(p)), 0);
    const full = parts.reduce((sum, p) => sum + now(p), 0) === total;
    const donors = parts.filter((p) => now(p) > Number(p.min));
    const ways = full && donors.length === 1 ? [up(now)] : [];
    for (const one of parts) {
      if (one.closest('.share')?.querySelector("[data-all-here='fill']")) {
        const owed = parts.reduce((sum, p) => sum + (p === one ? 0 : Number(p.min)), 0);
        ways.push(1 + up((p) => p === one ? total - owed : Number(p.min)));
      }
    }
    return Math.min(...ways);
  }
  function field(form, name, value, cost) {
    const all = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)], one = all[0];
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      const parts = [...form.querySelectorAll(`[name^="${CSS.escape(name)}-"]`)];
      if (parts.length && parts.every((p) => p.tagName === 'BUTTON')) { // each sends one amount
        const given = Object.entries(value).filter(([, n]) => n);
        return given.length === 1
          && parts.some((p) => p.name === `${name}-${given[0][0]}` && p.value === String(given[0][1]));
      }
      const wanted = (p) => value[p.name.slice(name.length + 1)] ?? 0;
      const whole = parts.length > 0 && parts.every((p) => Number(p.max) === wanted(p));
      if (whole && parts[0].closest('[data-all]') && parts.some((p) => p.value !== p.max)) {
        cost.taps += 1;
        return true;
      }
      const names = new Set([...parts.map((p) => p.name.slice(name.length + 1)), ...Object.keys(value)]);
      const before = cost.taps;
      const moves = moved(parts, wanted);
      const given = Object.keys(value).filter((part) => value[part]);
      const ready = given.length === 1 ? parts.find((p) => p.name === `${name}-${given[0]}`) : null;
      const here = ready?.closest('.share')?.querySelector("[data-all-here='']");
      if (here && value[given[0]] === Number(ready.max)) return true; // one press puts all there and sends
      for (const part of names) if (!field(form, `${name}-${part}`, value[part] ?? 0, cost)) return false;
      // one button starts from nothing
      const none = parts[0]?.closest('[data-none]') && parts.every((p) => p.value === p.max);
      const anew = parts.reduce((sum, p) => sum + wanted(p) - Number(p.min), 1);
      if (none) cost.taps = Math.min(cost.taps, before + anew);
      cost.taps = Math.min(cost.taps, before + moves);
      return true;
    }
    if (!one) return none(value);
    if (one.tagName === 'SELECT') {
      const found = [...one.options].find((o) => means(o, value));
      if (!found) return false;
      if (!found.selected) cost.taps += 2;
      return true;
    }
    if (one.tagName === 'BUTTON') return all.some((b) => b.value === text(value));
    if (one.type === 'hidden' && Array.isArray(value)) {
      const sent = all.map((h) => h.value).sort();
      return same(sent, value.map(text).sort()) || same(sent, [JSON.stringify(value)]) || sent.length === 1
        && sent[0].startsWith('[') && same(JSON.parse(sent[0]), value);
    }
    if (one.type === 'hidden') return one.value === text(value) || !value;
    if (one.type === 'radio') {
      const found = all.find((r) => r.value === text(value));
      if (found && !found.checked) cost.taps += 1;
      return Boolean(found) || !value;
    }
    if (one.type === 'checkbox') {
      const wanted = new Set((Array.isArray(value) ? value : value ? [one.value] : []).map(String));
      const ready = [...form.querySelectorAll(`[data-ticks="${CSS.escape(name)}"]`)];
      const at_once = ready.some((b) => same(b.dataset.values.split(' ').sort(), [...wanted].sort()));
      const each = all.filter((box) => box.checked !== wanted.has(box.value)).length;
      cost.taps += at_once ? Math.min(1, each) : each;
      return [...wanted].every((w) => all.some((b) => b.value === w));
    }
    if (String(one.value || 0) !== String(value ?? 0)) {
      const steps = one.closest('.steps') ? Math.abs(Number(value ?? 0) - Number(one.value || 0)) : Infinity;
      const typed = 1 + String(value ?? 0).length;
      cost.taps += Math.min(steps, typed);
      if (one.dataset.place) cost.given += Math.abs(Number(value ?? 0) - Number(one.value || 0));
      else cost.given = NaN;
    }
    return true;
  }
  let best = null;
  for (const form of document.querySelectorAll('form')) {
    const kind = form.querySelector('[name=kind]')?.value;
    const then = form.querySelector('[name=then]')?.value ?? '';
    if (kind !== action.kind || then !== (action.then ?? '')) continue;
    const named = [...form.querySelectorAll('[name=fixed]')].map((one) => JSON.parse(one.value || '{}'));
    const meant = (one) => Object.entries(one).every(([k, v]) => same(action[k] ?? null, v));
    // of a form with several buttons the one that says most
    const size = (one) => Object.keys(one).length;
    const fixed = (named.length ? named : [{}]).filter(meant).sort((a, b) => size(b) - size(a))[0];
    if (!fixed) continue;
    const sends = form.dataset.mapSends?.split(' ') ?? [];
    if (sends.includes(action[(form.dataset.field || '').slice(2)])) return 1; // the goal itself is tapped
    const cost = { taps: 1 + shut(form), given: 0 };
    const rest = Object.keys(action).filter((k) => k !== 'kind' && k !== 'then' && !(k in fixed));
    if (!rest.every((k) => field(form, `f-${k}`, action[k], cost))) continue;
    const sheet = document.querySelector('[data-placing]:not([hidden])');
    let all = cost.taps;
    if (sheet && cost.given && !form.closest('#chosen')) all = Math.min(all, 1 + cost.given);
    if (best === null || all < best) best = all;
  }
  return best;
}"""
# The forms for a march or a voyage of Justinian. A march is chosen from one list, or in the form that a tap
# on its goal opens. A voyage is only in the form at its goal.
MARCH = """(path) => [...document.querySelectorAll('form[data-key=march] select option')]
  .some((o) => o.value && JSON.stringify(JSON.parse(o.value)) === JSON.stringify(path))"""
THERE = """([path, wanted]) => [...document.querySelectorAll('#goal form [name=f-path]')]
  .some((one) => JSON.stringify(JSON.parse(one.value)) === JSON.stringify(path)
    && (!wanted || one.form.querySelector(`button[name=${wanted}]`)))"""
OPEN_HANDS = ".curtain__both button[name=seat]"
# whether the page offers a form that gives this answer now and to every later question of its kind
STANDS = """(action) => [...document.querySelectorAll('form')].some((form) =>
  form.querySelector('[name=always]') && form.querySelector('[name=kind]')?.value === action.kind
  && Object.entries(action).every(([key, value]) => key === 'kind' || !value
    || String(form.querySelector(`[name="f-${key}"]`)?.value) === String(value)))"""
VOYAGE = """(goal) => { const f = document.querySelector('#voyage form');
  return Boolean(f) && f.querySelector('[name=goal]').value === goal; }"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--before", default="ab4fdfe7")
    parser.add_argument("--most", type=int, default=90)
    parser.add_argument("--systems", default=",".join(SYSTEMS))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--root", type=Path, help="(of one part of the work: the tree)")
    parser.add_argument("--part", choices=["record", "count"], help="(that part)")
    parser.add_argument("--data", type=Path)
    asked = parser.parse_args()
    if asked.part:
        ready(asked.root, asked.data)
        work = record if asked.part == "record" else count
        print(json.dumps(work(asked.data, asked.systems.split(","), asked.most)))
        return
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        sys.exit("nothing measured: playwright is not installed")
    if not CHROMIUM:
        sys.exit("nothing measured: there is no Chromium")
    with tempfile.TemporaryDirectory() as folder, checked_out(asked.before, Path(folder)) as old:
        data, found = Path(folder) / "data", {}
        part(old, "record", data, asked)
        for name, tree in (("before", old), ("now", HERE)):
            mine = Path(folder) / name
            shutil.copytree(data, mine)
            found[name] = part(tree, "count", mine, asked)
            shorten_script(data / "script.json", found[name])
    if not asked.json:
        for system in found["now"]:
            for name, rows in found.items():
                print(f"{system:<10} {name:<7} {row_text(rows[system])}")
    print(json.dumps(found))


def shorten_script(script: Path, found: dict[str, Any]) -> None:
    """Shorten each system's recorded script to the decisions that the measured checkout got through. The
    next checkout then stops at the same point. ``found``: the measurements by system.
    """
    known = json.loads(script.read_text())
    for system, row in found.items():
        known[system]["script"] = known[system]["script"][: row["decisions"]]
    script.write_text(json.dumps(known))


def row_text(row: dict[str, Any]) -> str:
    most = sorted(row["kinds"].items(), key=lambda one: -one[1][1])[:6]
    kinds = ", ".join(f"{kind} {times}x {taps}" for kind, (times, taps) in most)
    return f"{row['decisions']} decisions, {row['taps']} taps, elsewhere {row['elsewhere']}: {kinds}"


def part(tree: Path, name: str, data: Path, asked: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, __file__, "--part", name, "--root", str(tree), "--data", str(data)]
    command += ["--systems", asked.systems, "--most", str(asked.most)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


@contextmanager
def checked_out(ref: str, folder: Path) -> Iterator[Path]:
    tree = folder / "tree"
    subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, ref], cwd=HERE, check=True)
    try:
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=HERE, check=True)


def ready(root: Path, data: Path) -> None:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright runs an event loop in this thread
    data.mkdir(parents=True, exist_ok=True)
    os.environ.update(VEXILLUM_DATA=str(data), LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    sys.path[:0] = [str(root), str(root / "bench")]
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)


def enter(game: Any, user: Any, seat: str, action: dict[str, Any]) -> None:
    from django.utils import timezone

    from games import services

    services.submit(
        game.pk,
        seat,
        action,
        drawn_seq=services.table(game).seq,
        key=uuid.uuid4().hex,
        user=user,
        now=timezone.now(),
    )
    game.refresh_from_db()


def record(data: Path, systems: list[str], most: int) -> dict[str, Any]:
    """Start a game of each system, let it run to its middle, and save the database. Then play on, recording
    at most ``most`` of the bot's answers per game. Return the number recorded for each system.
    """
    from django.contrib.auth.models import User

    user, _ = User.objects.get_or_create(username="bench")
    games = {system: begin_game(user, system) for system in systems}
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(data / "kept.sqlite3")])
    found = {}
    for system, game in games.items():
        script, first = list[Any](), turn_of(game)
        while len(script) < most and game.running and turn_of(game) == first:
            step = next_answer(game)
            if system == "dba" and script and step[1]["kind"] == "roll_pips":
                break
            script.append(step)
            enter(game, user, *step)
        found[system] = {"game": str(game.pk), "script": script}
    connection.close()
    shutil.move(data / "kept.sqlite3", data / "vexillum.sqlite3")
    for rest in data.glob("vexillum.sqlite3-*"):
        rest.unlink()
    (data / "script.json").write_text(json.dumps(found))
    return {system: len(row["script"]) for system, row in found.items()}


def begin_game(user: Any, system: str) -> Any:
    """Start a game and play it about halfway. A DBA game is played on until a bound begins."""
    from late_page import late_game

    while True:
        game, _turn = late_game(user, system, SYSTEMS[system])
        game.seats.update(user=user)
        while system == "dba" and game.running and next_answer(game)[1]["kind"] != "roll_pips":
            enter(game, user, *next_answer(game))
        if game.running:
            return game


def turn_of(game: Any) -> Any:
    from games import services

    view = services.table(game).view(None)
    return next((view[word] for word in TURNS if word in view), None)


def next_answer(game: Any) -> tuple[str, dict[str, Any]]:
    """Return the first seat that owes an answer, and the answer of the bot or, failing that, the default."""
    from engine.dice import Seeded
    from games import services

    table = services.table(game)
    decision = table.decisions()[0]
    action = table.rules.bot(table.state, decision.seat, Seeded(b"taps", "bot", table.seq))
    return decision.seat, table.system.codec.write(action or decision.default)


def count(data: Path, systems: list[str], _most: int) -> dict[str, Any]:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client
    from playwright.sync_api import sync_playwright

    from games.models import Game

    settings.ALLOWED_HOSTS = ["*"]
    user, client = User.objects.get(username="bench"), Client()
    script = json.loads((data / "script.json").read_text())
    client.force_login(user)
    address, found = serve_site(), {}
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context: Any = browser.new_context(**WINDOW)
        context.set_default_timeout(PAGE_MS)
        context.add_cookies([cookie])
        for system in systems:
            game = Game.objects.get(pk=script[system]["game"])
            page = context.new_page()
            found[system] = turn_played(page, address, game, user, script[system]["script"])
            page.close()
        browser.close()
    return found


def serve_site() -> str:
    import map_panning

    # an older checkout is measured with its own map_panning
    server = getattr(map_panning, "serve_site", None) or map_panning.served  # type: ignore[attr-defined]
    return str(server())


def turn_played(page: Any, address: str, game: Any, user: Any, script: list[Any]) -> dict[str, Any]:
    from engine.game import Refusal

    at, taps, elsewhere, kinds = 0, 0, list[str](), dict[str, list[int]]()
    each, sent_before, standing = list[list[Any]](), set[int](), set[str]()
    while at < len(script):
        game.decisions.update(due_at=None)  # the server must not answer for a missed deadline
        seat = script[at][0]
        home = f"{address}{game.get_absolute_url()}?seat={seat}"
        needed, action, covered = None, script[at][1], [at]
        if at in sent_before or f"{seat} {json.dumps(action)}" in standing:
            needed = 0  # the march or the standing order answers
        else:
            for together, indices in (*group_answers(script, at), (action, [at])):
                wanted = together.get("wanted")
                if wanted and [script[i][1] for i in indices] != march_steps(game, together):
                    continue
                needed = count_taps(page, home, together, places_of_pieces(game, seat))
                if needed is not None:
                    action, covered = together, indices
                    break
            else:
                elsewhere.append(str(action["kind"]))
            if needed is not None and page.evaluate(STANDS, action):
                standing.add(f"{seat} {json.dumps(action)}")
        taps += needed or 0
        each.append([needed, seat, action])
        row = kinds.setdefault(action["kind"], [0, 0])
        kinds[action["kind"]] = [row[0] + 1, row[1] + (needed or 0)]
        sent_before |= set(covered[1:])
        try:
            for step in script[at : at + run_length(covered)]:
                enter(game, user, *step)
        except Refusal as refusal:  # the dice differ from the recorded ones
            print(f"{action}: {refusal}", file=sys.stderr)
            break
        at += run_length(covered)
    missed = {kind: elsewhere.count(kind) for kind in dict.fromkeys(elsewhere)}
    return {"decisions": at, "taps": taps, "elsewhere": missed, "kinds": kinds, "each": each}


def run_length(covered: list[int]) -> int:
    """Return the number of answers at the beginning of ``covered`` that follow each other directly in the
    script. ``covered``: the indices of the answers in the script that one action gives.
    """
    return next((n for n, (i, j) in enumerate(pairwise(covered), 1) if j != i + 1), len(covered))


def march_steps(game: Any, march: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the actions that the page sends for a march with markers or an attack, or None if this checkout
    has no such march.
    """
    from campaigns.justinian.pages import marching
    from campaigns.justinian.rules.state.position import Position
    from campaigns.justinian.rules.state.progress import March
    from games import services

    at = services.table(game)
    frame = at.state.in_progress(March)
    if frame is None or "wanted" not in marching.steps.__code__.co_varnames:
        return None
    pos = Position(at.rules.setting, at.state)
    return marching.steps(pos, frame.army, march["path"], {march["wanted"]})


def own_run(script: list[Any], at: int) -> list[int]:
    """Return the indices of the answers that a seat gives in a row, beginning with answer ``at`` of the
    script. An enemy who declines to intercept does not interrupt the row.
    """
    found = list[int]()
    for i in range(at, len(script)):
        if script[i][0] == script[at][0]:
            found.append(i)
        elif script[i][1] != {"kind": "intercept_with", "armies": []}:
            break
    return found


def group_answers(script: list[Any], at: int) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """Group answers that form one action (a march, a voyage, a crossing). Yield each action with the indices
    of its answers, the longest first.
    """
    indices = own_run(script, at)
    run = [script[i][1] for i in indices]
    kinds = [action["kind"] for action in run]
    marched = {"move_army", "place_marker", "remove_marker"}
    steps = next((i for i, kind in enumerate(kinds) if kind not in marched), len(run))
    if "move_army" in kinds[:steps] and not any(one.get("treasury") for one in run[:steps]):
        for number in range(steps, 0, -1):
            path = [one["to"] for one in run[:number] if one["kind"] == "move_army"]
            march = {"kind": "a march", "path": path}
            if kinds[number : number + 1] == ["attack"] and set(kinds[:number]) == {"move_army"}:
                yield {**march, "wanted": "attack"}, indices[: number + 1]
            if set(kinds[:number]) == {"move_army"}:
                yield {**march, "wanted": ""}, indices[:number]
            elif path:
                yield {**march, "wanted": "markers"}, indices[:number]
    if kinds[:2] == ["move_along", "end_action"]:
        yield {**run[0], "then": "end_action"}, indices[:2]
    end = next((i for i, kind in enumerate(kinds[1:], 1) if kind not in ("sail_to", "sail")), 0)
    first = run[0]
    if kinds[0] == "activate_fleet" and end and kinds[end] == "put_in":
        voyage = {"kind": "a voyage", "from": first["place"], "goal": run[end]["province"]}
        yield voyage, indices[: end + 1]
    if kinds[0] == "embark" and end and kinds[end] == "land" and run[end]["units"] == first["units"]:
        seas = [first["sea"], *(one["to"] for one in run[1:end])]
        cross = {"kind": "cross", "origin": first["origin"], "path": [*seas, run[end]["to"]]}
        yield {**cross, "units": first["units"]}, indices[: end + 1]


def places_of_pieces(game: Any, seat: str) -> dict[str, str]:
    """Return the place of each piece as the seat sees it, but only for pieces that have names."""
    from games import services

    view = services.table(game).view(seat)
    found: dict[str, str] = {}
    for name in ("pieces", "armies"):
        told = view.get(name, ())
        rows = told.items() if isinstance(told, dict) else ((one.get("id"), one) for one in told)
        found |= {id: one["at"] for id, one in rows if isinstance(one, dict) and one.get("at")}
    return found


def count_taps(page: Any, home: str, action: dict[str, Any], stands: dict[str, str]) -> int | None:
    """Return the fewest taps for an action, or None if the page does not offer it. ``stands``: the place of
    each piece (:func:`places_of_pieces`).
    """
    page.goto(home)
    if page.locator(".curtain__both").count():  # one browser plays both hands
        page.click(".curtain__both summary")
        page.click(".curtain__both button")
        page.goto(home)
    if page.locator(OPEN_HANDS).count():  # one person plays every seat, so open the hands for the count
        with page.expect_navigation():
            page.locator(OPEN_HANDS).last.evaluate("button => button.form.requestSubmit(button)")
        page.goto(home)
    if action["kind"] == "a march":
        path, sought = action["path"], [action["path"], action["wanted"]]
        listed = 3 if not action["wanted"] and page.evaluate(MARCH, path) else None
        if tap(page, path[-1]) and page.evaluate(THERE, sought):
            return 2
        if listed is None and len(path) > 1:  # the route is drawn place by place
            page.goto(home)
            if all(tap(page, place) for place in path) and page.evaluate(THERE, sought):
                return len(path) + 1
        return listed
    if action["kind"] == "a voyage":
        there = (
            tap(page, action["from"]) and tap(page, action["goal"]) and page.evaluate(VOYAGE, action["goal"])
        )
        return 3 if there else None
    found = [page.evaluate(COUNT, action)]
    named = [stands.get(value, value) for value in strings(action)]
    places = list(dict.fromkeys(one for one in named if has_place(page, one)))
    ends = (
        [(places[0],), (places[-1],), (places[0], places[-1])]
        if len(places) > 1
        else [(one,) for one in places]
    )
    for way in ends if found[0] is None or found[0] > 2 else ():
        if way != ends[0]:
            page.goto(home)
        if all(tap(page, place) for place in way):
            needed = page.evaluate(COUNT, action)
            found.append(None if needed is None else needed + len(way))
            if needed == 1:
                break  # a second tap might send the form
    return min((one for one in found if one is not None), default=None)


def strings(value: Any) -> list[str]:
    """Return every text in an action, in order. Each text may be the name of a place."""
    if isinstance(value, str):
        return [value]
    inside = (
        [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    )
    return [text for one in inside for text in strings(one)]


def has_place(page: Any, place: str) -> bool:
    """Return whether the map has this place. On a board, first let the page create the link to an empty
    space, as a tap would.
    """
    link = "name => Boolean(window.vexillumMap?.linkOf(document.querySelector('[data-map]'), name))"
    return bool(page.evaluate(link, place))


def tap(page: Any, place: str) -> bool:
    from playwright.sync_api import Error

    if not has_place(page, place):
        return False
    click = "e => e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1}))"
    page.wait_for_function("window.htmx")
    page.eval_on_selector(f"[id='m-{place}']", click)
    try:
        page.wait_for_selector(f"#chosen[data-at='{place}']", state="attached", timeout=TAP_MS)
    except Error:
        return False
    return True


if __name__ == "__main__":
    main()
