"""A bot: takes a seat by an invitation link and plays, at random, until the game is over.
python bot.py https://site.example/join/TOKEN/ vex_... [seconds between looks]  (scopes: read, play)"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

SITE, _join, INVITATION = sys.argv[1].rstrip("/").rpartition("/join/")
HEADERS = {"Authorization": f"Bearer {sys.argv[2]}", "Content-Type": "application/json"}
PAUSE = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        sent = urllib.request.Request(f"{SITE}/api/{path}", data, HEADERS, method=method)
        return json.load(urllib.request.urlopen(sent))
    except urllib.error.HTTPError as error:
        told = json.load(error)
        if error.code not in (400, 409, 422, 429, 503):  # with these another try may do better
            sys.exit(f"{told['code']}: {told['text']} {told['hint']}")
        time.sleep(float(error.headers.get("Retry-After", 0)))


def value(field):
    low, options = field.get("low") or 0, [one["value"] for one in field.get("options", ())]
    if field["type"] == "many":
        return random.sample(options, low)
    if field["type"] == "share":
        picked = random.choices(options, k=low)
        return {str(one): picked.count(one) for one in options}
    if field["type"] == "path":
        return [random.choice([leg["to"] for leg in field["legs"] if leg["origin"] == field["start"]])]
    drawn = {"pick": lambda: random.choice(options), "number": lambda: random.randint(low, field["high"])}
    return drawn.get(field["type"], lambda: field.get("example", ""))()


seat = ask("POST", f"invitations/{INVITATION}", {})
while (now := ask("GET", f"games/{seat['game']}/state")) is None or now["status"] in ("gathering", "running"):
    if not now or not now["choices"] or all(wait["seat"] != seat["seat"] for wait in now["waits"]):
        time.sleep(PAUSE)
        continue
    choice = random.choice([one for one in now["choices"] if one["decision"]] or now["choices"])
    action = {"kind": choice["kind"], **choice["fixed"], **{f["name"]: value(f) for f in choice["fields"]}}
    sent = {"seat": seat["seat"], "seq": now["seq"], "key": str(random.getrandbits(64)), "action": action}
    ask("POST", f"games/{seat['game']}/act", sent)
print("It is over:", json.dumps(now["outcome"]))
