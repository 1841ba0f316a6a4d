"""Switch a feature off for a test, as if its line were not in the settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

import pytest
from django.conf import settings
from django.test import override_settings
from django.urls import clear_url_caches

from accounts import parts
from games import agenda, chronicle_news, enclosures, events, message_kinds, slots
from games.models import Outbox
from games.services.notices import channels
from games.templatetags.vexillum import _leads_somewhere


@contextmanager
def switched_off(*features: str) -> Iterator[None]:
    """Take away everything that the apps of these features registered, and their URLs."""

    def is_on(module: str) -> bool:
        return not module.startswith(tuple(f"{one}." for one in features))

    saved = import_module("config.urls")
    rest = [one for one in settings.VEXILLUM_FEATURES if one not in features]
    heard = {
        event: [one for one in every if is_on(one.handler.__module__)]
        for event, every in events._subscriptions.items()
    }
    shown = {
        name: [one for one in every if is_on(one.template.replace("/", "."))]
        for name, every in slots._fragments.items()
    }
    with override_settings(VEXILLUM_FEATURES=rest), pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "_subscriptions", heard)
        patch.setattr(slots, "_fragments", shown)
        for sources in (agenda, chronicle_news):
            on = [one for one in sources._sources if is_on(one.__module__)]
            patch.setattr(sources, "_sources", on)
        writers = [one for one in enclosures._writers if is_on(getattr(one, "__module__", ""))]
        patch.setattr(enclosures, "_writers", writers)
        patch.setattr(message_kinds, "_kinds", _kinds_without(features))
        open_channels = {name: one for name, one in channels._channels.items() if is_on(one.hand.__module__)}
        patch.setattr(channels, "_channels", open_channels)
        patch.setattr(parts, "_parts", [one for one in parts._parts if is_on(type(one).__module__)])
        del sys.modules["config.urls"]
        clear_url_caches()
        _leads_somewhere.cache_clear()
        try:
            yield
        finally:
            sys.modules["config.urls"] = saved
            clear_url_caches()
            _leads_somewhere.cache_clear()


def _kinds_without(features: Sequence[str]) -> dict[Outbox.Kind, message_kinds.MessageKind]:
    """Return the kinds of messages that do not belong to these features."""
    own = {
        kind.kind
        for one in features
        if find_spec(f"{one}.kinds") is not None
        for kind in import_module(f"{one}.kinds").KINDS
    }
    return {kind: one for kind, one in message_kinds._kinds.items() if kind not in own}
