"""Labels for the facts that a game master can correct."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from battles.dba.wording import table_texts as texts

WORDS = {
    **texts.CAUSES,
    "pips": _("PIPs left"),
    "elements": _("Elements"),
    "where": _("where"),
    "cause": _("how it was lost"),
    "spent": _("can't move again this bound"),
    "charged": _("its own move brought it into contact"),
    "dismounted": _("dismounted"),
    "moves": _("tactical moves in this bound"),
    "camps": _("Camps"),
    "holder": _("held by"),
    "bua": _("Built-up area"),
    "table": _("on the table"),
    "camp": _("in its own camp"),
    "enemy_camp": _("in the enemy's camp"),
    "reserve": _("waits aboard"),
    "lost": _("lost"),
    **texts.SEATS,
}
