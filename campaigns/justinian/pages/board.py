"""What stands where, ready to be drawn: provinces with their forces, boxes and seas."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from campaigns.justinian.pages.heraldry import Arms, arms
from campaigns.justinian.rules.scenario.types import Province, Scenario
from campaigns.justinian.wording.choices import levied
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, allies, italian, listed, sp
from engine.game import Facts

TOKEN, ROW, LINE = 17.0, 10.5, 5.6  # drawing units: token spacing, row height, line height of a label
LETTER, MARK = 3.1, 4.5  # width of a letter of a name; half that of an owner's two letters


@dataclass(frozen=True)
class Token:
    """A counter on the map. ``kind``: army, frontier, detached, fleet, leader."""

    kind: str
    arms: Arms
    power: str
    sp: int
    label: str
    status: str = ""
    army: str = ""
    x: float = 0
    y: float = 0
    levy: str = ""  # what it raises when it is activated
    allies: str = ""  # whose SP are among its own

    @property
    def described(self) -> str:
        strength = f" {sp(self.sp)}" if self.sp else ""
        more = "".join(f", {told}" for told in (self.allies, self.levy) if told)
        return f"{self.label}{strength}{more}{f' ({self.status})' if self.status else ''}"


@dataclass(frozen=True)
class Spot:
    """A province, box or sea area as the map and the table show it."""

    id: str
    name: str
    kind: str
    x: float
    y: float
    lines: tuple[tuple[str, float], ...]
    owner: str
    owner_name: str
    tokens: tuple[Token, ...] = ()
    marker: str = ""
    treasury: str = ""
    province: Province | None = None
    built_fort: bool = False
    reach: str = ""
    selected: bool = False
    letters: float = 0  # where those of its owner stand, right of its point or left

    @property
    def fort(self) -> bool:
        return self.built_fort or (self.province is not None and self.province.fort)

    @property
    def arms(self) -> Arms:
        return arms(self.owner)

    @property
    def there(self) -> str:
        """What is there, for a line of the table."""
        p = self.province
        parts = [p.city or ""] if p is not None and p.city else []
        if self.fort:
            parts.append(_("fort"))
        if self.marker:
            parts.append(_("In Revolt") if self.marker == "revolt" else _("control marker"))
        if self.treasury:
            parts.append(_("treasury"))
        return ", ".join([*parts, *(t.described for t in self.tokens)])

    @property
    def facts(self) -> tuple[str, ...]:
        """The place itself: who holds it, city, fort, revenue, marker, treasury."""
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
    def described(self) -> str:
        """Everything here in one line: for the tooltip and for those who do not see the map."""
        parts = [*self.facts, *(t.described for t in self.tokens)]
        return f"{self.name}: {', '.join(parts)}" if parts else self.name


@cache
def drawing() -> Mapping[str, Any]:
    """The drawn map (tools/maps/build_map.py)."""
    path = settings.BASE_DIR / "static/campaigns/justinian_map.json"
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def label_lines(name: str) -> tuple[str, ...]:
    """A name broken where it is long, a numeral kept with its word."""
    words = name.split(" ")
    lines = [words[0]]
    for one in words[1:]:
        if len(one) <= 3 or len(lines[-1]) + len(one) < 9:
            lines[-1] += f" {one}"
        else:
            lines.append(one)
    return tuple(lines)


def tokens_of(view: Facts, names: Names) -> dict[str, list[Token]]:
    """Place -> counters, from the view."""
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
        status = listed(word(s) for s in ("disorganised", "defeated", "unpaid") if a[s])
        kind, levy = "army" if a["total"] else "leader", levied(a["levy"]) if a["levy"] else ""
        put(a["at"], kind, a["power"], a["total"], name, status, a["id"], levy, allies(a, names))
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


def _laid_out(tokens: list[Token], x: float, y: float) -> Iterator[Token]:
    """Two counters a row below the name."""
    order = {"army": 0, "leader": 1, "frontier": 2, "detached": 3, "fleet": 4}
    tokens = sorted(tokens, key=lambda t: (order[t.kind], -t.sp, t.label))
    for i, t in enumerate(tokens):
        row, column = divmod(i, 2)
        in_row = min(2, len(tokens) - 2 * row)
        left = x + (column - (in_row - 1) / 2) * TOKEN
        yield replace(t, x=round(left, 1), y=round(y + row * ROW, 1))


def spots(
    scn: Scenario, view: Facts, names: Names, selected: str = "", reach: Mapping[str, str] | None = None
) -> tuple[Spot, ...]:
    """Every province, box and sea area with what is there."""
    placed = tokens_of(view, names)
    control, markers = view["control"], view["markers"]
    treasure = {place: power for power, place in view["treasuries"].items()}
    built = set(view["forts"])
    found = []
    for kind, places in (("sea", scn.seas), ("province", scn.provinces), ("box", scn.boxes)):
        at = drawing()["provinces" if kind == "province" else "seas" if kind == "sea" else "boxes"]
        for key in places:
            x, y = at[key]["x"], at[key]["y"]
            owner = control.get(key, "nobody") if kind == "province" else ""
            if kind == "box":
                owner = scn.boxes[key].power
            name = names.power(scn.boxes[key].power) if kind == "box" else names.place(key)
            lines = label_lines(name.partition(" (")[0])
            top = y - 4 - LINE * (min(2, len(lines)) if kind == "box" else len(lines)) + LINE
            found.append(
                Spot(
                    id=key,
                    name=names.place(key),
                    kind=kind,
                    x=x,
                    y=y,
                    lines=tuple((text, round(top + i * LINE, 1)) for i, text in enumerate(lines)),
                    owner=owner,
                    owner_name=owner_name(owner, kind, names),
                    tokens=tuple(_laid_out(placed.get(key, []), x, y + 9.5)),
                    marker=markers.get(key, ""),
                    treasury=treasure.get(key, ""),
                    province=scn.provinces.get(key),
                    built_fort=key in built,
                    reach=(reach or {}).get(key, ""),
                    selected=key == selected,
                )
            )
    return tuple(replace(s, letters=_letters(s, found)) for s in found)


def _letters(spot: Spot, others: Iterable[Spot]) -> float:
    """The letters of the owner: in the middle where no city and no fort is drawn, else left of it; where a
    neighbour's name stands there, right of it."""
    city = spot.province is not None and spot.province.city
    if not (city or spot.fort or spot.treasury):
        return 0
    left = -14 if spot.treasury else -9
    start, end = spot.x + left - MARK, spot.x + left + MARK
    for other in others:
        for text, y in other.lines if other.id != spot.id and other.kind != "sea" else ():
            half = LETTER * len(text) / 2
            if abs(y - spot.y - 2.6) < LINE and other.x - half < end and start < other.x + half:
                return 14 if spot.marker else 9
    return left


def owner_name(owner: str, kind: str, names: Names) -> str:
    if kind == "sea":
        return ""
    return _("nobody's") if owner == "nobody" else names.power(owner)
