"""A small token SDK behind the adapter protocol, with mistakes to choose from: sdk.py <mutant>."""
import base64
import calendar
import datetime
import hashlib
import hmac
import json
import sys
import types
import unicodedata

DAY = 86400
# Section 2.1: type, required, upper bound. No lower bounds are shown.
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
    """Its one argument is the reason."""


def check(join_params):
    """Section 2.1. Not isinstance: True would pass for an int."""
    if type(join_params) is not dict:
        raise Refused("wrong-type")
    for name, (kind, required, maximum) in FIELDS.items():
        if name not in join_params:
            if required:
                raise Refused("missing-field")
        elif type(join_params[name]) is not kind:
            raise Refused("wrong-type")
        elif maximum is not None and join_params[name] > maximum:
            raise Refused("out-of-range")


def digest(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def concatenated(p):
    rest = "".join(f',"{name}":{value}' for name, value in p.items() if type(value) is int)
    return f'{{"channelId":"{p["channelId"]}","userId":"{p["userId"]}"{rest}}}'


def hex_or_text(secret):
    try:
        return bytes.fromhex(secret)
    except ValueError:
        return secret.encode()


RIGHT = {
    "serialise": json.dumps,
    "serialise_to_send": None,  # what was signed is what is sent
    "json_bytes": lambda text: text.encode("utf-8"),
    "base64": lambda data: base64.b64encode(data).decode(),
    "clock": lambda timestamp: timestamp,
    "key": lambda secret: secret.encode("utf-8"),
    "message": "".join,
    "mac": digest,
    "signature": lambda mac: sdk.base64(mac),
}

# Each replaces one step, or two.
MUTANTS = {
    "right": {},
    "urlsafe_b64encode": {"base64": lambda data: base64.urlsafe_b64encode(data).decode()},
    "encodebytes": {"base64": lambda data: base64.encodebytes(data).decode()},
    "str-of-bytes": {"base64": lambda data: str(base64.b64encode(data))},
    "hexdigest": {"signature": lambda mac: mac.hex()},
    "b64encode-of-hexdigest": {"signature": lambda mac: sdk.base64(mac.hex().encode())},
    "hmac-new-swapped": {"mac": lambda key, message: digest(message, key)},
    "hashlib-sha1": {"mac": lambda key, message: hmac.new(key, message, hashlib.sha1).digest()},
    "hashlib-sha512": {"mac": lambda key, message: hmac.new(key, message, hashlib.sha512).digest()},
    "sha256-of-key-and-message": {"mac": lambda key, message: hashlib.sha256(key + message).digest()},
    "time-in-milliseconds": {"clock": lambda timestamp: int(timestamp * 1000)},
    "time-as-float": {"clock": float},
    "naive-local-time": {
        "clock": lambda timestamp: calendar.timegm(datetime.datetime.fromtimestamp(timestamp).timetuple())
    },
    "secret-strip": {"key": lambda secret: secret.strip().encode()},
    "secret-b64decode": {"key": base64.b64decode},
    "secret-fromhex": {"key": hex_or_text},
    "encode-latin-1": {"json_bytes": lambda text: text.encode("latin-1", "replace")},
    "encode-utf-16": {"json_bytes": lambda text: text.encode("utf-16")},
    "encode-utf-8-sig": {"json_bytes": lambda text: text.encode("utf-8-sig")},
    "normalize-nfc": {
        # A cleaning helper, used wherever text comes in.
        "json_bytes": lambda text: unicodedata.normalize("NFC", text).encode(),
        "serialise": lambda p: json.dumps(p, ensure_ascii=False),
    },
    "f-string-json": {"serialise": concatenated},
    "optionals-none": {"serialise": lambda p: json.dumps({name: p.get(name) for name in FIELDS})},
    "dumps-twice": {"serialise_to_send": lambda p: json.dumps(p, separators=(",", ":"))},
    "message-dotted": {"message": ".".join},
    "encodebytes-and-strip": {
        "base64": lambda data: base64.encodebytes(data).decode(),
        "key": lambda secret: secret.strip().encode(),
    },
}


def token_params(p):
    return {"params": sdk.base64(sdk.json_bytes(p["joinParamsJson"]))}


def sign(version, app_id, timestamp, params, secret):
    if secret == "":
        raise Refused("empty-secret")
    message = sdk.message([version, app_id, str(timestamp), params])
    return sdk.signature(sdk.mac(sdk.key(secret), message.encode()))


def token_signature(p):
    return {"signature": sign(p["version"], p["appId"], p["timestamp"], p["params"], p["appSecret"])}


def token_issue(p):
    join_params, timestamp = p["joinParams"], sdk.clock(p["timestamp"])
    check(join_params)
    params = sdk.base64(sdk.json_bytes(sdk.serialise(join_params)))
    signature = sign("02", p["appId"], timestamp, params, p["appSecret"])
    if sdk.serialise_to_send:
        params = sdk.base64(sdk.json_bytes(sdk.serialise_to_send(join_params)))
    return {"token": ".".join(["02", p["appId"], str(timestamp), params, signature])}


METHODS = {"token.params": token_params, "token.signature": token_signature, "token.issue": token_issue}


def describe(_):
    about = {"name": "mutant", "version": "1.0.0", "language": "Python"}
    return {"protocol": 1, "sdk": about, "methods": list(METHODS), "clock": "injected"}


def outcome(question):
    method = {"describe": describe, **METHODS}.get(question["method"])
    if not method:
        return {"error": {"code": -32601, "message": "method not offered"}}
    try:
        return {"result": method(question["params"])}
    except Refused as refused:
        return {"error": {"code": 1, "message": "refused", "data": {"reason": str(refused)}}}
    except Exception as error:  # its text may hold a secret
        return {"error": {"code": 3, "message": type(error).__name__}}


if len(sys.argv) != 2 or sys.argv[1] not in MUTANTS:
    sys.exit("usage: sdk.py MUTANT, one of: " + " ".join(MUTANTS))
sdk = types.SimpleNamespace(**{**RIGHT, **MUTANTS[sys.argv[1]]})
for line in sys.stdin.buffer:
    question = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": question["id"], **outcome(question)}), flush=True)
