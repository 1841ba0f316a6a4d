"""URLs of the pages about DBA's armies."""

from django.urls import URLPattern, URLResolver, path

from armies.common import addresses
from armies.desks.dba import collection, loading, reference

app_name = "dba"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", reference.index, name="index"),
    path("lists.json", reference.lists_json, name="lists-json"),
    path("roster.schema.json", reference.schema, name="schema"),
    path("troops/", reference.troops, name="troops"),
    path("campaigns/", reference.campaigns, name="campaigns"),
    path("lists/<slug:list_id>/", reference.army_list, name="list"),
    path("of/<str:reference>/print/", reference.print_sheets, name="print"),
    path("load/", loading.load_lists, name="load"),
    path("collection/", collection.collection, name="collection"),
    path("collection/shopping/", collection.shopping, name="shopping"),
    path("collection/<str:code>/", collection.change, name="owned"),
    *addresses("dba"),
]
