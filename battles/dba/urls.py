"""URLs of DBA: the calculator, the cheat sheet, battles between two army lists, and the pages of the table
assistant.
"""

from django.urls import URLPattern, URLResolver, include, path

from battles.dba.lookup import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("dba/lookup/", views.look_up, name="dba-lookup"),
    path("dba/lookup/schema.json", views.published_schema, name="dba-schema"),
    path("dba/matrix/", views.matrix, name="dba-matrix"),
    path("dba/data.json", views.offline_data, name="dba-data"),
    path("dba/sw.js", views.service_worker, name="dba-worker"),
    path("dba/manifest.webmanifest", views.manifest, name="dba-manifest"),
    path("", include("battles.dba.cheatsheet.urls")),
    path("", include("battles.dba.muster.urls")),
    path("", include("battles.dba.pages.urls")),
]
