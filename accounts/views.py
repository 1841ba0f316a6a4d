"""Pages for signing up, logging in, settings, language and theme."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeDoneView, PasswordResetView
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clocks, conduct, guests, joining, limits, parts
from accounts.forms import DeleteAccountForm, NewKey, Rename, Settings, SignUp
from accounts.forms import LogIn as LogInForm
from accounts.leaving import account_data, delete_account
from accounts.logins import accesses, answers, devices, keys
from accounts.mail import addresses
from accounts.models.profile import Profile
from accounts.naming import claims
from accounts.preferences import choose, copy_choices, remember


def _redirect_back(request: HttpRequest, otherwise: str = "home") -> HttpResponseRedirect:
    target = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = resolve_url(otherwise)
    return HttpResponseRedirect(target)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    guest = request.user if guests.is_guest(request.user) else None
    if request.user.is_authenticated and guest is None:
        return _redirect_back(request)
    asked = {name: str(request.POST.get(name, request.GET.get(name, ""))) for name in ("next", "invited")}
    if not joining.may_join(asked, clocks.now()):
        context = {"next": asked["next"], "closed": settings.SIGNUP == "closed"}
        return render(request, "registration/signup_closed.html", context, status=403)
    form = SignUp(
        request.POST or None,
        instance=None
        if guest is None
        else get_user_model().objects.filter(username=guest.get_username()).first(),
        initial={"language": get_language(), "username": ""},
    )
    if request.method == "POST":
        user = joining.join(request, form, guest, clocks.now())
        if user is not None:
            return _log_in_newcomer(request, user)
    return render(request, "registration/signup.html", {"form": form, **asked})


def _log_in_newcomer(request: HttpRequest, user: Any) -> HttpResponse:
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    profile = Profile.of(user)
    with override(profile.language):
        messages.success(request, _("Welcome, %(name)s.") % {"name": user.get_username()})
    response = _redirect_back(request)
    # only the theme, because the settings form has a language field
    remember(response, copy_choices(request, profile, "theme"))
    devices.remember(request, response, user.pk)
    return response


class LogIn(LoginView):
    """Log in, and copy the user's language, time zone and theme to this device. A guest's games move to the
    account.
    """

    authentication_form = LogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **more: Any) -> Any:
        if request.user.is_authenticated and not guests.is_guest(request.user):
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **more)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return the template context with the stored form that waits for this login."""
        return {**super().get_context_data(**more), "kept": answers.stored_form(self.request, clocks.now())}

    def form_valid(self, form: object) -> HttpResponse:
        kept = answers.stored_form(self.request, clocks.now())
        guest = self.request.user if guests.is_guest(self.request.user) else None
        response = super().form_valid(form)  # type: ignore[arg-type]
        if guest is not None and guests.hand_over(guest, self.request.user, clocks.now()):
            messages.success(self.request, _("The games that you began as a guest are yours now."))
        if kept is not None and kept["who"] == str(self.request.user.pk):
            response = HttpResponseRedirect(
                f"{reverse('answer')}?{urlencode({'next': response['Location']})}"
            )
        elif kept is not None:
            answers.forget(self.request)
            text = _("The answer saved here belongs to another account, so it was not sent.")
            messages.warning(self.request, text)
        remember(response, copy_choices(self.request, Profile.of(self.request.user)))
        devices.remember(self.request, response, self.request.user.pk)
        return response


@login_required
@never_cache
@require_safe
def answer(request: HttpRequest) -> HttpResponse:
    """After a new login, show the form that was stored because the session had expired. The form submits
    itself, or the user presses its button.
    """
    kept = answers.stored_form(request, clocks.now())
    if kept is None or kept["who"] != str(request.user.pk):
        answers.forget(request)
        return _redirect_back(request)
    back = _redirect_back(request)["Location"]
    return render(request, "registration/answer.html", {"kept": kept, "back": back})


class LogOut(LogoutView):
    http_method_names = ["post", "options"]


