"""Addresses of the armies. ``reference`` is an army list, a shared army's token, or an army of one's own."""

from django.urls import URLPattern, URLResolver, path

from armies.views import building, collection, mine, reference

app_name = "armies"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", reference.index, name="index"),
    path("lists.json", reference.lists_json, name="lists-json"),
    path("roster.schema.json", reference.schema, name="schema"),
    path("troops/", reference.troops, name="troops"),
    path("campaigns/", reference.campaigns, name="campaigns"),
    path("lists/<slug:list_id>/", reference.army_list, name="list"),
    path("build/", building.start, name="start"),
    path("lists/<slug:list_id>/build/", building.build, name="build"),
    path("lists/<slug:list_id>/check/", building.check, name="check"),
    path("mine/", mine.mine, name="mine"),
    path("mine/<uuid:army_id>/", mine.army, name="army"),
    path("mine/<uuid:army_id>/edit/", building.edit, name="edit"),
    path("mine/<uuid:army_id>/share/", mine.sharing, name="sharing"),
    path("mine/<uuid:army_id>/delete/", mine.delete, name="delete"),
    path("mine/<uuid:army_id>/own/", mine.own_it, name="own"),
    path("import/", mine.bring, name="import"),
    path("shared/<str:token>/", mine.shared, name="shared"),
    path("of/<str:reference>/copy/", mine.copy, name="copy"),
    path("of/<str:reference>/print/", mine.print_sheets, name="print"),
    path("of/<str:reference>/army.json", mine.as_json, name="json"),
    path("of/<str:reference>/army.txt", mine.as_text, name="text"),
    path("collection/", collection.collection, name="collection"),
    path("collection/shopping/", collection.shopping, name="shopping"),
    path("collection/<str:code>/", collection.change, name="owned"),
]
