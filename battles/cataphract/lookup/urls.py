"""URLs of the calculators."""

from django.urls import URLPattern, URLResolver, path

from battles.cataphract.lookup import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("cataphract/lookup/", views.look_up, name="cataphract-lookup"),
    path("cataphract/lookup/schema.json", views.published_schema, name="cataphract-schema"),
]