class ResetPassword(PasswordResetView):
    """Send a link for a new password, within limits. Neither text, status nor timing reveals whether an
    account has the address, because the view only stores the e-mail (accounts.mail.addresses).
    """

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        origin = limits.network_of(self.request)
        if not limits.RESETS.take(origin):
            form.add_error(None, limits.too_often(limits.RESETS))
            return self.form_invalid(form)
        # counted whether or not an account has the address
        limit = addresses.reached_limit(form.cleaned_data["email"])
        if limit is not None:
            form.add_error("email", limits.too_many_mails(limit))
            return self.form_invalid(form)
        addresses.lost_password(form.cleaned_data["email"], clocks.now())
        return HttpResponseRedirect(str(self.success_url))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_settings(request: HttpRequest) -> HttpResponse:
    profile = Profile.of(request.user)
    form = Settings(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        form.save()
        for part in parts.registered_parts():
            part.on_rest_changed(request.user, clocks.now())
        with override(profile.language):
            messages.success(request, _("Saved."))
        response: HttpResponse = redirect("settings")
        remember(response, profile)
        return response
    return render(request, "registration/settings.html", {"form": form, **about_account(request.user)})


def about_account(user: Any) -> dict[str, object]:
    """Return the variables for notices about the account: an unconfirmed address, a name that looks like
    another account's, a doubtful name.
    """
    address = Profile.objects.filter(user=user).values_list("new_email", flat=True).first()
    waiting = {"new_email": address, "mail_goes_out": addresses.sends_real_mail()} if address else {}
    doubtful = claims.is_doubtful(user.get_username())
    return {**waiting, "twins": claims.twins_of(user), "doubtful": doubtful}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest) -> HttpResponse:
    """Rename an account that shares its name with another or whose name would be refused today."""
    twins = claims.twins_of(request.user)
    if not twins and not claims.is_doubtful(request.user.get_username()):
        return redirect("settings")
    form = Rename(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            claims.rename(request.user, form.cleaned_data["username"])
        except ValidationError as refused:  # the name was taken just now
            form.add_error("username", refused)
        else:
            messages.success(request, _("Your name is now %(name)s.") % {"name": request.user.get_username()})
            return redirect("settings")
    return render(request, "registration/rename.html", {"form": form, "twins": twins})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_accesses(request: HttpRequest) -> HttpResponse:
    """List everything that can read or act for this account without its password. A POST revokes it all."""
    if request.method == "POST":
        accesses.revoke_all(request.user)
        messages.success(request, _("Everything has been revoked."))
        return redirect("accesses")
    return render(
        request, "registration/accesses.html", {"accesses": accesses.accesses_without_password(request.user)}
    )


class PasswordChanged(PasswordChangeDoneView):
    """Confirm a changed password, and list everything that still gives access to the account without it."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**more),
            "accesses": accesses.accesses_without_password(self.request.user),
        }


@login_required
@require_POST
def email_again(request: HttpRequest) -> HttpResponse:
    """Send another e-mail to the unconfirmed address, within limits."""
    asked = (f"user {request.user.pk}", f"address {Profile.of(request.user).new_email.lower()}")
    kept = [(limits.CONFIRMATIONS, who) for who in asked]
    if limits.take_all(kept) is not None:
        messages.error(request, limits.too_often(limits.CONFIRMATIONS).message)
    elif (limit := addresses.reached_limit(Profile.of(request.user).new_email)) is not None:
        limits.give_back_all(kept)
        messages.error(request, limits.too_many_mails(limit).message)
    elif addresses.resend_confirmation(request.user, clocks.now()):
        messages.success(request, _("The e-mail is on its way. Check your spam folder too."))
    else:
        limits.give_back_all(kept)
        messages.success(request, _("Your address is confirmed."))
    return _redirect_back(request, "settings")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Handle the link in a confirmation e-mail. Opening the link only shows a button that confirms, since
    some mail programs open every link. The link works on any device, logged in or not.
    """
    user = addresses.user_of_token(token)
    if user is None:
        return render(request, "registration/email_void.html", status=410)
    if request.method != "POST":
        return render(request, "registration/email_confirm.html", {"name": user.get_username()})
    if addresses.confirm(token) is None:
        return render(request, "registration/email_void.html", status=410)
    messages.success(request, _("Your address is confirmed."))
    return redirect("home")


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Download the logged-in user's personal data."""
    response = JsonResponse(
        account_data(request.user), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = 'attachment; filename="vexillum-account.json"'
    return response


@login_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def program_keys(request: HttpRequest) -> HttpResponse:
    """List and create API keys. A new key is shown in this response and never again."""
    if guests.is_guest(request.user):
        messages.info(request, _("Sign up first: API keys belong to an account."))
        return redirect("signup")
    if "revoke" in request.POST:
        keys.revoke(request.user, request.POST["revoke"])
        messages.success(request, _("The key has been revoked."))
        return redirect("keys")
    form, shown = NewKey(request.user, request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            shown = keys.create_key(request.user, told["name"], told["scopes"], told["days"], clocks.now())
            form = NewKey(request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
    found = keys.keys_of(request.user)
    context = {"form": form, "keys": found, "shown": shown, "now": clocks.now()}
    return render(request, "registration/keys.html", context, status=400 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, number: int) -> HttpResponse:
    """Show another user whom the user has met here. A POST blocks, unblocks or reports the other user."""
    other, now, do = conduct.find_acquaintance(request.user, number), clocks.now(), request.POST.get("do")
    if other is None:
        raise Http404
    context: dict[str, Any] = {"other": other, "words": request.POST.get("words", "")}
    if do == "report":
        try:
            conduct.report(request.user, other, context["words"], now)
        except ValidationError as refused:
            context |= {"refused": refused.messages[0], "blocked": conduct.blocks(request.user, other)}
            return render(request, "registration/person.html", context, status=422)
        messages.success(request, _("Report sent. Thank you."))
    elif do == "block":
        conduct.block(request.user, other, now)
        messages.success(request, _("Blocked."))
    elif do == "unblock":
        conduct.unblock(request.user, other)
        messages.success(request, _("Unblocked."))
    if do:
        return (
            redirect("person", number)
            if conduct.find_acquaintance(request.user, number)
            else redirect("blocked")
        )
    context["blocked"] = conduct.blocks(request.user, other)
    return render(request, "registration/person.html", context)


@login_required
@never_cache
@require_safe
def show_blocked(request: HttpRequest) -> HttpResponse:
    """Show the people whom the user has blocked."""
    return render(request, "registration/blocked.html", {"blocks": conduct.blocked_by(request.user)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after asking for the password."""
    form = DeleteAccountForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        delete_account(request.user, now=clocks.now())
        logout(request)
        messages.success(request, _("Your account has been deleted. Farewell."))
        return redirect("home")
    return render(request, "registration/delete.html", {"form": form})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Set the language of the pages. The choice is also stored in the profile of a logged-in user."""
    response = _redirect_back(request)
    choose(request, response, "language", request.POST.get("language", ""))
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set the theme: light, dark, or the device's choice. It is also stored in the profile of a logged-in
    user.
    """
    response = _redirect_back(request)
    choose(request, response, "theme", request.POST.get("theme", ""))
    return response
