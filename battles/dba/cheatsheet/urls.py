from django.urls import URLPattern, URLResolver, path

from battles.dba.cheatsheet.views import cheatsheet

urlpatterns: list[URLPattern | URLResolver] = [path("dba/cheatsheet/", cheatsheet, name="cheatsheet")]
