"""URLs of Italia's own pages, which campaigns.urls includes."""

from django.urls import URLPattern, URLResolver, path

from campaigns.italia.lookup import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("italia/lookup/", views.look_up, name="italia-lookup"),
    path("italia/data.json", views.offline_data, name="italia-data"),
    path("italia/sw.js", views.service_worker, name="italia-worker"),
]
