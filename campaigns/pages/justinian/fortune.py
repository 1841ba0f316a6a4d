"""What the dice may bring apart from battles: activations, events, alliances, recruits, treasure, pillage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.pages.justinian.panels import (
    Bar,
    Facts,
    Panel,
    Row,
    Section,
    average,
    listing,
    options,
    percent,
    spread,
)
from campaigns.rules.justinian import events_table, odds, revolts, tables, treasuries
from campaigns.rules.justinian.control import controller
from campaigns.rules.justinian.frames import Sardinia
from campaigns.rules.justinian.maintenance import groups
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.sequence import RANDOMS
from campaigns.rules.justinian.state import BARBARIAN, BYZANTIUM, MAJORS, REVOLT, Army, State, byzantine_sp
from campaigns.rules.justinian.units import sp_of
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.names import Names, listed, signed, sp
from engine.game import Choice

# --- the next Random marker ---


def coming(table: Table, state: State, names: Names) -> tuple[Section, ...]:
    """What the Barbarian's next segment may bring: for who decides it and for who waits for it."""
    return (
        Section(
            "powers",
            _("Who may be activated"),
            heads=(_("Power"), _("Select"), _("Random"), _("With Byzantium")),
            rows=tuple(_powers(table, state, names)),
            rule="6.2",
            note=_("%(selects)s Select and %(randoms)s Random markers are left this turn.")
            % {"selects": state.selects, "randoms": state.randoms},
            folded=True,
        ),
        Section(
            "events",
            _("What a Random marker may bring beside"),
            heads=(_("Event"), _("Chance"), _("As things stand")),
            rows=tuple(_events(table, state, names)),
            rule="6.22, 9.0",
            note=_("An event strikes when both dice together show 10 or more, before the power is known."),
            folded=True,
        ),
    )


def out_of_play(state: State) -> set[str]:
    """Powers that are rolled again (6.22, 8.26)."""
    persia = any(a.power == "persia" for a in state.armies.values())
    return {*state.gone, *(() if persia else ("persia",))}


def _powers(table: Table, state: State, names: Names) -> Iterator[Row]:
    chances = odds.activation_chances(table.scn, out_of_play(state))
    for key, chance in sorted(chances.items(), key=lambda kv: -kv[1]):
        power = table.scn.powers[key]
        cells = (
            names.power(key),
            _("yes") if state.selects and key in MAJORS else "–",
            percent(chance) if state.randoms else "–",
            _side(table, state, key),
        )
        numbers = _("%(low)s to %(high)s of 00–99; powers that are gone are rolled again") % {
            "low": f"{power.low:02}",
            "high": f"{power.high:02}",
        }
        forces = sum(a.total for a in state.armies.values() if a.power == key)
        levy = spread(odds.recruit(power.troops)) if recruiting(state, key) else _("none")
        why = ((_("SP in armies"), str(forces)), (_("Recruits (6.23)"), levy), (_("Dice (6.22)"), numbers))
        yield Row(cells, (*why, *_alliance_lines(table, state, key)))


def _side(table: Table, state: State, power: str) -> str:
    """The chance that a power takes Byzantium's side without a bribe, or what has been rolled (6.33)."""
    if power in MAJORS:
        return "–"
    if power in state.alliances:
        return _("yes") if state.alliances[power] == BYZANTIUM else _("no")
    return percent(odds.alliance_chances(table.scn.powers[power].alliance_drm or 0)["byzantine"])


def _alliance_lines(table: Table, state: State, power: str) -> Facts:
    if power in MAJORS or power in state.alliances:
        return ()
    told = listed(
        _("%(gold)s G: %(chance)s") % {"gold": gold, "chance": percent(chances["byzantine"])}
        for gold, chances in odds.alliance_table(table.scn.powers[power].alliance_drm or 0).items()
    )
    return ((_("With Byzantium by a bribe (6.32)"), told),)


def recruiting(state: State, power: str) -> bool:
    """Whether a leader of the power would recruit now: in his box, once a turn (6.23)."""
    return any(_recruits(state, a) for a in state.armies.values() if a.power == power)


def _recruits(state: State, army: Army) -> bool:
    return army.at == f"{army.power}_box" and army.id not in state.recruited


def _events(table: Table, state: State, names: Names) -> Iterator[Row]:
    for name, chance in sorted(odds.event_chances().items(), key=lambda kv: -kv[1]):
        meaning = MEANINGS.get(name)
        told = meaning(table, state, names) if meaning else ""
        later = 1 - (1 - chance) ** state.randoms
        why = (_("With all Random markers that are left"), percent(later))
        yield Row((word(name), percent(chance), told), () if name == "none" else (why,))


def _mutiny(table: Table, state: State, names: Names) -> str:
    units = [u for u, g in groups(state).items() if g.unpaid and not u.startswith("army:")]
    if not units:
        return _("no garrison or fleet is unpaid: nothing happens")
    values = {"groups": len(units), "sp": sum(sp_of(state, u) for u in units)}
    return _("%(groups)s unpaid garrisons and fleets (%(sp)s SP): each deserts on an even die") % values


