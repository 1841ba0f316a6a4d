"""Addresses of accounts and games."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, path

from games.accounts import NewPassword
from games.views import (
    accounts,
    act,
    battle,
    chronicle,
    desk,
    game,
    home,
    join,
    letters,
    lobby,
    new,
    notices,
    orders,
    replay,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/signup/", accounts.signup, name="signup"),
    path("account/login/", accounts.LogIn.as_view(), name="login"),
    path("account/logout/", accounts.LogOut.as_view(), name="logout"),
    path("account/settings/", accounts.account_settings, name="settings"),
    path(
        "account/password/",
        auth.PasswordChangeView.as_view(form_class=NewPassword),
        name="password_change",
    ),
    path("account/password/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path(
        "account/reset/",
        accounts.ResetPassword.as_view(),
        name="password_reset",
    ),
    path("account/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "account/reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("account/reset/complete/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("account/email/again/", accounts.email_again, name="email-again"),
    path("account/email/<str:token>/", accounts.confirm_email, name="confirm-email"),
    path("account/data.json", accounts.data, name="account-data"),
    path("account/delete/", accounts.delete, name="account-delete"),
    path("account/messages/", notices.notices, name="notices"),
    path("account/language/", accounts.language, name="language"),
    path("account/theme/", accounts.theme, name="theme"),
    path("games/finished/", home.finished, name="finished-games"),
    path("games/new/", new.choose, name="new-game"),
    path("games/new/<str:system>/", new.new, name="new-game-of"),
    path("games/scenarios/<str:system>/<str:name>.json", new.scenario, name="scenario"),
    path("join/<str:token>/", join.join, name="join"),
    path("games/<uuid:pk>/", game.game, name="game"),
    path("games/<uuid:pk>/version", game.version, name="game-version"),
    path("games/<uuid:pk>/state.json", game.state, name="game-state"),
    path("games/<uuid:pk>/act", act.act, name="game-act"),
    path("games/<uuid:pk>/seats", lobby.change, name="game-seats"),
    path("games/<uuid:pk>/leave", lobby.leave, name="game-leave"),
    path("games/<uuid:pk>/chronicle/", chronicle.chronicle, name="game-chronicle"),
    path("games/<uuid:pk>/replay/", replay.replay, name="game-replay"),
    path("games/<uuid:pk>/dice/", chronicle.verify, name="game-verify"),
    path("games/<uuid:pk>/export.json", chronicle.export, name="game-export"),
    path("games/<uuid:pk>/orders/", orders.orders, name="game-orders"),
    path("games/<uuid:pk>/letters/", letters.letters, name="game-letters"),
    path("games/<uuid:pk>/desk/", desk.desk, name="game-desk"),
    path("games/<uuid:pk>/battles/<int:link>/", battle.battle, name="game-battle"),
]
