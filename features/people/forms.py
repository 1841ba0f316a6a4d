"""The form with which a person chooses what others read about them."""

from __future__ import annotations

from typing import Any

from django import forms

from accounts import lines
from features.people.models import Portrait


class PortraitForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who may see the page, what it shows, and the person's own words."""

    class Meta:
        model = Portrait
        fields = ("words", "seeks", "shown", "games", "ratings", "hours")

    def clean_words(self) -> str:
        return lines.one_line(self.cleaned_data["words"])

    def _post_clean(self) -> Any:
        """A page that nobody may see lists nobody as looking for games."""
        if self.cleaned_data.get("shown") == Portrait.Shown.NOBODY:
            self.cleaned_data["seeks"] = False
        return super()._post_clean()  # type: ignore[misc]
