"""Sentences for Italia's events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.italia.wording.names import Names, capital, nation, points_text
from engine.game import Facts
from games.wording.numbers import minus

Sentence = Callable[[Facts, Names], str]


def event_text(event: Facts, names: Names) -> str | None:
    """Return the sentence for an event. Return None if the event is unknown, or "" if it needs no line."""
    sentence = SENTENCES.get(str(event.get("kind")))
    text = sentence(event, names) if sentence else _plain_sentence(event, names)
    return text and capital(text)  # a name at the start may be lower case in the viewer's language


QUIET: Final = {
    "end_movement": _("The movement ends."),
    "fight_on": _("The fight continues, nobody retreats."),
    "leave_ruins": _("No more ruins are rebuilt."),
    "call_battles": _("No battle at sea is called."),
    "announce": _("No raid is announced."),
    "no_reaction": _("No reaction."),
    "stay_at_sea": _("The fleets stay and fight."),
    "enter_battle": _("Reaction: others join the fight."),  # who and how many is told when it takes effect
    "move_and_see": _("Reaction: a stack moves."),
    "end_campaign": _("The campaign ends."),
}


def quiet_text(action: Facts, names: Names) -> str:
    """Return the sentence for an action that caused no event, or "" if the general one is enough."""
    kind = str(action.get("kind"))
    if kind == "spare":
        return str(_("The city of %(place)s is spared.")) % {"place": names.place(str(action["area"]))}
    return str(QUIET.get(kind, ""))


def _nation_name(e: Facts) -> str:
    return nation(e["nation"])


def _pieces(text: str, e: Facts, names: Names) -> str:
    return text % {
        "nation": _nation_name(e),
        "units": names.force(e["units"], e.get("leaders", ())),
        "place": names.place(e.get("place") or e.get("area") or ""),
        "origin": names.place(e.get("origin", "")),
        "to": names.place(e.get("to", "")),
    }


_PLACED: Final = {
    "bought": _("%(nation)s raise %(units)s in %(place)s."),
    "tribute": _("%(nation)s place %(units)s bought with tribute in %(place)s."),
    "set_up": _("%(nation)s begin with %(units)s in %(place)s."),
    "deserted": _("%(nation)s gain %(units)s in %(place)s."),
    "converted": _("%(nation)s win over %(units)s in %(place)s."),
    "transformed": _("%(units)s of %(nation)s take over in %(place)s."),
}


def _word_placed(e: Facts, names: Names) -> str:
    text = _PLACED.get(e["why"], _("%(nation)s receive %(units)s in %(place)s."))
    return _pieces(str(text), e, names)


_LOST: Final = {
    "stacking": _("%(nation)s give up %(units)s in %(place)s: there is no room for them."),
    "rebuilding": _("%(nation)s give %(units)s to rebuild the city of %(place)s."),
    "entry_area": _("%(units)s of %(nation)s are lost in %(place)s, where nobody may stay."),
    "panic": _("%(units)s of %(nation)s run from the elephants in %(place)s."),
    "transformed": _("%(units)s of %(nation)s leave the map in %(place)s."),
    "sent_home": _("%(units)s of %(nation)s go home from %(place)s."),
    "block": _("%(nation)s give %(units)s in %(place)s for a block."),
    "no_counter": _("%(units)s won over by %(nation)s in %(place)s disband: there are no counters for them."),
}


def _word_lost(e: Facts, names: Names) -> str:
    text = _LOST.get(e["why"], _("%(nation)s lose %(units)s in %(place)s."))
    return _pieces(str(text), e, names)


_MOVED: Final = {
    "strait": _("%(units)s of %(nation)s cross from %(origin)s to %(to)s."),
    "embark": _("%(units)s of %(nation)s go aboard from %(origin)s in %(to)s."),
    "sail": _("%(units)s of %(nation)s sail from %(origin)s to %(to)s."),
    "land": _("%(units)s of %(nation)s land from %(origin)s in %(to)s."),
    "muster": _("%(units)s of %(nation)s are lifted from %(origin)s to %(to)s."),
}


def _word_moved(e: Facts, names: Names) -> str:
    text = _MOVED.get(e["how"], _("%(units)s of %(nation)s march from %(origin)s to %(to)s."))
    return _pieces(str(text), e, names)


_GOLD: Final = {
    "tribute": _("tribute"),
    "purchase": _("purchases"),
    "sack": _("booty"),
    "campaign": _("for the campaign"),
    "campaign_move": _("a campaign move"),
    "block": _("a block"),
    "limit": _("more than ten cannot be kept"),
}


def _gold(e: Facts, names: Names) -> str:
    what = _GOLD.get(e["what"], e["what"])
    sign = "+" if e["gold"] > 0 else ""
    return _("%(nation)s: %(gold)s gold (%(what)s).") % {
        "nation": _nation_name(e),
        "gold": f"{sign}{minus(e['gold'])}",
        "what": what,
    }


_AWARDS: Final = {
    "area": _("areas"),
    "city": _("cities"),
    "area_with_city": _("areas with cities"),
    "region_control": _("a whole region"),
    "region_minus": _("a region"),
    "eliminate": _("destroyed units"),
    "eliminate_leader": _("a fallen leader"),
    "eliminate_last_unit": _("the last unit of a nation"),
    "sack_or_raid": _("a sacked city"),
    "exit_units": _("units that have left the map"),
    "pitched_battle": _("a pitched battle"),
    "subjugate": _("a subject nation"),
    "leader_retreats": _("a leader's retreat"),
    "convert_unit": _("a conversion"),
    "emperor_title": _("the title of emperor"),
    "end_control": _("an area held to the end"),
    "subject": _("halved for a subject nation"),
    "handicap": _("the handicap of this game"),
}


def award(what: str) -> str:
    """Return the text for the reason why points were awarded, given as a code."""
    return str(_AWARDS.get(what, what))


def _word_scored(e: Facts, names: Names) -> str:
    text = (
        _("%(nation)s: %(points)s (%(what)s, %(where)s).")
        if e["where"]
        else _("%(nation)s: %(points)s (%(what)s).")
    )
    where = names.any(e["where"]) if e["where"] else ""
    return text % {
        "nation": _nation_name(e),
        "points": points_text(e["halves"], signed=True),
        "what": award(e["what"]),
        "where": where,
    }


def _city(e: Facts, names: Names) -> str:
    text = {
        "built": _("%(nation)s build a city in %(place)s."),
        "rebuilt": _("%(nation)s rebuild the city of %(place)s."),
        "sacked": _("%(nation)s sack the city of %(place)s."),
        "raided": _("%(nation)s raid the city of %(place)s."),
        "gone": _("%(nation)s raze the city of %(place)s for good."),
    }[e["how"]]
    return text % {"nation": _nation_name(e), "place": names.place(e["area"])}


def _pair(text: str, e: Facts, names: Names) -> str:
    return text % {
        "attacker": capital(nation(e["attacker"])),
        "defender": nation(e["defender"]),
        "place": names.place(e.get("area") or e.get("sea") or ""),
    }


def _word_battle(e: Facts, names: Names) -> str:
    text = (
        _("%(attacker)s raid the city of %(defender)s in %(place)s.")
        if e["raid"]
        else _("%(attacker)s attack %(defender)s in %(place)s.")
    )
    return _pair(str(text), e, names)


def _dice(faces: list[int]) -> str:
    return ", ".join(map(str, faces)) or "\N{EN DASH}"


def _round(e: Facts, names: Names) -> str:
    return _(
        "%(place)s, combat round %(round)s: %(a)s against %(d)s; "
        "the attacker loses %(al)s, the defender %(dl)s."
    ) % {
        "place": names.place(e["area"]),
        "round": e["round"],
        "a": _dice(e["attacker_dice"]),
        "d": _dice(e["defender_dice"]),
        "al": names.force(e["attacker_lost"]),
        "dl": names.force(e["defender_lost"]),
    }


def _sea_round(e: Facts, names: Names) -> str:
    return _(
        "%(place)s, combat round %(round)s: %(a)s against %(d)s. "
        "Fleets lost: attacker %(al)s, defender %(dl)s."
    ) % {
        "place": names.place(e["sea"]),
        "round": e["round"],
        "a": _dice(e["attacker_dice"]),
        "d": _dice(e["defender_dice"]),
        "al": e["attacker_lost"],
        "dl": e["defender_lost"],
    }


def _word_deserted(e: Facts, names: Names) -> str:
    text = (
        _("%(units)s of %(nation)s go over to %(other)s in %(place)s (dice %(dice)s).")
        if e["to"]
        else _("%(units)s of %(nation)s flee in %(place)s (dice %(dice)s).")
    )
    return text % {
        "nation": _nation_name(e),
        "units": names.force(e["units"]),
        "other": nation(e["to"]) if e["to"] else "",
        "place": names.place(e["area"]),
        "dice": _dice(e["dice"]),
    }


def _subject(e: Facts, names: Names) -> str:
    return _("%(nation)s submit to %(other)s.") % {"nation": _nation_name(e), "other": nation(e["overlord"])}


def _word_freed(e: Facts, names: Names) -> str:
    return _("%(nation)s are no longer subject to %(other)s.") % {
        "nation": _nation_name(e),
        "other": nation(e["overlord"]),
    }


def _income(e: Facts, names: Names) -> str:
    text = (
        _(
            "%(nation)s: income %(gold)s (areas: %(areas)s, cities: %(cities)s), "
            "%(tribute)s of it to %(other)s."
        )
        if e["tribute"]
        else _("%(nation)s: income %(gold)s (areas: %(areas)s, cities: %(cities)s).")
    )
    other = nation(e["overlord"]) if e["overlord"] else ""
    return text % {**e, "nation": _nation_name(e), "other": other}


_PLAIN: Final = {
    "round_began": _("Round %(round)s begins."),
    "round_ended": _("Round %(round)s ends."),
    "turn_began": _("It is the turn of %(other)s."),
    "bought_aside": _("%(nation)s buy %(unit)s with tribute, to be placed later."),
    "capital_named": _("%(nation)s make %(place)s their capital."),
    "leader_lost": _("%(leader)s falls in %(place)s."),
    "leader_left": _("%(leader)s leaves the stage."),
    "arrival_failed": _("%(units)s of %(nation)s do not come."),
    "retreated": _("%(units)s of %(nation)s retreat from %(origin)s to %(to)s."),
    "units_taken_off": _("%(units)s of %(nation)s leave the map in %(place)s."),
    "aimed": "",
    "battle_ended": "",
    "converted": "",
    "raid_won": _("The raid on %(place)s succeeds."),
    "raid_ended": _("The raid on %(place)s fails."),
    "battle_called": _("%(nation)s call a battle in %(place)s against %(other)s."),
    "area_blocked": _("%(nation)s block %(place)s."),
    "campaign_began": _("%(leader)s begins a campaign."),
    "campaign_ended": _("The campaign of %(leader)s ends; moves made: %(moves)s."),
    "reacted": _("%(units)s of %(nation)s react from %(origin)s to %(to)s."),
    "battle_reported": _("The battle of %(place)s is decided: %(result)s."),
    "reaction_failed": _("%(nation)s cannot react any more."),
    "nation_left": _("%(nation)s leave the game."),
    "emperor_crowned": _("%(leader)s is crowned emperor."),
}


def _plain_sentence(e: Facts, names: Names) -> str | None:
    """Return the sentence for an event whose text is a simple template with gaps for words, or None if there
    is no such template.
    """
    text = _PLAIN.get("raid_won" if e["kind"] == "raid_ended" and e.get("success") else e["kind"])
    if text is None:
        return None
    return str(text) % _words(e, names) if text else ""


def _words(e: Facts, names: Names) -> dict[str, str]:
    """Return the words of an event that can fill the gaps of a sentence, by the name of the gap."""
    other = e.get("against") or (e.get("nation") if e["kind"] == "turn_began" else "") or ""
    return {
        "nation": nation(e["nation"]) if e.get("nation") else "",
        "other": nation(other) if other else "",
        "leader": names.leader(e.get("leader", "")),
        "place": names.place(e.get("area") or e.get("place") or e.get("sea") or ""),
        "origin": names.place(e.get("origin", "")),
        "to": names.place(e.get("to", "")),
        "unit": names.any(e.get("unit", "")),
        "units": names.force(e.get("units", {}), e.get("leaders", ())),
        "round": str(e.get("round", "")),
        "moves": str(e.get("moves", "")),
        "result": _result(e),
    }


def _result(e: Facts) -> str:
    winner = e.get("winner", "")
    if winner in ("attacker", "defender"):
        return _("%(nation)s win") % {"nation": nation(e[winner])}
    return str(_("nobody wins, the attacker gives way"))


SENTENCES: Final[Mapping[str, Sentence]] = {
    "units_placed": _word_placed,
    "units_lost": _word_lost,
    "units_moved": _word_moved,
    "gold_changed": _gold,
    "scored": _word_scored,
    "city_changed": _city,
    "battle_began": _word_battle,
    "round_fought": _round,
    "sea_round_fought": _sea_round,
    "deserted": _word_deserted,
    "submitted": _subject,
    "submission_ended": _word_freed,
    "income_drawn": _income,
}
