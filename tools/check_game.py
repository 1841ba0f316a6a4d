#!/usr/bin/env python3
"""Check an exported game without Vexillum: all you need is this file and Python 3.8 or newer.

    python3 check_game.py game.json

An exported game (from its page, or from `manage.py export GAME > game.json`) contains its opening and
every entry of its log. Once it has ended, it also contains the secret seed of its dice. This program
checks

- the seed: its SHA-256 is the commitment that was published when the game began;
- the chain: the digest of each entry is the SHA-256 of its content and of the previous digest; the first
  entry follows the digest of the data that the game was opened with. Compare the last digest with one
  that you noted down while you played: if they agree, nothing before it was altered;
- the place of each entry: the numbers have no gap, and a rewind leads to an entry of the line of play;
- each amendment (a fact that the game master has corrected): it has no dice and no events. Amendments are
  also listed with their reasons;
- each die: its face is possible, and its source is allowed in the game. Once the seed is known, a die of
  the server must be the one that the seed gives at this place. That die is computed by HMAC-SHA256 over
  game, place, index, sides and purpose. In a duplicate, all tables share one seed, and the die is computed
  over seat, sides, purpose and the number of earlier dice of the same kind.

The chain does not cover the rest of the file: its version, the game's name, status, outcome and seats,
the name of the scenario, and the digest of the last position. Nor does it cover the players' objections
to amendments and the treaties (a file has only those that its downloader may read). In each entry it does
not cover the time, the turn, the reason and whether the entry was covert. Nobody can rely on these. Nor
can the check detect that entries were cut off at the end, or that everything was rebuilt from another
seed. Only a digest that you noted down while you played shows that.

This program does not check whether the rules were applied correctly. `manage.py verify` does, but it
needs the rules. At the end it lists the luck of each seat, separately for dice that the server rolled and
dice that players typed: the sum of the faces minus the expected sum, in standard deviations. Exit code 0:
all is well; 1: faults were found; 2: no such file, or not an exported game.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import sys
from collections.abc import Iterator
from typing import Any

AS_IT_CAME = 0  # value of ``order`` in entries older than that field; their digests leave it out
MOST_SIDES = 1 << 64  # number of values that eight bytes of the digest can have
CONTENT = ("seq", "step", "kind", "seat", "action", "rolls", "events", "rules_version")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8-sig") as file:
            game = json.load(file)
        found = list(faults(game))
        told = [*amendments(game), *treaties(game), *luck(game)]
    except (OSError, ValueError) as error:
        print(f"{arguments[0]}: {error}")
        return 2
    except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        print(f"{arguments[0]} is not an exported game: {error!r}")
        return 2
    for line in found:
        print(line)
    last = game["entries"][-1]["digest"] if game["entries"] else "none"
    print(f"{len(game['entries'])} entries, last digest {last}")
    print(
        "dice checked against the seed" if game.get("seed") else "the seed is still secret: dice not checked"
    )
    for line in told:
        print(line)
    print("ok" if not found else f"{len(found)} faults")
    return int(bool(found))


# --- checks ----------------------------------------------------------------------------------------------


def faults(game: dict[str, Any]) -> Iterator[str]:
    """Yield every fault in an exported game, one line each."""
    seed = bytes.fromhex(game["seed"]) if game.get("seed") else None
    if seed is not None and hashlib.sha256(seed).hexdigest() != game["commitment"]:
        yield "seed: it is not the one that the game was committed to"
    before = digest(opening(game))
    line: list[int] = []
    fallen: dict[str, int] = {}
    for number, entry in enumerate(game["entries"]):
        where = f"entry {number}"
        if entry["digest"] != digest({**content(entry), "previous": before}):
            yield f"{where}: its digest is not that of its content and of the entry before"
        before = entry["digest"]
        if entry["seq"] != number:
            yield f"{where}: it calls itself {entry['seq']}"
        yield from (f"{where}: {fault}" for fault in _place_faults(entry, line))
        yield from (f"{where}: {fault}" for fault in _dice_faults(game, entry, seed, fallen))


def opening(game: dict[str, Any]) -> dict[str, Any]:
    """Return the data that the game was opened with. The first entry names their digest as the previous one.
    Games with binding 1 have no field ``binding``, because it did not exist yet.
    """
    binding = game.get("binding", 1)
    return {
        "game": game["game"],
        "system": game["system"],
        "scenario": game["scenario"],
        "options": game["options"],
        "commitment": game["commitment"],
        "sources": sorted(game["sources"]),
        **({} if binding == 1 else {"binding": binding}),
    }


def content(entry: dict[str, Any]) -> dict[str, Any]:
    order = entry.get("order", AS_IT_CAME)
    return {**{name: entry[name] for name in CONTENT}, **({} if order == AS_IT_CAME else {"order": order})}


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of a value: keys sorted, no spaces."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _place_faults(entry: dict[str, Any], line: list[int]) -> Iterator[str]:
    """Yield the faults in an entry's place. ``line``: the numbers of the entries in the line of play, by
    step. The entry is added to it; a rewind shortens it instead.
    """
    if entry["kind"] == "rewind":
        to = (entry["action"] or {}).get("to")
        if to not in line or line.index(to) != entry["step"]:
            yield f"it goes back to {to}, which is not entry {entry['step']} of the line of play"
        del line[entry["step"] + 1 :]
        return
    if entry["kind"] in ("amend", "laid") and (entry["rolls"] or entry["events"]):
        yield "it puts a fact right, or lays out a position, and yet has dice or events"
    kinds = ("action", "amend", "laid") if line == [0] else ("action", "amend")
    if entry["kind"] not in (kinds if line else ("setup",)) or entry["step"] != len(line):
        yield f"it is step {entry['step']} ({entry['kind']}), where step {len(line)} belongs"
    line.append(entry["seq"])


def amendments(game: dict[str, Any]) -> Iterator[str]:
    """Yield the corrections and the positions set up by hand, one line each, including undone ones."""
    for entry in game["entries"]:
        if entry["kind"] == "laid":
            yield f"entry {entry['seq']} lays out a position: this is a sandbox, no game that was played"
        if entry["kind"] == "amend":
            for one in entry["action"]["changes"]:
                path, was, now = ".".join(one["path"]), json.dumps(one["from"]), json.dumps(one["to"])
                yield f"entry {entry['seq']} puts right {path}: {was}, now {now} ({entry['action']['why']})"
            for said in game.get("objections", []):
                if said["entry"] == entry["seq"]:
                    yield f"entry {entry['seq']}: {said['seat']} objects: {said['words']}"


def treaties(game: dict[str, Any]) -> Iterator[str]:
    """Yield the treaties in the file, one line each. They are not part of the log, so nothing proves them."""
    for one in game.get("treaties", []):
        open_to_all = one["made_seq"] is not None and (one["public"] or one["revealed_by"])
        kept = ", ".join(f"{row['by']}'s {row['kind']} {row['status']}" for row in one["promises"])
        how = "open" if open_to_all else "secret"
        yield f"treaty of {one['seat']} and {one['to']} ({how}, {one['status']}): {kept}"


# --- dice -------------------------------------------------------------------------------------------------


def _dice_faults(
    game: dict[str, Any], entry: dict[str, Any], seed: bytes | None, fallen: dict[str, int]
) -> Iterator[str]:
    """Yield the faults in an entry's dice. ``fallen`` counts the earlier dice of each kind, including undone
    ones; the dice of this entry are added to it.
    """
    place = entry["step"] if game.get("binding", 1) == 1 else entry["seq"]
    for index, roll in enumerate(entry["rolls"]):
        what = f"die {index} ({roll['purpose']})"
        low, sides = roll.get("low", 1), roll["sides"]
        if not 1 <= sides <= MOST_SIDES:
            yield f"{what}: it has {sides} sides"
            continue
        if roll["source"] not in (["seeded"] if roll.get("secret") else game["sources"]):
            yield f"{what}: its source is {roll['source']}"
        if not low <= roll["face"] < low + sides:
            yield f"{what}: a die from {low} to {low + sides - 1} shows {roll['face']}"
        kind = f"{roll.get('seat', '')}|{sides}|{roll['purpose']}"
        number = fallen[kind] = fallen.get(kind, -1) + 1
        if seed is not None and roll["source"] == "seeded":
            alone = f"{game['game']}|{place}|{index}|{sides}|{roll['purpose']}"
            shared = f"{kind}|{number}"  # all tables of a duplicate share this die
            face = low + draw_below(seed, shared if game.get("binding") == 3 else alone, sides)
            if face != roll["face"]:
                yield f"{what}: the seed gives {face}, the log says {roll['face']}"


def draw_below(seed: bytes, bound: str, sides: int) -> int:
    """Return the number from 0 to ``sides`` - 1 that the seed gives for ``bound``. All are equally likely: a
    value that would favour low numbers is replaced by another draw.
    """
    limit, attempt = (1 << 64) - (1 << 64) % sides, 0
    while True:
        drawn = hmac.new(seed, f"{bound}|{attempt}".encode(), hashlib.sha256).digest()
        value = int.from_bytes(drawn[:8], "big")
        if value < limit:
            return value % sides
        attempt += 1


def luck(game: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each seat, source and kind of die: its faces compared with the expected ones. Dice of
    undone steps count too; secret dice do not.
    """
    sums: dict[tuple[str, str, int], list[int]] = {}
    for entry in game["entries"]:
        for roll in entry["rolls"]:
            if not roll.get("secret"):
                source = "typed" if roll["source"] == "entered" else roll["source"]
                key = (roll.get("seat") or "nobody", source, roll["sides"])
                sums.setdefault(key, []).append(roll["face"] - roll.get("low", 1))
    for (seat, source, sides), faces in sorted(sums.items()):
        expected, spread = (sides - 1) / 2, math.sqrt((sides * sides - 1) / 12)
        off = (sum(faces) - len(faces) * expected) / (spread * math.sqrt(len(faces))) if sides > 1 else 0.0
        yield f"luck of {seat}: {len(faces)} dice of {sides} sides ({source}), {off:+.2f} standard deviations"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
