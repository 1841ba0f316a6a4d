"""What a rare question means, told above its form: few players have met it before."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

# Kind of the decision -> what follows from it.
EXPLAINED: dict[str, Any] = {
    "nika": _(
        "It takes up this segment. The army is in Europa at once, wherever it stands now, and armies "
        "combined with it part. If it stands there already, it stays."
    ),
    "sardinia": _(
        "Once 5 SP are there, half a die of them is lost; the island is in revolt if nobody is left, or "
        "without a fleet."
    ),
    "operation_place": _("From there it marches in this operation. If you pass, it marches from its home."),
    "operation": _("Each of the two armies marches once, in the order you like. A pass ends the operation."),
    "ally": _(
        "It is on your side until the next turn begins. If it does nothing now, you may activate it in your "
        "segments like an army of your own. If it joins an army, its leader goes home, and its SP march, "
        "fight and count as that army's own; they go home too when the next turn begins, unless the army "
        "stands in a City province then."
    ),
}
