"""A bot that takes a seat by an invitation link and plays at random until the game is over.
python bot.py https://site.example/join/TOKEN/ vex_... [seconds between polls]  (scopes: read, play)"""

import json
import random
import sys
import time
import urllib.request

SITE, _join, INVITATION = sys.argv[1].rstrip("/").rpartition("/join/")
HEADERS = {"Authorization": f"Bearer {sys.argv[2]}", "Content-Type": "application/json"}


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        sent = urllib.request.Request(f"{SITE}/api/{path}", data, HEADERS, method=method)
        return json.load(urllib.request.urlopen(sent))
    except urllib.error.HTTPError as error:
        told = json.load(error)
        if error.code not in (400, 409, 422, 429, 503):  # after these errors another try may succeed
            sys.exit(f"{told['code']}: {told['text']} {told['hint']}")
        time.sleep(float(error.headers.get("Retry-After", 0)))


def value(field):
    kind, low, options = field["type"], field.get("low") or 0, [o["value"] for o in field.get("options", ())]
    if kind == "path":  # choose the path leg by leg, as many as needed
        way = [field["start"]]
        while len(way) <= max(low, 1):
            way.append(random.choice([leg["to"] for leg in field["legs"] if leg["origin"] == way[-1]] or way))
        return way[1:]
    if kind == "share":
        picked = random.choices(options, k=low)
        return {str(one): picked.count(one) for one in picked}
    if kind in ("pick", "many"):
        return random.choice(options) if kind == "pick" else random.sample(options, low)
    return random.randint(low, field["high"]) if kind == "number" else field.get("example", "")


seat = ask("POST", f"invitations/{INVITATION}", {})
while (now := ask("GET", f"games/{seat['game']}/state")) is None or now["status"] in ("gathering", "running"):
    if not now or not now["choices"] or all(wait["seat"] != seat["seat"] for wait in now["waits"]):
        time.sleep(float([*sys.argv, "10"][3]))
        continue
    choice = random.choice([one for one in now["choices"] if one["decision"]] or now["choices"])
    action = {"kind": choice["kind"], **choice["fixed"], **{f["name"]: value(f) for f in choice["fields"]}}
    sent = {"seat": seat["seat"], "seq": now["seq"], "key": str(random.getrandbits(64)), "action": action}
    ask("POST", f"games/{seat['game']}/act", sent)
print("It is over:", json.dumps(now["outcome"]))
