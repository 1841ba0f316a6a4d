"""The pieces on the map, ready to be drawn: provinces with their forces, boxes and seas."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaigns.justinian.pages.heraldry import NOBODY, Arms, arms
from campaigns.justinian.rules.scenario.types import PREFECTURES, Province, Scenario
from campaigns.justinian.wording.choices import word_levy
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, allies_text, italian, join_items, sp
from engine.game import Facts
from maps.values import Level, Map, Outlines, Piece, Place, Region, Side, outlines

SHAPES = {"army": "block", "leader": "disc", "frontier": "square", "detached": "lozenge", "fleet": "ship"}


@dataclass(frozen=True)
class Token:
    """A counter on the map. ``kind``: army, leader, frontier, detached or fleet."""

    kind: str
    arms: Arms
    power: str
    sp: int
    label: str
    status: str = ""
    army: str = ""
    levy: str = ""  # description of the troops that a leader will raise
    allies: str = ""  # description of the minor powers' SP included in the strength

    @property
    def description(self) -> str:
        strength = f" {sp(self.sp)}" if self.sp else ""
        more = "".join(f", {told}" for told in (self.allies, self.levy) if told)
        return f"{self.label}{strength}{more}{f' ({self.status})' if self.status else ''}"


@dataclass(frozen=True)
class Spot:
    """A province, box or sea area, as the map and the table of provinces show it."""

    id: str
    name: str
    kind: str
    owner: str
    owner_name: str
    tokens: tuple[Token, ...] = ()
    marker: str = ""
    treasury: str = ""
    province: Province | None = None
    built_fort: bool = False

    @property
    def fort(self) -> bool:
        return self.built_fort or (self.province is not None and self.province.fort)

    @property
    def arms(self) -> Arms:
        return arms(self.owner)

    @property
    def contents(self) -> str:
        """Describe the contents of a place on one line: city, fort, marker, treasury and counters."""
        p = self.province
        parts = [p.city or ""] if p is not None and p.city else []
        if self.fort:
            parts.append(_("fort"))
        if self.marker:
            parts.append(_("In Revolt") if self.marker == "revolt" else _("control marker"))
        if self.treasury:
            parts.append(_("treasury"))
        return ", ".join([*parts, *(t.description for t in self.tokens)])

    @property
    def facts(self) -> tuple[str, ...]:
        """Return facts about a place in words: control, city, fort, revenue, marker and treasury."""
        parts, p = [self.owner_name] if self.owner_name else [], self.province
        if p is not None and p.city:
            parts.append(_("city of %(city)s") % {"city": italian(p.city)})
        if self.fort:
            parts.append(_("fort"))
        if p is not None:
            parts.append(_("%(gold)s G") % {"gold": p.revenue})
        if self.marker:
            parts.append(_("In Revolt") if self.marker == "revolt" else _("control marker"))
        if self.treasury:
            parts.append(_("treasury"))
        return tuple(parts)

    @property
    def description(self) -> str:
        """Describe the place and everything in it on one line, for the tooltip and for screen readers."""
        parts = [*self.facts, *(t.description for t in self.tokens)]
        return f"{self.name}: {', '.join(parts)}" if parts else self.name


def tokens_of(view: Facts, names: Names) -> dict[str, list[Token]]:
    """Return the counters in each place of the view."""
    found: dict[str, list[Token]] = {}

    def put(
        place: str,
        kind: str,
        power: str,
        strength: int,
        label: str,
        status: str = "",
        army: str = "",
        levy: str = "",
        allied: str = "",
    ) -> None:
        token = Token(kind, arms(power), power, strength, label, status, army, levy=levy, allies=allied)
        found.setdefault(place, []).append(token)

    for a in view["armies"]:
        name = names.army(a["id"])
        if a["leader"] and a["power"] == "byzantium":
            name = f"{name} ({names.leader(a['leader'])})"
        status = join_items(word(s) for s in ("disorganised", "defeated", "unpaid") if a[s])
        kind, levy = "army" if a["total"] else "leader", word_levy(a["levy"]) if a["levy"] else ""
        put(a["at"], kind, a["power"], a["total"], name, status, a["id"], levy, allies_text(a, names))
    for place, g in view["frontier"].items():
        put(
            place,
            "frontier",
            "byzantium",
            g["sp"],
            _("frontier troops"),
            word("unpaid") if g["unpaid"] else "",
        )
    for place, groups in view["detached"].items():
        for power, strength in groups.items():
            put(place, "detached", power, strength, _("detached %(power)s") % {"power": names.power(power)})
    for f in view["fleets"]:
        label = _("ships of %(power)s") % {"power": names.power(f["power"])}
        put(f["at"], "fleet", f["power"], f["sp"], label, word("unpaid") if f["unpaid"] else "")
    for leader, place in view["lone"].items():
        put(place, "leader", "byzantium", 0, names.leader(leader))
    return found


def spots(scn: Scenario, view: Facts, names: Names) -> tuple[Spot, ...]:
    """Return every province, box and sea area with its contents."""
    placed = tokens_of(view, names)
    control, markers = view["control"], view["markers"]
    treasure = {place: power for power, place in view["treasuries"].items()}
    built = set(view["forts"])
    found = []
    for kind, places in (("sea", scn.seas), ("province", scn.provinces), ("box", scn.boxes)):
        for key in places:
            owner = control.get(key, "nobody") if kind == "province" else ""
            if kind == "box":
                owner = scn.boxes[key].power
            found.append(
                Spot(
                    id=key,
                    name=names.place(key),
                    kind=kind,
                    owner=owner,
                    owner_name=owner_name(owner, kind, names),
                    tokens=tuple(sorted(placed.get(key, []), key=_in_order)),
                    marker=markers.get(key, ""),
                    treasury=treasure.get(key, ""),
                    province=scn.provinces.get(key),
                    built_fort=key in built,
                )
            )
    return tuple(found)


def _in_order(token: Token) -> tuple[int, int, str]:
    return list(SHAPES).index(token.kind), -token.sp, token.label


def owner_name(owner: str, kind: str, names: Names) -> str:
    if kind == "sea":
        return ""
    return _("nobody's") if owner == "nobody" else names.power(owner)


# --- the map for the package ``maps`` -----------------------------------------------------------------


@cache
def map_outlines() -> Outlines:
    """Return the outlines of the map, which tools/maps builds."""
    path = settings.BASE_DIR / "static/campaigns/justinian_map.json"
    return outlines(path, static("campaigns/justinian_map.svg"))


def side(power: str) -> Side:
    """Return the letters, colour and pattern that distinguish a power or the In Revolt marker on the map.
    The letters are empty for a province without an owner.
    """
    one = arms(power)
    return Side(power, "" if one is NOBODY else one.mark, one.colour, one.motif)


LEVELS = (
    Level(0.22, regions=True),
    Level(0.38, regions=True),
    Level(0.62, regions=True),
    Level(1.2),
    Level(1.9, play=True),
)


def describe_map(spots: Iterable[Spot], scn: Scenario, names: Names, own: Container[str]) -> Map:
    """Return the map with everything on it. ``own`` holds the places of the reader's armies."""
    spots, out = tuple(spots), map_outlines()
    return Map(
        _("The Mediterranean in the age of Justinian"),
        out,
        tuple(_place(one, out.points[one.id], scn, names, own) for one in spots),
        LEVELS,
        side("byzantium"),
        tuple(_prefectures(spots, out, names)),
    )


