"""The army lists that can represent each power of a campaign. The choice is this project's; the data file
says how it was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from armies.dba.files import read_data
from armies.dba.lists import army_lists
from engine.reading import Reader


@dataclass(frozen=True)
class PowerFit:
    """The lists for one power, best first. ``note`` (a msgid) explains any doubt about them."""

    power: str
    name: str  # msgid for translation
    lists: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class CampaignFit:
    campaign: str
    title: str  # msgid for translation
    years: tuple[int, int]
    powers: tuple[PowerFit, ...]


@cache
def campaign_fits() -> tuple[CampaignFit, ...]:
    """Return every campaign with its powers. Raises BadDocument listing every mistake."""
    return parse_fits(read_data("campaign_fits.json", "vexillum-dba-campaign-fits/1"))


def lists_for(campaign: str, power: str) -> tuple[str, ...]:
    """Return the ids of a power's lists, best first. Raises KeyError for an unknown power."""
    for fit in campaign_fits():
        if fit.campaign == campaign:
            for entry in fit.powers:
                if entry.power == power:
                    return entry.lists
    raise KeyError(f"{campaign}/{power}")


def powers_of(list_id: str) -> tuple[tuple[CampaignFit, PowerFit], ...]:
    """Return the powers that a list can represent, each with its campaign."""
    return tuple((c, p) for c in campaign_fits() for p in c.powers if list_id in p.lists)


def parse_fits(root: Reader) -> tuple[CampaignFit, ...]:
    root.fields(("schema", "provenance", "source", "campaigns"))
    found: list[CampaignFit] = []
    for item in root["campaigns"].items():
        if not item.fields(("id", "title", "years", "powers")):
            continue
        years = [y.number(-3000, 1600) for y in item["years"].items(2)]
        if len(years) != 2 or years[0] > years[1]:
            item["years"].note_mistake("not_a_range")
            years = [0, 0]
        powers = tuple(p for p in map(_power, item["powers"].items()) if p is not None)
        if len({p.power for p in powers}) != len(powers):
            item["powers"].note_mistake("duplicate")
        found.append(CampaignFit(item["id"].text(40), item["title"].text(80), (years[0], years[1]), powers))
    root.raise_mistakes()
    return tuple(found)


def _power(item: Reader) -> PowerFit | None:
    if not item.fields(("id", "name", "lists"), ("note",)):
        return None
    lists = tuple(entry.one_of(army_lists()) for entry in item["lists"].items(8))
    if not lists:
        item["lists"].note_mistake("empty_or_doubled")
    note = item["note"].text(300) if "note" in item else ""
    return PowerFit(item["id"].text(40), item["name"].text(60), lists, note)
