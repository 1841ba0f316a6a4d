from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotesConfig(AppConfig):
    name = "features.notes"
    label = "notes"
    verbose_name = _("Notes")

    def ready(self) -> None:
        from accounts import parts
        from features.notes.part import NotesPart
        from features.notes.sending import NotesEncloser
        from games import enclosures

        parts.register(NotesPart())
        enclosures.register(NotesEncloser())
