"""URLs of the calculators."""

from django.urls import URLPattern, URLResolver, path

from battles.cataphract.lookup import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("cataphract/lookup/", views.look_up, name="cataphract-lookup"),
    path("cataphract/data.json", views.offline_data, name="cataphract-data"),
    path("cataphract/sw.js", views.service_worker, name="cataphract-worker"),
    path("cataphract/manifest.webmanifest", views.manifest, name="cataphract-manifest"),
    path("cataphract/lookup/schema.json", views.published_schema, name="cataphract-schema"),
]
