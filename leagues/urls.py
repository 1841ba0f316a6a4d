"""URLs of leagues."""

from django.urls import path

from leagues.views import founding, joining, league, lists, ratings

app_name = "leagues"
urlpatterns = [
    path("", founding.index, name="index"),
    path("new/", founding.choose, name="choose"),
    path("new/<str:system>/", founding.new, name="new"),
    path("join/<str:token>/", joining.join, name="join"),
    path("ratings/<str:system>/", ratings.page, name="ratings"),
    path("<uuid:league>/", league.page, name="league"),
    path("<uuid:league>/lists/", lists.lists, name="lists"),
    path("<uuid:league>/do/", league.do, name="do"),
]
