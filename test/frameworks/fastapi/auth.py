"""Who signed a request (section 5), and tokens (section 4.5)."""

import base64
import hashlib
import hmac
import time

from errors import ServiceError
from models import JoinParams
from settings import App

SKEW = 300
"""Seconds by which the clock of a caller may be off."""


def _signature(secret: str, message: str) -> str:
    return base64.b64encode(hmac.digest(secret.encode(), message.encode(), hashlib.sha256)).decode()


def signer(apps: dict[str, App], authorization: str) -> App:
    """Section 5 does not show the signature. This is the stand-in: appId.timestamp.signature."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() != "svcsign":
        raise ServiceError(403, "Authorization.Type.Invalid")
    parts = value.strip().rsplit(".", 2)
    if len(parts) != 3 or not (parts[1].isascii() and parts[1].isdigit()):
        raise ServiceError(403, "Authorization.Signature.Invalid")
    app_id, timestamp, signature = parts
    if app_id not in apps:
        raise ServiceError(404, "InvalidEntity.NotFound")
    _check(apps[app_id], timestamp, signature)
    return apps[app_id]


def _check(app: App, timestamp: str, signature: str) -> None:
    right = _signature(app.secret, app.app_id + timestamp)
    if not hmac.compare_digest(right.encode(), signature.encode()):
        raise ServiceError(403, "Authorization.Signature.Invalid")
    if abs(time.time() - int(timestamp)) > SKEW:
        raise ServiceError(403, "Authorization.Signature.Invalid")
    if app.status != "active":
        raise ServiceError(403, "App.Status.Error" if app.status == "disabled" else "Org.Status.Error")


def issue_token(app: App, join_params: JoinParams) -> str:
    """Only what the caller gave: the defaults of 2.1 hold without being written down."""
    params = base64.b64encode(join_params.model_dump_json(exclude_none=True).encode()).decode()
    timestamp = str(int(time.time()))
    signature = _signature(app.secret, "02" + app.app_id + timestamp + params)
    return ".".join(["02", app.app_id, timestamp, params, signature])
