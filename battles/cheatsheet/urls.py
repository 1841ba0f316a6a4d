from django.urls import URLPattern, URLResolver, path

from battles.cheatsheet.views import cheatsheet

urlpatterns: list[URLPattern | URLResolver] = [path("dba/cheatsheet/", cheatsheet, name="cheatsheet")]