def _epidemic(table: Table, state: State, names: Names) -> str:
    if events_table.ignored(table, state):
        return _("without effect before turn %(turn)s") % {"turn": events_table.LATE_EPIDEMIC}
    if state.epidemics:
        return _("the game ends at once")
    dead = {BYZANTIUM: 0, BARBARIAN: 0}
    for place, seat, _kind, units in events_table.stricken(state):
        if place in table.scn.provinces:
            total = sum(sp_of(state, u) for u in units)
            dead[seat] += events_table.toll(total, city=table.scn.provinces[place].is_city)
    values = {"byzantine": dead[BYZANTIUM], "barbarian": dead[BARBARIAN]}
    return (
        _("%(byzantine)s Byzantine and %(barbarian)s Barbarian SP die; the next revenue is halved") % values
    )


def _nika(table: Table, state: State, names: Names) -> str:
    guard = revolts.nika_guard(state)
    if guard >= revolts.NIKA_GUARD:
        return _("%(guard)s SP guard Europa: nothing happens") % {"guard": guard}
    values = {"guard": guard, "needed": revolts.NIKA_GUARD}
    return (
        _("only %(guard)s of %(needed)s SP guard Europa: an army must come, and a segment is lost") % values
    )


def _risen(places: tuple[str, ...], names: Names) -> str:
    if not places:
        return _("everything is guarded: nothing happens")
    return _("in revolt: %(places)s") % {"places": listed(names.place(p) for p in places)}


def _armenia(table: Table, state: State, names: Names) -> str:
    return _risen(revolts.armenian(table.scn, state), names)


def _egypt(table: Table, state: State, names: Names) -> str:
    return _risen(revolts.egyptian(table.scn, state), names)


def _sardinia(table: Table, state: State, names: Names) -> str:
    holder = controller(state, revolts.SARDINIA)
    if holder in ("nobody", REVOLT):
        return _("nobody holds Sardinia: nothing happens")
    values = {"holder": names.power(holder), "sp": average(odds.mean(odds.sardinian_chances()))}
    return _("%(holder)s: 5 SP and a ship must go, %(sp)s SP are lost on average") % values


def _politics(table: Table, state: State, names: Names) -> str:
    if not state.cup:
        return _("nobody is in the cup: nothing happens")
    leaders = sum(1 for a in state.armies.values() if a.power == BYZANTIUM and a.leader) + len(state.lone)
    return _("one of %(leaders)s leaders is replaced by a draw") % {"leaders": leaders}


def _builds(table: Table, state: State, names: Names) -> str:
    cost = events_table.BUILDING_COST
    if state.gold >= cost:
        return _("%(cost)s of %(gold)s G are gone") % {"cost": cost, "gold": state.gold}
    values = {"gold": state.gold, "debt": cost - state.gold}
    return _("%(gold)s G are gone, %(debt)s more out of the next revenue") % values


def _disputes(table: Table, state: State, names: Names) -> str:
    return _("the next Byzantine segment is lost")


MEANINGS: Mapping[str, Callable[[Table, State, Names], str]] = {
    "mutiny": _mutiny,
    "epidemic": _epidemic,
    "nika": _nika,
    "armenia": _armenia,
    "sardinia": _sardinia,
    "egypt": _egypt,
    "politics": _politics,
    "justinian_builds": _builds,
    "religious_disputes": _disputes,
}


# --- alliances ---


