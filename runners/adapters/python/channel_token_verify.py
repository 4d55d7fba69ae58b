"""Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5)."""
import base64
import hmac
import json
import math
import re

from channel_token import DAY, VERSION, Refused, check_join_params, mac, standard_base64


class InvalidToken(Exception):
    """A token that `verify` does not accept; `reason` is a stable code."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def verify(token, app_id, app_secret, now):
    """Return the join parameters of a valid token, else raise InvalidToken."""
    version, token_app_id, timestamp, params, signature = _split(token)
    if version != VERSION:
        raise InvalidToken("version")
    if token_app_id != app_id:
        raise InvalidToken("app")
    # Section 4.5: over the parts as received; a second JSON encoding may differ.
    expected = mac(version + token_app_id + timestamp + params, app_secret)
    if not hmac.compare_digest(expected, signature):
        raise InvalidToken("signature")
    join_params = _read_params(params)
    # Section 2.1: validity starts at the token's timestamp.
    if now > int(timestamp) + join_params.get("duration", DAY):
        raise InvalidToken("expired")
    return join_params


def _split(token):
    parts = token.split(".") if isinstance(token, str) else []
    try:
        # [0-9], because \d and isdigit() take the digits of every script.
        if len(parts) != 5 or not re.fullmatch("[0-9]+", parts[2]):
            raise ValueError
        int(parts[2])  # recent Pythons raise ValueError above 4300 digits
        _base64_decode(parts[3])
        _base64_decode(parts[4])
    except ValueError:
        raise InvalidToken("malformed") from None
    return parts


def _read_params(params):
    try:
        join_params = json.loads(
            _base64_decode(params).decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_not_json,
            parse_float=_finite,
        )
        check_join_params(join_params)
    except (ValueError, RecursionError, Refused):
        raise InvalidToken("params") from None
    return join_params


def _unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate key")  # RFC 8259 section 4
    return members


def _not_json(name):
    raise ValueError(name)  # Python takes NaN and Infinity unless told otherwise


def _finite(text):
    number = float(text)
    if math.isinf(number):  # 1e400 cannot be handed on unchanged
        raise ValueError("number too large")
    return number


def _base64_decode(text):
    data = base64.b64decode(text, validate=True)
    if standard_base64(data) != text:  # unused bits must be zero, RFC 4648 section 3.5
        raise ValueError("not canonical base64")
    return data
