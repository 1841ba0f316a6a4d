"""URLs of accounts."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, path, reverse_lazy

from accounts import views
from accounts.forms import NewPassword

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/signup/", views.signup, name="signup"),
    path("account/login/", views.LogIn.as_view(), name="login"),
    path("account/answer/", views.answer, name="answer"),
    path("account/logout/", views.LogOut.as_view(), name="logout"),
    path("account/settings/", views.account_settings, name="settings"),
    path(
        "account/password/",
        auth.PasswordChangeView.as_view(form_class=NewPassword),
        name="password_change",
    ),
    path("account/password/done/", views.PasswordChanged.as_view(), name="password_change_done"),
    path("account/access/", views.account_accesses, name="accesses"),
    path("account/name/", views.rename, name="rename"),
    path(
        "account/reset/",
        views.ResetPassword.as_view(),
        name="password_reset",
    ),
    path("account/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "account/reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(
            post_reset_login=True,
            post_reset_login_backend="django.contrib.auth.backends.ModelBackend",
            success_url=reverse_lazy("password_change_done"),
        ),
        name="password_reset_confirm",
    ),
    path("account/email/again/", views.email_again, name="email-again"),
    path("account/email/<str:token>/", views.confirm_email, name="confirm-email"),
    path("account/data.json", views.data, name="account-data"),
    path("account/keys/", views.program_keys, name="keys"),
    path("account/person/<int:number>/", views.person, name="person"),
    path("account/blocked/", views.show_blocked, name="blocked"),
    path("account/delete/", views.delete, name="account-delete"),
    path("account/language/", views.language, name="language"),
    path("account/theme/", views.theme, name="theme"),
]
