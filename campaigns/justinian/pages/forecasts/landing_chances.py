"""Landings that a fleet with an army aboard can reach, and their chances. The fleet is in port or at sea."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.justinian.forecast import landings
from campaigns.justinian.forecast.landings import Landing
from campaigns.justinian.pages.forecasts import deserters
from campaigns.justinian.pages.forecasts.battles import attack_title
from campaigns.justinian.pages.forecasts.interceptions import joint_chance_text
from campaigns.justinian.pages.forecasts.panels import Facts, Row, Section, average, percent
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import State, enemy
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.game import Choice


def embarkation_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the landings of a fleet that can be activated with an army aboard (7.24)."""
    army, power = choice.fixed["army"], str(choice.fixed["power"])
    if army is not None:
        left = deserters.after_desertion(pos, army)
        found = landings.landings_before(
            Position(pos.setting, left.state), power, str(choice.fixed["place"]), army
        )
        yield from _landing_section(left.state, army, found, names, *left.note(names))


def voyage_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the landings of a fleet at sea with an army aboard."""
    sail = pos.in_progress(Sail)
    if sail is not None and sail.army and not sail.retreating:
        yield from _landing_section(pos.state, sail.army, landings.landings_ahead(pos, sail), names)


def _landing_section(
    state: State, army: str, found: tuple[Landing, ...], names: Names, *notes: str
) -> Iterator[Section]:
    """Yield a section with the landings, those with the best chance of winning first. Yield nothing if there
    are no landings.
    """
    if not found:
        return
    seat = state.seat_of(state.armies[army].power)
    rows = (
        _row(state, one, seat, names) for one in sorted(found, key=lambda one: (-_wins(one), one.province))
    )
    note = _(
        "Wins: an attack on everybody who is there, by the army as it is now. Patrols, ships in the "
        "port and interceptions come first and are not included; after it the activation ends (7.24)."
    )
    yield Section(
        f"landing-{army}",
        _("Landing among enemies: %(army)s") % {"army": names.army(army)},
        heads=(_("Where"), _("Enemies"), _("Wins"), _("Before that")),
        rows=tuple(rows),
        rule="7.24",
        note=" ".join((note, *notes)),
        folded=True,
    )


def _wins(landing: Landing) -> Fraction:
    return landing.attacks[0].wins if landing.attacks else Fraction(-1)


def _row(state: State, landing: Landing, seat: str, names: Names) -> Row:
    there = state.sp_at(landing.province, enemy(seat))
    return Row(
        (
            names.place(landing.province),
            sp(there) if there else names.unit("levy:lazica"),
            percent(landing.attacks[0].wins) if landing.attacks else "–",
            join_items(hindrances(landing)) or "–",
        ),
        tuple(_explain_landing(landing, names)),
    )


def hindrances(landing: Landing) -> Iterator[str]:
    if landing.patrols:
        yield ngettext("%(n)s patrol", "%(n)s patrols", landing.patrols) % {"n": landing.patrols}
    if landing.ships:
        yield _("ships: %(sp)s") % {"sp": sp(landing.ships)}
    if landing.threats:
        yield joint_chance_text(landing.threats)


def _explain_landing(landing: Landing, names: Names) -> Facts:
    seas = " → ".join(names.place(sea) for sea in landing.seas)
    lines = [(_("Way (7.21)"), seas)] if seas else []
    lines += [
        (_("May intercept there (7.31)"), f"{names.army(one.army)} {percent(one.chance)}")
        for one in landing.threats
    ]
    for one in landing.attacks:
        found = one.chances
        values = {
            "wins": percent(found.attacker_wins),
            "tie": percent(found.tie),
            "own": average(found.mean_attacker),
            "enemy": average(found.mean_defender),
        }
        told = _("wins %(wins)s, tie %(tie)s; on average it loses %(own)s SP, the enemy %(enemy)s") % values
        lines.append((attack_title(one.target, landing.province, names), told))
    return tuple(lines)
