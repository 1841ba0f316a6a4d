"""URLs of the pages about Schiere's armies."""

from django.urls import URLPattern, URLResolver, path

from armies.common import addresses
from armies.desks.schiere import pages

app_name = "schiere"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.index, name="index"),
    path("lists/<slug:list_id>/", pages.army_list, name="list"),
    path("collection/", pages.collection, name="collection"),
    path("collection/<str:code>/", pages.change, name="owned"),
    *addresses("schiere"),
]
