"""URLs where a client of the API begins."""

from django.urls import path

from features.api_description import views

urlpatterns = [
    path("api/", views.index, name="api"),
    path("api/openapi.json", views.openapi, name="api-description"),
    path("api/systems", views.systems, name="api-systems"),
    path("api/systems/<str:system>/schema", views.schema, name="api-schema"),
]
