"""The page of a table battle: the current decision, both armies as blocks, and how close each
is to breaking.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.functional import SimpleLazyObject

from battles.dba.pages import cards, clash, motion
from battles.dba.pages.battlefield import page as battlefield
from battles.dba.pages.battlefield import picture
from battles.dba.pages.board import page as board_page
from battles.dba.pages.board import standing
from battles.dba.pages.board.standing import COLOURS, MARKS
from battles.dba.pages.result import last_result
from battles.dba.pages.rules_at_hand import handbook
from battles.dba.rules.board.play import BoardRules
from battles.dba.wording import DbaWording, board_texts
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import army_name, element_name, translate_name
from engine.game import Choice, Facts, Many, Option, Pick
from games import services
from games.contract import Page
from games.motion.values import Milestone

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.clash import Clash
    from games.models import Game
    from games.motion.values import Motion, Spot
    from games.scene import Place, Scene

COMPOSED = (
    "fight",
    "shoot",
    "place_terrain",
    "draw_battlefield",
    "swap_elements",
)  # actions with pages of their own
LOOKED_BACK = 40  # log entries, enough to reach back to the same side's previous bound
GROUPS = 4  # groups that have moved together before
STOPPING = ("concede", "agree_draw")


class DbaPage(Page):
    """The page of a table battle; see games.contract.Page."""

    template = "battles/dba/game.html"
    screen_template = "battles/dba/screen.html"
    is_battle = True
    pictured = True
    looks = ("at", "place", "zoom")

    def clash(self, scene: Scene) -> Clash:
        return clash.card_of(scene)

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        own = frozenset(scene.my_seats)
        at, colours = {}, {seat: _colour(seat, scene.game) for seat in COLOURS}
        if isinstance(scene.table.rules, BoardRules):
            position = standing.position_in(scene.view)
            at = {} if position is None else {n: one.base for n, one in position.elements.items()}
        ground = motion.Field(at, colours)
        return motion.motions(entries, scene.game.scenario, own, lambda: bounds(scene.game), ground)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return standing.Points() if isinstance(scene.table.rules, BoardRules) else {}

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        game, seat, view, choices = scene.game, scene.seat, scene.view, scene.choices
        kinds = {choice.kind for choice in choices}
        aside = waits_elsewhere(game, seat, view)
        colours = {name: _colour(name, game) for name in ("red", "blue")}
        field = board_page.context(request, scene, colours)
        if "base_template" in field:  # the request is a tap on the field
            return field
        about = board_texts.ABOUT_BOT if field else DbaWording.about_bot
        return {
            **field,
            "phase": texts.PHASES[view["phase"]],
            "active": army_name(view["active"], game.scenario),
            "sides": [side(name, view, game) for name in ("red", "blue")],
            "prices": [price(one) for one in view["prices"]],
            "reminders": [(texts.REMINDERS[code], rule) for code, rule in view["reminders"]],
            "river": texts.NATURES[view["river"]["nature"]] if view["river"] else "",
            "bua": bua(view, game.scenario),
            "result": last_result(game),
            "results": cards.results(scene),
            "stones": newest_stones(scene),
            "handbook": handbook(view, game.scenario),
            "battlefield": SimpleLazyObject(lambda: battlefield.board_view(view, game.scenario)),
            "broken": broken_army(view, game.scenario),
            "kinds": kinds,
            "composed": COMPOSED,
            "stopping": STOPPING,
            "taps": {} if aside else taps(choices),
            "together": groups_to_move(scene) if "move_elements" in kinds else (),
            "aside": aside,
            "about_bot": about if any(place.is_bot for place in scene.places) else "",
            "enters": aside and bool(kinds - set(STOPPING)),
            "laid_out": laid_out(choices, game.scenario),
            "by_hand": game.dice_mode == game.DiceMode.PHYSICAL,
        }

    def may_advise(self, scene: Scene) -> bool:
        """Return whether the bot sees positions: only on the board."""
        return isinstance(scene.table.rules, BoardRules)

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        """Draw a thumbnail: the battlefield with both armies next to it, or on the drawn board with the bases
        where they are. If no battlefield was drawn, the
        ground is bare.
        """
        position = standing.position_in(scene.view)
        if position is not None:
            colours = {seat: _colour(seat, scene.game) for seat in COLOURS}
            bases = standing.draw_bases(position, colours, named=fine)
            return picture.stamp(battlefield.from_view(scene.view), (), bases)
        rows = [_bases(scene.place(seat), army) for seat, army in scene.view["armies"].items()]
        return picture.stamp(battlefield.from_view(scene.view), rows)


def _bases(place: Place, army: Facts) -> picture.Row:
    ranks = [one for one in army["elements"] if not one["followers"]]
    return picture.Row(place.info.colour, tuple((one["depth_mm"], one["where"] == "lost") for one in ranks))


def newest_stones(scene: Scene) -> list[Milestone]:
    """Return the highlights of the newest entry. In a replay this is the newest one up to that moment."""
    entry = scene.game.entries.filter(seq__lte=scene.table.seq).order_by("-seq").first()
    if entry is None or entry.kind != "action":
        return []
    (found,) = PAGE.motions(scene, [entry.events])
    return [one for one in found if isinstance(one, Milestone)]


def bounds(game: Game) -> Iterator[Facts]:
    """Yield the end of every bound of a battle, leaving out undone ones."""
    for line in services.chronicle(services.table(game), None, limit=game.seq + 1):
        if not line.undone:
            yield from (event for event in line.events if event["kind"] == "bound_ended")


def laid_out(choices: tuple[Choice, ...], scenario: Facts) -> list[dict[str, str]]:
    """Offer to skip the set-up with one tap: a choice of the invader, without a built-up area."""
    return [
        {
            "name": army_name(str(choice.fixed["invader"]), scenario),
            "fixed": json.dumps(dict(choice.fixed)),
            "key": str(uuid.uuid4()),
        }
        for choice in choices
        if choice.kind == "set_table" and not choice.fixed["bua"]
    ]


def groups_to_move(scene: Scene) -> list[tuple[str, str]]:
    """Return the groups that the active side has moved together and can move again now, as ids
    and in words.
    """
    offered = {o.value for c in scene.choices if c.kind == "move_elements" for o in _elements(c)}
    found: dict[str, str] = {}
    for line in services.chronicle(scene.table, scene.eyes, limit=LOOKED_BACK):
        for event in line.events if not line.undone else ():
            who = event.get("elements", ()) if event["kind"] == "elements_moved" else ()
            if len(who) > 1 and offered.issuperset(who):
                found.setdefault(" ".join(sorted(who)), _numbers(who, scene.game.scenario))
    return list(found.items())[:GROUPS]


def _elements(choice: Choice) -> tuple[Option, ...]:
    return next((one.options for one in choice.fields if isinstance(one, Many)), ())


def _numbers(who: Sequence[str], scenario: Facts) -> str:
    """List elements by code and number without their side, which is the one moving."""
    return ", ".join(element_name(one, scenario).partition(" (")[0] for one in who)


def waits_elsewhere(game: Game, seat: str | None, view: Facts) -> bool:
    """Return whether the seat is waiting for the other one, in which case its buttons are folded away. A
    player of both sides keeps them all.
    """
    people = {one.user_id for one in game.seats.all() if one.user_id}
    asked = view.get("asked", view["active"])  # in the enemy's bound for targets, on the drawn board
    return len(people) > 1 and bool(seat and asked) and seat != asked


def broken_army(view: Facts, scenario: Facts) -> dict[str, Any] | None:
    """Return the army that has broken, with the numbers. It is shown at once and not only at the end of the
    bound.
    """
    seat = view["broken_now"]
    if not seat:
        return None
    foe = "blue" if seat == "red" else "red"
    own, enemy = (view["armies"][s]["standing"] for s in (seat, foe))
    return {"name": army_name(seat, scenario), "own": own, "enemy": enemy}


def taps(choices: tuple[Choice, ...]) -> dict[str, str]:
    """Return the elements whose block links to a combat or shot, and to which of the two."""
    found: dict[str, str] = {}
    for choice in choices:
        name, mode = {"fight": ("attacker", "close"), "shoot": ("shooter", "shooting")}.get(
            choice.kind, ("", "")
        )
        for one in choice.fields:
            if isinstance(one, Pick) and one.name == name:
                found |= {option.value: mode for option in one.options}
    return found


def side(seat: str, view: Facts, game: Game) -> dict[str, Any]:
    """Return one army for the page: its elements, with losses first as a fraction of its breaking point. In a
    campaign's battle it has the campaign's colour and letters.
    """
    army, scenario = view["armies"][seat], game.scenario
    banner = game.banners.get(seat, {})
    standing = army["standing"]
    return {
        "seat": seat,
        "name": army_name(seat, scenario),
        "colour": _colour(seat, game),
        "mark": banner.get("mark", MARKS[seat]),
        "seat_name": army_name(seat, scenario),
        "active": view["active"] == seat,
        "role": role(seat, view),
        "standing": standing,
        "sooner": -army["steadiness"],
        "fill": min(standing["total"], standing["breaks_at"]),
        "left": (left := max(0, standing["breaks_at"] - standing["total"])),
        "near": standing["total"] > 0
        and left < 2,  # an army without losses is never shown as close to breaking
        "camp": camp(seat, view),
        "elements": [
            element(one, number, over=view["phase"] == "over")
            for number, one in enumerate(army["elements"], 1)
        ],
    }


def _colour(seat: str, game: Game) -> str:
    found: str = game.banners.get(seat, {}).get("colour", COLOURS[seat])
    return found


def role(seat: str, view: Facts) -> Any:
    if not view["invader"]:
        return ""
    return texts.ROLES["invader" if view["invader"] == seat else "defender"]


def element(one: Facts, number: int, over: bool = False) -> dict[str, Any]:
    """Return an element for the page: what it is, where it is and its fate. Until the battle is ``over``, its
    acts in this bound are included.
    """
    notes = [texts.CAUSES[one["cause"]]] if one["cause"] else []
    if one["where"] in ("camp", "enemy_camp", "bua"):
        notes.append(texts.PLACES[one["where"]])
    if one["where"] == "reserve":
        notes.append(texts.NOTES["reserve"])
    if one["touches"] and not (one["charged"] or over):
        notes.append(texts.NOTES["touches"])
    for name in ("sacking", "charged", "spent"):
        if one[name] and not over:
            notes.append(texts.NOTES[name])
    name = translate_name(one["name"])
    return {**one, "name": name, "number": number, "lost": one["where"] == "lost", "notes": notes}


def camp(seat: str, view: Facts) -> Any:
    own = view["camps"].get(seat)
    if own is None or not own["pitched"]:
        return ""
    if own["holder"] != seat:
        return texts.CAMPS["lost"]
    return texts.CAMPS["held" if view["armies"][seat]["camp_defended"] else "open"]


def bua(view: Facts, scenario: Facts) -> dict[str, Any] | None:
    if not view["bua"]:
        return None
    found = view["bua"]
    return {
        "holder": army_name(found["holder"], scenario) if found["holder"] else "",
        "taken": found["holder"] != found["owner"],
        "denizens": texts.DENIZENS[found["denizens"]],
        "loyal": army_name(found["loyal_to"], scenario) if found["loyal_to"] else "",
    }


def price(one: Facts) -> dict[str, Any]:
    return {
        **one,
        "label": texts.PRICES[one["kind"]],
        "why": [texts.REASONS[reason] for reason in one["reasons"]],
    }


PAGE = DbaPage()