def bribes(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """What each step of a bribe buys (6.32, 6.33)."""
    power = str(choice.facts.get("power"))
    drm, affordable = table.scn.powers[power].alliance_drm or 0, {o.value for o in options(choice)}
    steps = odds.alliance_table(drm)
    found, before = [], Fraction(0)
    for gold, chances in steps.items():
        won, gained = chances["byzantine"], chances["byzantine"] - before
        before = won
        title = _("%(gold)s G (+%(chance)s)") if gold else _("%(gold)s G")
        short = (_("Treasury"), _("holds only %(gold)s G") % {"gold": state.gold})
        found.append(
            Panel(
                title=title % {"gold": gold, "chance": percent(gained)},
                bars=(
                    Bar(_("with Byzantium"), won),
                    Bar(_("neutral"), chances["neutral"]),
                    Bar(_("with the Barbarians"), chances["barbarian"]),
                ),
                facts=() if gold in affordable else (short,),
                reckoning=(
                    (
                        _("Die"),
                        _("power %(drm)s, gold %(gold)s; 8 or more is with Byzantium, 7 neutral")
                        % {"drm": signed(drm), "gold": signed(tables.bribe_drm(gold))},
                    ),
                ),
                rule="6.33",
            )
        )
    yield Section(
        "bribe",
        _("What each bribe buys"),
        tuple(found),
        rule="6.32",
        note=_(
            "In brackets what the last 3 G add. The gold is gone whatever the die shows; amounts between two "
            "steps buy nothing."
        ),
    )


# --- recruits and movement ---


def activations(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """What the movement die gives each army, and the recruits of a leader in his box."""
    armies = [str(o.value) for o in options(choice)] or [str(choice.facts.get("army", ""))]
    bonus = 1 if choice.rule == "6.44" else 0
    rows = []
    for key in armies:
        army = state.armies.get(key)
        leader = table.scn.leaders.get(army.leader or "") if army else None
        if army is None or leader is None:
            continue
        mp = odds.movement_chances(leader.movement, bonus)
        levy = odds.recruit(table.scn.powers[army.power].troops) if _recruits(state, army) else None
        rating = _("rating %(rating)s of %(leader)s")
        told = rating % {"rating": leader.movement, "leader": names.leader(leader.id)}
        recruits = ((_("Recruits (6.23)"), spread(levy)),) if levy else ()
        rows.append(
            Row(
                (names.army(key), names.place(army.at), str(army.total), spread(mp)),
                (*recruits, (_("Movement (7.11)"), told), *((f"{n} MP", c) for n, c in listing(mp))),
            )
        )
    if rows:
        yield Section(
            "activation",
            _("What the dice give"),
            heads=(_("Army"), _("Place"), _("SP"), _("MP")),
            rows=tuple(rows),
            rule="7.11, 6.23",
            note=_("From the least to the most, the average in brackets."),
            folded=len(rows) > 3,
        )


def levy(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """A Byzantine recruiting segment: a die of SP, within the limit of 150 (5.32)."""
    room = table.scn.counters.byzantine_sp_limit - byzantine_sp(state)
    found = odds.levy_chances(room)
    yield Section(
        "levy",
        _("Recruiting"),
        heads=(_("SP raised"), _("Room")),
        rows=(Row((spread(found), str(room)), listing(found)),),
        rule="5.32",
        note=_("Byzantium has at most 150 land SP. Fleets cost 3 G for each SP beside."),
        folded=True,
    )


# --- treasure and revolt ---


def treasure(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """Ten dice or one (5.42)."""
    rows = []
    for dice, title in ((treasuries.MANY, _("ten dice, added")), (treasuries.ONE, _("one die, times ten"))):
        found = odds.treasure_chances(dice)
        least = [
            percent(sum((c for gold, c in found.items() if gold >= n), Fraction(0))) for n in (30, 50, 70)
        ]
        rows.append(Row((title, average(odds.mean(found)), f"{min(found)}–{max(found)}", *least)))
    heads = (_("How"), _("Average"), _("From–to"), "≥ 30 G", "≥ 50 G", "≥ 70 G")
    note = _("One die: a 0 counts as 1.")
    yield Section(
        "treasure", _("The captured treasury"), heads=heads, rows=tuple(rows), rule="5.42", note=note
    )


def sardinia(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """What the revolt costs, and whether the island is held (9.0)."""
    frame = next((f for f in reversed(state.stack) if isinstance(f, Sardinia)), None)
    if frame is None:
        return
    sent, fleets = revolts.wanted(state, frame.power)
    there = sum(sp_of(state, u) for u in revolts.on_the_spot(state, frame.power))
    found, troops = odds.sardinian_chances(), sent + there
    ships = bool(fleets) or f"{frame.power}@{revolts.SARDINIA}" in state.fleets
    held = sum((c for lost, c in found.items() if lost < troops), Fraction(0)) if ships else Fraction(0)
    panel = Panel(
        _("%(sp)s SP in Sardinia") % {"sp": troops},
        (Bar(_("the island is held"), held), Bar(_("it is in revolt"), 1 - held)),
        facts=(
            (_("SP lost on average"), average(odds.mean(found))),
            *((sp(lost), percent(chance)) for lost, chance in found.items()),
        ),
        reckoning=() if ships else ((_("Ships"), _("without a fleet there it rises in any case")),),
        rule="9.0",
    )
    yield Section("sardinia", _("The revolt of Sardinia"), (panel,), rule="9.0")


# --- not paying ---


@dataclass(frozen=True)
class Risk:
    """What becomes of a group that is not paid."""

    text: str
    sp: Fraction
    rule: str


def risks(table: Table, state: State, names: Names) -> dict[str, Risk]:
    """Unit -> what not paying it may cost: pillage after a victory (8.27), desertion (5.25)."""
    deserts = odds.desertion_chance(RANDOMS)
    found = {}
    for unit, group in groups(state).items():
        kind, _colon, name = unit.partition(":")
        if kind != "army":
            told = _("deserts in %(chance)s of turns") % {"chance": percent(deserts)}
            found[unit] = Risk(told, deserts * group.sp, "5.25")
            continue
        army = state.armies[name]
        control = table.scn.leaders[army.leader].control if army.leader else 0
        lost = odds.pillage_after_victory(control, army.total)
        values = {"chance": percent(1 - lost.get(0, Fraction(0))), "sp": average(odds.mean(lost))}
        told = _("after a victory %(chance)s that SP go home, %(sp)s on average") % values
        found[unit] = Risk(told, odds.mean(lost), "8.27")
    return found
