"""Headlines of the chronicle: what was achieved in a stretch of the war, in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from campaigns.justinian.rules.state.values import ArmySP
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.idle import mark_idle
from campaigns.justinian.wording.names import Names, join_items
from campaigns.justinian.wording.registry import ALL
from engine.game import Facts

MOST = 3  # maximum number of actions in one headline
# The first of these events becomes the headline of a segment without a march.
SMALL = ("fleet_stopped", "leader_moved", "alliance_rolled", "recruits_rolled", "power_drawn", "fort_built")


def headline(
    sort: str, seat: str, number: int, events: Sequence[Facts], won: Sequence[str], names: Names
) -> str:
    """Return the headline of a passage. ``won`` holds the provinces that its side gained."""
    if sort == "segment":
        return _capital(_segment_headline(seat, number, events, won, names))
    if sort == "passed":
        return _capital(gettext("%(seat)s: no action in this segment.") % {"seat": names.seat(seat)}).rstrip(
            "."
        )
    if sort == "lost":
        return gettext("Religious disputes paralyse Byzantium")
    if sort == "ending":
        return _ending(events)
    if sort == "opening":
        return _opening(events)
    return gettext("The armies take their places")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _find_event(events: Sequence[Facts], kind: str) -> Facts | None:
    return next((e for e in events if e["kind"] == kind), None)


def _opening(events: Sequence[Facts]) -> str:
    revenue, paid = _find_event(events, "revenue_received"), _find_event(events, "maintained")
    if revenue is None:
        return gettext("The war begins")
    values = {"revenue": revenue["gold"], "paid": paid["gold"] if paid else 0}
    return gettext("Revenue of %(revenue)s G, %(paid)s G for the troops") % values


def _ending(events: Sequence[Facts]) -> str:
    over = _find_event(events, "game_ended")
    if over is not None:
        won = over["winner"] == "byzantium"
        return gettext("Byzantium has won the war") if won else gettext("The Barbarians have won the war")
    ended = _find_event(events, "turn_ended")
    held = len(ended["prefectures"]) if ended else 0
    return gettext("%(held)s of the five prefectures are Byzantine") % {"held": held}


def _segment_headline(
    seat: str, number: int, events: Sequence[Facts], won: Sequence[str], names: Names
) -> str:
    """Return the headline of a segment. It combines the random event that took effect with the segment's own
    result.
    """
    news = _event_headline(events)
    deeds = _own_headline(seat, number, events, won, names)
    return gettext("%(news)s; %(deeds)s") % {"news": news, "deeds": deeds} if news else deeds


def _event_headline(events: Sequence[Facts]) -> str:
    for event in mark_idle(events):
        if event["kind"] == "revolt_rolled" and not event.get("idle"):
            return gettext("revolt: %(revolt)s") % {"revolt": word(event["revolt"])}
        if event["kind"] == "event_rolled" and event["effective"] and event["event"] != "revolt":
            return "" if event.get("idle") else word(event["event"])
    return ""


def _own_headline(seat: str, number: int, events: Sequence[Facts], won: Sequence[str], names: Names) -> str:
    landed = next((e for e in events if e["kind"] == "army_placed" and e["reason"] == "landed"), None)
    lead = _find_event(events, "army_activated") or landed
    if lead is not None:
        return _campaign(lead, events, won, names)
    for kind in SMALL:
        event = _find_event(events, kind)
        if event is not None:
            return ALL.headlines[kind](event, names)
    values = {"number": number, "seat": names.seat(seat)}
    return gettext("Segment %(number)s: %(seat)s") % values


# --- an army on the march ---


def _campaign(lead: Facts, events: Sequence[Facts], won: Sequence[str], names: Names) -> str:
    army = str(lead["army"])
    many = 2 if names.is_plural(army) else 1
    leader = str(lead.get("leader") or "")
    who = names.leader(leader) if leader and many == 1 else names.army(army)
    deeds = list(_deeds(army, many, lead, events, won, names))
    return f"{who} {join_items(deeds[:MOST])}"


def _deeds(
    army: str, many: int, lead: Facts, events: Sequence[Facts], won: Sequence[str], names: Names
) -> Iterator[str]:
    journey, fights = _describe_journey(army, many, events, names), _fights(army, events)
    fought = {place for places in fights.values() for place in places}
    if journey and journey[0] not in fought and journey[0] not in won:
        yield journey[1]
    for result, places in fights.items():
        yield _battle_headline(result, places, many, names)
    if len(won) > MOST:
        yield ngettext("takes %(count)s provinces", "take %(count)s provinces", many) % {"count": len(won)}
    elif won:
        taken = {"places": join_items(names.place(p) for p in won)}
        yield ngettext("takes %(places)s", "take %(places)s", many) % taken
    for e in events:
        if e["kind"] == "power_eliminated":
            yield ngettext("destroys %(the_power)s", "destroy %(the_power)s", many) % _power(
                e["power"], names
            )
    if not journey and not fights and not won:
        yield _at_home(army, many, lead, events, names)


def _at_home(army: str, many: int, lead: Facts, events: Sequence[Facts], names: Names) -> str:
    rallied = (
        e for e in events if e["kind"] == "status_changed" and e["reason"] == "recovered" and not e["on"]
    )
    if any(e["unit"] == ArmySP(army) for e in rallied):
        return ngettext("restores order in %(place)s", "restore order in %(place)s", many) % {
            "place": names.place(str(lead["place"]))
        }
    return ngettext("stays at %(place)s", "stay at %(place)s", many) % {
        "place": names.place(str(lead["place"]))
    }


def _power(power: str, names: Names) -> Words:
    return Words({}, lambda _field: names.article_and("power", power))


def _describe_journey(army: str, many: int, events: Sequence[Facts], names: Names) -> tuple[str, str] | None:
    """Return the last place that the army reached by choice, and the words for how it got there. ``many``: 2
    if the army's name is plural, otherwise 1. Return None if it reached no place by choice.
    """
    found = None
    for e in events:
        if e["kind"] == "army_moved" and e["army"] == army:
            found = e["to"], ngettext("marches to %(place)s", "march to %(place)s", many)
        elif e["kind"] == "army_placed" and e["army"] == army and e["reason"] == "landed":
            found = e["place"], ngettext("lands in %(place)s", "land in %(place)s", many)
    return (found[0], found[1] % {"place": names.place(found[0])}) if found else None


def _fights(army: str, events: Sequence[Facts]) -> dict[str, list[str]]:
    declared: Facts = {}
    found: dict[str, list[str]] = {}
    for e in events:
        if e["kind"] == "attack_declared":
            declared = e
        elif e["kind"] == "battle_fought":
            mine = "attacker" if army in declared.get("attackers", ()) else "defender"
            decided = e["winner"] in ("attacker", "defender")
            result = ("won" if e["winner"] == mine else "lost") if decided else "drawn"
            if e["province"] not in found.setdefault(result, []):
                found[result].append(e["province"])
    return found


def _battle_headline(result: str, places: Sequence[str], many: int, names: Names) -> str:
    where = {"place": join_items(names.place(p) for p in places)}
    if result == "won" and len(places) > 1:
        return ngettext("wins battles in %(place)s", "win battles in %(place)s", many) % where
    if result == "won":
        return ngettext("wins a battle in %(place)s", "win a battle in %(place)s", many) % where
    if result == "lost":
        return ngettext("is beaten in %(place)s", "are beaten in %(place)s", many) % where
    return (
        ngettext("fights without a decision in %(place)s", "fight without a decision in %(place)s", many)
        % where
    )
