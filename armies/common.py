"""The URLs that the armies of every system share. ``reference`` is an army list, a shared army's token, or
one of the user's own armies.
"""

from __future__ import annotations

from django.urls import URLPattern, path

from armies.views import building, mine, passing


def addresses(system: str) -> list[URLPattern]:
    """Return the shared URLs. Each system defines the URLs of its lists itself."""
    known = {"system": system}
    return [
        path("build/", building.start, known, name="start"),
        path("lists/<slug:list_id>/build/", building.build, known, name="build"),
        path("lists/<slug:list_id>/check/", building.check, known, name="check"),
        path("mine/", mine.mine, known, name="mine"),
        path("mine/<uuid:army_id>/", mine.army, known, name="army"),
        path("mine/<uuid:army_id>/edit/", building.edit, known, name="edit"),
        path("mine/<uuid:army_id>/share/", mine.sharing, known, name="sharing"),
        path("mine/<uuid:army_id>/delete/", mine.delete, known, name="delete"),
        path("mine/<uuid:army_id>/own/", mine.own_it, known, name="own"),
        path("import/", passing.bring, known, name="import"),
        path("shared/<str:token>/", mine.show_shared, known, name="shared"),
        path("of/<str:reference>/copy/", passing.copy, known, name="copy"),
        path("of/<str:reference>/army.json", passing.as_json, known, name="json"),
        path("of/<str:reference>/army.txt", passing.as_text, known, name="text"),
    ]
