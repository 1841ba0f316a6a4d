"""Addresses of accounts and games."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, path

from games.views import accounts, home

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/signup/", accounts.signup, name="signup"),
    path("account/login/", accounts.LogIn.as_view(), name="login"),
    path("account/logout/", accounts.LogOut.as_view(), name="logout"),
    path("account/settings/", accounts.account_settings, name="settings"),
    path("account/password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("account/password/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path(
        "account/reset/",
        auth.PasswordResetView.as_view(subject_template_name="registration/password_reset_subject.txt"),
        name="password_reset",
    ),
    path("account/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "account/reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("account/reset/complete/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("account/language/", accounts.language, name="language"),
    path("account/theme/", accounts.theme, name="theme"),
]
