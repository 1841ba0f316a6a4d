"""The archive for the browser, unpacked and run in a process that has nothing else of the project."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from engine import journal
from features.offline import sync
from features.offline.export import export_for_offline
from features.offline_app import bundle
from games import services
from games.models import Entry, Game
from games.services.entries import whole_log
from games.services.tables import opening_of
from tests.browser.tables import table_battle
from tests.games.cast import do
from tests.web.cast import person

pytestmark = pytest.mark.django_db

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from features.offline_app.inside.program import Program

program = Program(sys.argv[1], sys.argv[2], "s" * 50)
given = json.load(sys.stdin)
program.lay(json.dumps(given["taken"]), json.dumps(given["person"]))
TOKEN = {"csrfmiddlewaretoken": "c" * 32}
game, told = given["taken"]["game"], {}

def ask(method, path, form=None):
    from urllib.parse import urlencode
    kind = {"content-type": "application/x-www-form-urlencoded", "accept-language": "en"}
    cookies = {"csrftoken": "c" * 32}
    sent = urlencode(form or {}).encode()
    status, headers, body = program.ask(method, path, json.dumps(kind), sent, json.dumps(cookies))
    return status, dict(json.loads(headers)), body.decode()

def act(seat, kind, fields, faces=()):
    seq = program.seq()
    form = {**TOKEN, "seat": seat, "seq": seq, "key": f"key-{seq}"}
    form["action"] = json.dumps({"kind": kind, **fields})
    form |= {f"face-{n}": face for n, face in enumerate(faces)}
    return ask("POST", f"/games/{game}/act", form)


from django.utils.module_loading import import_string
from features.offline_app.inside.files import browser_settings as known
for _route, _name, view in (row for rows in known()["addresses"].values() for row in rows if row[2]):
    try:
        import_string(view)
    except ImportError as error:
        told.setdefault("lacking", []).append(f"{view}: {error}")
told["page"] = ask("GET", f"/games/{game}/")
told["forged"] = ask("POST", f"/games/{game}/act", {"seat": "red", "csrfmiddlewaretoken": "d" * 32})[0]
told["letters"] = ask("GET", f"/games/{game}/letters/")[0]
for step in given["steps"]:
    told.setdefault("acted", []).append(act(*step)[0])
seq = program.seq()
form = {**TOKEN, "seat": "red", "seq": seq, "key": "back", "steps": 1}
told["back"] = ask("POST", f"/games/{game}/take-back", form)[0]
kept = program.database()
program.restore(kept, game, json.dumps(given["person"]))
told["again"] = ask("GET", f"/games/{game}/chronicle/")[0]
told["played"] = json.loads(program.export_moves(given["taken"]["base"]["seq"]))
program.empty = None  # as one that has woken anew on what was kept
broken = {**given["taken"], "entries": given["taken"]["entries"][:1] * 2}
try:
    program.lay(json.dumps(broken), json.dumps(given["person"]))
except Exception:
    told["kept"] = program.seq()
program.lay(json.dumps(given["taken"]), json.dumps(given["person"]))
told["fresh"] = program.seq()
json.dump(told, sys.stdout)
"""

STEPS = [
    ("red", "roll_pips", {}, (4,)),
    ("red", "end_moves", {}, ()),
]


def away(
    taken: dict[str, Any], folder: Path, steps: list[Any], system: str = "battles.dba", seat: str = "red"
) -> dict[str, Any]:
    """Run SCRIPT with the packed offline app in a separate process, without access to this project or its
    environment. Return the findings that SCRIPT prints.
    """
    packed = folder / "bundle"
    for name, data in bundle.contents(bundle.bundle_settings(system)).items():
        file = packed / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    person = {"name": "owner", "leads": True, "rewind": True, "language": "it", "zone": []}
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            SCRIPT.replace('"red"', f'"{seat}"'),
            str(packed),
            str(folder / "data"),
        ],
        input=json.dumps({"taken": taken, "person": person, "steps": steps}),
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_battle_is_played_there_and_goes_home(tmp_path: Path) -> None:
    game, owner = table_battle(), person("owner")
    laid = {"invader": "red", "bua": False, "river": False, "garrison": None, "terrain": []}
    do(game, owner, "red", {"kind": "set_table", **laid})
    game.refresh_from_db()
    taken = json.loads(json.dumps(export_for_offline(game, owner)))
    told = away(taken, tmp_path, STEPS)
    assert "lacking" not in told, told["lacking"]  # the archive can load every page of a game
    status, headers, page = told["page"]
    assert status == 200 and 'lang="it"' in page and "site-header" not in page
    assert (
        headers["X-Frame-Options"] == "SAMEORIGIN"
        and "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    )
    assert told["forged"] == 403 and told["letters"] == 404
    assert told["acted"] == [302, 302] and told["back"] == 302 and told["again"] == 200
    kinds = [(one["kind"], one["seat"]) for one in told["played"]]
    assert kinds == [("action", "red"), ("action", "red"), ("rewind", "red")], told["played"]
    assert told["played"][0]["dice"] == [4]
    base = taken["base"]["seq"]
    assert (told["kept"], told["fresh"]) == (base + 3, base)  # an impossible copy discards nothing

    done = sync.import_moves(
        game.pk,
        owner,
        device=taken["game"],
        base=taken["base"]["seq"],
        base_digest=taken["base"]["digest"],
        items=told["played"],
        now=game.created_at,
    )
    assert done.result == "home"
    game.refresh_from_db()
    assert services.table(game).state.phase == "moves"
    assert Entry.objects.filter(game=game, kind="rewind").count() == 1
    assert journal.replay(opening_of(game), whole_log(game)).digest == services.table(game).head.digest


def test_a_battle_sheet_goes_along_and_comes_home(tmp_path: Path) -> None:
    client = Client()
    form = {"battle": "tricameron", "dice": "physical"}
    address = client.post("/battles/cataphract/sheet/", form)["Location"]
    game = Game.objects.get(pk=address.strip("/").split("/")[-1])
    owner = game.gm
    assert owner is not None
    taken = json.loads(json.dumps(export_for_offline(game, owner)))
    steps = [
        ("second", "activate", {"leader": "gara"}, ()),
        ("second", "rout_units", {"units": ["b1"]}, (9,)),  # Gelimer's Vandals lose heart
        ("second", "finish_leader", {}, ()),
    ]
    told = away(taken, tmp_path, steps, "battles.cataphract", "second")
    assert "lacking" not in told, told["lacking"]
    assert told["page"][0] == 200 and "Gelimer" in told["page"][2]
    assert told["acted"] == [302, 302, 302] and told["played"][1]["dice"] == [9]
    done = sync.import_moves(
        game.pk,
        owner,
        device=taken["game"],
        base=taken["base"]["seq"],
        base_digest=taken["base"]["digest"],
        items=told["played"],
        now=game.created_at,
    )
    assert done.result == "home"
    game.refresh_from_db()
    state = services.table(game).state
    assert state.heart == () and state.units["b1"].routed
