"""The form where users choose what others can read about them."""

from __future__ import annotations

from typing import Any

from django import forms

from accounts.naming import lines
from features.people.models import Portrait


class PortraitForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for a user's page: who may see it, what it shows, and a text about the user."""

    class Meta:
        model = Portrait
        fields = ("words", "seeks", "shown", "games", "ratings", "hours")

    def clean_words(self) -> str:
        return lines.one_line(self.cleaned_data["words"])

    def _post_clean(self) -> Any:
        """Switch off "looking for games" if nobody may see the user's page."""
        if self.cleaned_data.get("shown") == Portrait.Shown.NOBODY:
            self.cleaned_data["seeks"] = False
        return super()._post_clean()  # type: ignore[misc]
