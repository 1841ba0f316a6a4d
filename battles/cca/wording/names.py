"""Names of units, terrain, cards, sides, sections and symbols."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.wording.generic import readable


def army(name: str) -> str:
    """Name the soldiers of an army, for use after an article ("Romans"). In a campaign's battle, the name is
    that of a power or nation.
    """
    return {
        "Roman": pgettext("cca", "Romans"),
        "Carthaginian": pgettext("cca", "Carthaginians"),
        "Syracusan": pgettext("cca", "Syracusans"),
        "Rebel": pgettext("cca", "Rebels"),
        "Southern": pgettext("cca", "Southerners"),
        "Northern": pgettext("cca", "Northerners"),
    }.get(name) or (_(name) if name else name)


def loss_way(way: str) -> str:
    """Describe one of the ways of losing blocks that a battle report distinguishes."""
    return {
        "eliminated": _("of eliminated units"),
        "weakened": _("of surviving units"),
    }.get(way, way)


def unit(name: str) -> str:
    """Return the name of a type of unit, or of a leader without a unit."""
    return {
        "light_inf": pgettext("cca", "light infantry"),
        "light_bow": pgettext("cca", "light bow infantry"),
        "light_sling": pgettext("cca", "light slingers"),
        "auxilia": pgettext("cca", "auxilia"),
        "medium_inf": pgettext("cca", "medium infantry"),
        "warrior": pgettext("cca", "warriors"),
        "heavy_inf": pgettext("cca", "heavy infantry"),
        "war_machine": pgettext("cca", "heavy war machines"),
        "light_cav": pgettext("cca", "light cavalry"),
        "light_bow_cav": pgettext("cca", "light bow cavalry"),
        "barbarian_chariot": pgettext("cca", "light barbarian chariots"),
        "medium_cav": pgettext("cca", "medium cavalry"),
        "camel": pgettext("cca", "camel riders"),
        "cataphract_camel": pgettext("cca", "cataphract camels"),
        "heavy_cav": pgettext("cca", "heavy cavalry"),
        "cataphract_heavy_cav": pgettext("cca", "heavy cataphract cavalry"),
        "heavy_chariot": pgettext("cca", "heavy chariots"),
        "elephant": pgettext("cca", "elephants"),
        "leader": pgettext("cca", "leader"),
    }.get(name, readable(name).lower())


def terrain(name: str) -> str:
    """Name a kind of terrain."""
    return {
        "clear": pgettext("cca", "open ground"),
        "broken": pgettext("cca", "broken ground"),
        "forest": pgettext("cca", "forest"),
        "hill": pgettext("cca", "hill"),
        "steep_hill": pgettext("cca", "steep hill"),
        "coast": pgettext("cca", "coast"),
        "lake": pgettext("cca", "lake"),
        "river": pgettext("cca", "river"),
        "ford": pgettext("cca", "ford"),
        "rampart": pgettext("cca", "rampart"),
        "camp": pgettext("cca", "fortified camp"),
        "bridge": pgettext("cca", "bridge"),
        "scalable_wall": pgettext("cca", "scalable wall"),
        "fortified_wall": pgettext("cca", "fortified wall"),
        "marsh": pgettext("cca", "marsh"),
    }.get(name, readable(name).lower())


def card(name: str) -> str:
    """Name a command card."""
    return {
        "order_2_left": pgettext("cca", "Order Two Units Left"),
        "order_2_center": pgettext("cca", "Order Two Units Center"),
        "order_2_right": pgettext("cca", "Order Two Units Right"),
        "order_3_left": pgettext("cca", "Order Three Units Left"),
        "order_3_center": pgettext("cca", "Order Three Units Center"),
        "order_3_right": pgettext("cca", "Order Three Units Right"),
        "order_4_left": pgettext("cca", "Order Four Units Left"),
        "order_4_center": pgettext("cca", "Order Four Units Center"),
        "order_4_right": pgettext("cca", "Order Four Units Right"),
        "coordinated_attack": pgettext("cca", "Coordinated Attack"),
        "out_flanked": pgettext("cca", "Out Flanked"),
        "order_light_troops": pgettext("cca", "Order Light Troops"),
        "order_medium_troops": pgettext("cca", "Order Medium Troops"),
        "order_heavy_troops": pgettext("cca", "Order Heavy Troops"),
        "order_mounted_troops": pgettext("cca", "Order Mounted Troops"),
        "leadership_any_section": pgettext("cca", "Leadership Any Section"),
        "inspired_left_leadership": pgettext("cca", "Inspired Left Leadership"),
        "inspired_center_leadership": pgettext("cca", "Inspired Center Leadership"),
        "inspired_right_leadership": pgettext("cca", "Inspired Right Leadership"),
        "clash_of_shields": pgettext("cca", "Clash of Shields"),
        "counter_attack": pgettext("cca", "Counter Attack"),
        "darken_the_sky": pgettext("cca", "Darken the Sky"),
        "double_time": pgettext("cca", "Double Time"),
        "first_strike": pgettext("cca", "First Strike"),
        "i_am_spartacus": pgettext("cca", "I Am Spartacus"),
        "line_command": pgettext("cca", "Line Command"),
        "move_fire_move": pgettext("cca", "Move-Fire-Move"),
        "mounted_charge": pgettext("cca", "Mounted Charge"),
        "rally": pgettext("cca", "Rally"),
    }.get(name, readable(name))


def section(name: str) -> str:
    """Name a section of the board."""
    return {
        "left": pgettext("cca", "left section"),
        "center": pgettext("cca", "center"),
        "right": pgettext("cca", "right section"),
    }.get(name, readable(name).lower())


def face(name: str) -> str:
    """Name a symbol of the battle die."""
    return {
        "LIGHT": pgettext("cca die", "green circle"),
        "MEDIUM": pgettext("cca die", "blue triangle"),
        "HEAVY": pgettext("cca die", "red square"),
        "HELMET": pgettext("cca die", "helmet"),
        "FLAG": pgettext("cca die", "flag"),
        "SWORDS": pgettext("cca die", "swords"),
    }.get(name, name)


def faces(names: Iterable[str]) -> str:
    """Name several symbols in sequence."""
    return ", ".join(face(str(name)) for name in names)


def leader(name: str) -> str:
    """Name a leader as the subject of a sentence."""
    return name or _("A leader")


def blocks(number: int) -> str:
    """Format a number of blocks."""
    return ngettext("%(n)s block", "%(n)s blocks", number) % {"n": number}


def dice(number: int) -> str:
    """Format a number of dice."""
    return ngettext("%(n)s die", "%(n)s dice", number) % {"n": number}


def hits(number: int) -> str:
    """Format a number of hits."""
    return ngettext("%(n)s hit", "%(n)s hits", number) % {"n": number}


def flags(number: int) -> str:
    """Format a number of flags."""
    return ngettext("%(n)s flag", "%(n)s flags", number) % {"n": number}


def hexes(number: int) -> str:
    """Format a number of hexes."""
    return ngettext("%(n)s hex", "%(n)s hexes", number) % {"n": number}


def unit_at(kind: str, where: str) -> str:
    """Name a unit and its hex."""
    return _("%(unit)s in %(hex)s") % {"unit": unit(kind), "hex": where}
