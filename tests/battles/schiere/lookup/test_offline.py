"""The offline script, run by Node, answers public cases and random questions exactly as the server does."""

import dataclasses
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from armies.schiere.catalogue import CHIEFS, WINGS, army_lists, kinds
from battles.schiere.answers.lookup import resolve
from battles.schiere.lookup.answer_blocks import Words, blocks
from battles.schiere.lookup.data import data, rules
from battles.schiere.lookup.query import question
from battles.schiere.rules.cards import CARDS, DRAW
from battles.schiere.rules.melee.situation import COMMANDERS, FIGHTERS, GROUNDS, RECEPTIONS, STRUCK
from battles.schiere.rules.shooting.shot import STANDS, WEAPONS
from engine.cases import load
from engine.game import BadScenario
from tests.found import some
from tests.nodejs import needs_node

ROOT = Path(__file__).parents[4]
SCRIPTS = [str(ROOT / "static" / "lookup" / name) for name in ("schiere.js", "schiere_page.js")]
ASKED = ("duel", "shot", "initiative", "nerve", "rally", "army")
UNREAD = {
    "not_one_of",
    "unknown_kind",
    "missing_field",
    "unknown_field",
    "not_a_number",
    "not_a_pair",
    "too_many",
}


def node(**sent: Any) -> Any:
    script = str(Path(__file__).parent / "compare.js")
    done = subprocess.run(
        ["node", script, *SCRIPTS], input=json.dumps(sent), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def server(asked: dict[str, Any], language: str) -> Any:
    """Return the answer of the server's page, or None if it cannot read the question (which no form
    sends).
    """
    words = Words(data()["texts"][language], language)
    full = asked | ({"solved": "all"} if asked["ask"] == "duel" else {})
    try:
        answer = resolve({k: v for k, v in full.items() if k != "chances"})
        told = blocks(full, answer, words)
    except BadScenario as bad:
        if {mistake.code for mistake in bad.mistakes} & UNREAD:
            return None
        return {"mistakes": sorted([m.path.removeprefix("$."), m.code] for m in bad.mistakes)}
    return {
        "blocks": json.loads(json.dumps([dataclasses.asdict(one) for one in told])),
        "laws": laws(asked["ask"], answer),
    }


def laws(ask: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the possible results in an answer with their chances, rounded to nine places."""
    chances = answer.get("chances", {}) if ask == "duel" else {}
    found = {name: of[name] for name, of in (("joint", chances), ("scores", answer)) if name in of}
    rounded = {name: [one | {"chance": share(one["chance"])} for one in law] for name, law in found.items()}
    return rounded | ({"result": answer["result"]} if ask == "initiative" and "result" in answer else {})


def share(chance: list[int] | float) -> float:
    """Return a chance as a rounded number, whether Python or JavaScript calculated it."""
    return round(chance[0] / chance[1] if isinstance(chance, list) else chance, 9)


def compared(questions: list[dict[str, Any]], language: str) -> list[tuple[Any, Any]]:
    """Return the answers of server and script to each readable question."""
    pairs = [(asked, told) for asked in questions if (told := server(asked, language)) is not None]
    texts = data()["texts"][language]
    asked = [one for one, _ in pairs]
    answers = node(rules=rules(), texts=texts, language=language, questions=asked)["answers"]
    for answer in answers:
        answer.get("mistakes", []).sort()
        for law in (answer.get("laws", {}).get(name, []) for name in ("joint", "scores")):
            for one in law:
                one["chance"] = share(one["chance"])
    return [(told, answer) for (_, told), answer in zip(pairs, answers, strict=True)]


@needs_node
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_public_cases(language: str) -> None:
    """The offline script gives the server's answer to every public case, as docs/offline.md requires."""
    cases = [dict(case.given) for case in load(ROOT / "tests" / "cases" / "schiere")]
    found = compared([one for one in cases if one.get("ask") in ASKED], language)
    assert len(found) > 180
    for told, answer in found:
        assert answer == told


def unit(luck: random.Random) -> dict[str, Any]:
    """Draw a random unit, in which most facts have their default values."""
    facts: dict[str, Any] = {
        "damage": lambda: luck.randint(1, 3),
        "commander": lambda: luck.choice(COMMANDERS),
        "commander_damage": lambda: 1,
        "order": lambda: luck.choice(CARDS),
        "support": lambda: luck.randint(1, 2),
        "beside": lambda: luck.randint(1, 3),
        "ground": lambda: luck.choice(GROUNDS),
        **dict.fromkeys(("solid", "out_of_command", "shaken", "isolated"), lambda: True),
    }
    return {"class": luck.choice(FIGHTERS)} | {k: f() for k, f in facts.items() if luck.random() < 0.12}


def duel(luck: random.Random) -> dict[str, Any]:
    played = luck.randint(0, 5)
    hands = [luck.sample(CARDS, played) for _ in range(2)]
    asked: dict[str, Any] = {"ask": "duel", "a": unit(luck), "d": unit(luck)}
    asked |= {"received": luck.choice(RECEPTIONS), "tests": luck.choice(("", "a", "d", "ad"))}
    asked |= {"second": unit(luck)} if luck.random() < 0.2 else {"struck": luck.choice(STRUCK[:3])}
    asked |= {name: True for name in ("untested", "commanders_tested") if luck.random() < 0.2}
    return asked | ({"cards": [list(pair) for pair in zip(*hands, strict=True)]} if played else {})


def shot(luck: random.Random) -> dict[str, Any]:
    shooters = [
        {"weapon": luck.choice(WEAPONS), "distance": luck.randint(2, 8), "velites": luck.random() < 0.12}
        for _ in range(luck.randint(1, 4))
    ]
    return {"ask": "shot", "shooters": shooters, "target": unit(luck), "from": luck.choice(STANDS)}


def bids(luck: random.Random) -> dict[str, Any]:
    def bid() -> dict[str, Any]:
        return {"enterprising": luck.random() < 0.5, "order": luck.choice(CARDS)}

    drawn = {"cards": [luck.choice(DRAW), luck.choice(DRAW)]} if luck.random() < 0.4 else {}
    return {"ask": "initiative", **drawn} | {side: bid() for side in "ab" if luck.random() < 0.8}


def rally(luck: random.Random) -> dict[str, Any]:
    facts = {"rampaging": luck.random() < 0.4, "in_chain": luck.random() < 0.7}
    return {"ask": "rally", **facts, "chief": luck.choice(CHIEFS), "order": luck.choice(CARDS)}


def army(luck: random.Random) -> dict[str, Any]:
    """Draw a random army, legal or with any possible mistake."""
    mine = luck.choice(tuple(army_lists()))
    able = tuple(army_lists()[mine].kinds) if luck.random() < 0.7 else tuple(kinds())
    units = {kind: luck.randint(0, 14) for kind in luck.sample(able, luck.randint(0, 6))}
    roster = {"army": mine, "units": units, "points": luck.choice((2, 20, 40, 60, 104, 400))}
    roster |= {"chief": luck.choice(CHIEFS), "wings": [luck.choice(WINGS) for _ in range(luck.randint(0, 3))]}
    roster |= {"orders": luck.randint(0, 4), "actions": luck.randint(0, 2)}
    return {"ask": "army", "army": roster} | ({"agreed": luck.randint(0, 9)} if luck.random() < 0.5 else {})


@needs_node
@pytest.mark.parametrize("make", [shot, bids, rally, army], ids=lambda make: make.__name__)
def test_random_draws(make: Any) -> None:
    luck = random.Random(5)
    for told, answer in some(compared([make(luck) for _ in range(300)], "it")):
        assert answer == told


@needs_node
def test_random_duels() -> None:
    luck = random.Random(6)
    found = compared([duel(luck) for _ in range(150)], "en")
    assert sum("blocks" in told for told, _ in found) > 15
    for told, answer in some(found):
        assert answer == told


ADDRESSES = [
    "ask=duel&a.class=heavy_infantry&d.class=light_infantry&a.order=&lang=it",
    "ask=duel&a.class=wing&cards.0.0=sword1&cards.0.1=feint&cards.1.0=sword2&cards.1.1=&second.damage=1",
    "ask=shot&shooters.0.weapon=bows&shooters.0.distance=4&shooters.1.weapon=&shooters.1.distance=2&from=in_wood",
    "ask=shot&cards.0=sword3&cards.1=shield&shooters.2.weapon=slings&shooters.2.distance=3&target.class=chief",
    "ask=initiative&a.enterprising=true&b.order=sword2",
    "ask=nerve&moves=false&card=shield&unit.damage=2",
    "ask=rally&rampaging=true&in_chain=false&order=",
    "ask=army&army.army=rome&army.points=40&army.units.rome_velites=4&army.wings.1=resolute&army.wings.0=&agreed=5",
    "ask=army&army.army=carthage",
    "ask=duel&a=horse&a.class=wing",
]


@needs_node
def test_an_address_is_read_alike() -> None:
    entries = [[pair.split("=") for pair in address.split("&")] for address in ADDRESSES]
    read = node(rules=rules(), texts=data()["texts"]["en"], language="en", entries=entries)["questions"]
    assert read == [question(dict(pairs)) for pairs in entries]
