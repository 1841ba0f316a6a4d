from django.urls import URLPattern, URLResolver, path

from battles.dba.muster.views import new_battle

urlpatterns: list[URLPattern | URLResolver] = [path("dba/new/", new_battle, name="new-battle")]
