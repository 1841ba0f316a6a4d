"""URLs of report cards."""

from django.urls import path

from features.report_cards import views

urlpatterns = [
    path("games/<uuid:pk>/card/", views.page, name="game-card"),
    path("games/<uuid:pk>/card.svg", views.svg, name="game-card-svg"),
    path("games/<uuid:pk>/card.png", views.png, name="game-card-png"),
    path("games/<uuid:pk>/battles/<int:link>/card.svg", views.svg, name="game-battle-svg"),
    path("games/<uuid:pk>/battles/<int:link>/card.png", views.png, name="game-battle-png"),
]
