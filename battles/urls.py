from django.urls import URLPattern, URLResolver, include, path

app_name = "battles"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("battles.table_urls")),
    path("", include("battles.cheatsheet.urls")),
]
