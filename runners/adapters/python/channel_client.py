"""Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7).

No message holds a secret or the Authorization value.
"""
import http.client
import json
import re
import secrets
import socket
import urllib.parse

import channel_http

ROUTES = {
    "auth.token": ("POST", "/auth/token"),
    "streaming.start": ("POST", "/streaming/start"),
    "streaming.update": ("PUT", "/streaming/update"),
    "streaming.stop": ("POST", "/streaming/stop"),
}
CODE_NAMES = ("code", "errorCode", "error_code", "error")


class CallFailed(Exception):
    """A failed call; `kind` is http, network, timeout or protocol."""

    def __init__(self, kind, status=None, code=None):
        super().__init__(kind)
        self.kind = kind
        self.status = status
        self.code = code


def call(base_url, authorization, timeout, operation, body):
    """Make one call and return its status and, of auth.token, the token; `timeout` in seconds."""
    status, content = _exchange(base_url, authorization, timeout, operation, body)
    value = _parse(content)
    if status != 200:
        raise CallFailed("http", status, _code_in(value))
    # Section 7.2: what the body of a streaming answer holds is not shown.
    if operation != "auth.token":
        return status, None
    token = value.get("token") if isinstance(value, dict) else None
    if not isinstance(token, str):
        raise CallFailed("protocol", status)
    return status, token


def _exchange(base_url, authorization, timeout, operation, body):
    method, path = ROUTES[operation]
    headers = {
        "Content-Type": "application/json",
        "Authorization": authorization.encode("utf-8"),  # http.client would send Latin-1
        # Section 4: 32 hexadecimal digits.
        "Tracking-Id": secrets.token_hex(16),
    }
    content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    url = urllib.parse.urlsplit(base_url.rstrip("/") + path)
    try:
        status, received = channel_http.exchange(method, url, content, headers, timeout)
    except socket.timeout:  # TimeoutError since Python 3.10
        raise CallFailed("timeout") from None
    except OSError:
        raise CallFailed("network") from None
    except channel_http.Oversized as oversized:
        raise CallFailed("protocol", oversized.status) from None
    except http.client.HTTPException:
        raise CallFailed("protocol") from None
    if received is None and status == 200:
        raise CallFailed("network")
    return status, received or b""  # a cut off body does not mask an error status


def _parse(content):
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _code_in(value):
    """Return the first error code, however deep: the shape of error bodies is not shown (section 7)."""
    members = value if isinstance(value, dict) else {}
    for name in CODE_NAMES:
        found = members.get(name)
        if isinstance(found, str) and re.fullmatch(r"[A-Za-z]+(\.[A-Za-z]+)+", found):
            return found
    below = value if isinstance(value, list) else members.values()
    found = (_code_in(member) for member in below)
    return next((code for code in found if code is not None), None)
