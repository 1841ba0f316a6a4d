"""URLs of Cataphract: the calculators, and the start of a battle sheet."""

from django.urls import URLPattern, URLResolver, include, path

from battles.cataphract.start import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("battles.cataphract.lookup.urls")),
    path("cataphract/sheet/", views.new_sheet, name="cataphract-sheet"),
    path("cataphract/sheet/<slug:battle>.csv", views.download_lines, name="cataphract-lines"),
    path("cataphract/sheet/<slug:battle>.json", views.download_json, name="cataphract-armies"),
]
