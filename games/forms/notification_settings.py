"""The forms for notification settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.message_kinds import topics
from games.models import Pace, Topic
from games.services.notices.wishes import Wishes

HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]


class AllGamesForm(forms.Form):
    """The settings for all games: how often each topic is sent, and the hour of the daily e-mail."""

    def __init__(self, wishes: Wishes, hour: int, data: Any = None) -> None:
        super().__init__(data)
        for topic in topics():
            self.fields[topic.value] = forms.ChoiceField(
                label=capfirst(topic.label), choices=Pace.choices, initial=wishes.of_all(topic)
            )
        self.fields["hour"] = forms.ChoiceField(
            label=_("Send daily e-mail at"),
            choices=HOURS,
            initial=str(hour),
            help_text=_("In your time zone."),
        )

    def wishes(self) -> dict[Topic, Pace | None]:
        return {topic: Pace(self.cleaned_data[topic.value]) for topic in topics()}


class OneGameForm(forms.Form):
    """The settings for one game. Topics left empty follow the settings for all games."""

    def __init__(self, wishes: Wishes, game: Any, leads: bool, data: Any = None) -> None:
        super().__init__(data, auto_id=f"id_{game.pk}_%s")
        said = wishes.games.get(game.pk, {})
        self.topics = [topic for topic in topics() if leads or topic != Topic.LEAD]
        for topic in self.topics:
            as_all = _("as for all games (%(pace)s)") % {"pace": Pace(wishes.of_all(topic)).label}
            self.fields[topic.value] = forms.ChoiceField(
                label=capfirst(topic.label),
                choices=[("", as_all), *Pace.choices],
                required=False,
                initial=said.get(topic, ""),
            )

    def wishes(self) -> dict[Topic, Pace | None]:
        said = {topic: self.cleaned_data[topic.value] for topic in self.topics}
        return {topic: Pace(value) if value else None for topic, value in said.items()}
