"""Chances of dice outside battles: movement, recruits, treasuries and the revolt of Sardinia."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages.forecasts.panels import (
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
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.turn import treasuries, troops
from campaigns.justinian.rules.turn.sardinia import Sardinia, expected_force
from campaigns.justinian.wording.names import Names, sp, word_yield
from engine.game import Choice

# --- recruits and movement ---


def activations(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield each army's possible MP, and the recruits of a leader in the power's box."""
    armies = [str(o.value) for o in options(choice)] or [str(choice.facts.get("army", ""))]
    bonus = 1 if choice.rule == "6.44" else 0
    rows = []
    for key in armies:
        army = pos.state.armies.get(key)
        leader = pos.scn.leaders.get(army.leader or "") if army else None
        if army is None or leader is None:
            continue
        mp = odds.movement_chances(leader.movement, bonus)
        dice, strength = troops.expected_levy(pos.scn, pos.state, army), str(army.total)
        recruits: Facts = ()
        if dice is not None:
            levy = prospects.recruits(pos, army.power)
            strength = spread(levy + army.total)
            recruits = ((_("Recruits (6.23)"), f"{word_yield(dice)}: {spread(levy)}"),)
        rating = _("rating %(rating)s of %(leader)s")
        told = rating % {"rating": leader.movement, "leader": names.leader(leader.id)}
        rows.append(
            Row(
                (names.army(key), names.place(army.at), strength, spread(mp)),
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
            note=_(
                "From the least to the most, the average in brackets; SP with the recruits to be rolled for."
            ),
            folded=len(rows) > 3,
        )


def levy(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of a Byzantine levy, which raises one die of SP within the limit of 150 (5.32)."""
    room = pos.scn.counters.byzantine_sp_limit - pos.byzantine_sp()
    found = odds.levy_chances(room)
    yield Section(
        "levy",
        _("Recruiting"),
        heads=(_("SP raised"), _("Room")),
        rows=(Row((spread(found), str(room)), listing(found)),),
        rule="5.32",
        note=_("Byzantium has at most 150 land SP. Fleets come on top, at 3 G for each SP."),
        folded=True,
    )


# --- treasuries and revolt ---


def treasure(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the odds of the gold in a captured treasury, rolled with ten dice or with one (5.42)."""
    rows = []
    for dice, title in ((treasuries.MANY, _("ten dice, added")), (treasuries.ONE, _("one die, times ten"))):
        found = odds.treasure_chances(dice)
        least = [percent(found.at_least(gold)) for gold in (30, 50, 70)]
        rows.append(Row((title, average(found.expectation()), f"{min(found)}–{max(found)}", *least)))
    heads = (_("How"), _("Average"), _("From–to"), "≥ 30 G", "≥ 50 G", "≥ 70 G")
    note = _("One die: a 0 counts as 1.")
    yield Section(
        "treasure", _("The captured treasury"), heads=heads, rows=tuple(rows), rule="5.42", note=note
    )


def sardinia(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the losses in Sardinia, and the chance that the revolt is put down (9.0)."""
    frame = pos.in_progress(Sardinia)
    if frame is None:
        return
    there, ships = expected_force(pos.state, frame.power)
    found, held = odds.sardinian_chances(), odds.sardinia_held(there, ships=ships)
    panel = Panel(
        _("%(sp)s SP in Sardinia") % {"sp": there},
        (Bar(_("the island is held"), held), Bar(_("it is in revolt"), 1 - held)),
        facts=(
            (_("SP lost on average"), average(found.expectation())),
            *((sp(lost), percent(chance)) for lost, chance in found.items()),
        ),
        reckoning=() if ships else ((_("Ships"), _("without a fleet there it rises in any case")),),
        rule="9.0",
    )
    yield Section("sardinia", _("The revolt of Sardinia"), (panel,), rule="9.0")
