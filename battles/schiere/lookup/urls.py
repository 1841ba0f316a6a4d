"""The URLs of the calculators."""

from django.urls import URLPattern, URLResolver, path

from battles.schiere.lookup import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("schiere/lookup/", views.look_up, name="schiere-lookup"),
    path("schiere/lookup/schema.json", views.published_schema, name="schiere-schema"),
    path("schiere/data.json", views.offline_data, name="schiere-data"),
    path("schiere/sw.js", views.service_worker, name="schiere-worker"),
    path("schiere/manifest.webmanifest", views.manifest, name="schiere-manifest"),
]
