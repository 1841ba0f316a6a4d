"""Phase A/2: minor powers and distant Persians are removed, and alliances lapse (5.12, 6.35, 6.44)."""

from __future__ import annotations

from campaigns.justinian.rules.state.elimination import remove_armies_without_sp, send_home, separate_armies
from campaigns.justinian.rules.state.geography import box_distance
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, MAJORS
from campaigns.justinian.rules.state.units import lose, sp_of
from campaigns.justinian.rules.state.values import Allies, ArmySP, Detached, Place, Unit
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class AlliancesLapsed(Event):
    powers: tuple[str, ...]


PERSIAN_REACH = 2  # distance from their box, in provinces, within which Persians are safe


def is_city(setting: Setting, place: str) -> bool:
    province = setting.scn.provinces.get(place)
    return province is not None and province.is_city


def remove(play: Play) -> None:
    separate_armies(play)
    for army in tuple(play.state.armies.values()):
        if army.power == BYZANTIUM or army.power in MAJORS:
            if not is_city(play.setting, army.at):
                for minor in tuple(army.allied):
                    unit = Allies(army.id, minor)
                    lose(play, unit, sp_of(play.state, unit), "removal")
        elif not is_city(play.setting, army.at):
            lose(play, ArmySP(army.id), army.sp, "removal")
            for minor in tuple(army.allied):
                lose(play, Allies(army.id, minor), army.allied[minor], "removal")
            send_home(play, army.id)
    attrition(play)
    lapsed = tuple(sorted(play.state.alliances))
    play.set(alliances={})
    if lapsed:
        play.tell(AlliancesLapsed(lapsed))
    remove_armies_without_sp(play)


def persian_provinces(pos: Position) -> dict[str, tuple[Unit, ...]]:
    """Return each province where Persian SP are too far from Persia's box, with the Persian units in it
    (5.12).
    """
    near = box_distance(pos.scn, Place.box("persia"))
    found: dict[str, list[Unit]] = {}
    for army in pos.state.armies.values():
        if army.power == "persia" and army.sp and army.at in pos.scn.provinces:
            found.setdefault(army.at, []).append(ArmySP(army.id))
    for province, groups in pos.state.detached.items():
        if groups.get("persia"):
            found.setdefault(province, []).append(Detached(province, "persia"))
    return {p: tuple(units) for p, units in found.items() if near.get(p, 99) > PERSIAN_REACH}


def attrition(play: Play) -> None:
    """Remove SP of Persians in provinces too far from Persia's box (5.12). In each of these provinces, a die
    gives the number of SP to remove, less 2 in a City.
    """
    for province, units in sorted(persian_provinces(play.pos).items()):
        die = play.d10("attrition", "5.12", BARBARIAN)
        sp = max(0, die - (2 if is_city(play.setting, province) else 0))
        impose_losses(play, Losses(BARBARIAN, units, sp, "attrition", "5.12", province))
        play.set_aside()  # otherwise, if no SP are lost, the next event would be logged with this die
