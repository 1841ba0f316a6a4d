"""The page of a battle, at a table or on the board: the current decision, both armies as blocks, and how
close each army is to breaking.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from battles.dba.pages import cards, clash, motion
from battles.dba.pages.battlefield import page as battlefield
from battles.dba.pages.battlefield import picture
from battles.dba.pages.board import page as board_page
from battles.dba.pages.board import static_board
from battles.dba.pages.board.static_board import COLOURS, MARKS
from battles.dba.pages.result import last_result
from battles.dba.pages.rules_at_hand import handbook
from battles.dba.rules.board.play import BoardRules
from battles.dba.wording import DbaWording, board_texts
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import army_name, element_name, translate_name
from engine.codec import canonical
from engine.game import Choice, Facts, Many, Option, Pick
from games import fragments, services
from games.contract import Page
from games.motion.values import Milestone
from games.services.history import newest_entry

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.models import Game
    from games.motion.values import Motion, Spot
    from games.page_facts.clash import Clash
    from games.scene import Place, Scene

# actions with pages of their own
COMPOSED = (
    "fight",
    "shoot",
    "place_terrain",
    "draw_battlefield",
    "swap_elements",
)
LOOKED_BACK = 40  # log entries to search, enough to reach the active side's previous bound
GROUPS = 4  # maximum number of groups offered again because they moved together before
STOPPING = ("concede", "agree_draw")
# facts of one side that the page shows with its army, but that the army's own part of the view does not hold
ARMY_HEAD = ("name", "colour", "mark", "role", "camp")
# facts about elements that decide which rules the page shows
HANDBOOK_FACTS = ("code", "type", "where", "dismounts", "can_shoot")


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
            position = static_board.position_in(scene.view)
            at = {} if position is None else {n: one.base for n, one in position.elements.items()}
        ground = motion.Field(at, colours)
        return motion.motions(entries, scene.game.scenario, own, lambda: bounds(scene.game), ground)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return static_board.Points() if isinstance(scene.table.rules, BoardRules) else {}

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        game, seat, view, choices = scene.game, scene.seat, scene.view, scene.choices
        kinds = {choice.kind for choice in choices}
        aside = is_waiting(game, seat, view)
        colours = {name: _colour(name, game) for name in ("red", "blue")}
        field = board_page.context(request, scene, colours)
        if "base_template" in field:  # a tap on the field replaces only part of the page
            return field
        taps = {} if aside else tappable_elements(choices)
        about = board_texts.ABOUT_BOT if field else DbaWording.about_bot
        return {
            **field,
            "phase": texts.PHASES[view["phase"]],
            "active": army_name(view["active"], game.scenario),
            "sides": (sides := [side(name, view, game) for name in ("red", "blue")]),
            "armies": SimpleLazyObject(lambda: render_armies(scene, sides, taps)),
            "prices": [price(one) for one in view["prices"]],
            "reminders": [(texts.REMINDERS[code], rule) for code, rule in view["reminders"]],
            "river": texts.NATURES[view["river"]["nature"]] if view["river"] else "",
            "bua": bua(view, game.scenario),
            "result": last_result(game),
            "results": cards.results(scene),
            "stones": newest_stones(scene),
            "handbook": SimpleLazyObject(lambda: render_handbook(view, game.scenario)),
            "battlefield": SimpleLazyObject(lambda: battlefield.board_view(view, game.scenario)),
            "broken": broken_army(view, game.scenario),
            "kinds": kinds,
            "composed": COMPOSED,
            "stopping": STOPPING,
            "taps": taps,
            "together": groups_to_move(scene) if "move_elements" in kinds else (),
            "aside": aside,
            "about_bot": about if any(place.is_bot for place in scene.places) else "",
            "enters": aside and bool(kinds - set(STOPPING)),
            "laid_out": skip_setup_buttons(choices, game.scenario),
            "by_hand": game.dice_mode == game.DiceMode.PHYSICAL,
        }

    def may_advise(self, scene: Scene) -> bool:
        """Return whether the bot can advise. It sees positions only on the on-screen board."""
        return isinstance(scene.table.rules, BoardRules)

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        """Draw a thumbnail of the battle. On the on-screen board, the bases are in their places. At a table,
        both armies are next to the battlefield, whose ground is bare if nobody has drawn the terrain.
        """
        position = static_board.position_in(scene.view)
        if position is not None:
            colours = {seat: _colour(seat, scene.game) for seat in COLOURS}
            bases = static_board.draw_bases(position, colours, named=fine)
            return picture.draw_thumbnail(battlefield.from_view(scene.view), (), bases)
        rows = [_bases(scene.place(seat), army) for seat, army in scene.view["armies"].items()]
        return picture.draw_thumbnail(battlefield.from_view(scene.view), rows)


def _bases(place: Place, army: Facts) -> picture.Row:
    ranks = [one for one in army["elements"] if not one["followers"]]
    return picture.Row(place.info.colour, tuple((one["depth_mm"], one["where"] == "lost") for one in ranks))


def render_armies(scene: Scene, sides: Sequence[Facts], taps: Mapping[str, str]) -> list[SafeString]:
    """Render both armies. Each is cached by its state, because most steps leave one army as it was."""
    game, view = scene.game, scene.view
    told = {"game": game, "seat": scene.seat, "view": {"phase": view["phase"]}, "taps": taps}
    fixed = (str(game.pk), scene.seat, view["phase"], tuple(sorted(taps.items())))
    found = []
    for one in sides:
        key = (*fixed, canonical(view["armies"][one["seat"]]), *(str(one[name]) for name in ARMY_HEAD))
        found.append(fragments.render_once("battles/dba/_army.html", key, partial(dict, told, side=one)))
    return found


def render_handbook(view: Facts, scenario: Facts) -> SafeString:
    """Render the rules that the current phase needs, cached by the facts that select them."""
    armies = [
        [
            army_name(seat, scenario),
            army["topography"],
            [[one[name] for name in HANDBOOK_FACTS] for one in army["elements"]],
        ]
        for seat, army in view["armies"].items()
    ]
    ground = [sorted({piece["kind"] for piece in view["pieces"]}), view["river"], bool(view["bua"])]
    key = canonical([view["phase"], view["active"], armies, ground])
    return fragments.render_once(
        "battles/dba/_handbook.html", key, lambda: {"handbook": handbook(view, scenario)}
    )


def newest_stones(scene: Scene) -> list[Milestone]:
    """Return the highlights of the newest entry. In a replay, later entries are ignored."""
    entry = newest_entry(scene.game, scene.table.seq)
    if entry is None or entry.kind != "action":
        return []
    (found,) = PAGE.motions(scene, [entry.events])
    return [one for one in found if isinstance(one, Milestone)]


def bounds(game: Game) -> Iterator[Facts]:
    """Yield the event that ends each bound of a battle. Bounds that a rewind has undone are left out."""
    for line in services.chronicle(services.table(game), None, limit=game.seq + 1):
        if not line.undone:
            yield from (event for event in line.events if event["kind"] == "bound_ended")


def skip_setup_buttons(choices: tuple[Choice, ...], scenario: Facts) -> list[dict[str, str]]:
    """Return buttons that skip the set-up with one tap. There is one for each choice of invader, on a table
    without a built-up area.
    """
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
    """Return the groups that the active side has moved together and can move again now, as pairs of ids and
    text.
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
    """List elements by code and number. Their side is left out, because only the active side moves."""
    return ", ".join(element_name(one, scenario).partition(" (")[0] for one in who)


