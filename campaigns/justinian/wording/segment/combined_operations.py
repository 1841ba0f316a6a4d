"""Texts for Combined Operations of a major and a minor power (6.4)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import Chapter, DecisionText

WORDS = Chapter(
    decisions={
        "operation": DecisionText(
            _("The Combined Operation: who moves next?"),
            title=_("A Combined Operation"),
            awaited=_("a Combined Operation"),
            explained=_(
                "Each of the two armies marches once, in the order you like. A pass ends the operation."
            ),
        ),
        "operation_place": DecisionText(
            _("Where is the minor power's army set down?"),
            title=_("A Combined Operation"),
            awaited=_("a Combined Operation"),
            explained=_(
                "There it waits for your army to pick it up. If you pass, it marches by itself from its home."
            ),
        ),
    },
    labels={
        "start_operation": _("Combined Operation: %(army)s with the %(minor)s"),
        "set_down": _("Set the minor army down"),
    },
    unchosen={
        "start_operation": _("Combined Operation of %(army)s"),
    },
    refusals={
        "no_operation_now": _(
            "A Combined Operation is possible only in the first barbarian segment, with both Select markers."
        ),
        "not_a_minor_power": _("%(power)s is not a minor power that could take part."),
        "not_linked": _("%(province)s is not linked to the minor power's home."),
        "only_picked_up": _("%(army)s was set down for the operation: it waits to be picked up."),
    },
    events={
        "operation_started": _("A Combined Operation %(of_army)s with %(the_minor)s."),
    },
    codes={
        "operation": _("Combined Operation"),
    },
)
