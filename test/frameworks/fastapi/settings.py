"""What the operator sets, all of it in the environment: a secret in an argument could be read by every user."""

import os
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class App:
    app_id: str
    secret: str
    status: Literal["active", "disabled", "unpaid"]


@dataclass(frozen=True)
class Settings:
    apps: dict[str, App]
    channel: str
    channel_user: str


def _apps() -> list[App]:
    """The app of the operator, and, where they are named, one that is disabled and one that is unpaid."""
    prefixes = {"active": "", "disabled": "DISABLED_", "unpaid": "UNPAID_"}
    found = []
    for status, prefix in prefixes.items():
        app_id = os.environ.get(f"CHANNELPROOF_{prefix}APP_ID")
        if app_id:
            found.append(App(app_id, os.environ[f"CHANNELPROOF_{prefix}APP_SECRET"], status))
    return found


def read_settings() -> Settings:
    apps = {app.app_id: app for app in _apps()}
    return Settings(apps, os.environ["CHANNEL"], os.environ["CHANNEL_USER"])
