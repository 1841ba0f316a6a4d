"""Legions that desert to Marius or Sulla in the last round (13.4)."""

from __future__ import annotations

from campaigns.italia.rules.combat.events import Deserted
from campaigns.italia.rules.state.play import Play


def desert(play: Play) -> None:
    """Roll for legions that desert to a leader in their area. If their nation has a better legion in the
    area, a higher roll is needed.
    """
    for nation in play.scn.last_round_order:
        for rule in play.pos.nation(nation).effects.get("defection", ()):
            area = play.pos.leader_at(rule["leader"])
            here = play.pos.units(area, rule["of"]) if area else {}
            number = here.get(rule["unit"], 0)
            if not number or not play.pos.leader_at(rule["leader"]):
                continue
            needs = rule["beside_threshold"] if here.get(rule["beside"]) else rule["threshold"]
            faces = play.d10s(number, "defection", "13.4", nation)
            gone = sum(face >= needs for face in faces)
            play.tell(Deserted(rule["of"], area, {rule["unit"]: gone}, nation, "defection", faces))
            play.lose(rule["of"], area, {rule["unit"]: gone}, "defection")
            play.place(nation, area, {rule["unit"]: gone}, (), "deserted")