def _prefectures(spots: Iterable[Spot], out: Outlines, names: Names) -> Iterator[Region]:
    """Yield the name of each prefecture, placed in the middle of its provinces."""
    points: dict[str, list[tuple[float, float]]] = {}
    for one in spots:
        if one.province is not None and one.province.prefecture in PREFECTURES:
            points.setdefault(one.province.prefecture, []).append(out.points[one.id])
    for key, found in points.items():
        x, y = (round(sum(axis) / len(found), 1) for axis in zip(*found, strict=True))
        yield Region(capfirst(names.prefecture(key)), x, y)


def _place(spot: Spot, at: tuple[float, float], scn: Scenario, names: Names, own: Container[str]) -> Place:
    box, p = spot.kind == "box", spot.province
    name = names.power(scn.boxes[spot.id].power) if box else spot.name
    return Place(
        spot.id,
        {"province": "land"}.get(spot.kind, spot.kind),
        *at,
        name.partition(" (")[0],
        spot.description,
        holder=side(spot.owner) if p is not None else None,
        rich=p is not None and p.revenue >= 2,
        sign="city" if p is not None and p.city else "fort" if spot.fort else "",
        flag=side(spot.marker) if spot.marker else None,
        treasure=bool(spot.treasury),
        pieces=tuple(_piece(t) for t in spot.tokens),
        own=spot.id in own,
    )


def _piece(token: Token) -> Piece:
    lettered = token.kind in ("army", "leader")
    initial = token.label[:1].upper() if token.kind == "leader" else ""
    return Piece(SHAPES[token.kind], side(token.power), token.sp, lettered, bool(token.status), label=initial)
