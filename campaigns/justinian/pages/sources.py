"""The sources of a province's facts: the printed rules, history, or our reconstruction."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.justinian.wording.names import Names, italian, join_items

FIELDS = ("prefecture", "revenue", "city", "fort", "seas", "label")


def sources(names: Names, province: str) -> tuple[tuple[str, str, str, str], ...]:
    """Return (label, value, kind of source, description of the source) for each fact of a province."""
    raw = names.provinces.get(province)
    if raw is None:
        return ()
    marks = {"rules": _("printed in the rules"), "history": _("history"), "design": _("our reconstruction")}
    values = {
        "prefecture": (_("Prefecture"), names.prefecture(raw["prefecture"])),
        "revenue": (_("Revenue"), f"{raw['revenue']} G"),
        "city": (_("City"), italian(raw["city"] or "") or _("none")),
        "fort": (_("Printed fort"), _("yes") if raw["fort"] else _("no")),
        "seas": (_("Sea areas"), join_items(names.place(s) for s in raw["seas"]) or _("none")),
        "label": (_("Place on the map"), f"{raw['label'][0]}° N, {raw['label'][1]}° E"),
    }
    prov = raw.get("prov", {})
    kinds = {key: prov if isinstance(prov, str) else prov.get(key) or "design" for key in FIELDS}
    return tuple((*values[key], kinds[key], marks.get(kinds[key], kinds[key])) for key in FIELDS)
