"""The URLs about armies that every system has. A ``reference`` in a URL is the id of an army list, the id of
one of the user's own armies, or a shared army's token.
"""

from __future__ import annotations

from django.urls import URLPattern, path

from armies.views import building, mine, passing


def addresses(system: str) -> list[URLPattern]:
    """Return the URLs that every system has. The URLs of a system's army lists are in its own folder."""
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
        path("mine/<uuid:army_id>/own/", mine.add_to_collection, known, name="own"),
        path("import/", passing.import_army, known, name="import"),
        path("shared/<str:token>/", mine.show_shared, known, name="shared"),
        path("of/<str:reference>/copy/", passing.copy, known, name="copy"),
        path("of/<str:reference>/army.json", passing.as_json, known, name="json"),
        path("of/<str:reference>/army.txt", passing.as_text, known, name="text"),
    ]
