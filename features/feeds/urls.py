"""URLs of feeds: the page that lists them, and the URLs that calendars and feed readers fetch."""

from django.urls import path

from features.feeds import views

urlpatterns = [
    path("account/feeds/", views.page, name="feeds"),
    path("feeds/<str:token>/deadlines.ics", views.deadlines, name="deadlines"),
    path("feeds/<str:token>/chronicle.atom", views.private_chronicle, name="feed"),
    path("games/<uuid:pk>/chronicle.atom", views.public_chronicle, name="public-feed"),
]
