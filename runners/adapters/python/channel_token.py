"""Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).

No function reads the clock or the environment, and no message holds a secret.
"""
import base64
import hmac
import json

VERSION = "02"  # section 9 item 1
DAY = 86400

# Section 2.1: (type, required, upper bound). No other bound is shown, so no
# other is checked: negative numbers and empty ids are the service's to judge.
FIELDS = {
    "channelId": (str, True, None),
    "userId": (str, True, None),
    "privileges": (int, False, None),
    "channelDuration": (int, False, None),
    "duration": (int, False, DAY),
    "size": (int, False, None),
    "delayClose": (int, False, DAY),
}


class Refused(Exception):
    """A call that makes no token; `reason` is a stable code."""

    def __init__(self, reason, name):
        super().__init__("%s: %s" % (reason, name))
        self.reason = reason


def mint_params(join_params_json):
    """Return the params part for a JSON text, which is taken exactly as given."""
    return standard_base64(_utf8("joinParams", join_params_json))


def sign(version, app_id, timestamp, params, app_secret):
    """Return the signature part (section 4.5); `timestamp` is an int."""
    for name, value in (("version", version), ("appId", app_id), ("params", params)):
        _typed(name, value, str)
    _typed("timestamp", timestamp, int)
    return mac(version + app_id + str(timestamp) + params, app_secret)


def issue(app_id, app_secret, join_params, timestamp):
    """Return a token (section 2.2) for a dict of join parameters."""
    check_join_params(join_params)
    # ensure_ascii=False keeps the text short; both spellings are allowed.
    text = json.dumps(join_params, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    params = mint_params(text)
    signature = sign(VERSION, app_id, timestamp, params, app_secret)
    return ".".join((VERSION, app_id, str(timestamp), params, signature))


def check_join_params(join_params):
    """Raise Refused unless the dict follows section 2.1."""
    _typed("joinParams", join_params, dict)
    for name, (kind, required, maximum) in FIELDS.items():
        if name not in join_params:
            if required:
                raise Refused("missing-field", name)
            continue
        _typed(name, join_params[name], kind)
        if maximum is not None and join_params[name] > maximum:
            raise Refused("out-of-range", name)


def mac(message, app_secret):
    """Return the base64 of HMAC-SHA256 with the app secret as key (section 4.5)."""
    _typed("appSecret", app_secret, str)
    if app_secret == "":
        raise Refused("empty-secret", "appSecret")
    key = _utf8("appSecret", app_secret)
    return standard_base64(hmac.digest(key, _utf8("message", message), "sha256"))


def _typed(name, value, kind):
    # Not isinstance: it would take True for an int.
    if type(value) is not kind:
        raise Refused("wrong-type", name)


def _utf8(name, text):
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate; the original error holds the text
        raise Refused("malformed", name) from None


def standard_base64(data):
    """Return standard base64 with padding, as text."""
    # Section 4.5 note 2: no line breaks, so not base64.encodebytes.
    return base64.b64encode(data).decode("ascii")