def is_waiting(game: Game, seat: str | None, view: Facts) -> bool:
    """Return whether the seat is waiting for the other player, so that its buttons go into a collapsible
    section. Somebody who plays both sides keeps all buttons.
    """
    people = {one.user_id for one in game.seats.all() if one.user_id}
    asked = view.get("asked", view["active"])  # on the board, the enemy may be choosing targets in this bound
    return len(people) > 1 and bool(seat and asked) and seat != asked


def broken_army(view: Facts, scenario: Facts) -> dict[str, Any] | None:
    """Return the army that has broken and both sides' losses, or None. The page shows it at once, before the
    bound ends.
    """
    seat = view["broken_now"]
    if not seat:
        return None
    foe = "blue" if seat == "red" else "red"
    own, enemy = (view["armies"][s]["standing"] for s in (seat, foe))
    return {"name": army_name(seat, scenario), "own": own, "enemy": enemy}


def tappable_elements(choices: tuple[Choice, ...]) -> dict[str, str]:
    """Return the elements whose blocks now link to a combat or shot, each with "close" or "shooting"."""
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
    """Return one army for the page: its elements, and its losses compared with its breaking point. In a
    campaign's battle it has the campaign's colour and emblem.
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
        "near": standing["total"] > 0 and left < 2,  # an army without losses is never close to breaking
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
    """Return an element for the page: its type, its place, and the cause if it is lost. Until the battle is
    ``over``, its actions in this bound are included.
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
