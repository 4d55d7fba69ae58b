# Twenty small token SDKs in one file, each as a different firm might have written it.
# Start with the id of one of them to answer JSON-RPC on stdin; `--list` names them and their mistakes.
import base64
import binascii
import dataclasses
import functools
import hashlib
import hmac
import json
import re
import string
import sys
import time
import urllib.parse
from datetime import datetime, timedelta
from typing import NamedTuple, Optional

VARIANTS = {}


class Refused(Exception):
    """An SDK's own refusal; the argument is the reason."""


def register(name, mistakes, make, clock="injected"):
    VARIANTS[name] = (mistakes, make, clock)


def _constant(text):
    raise ValueError("no JSON constant " + text)


def read_json(data):
    return json.loads(data, parse_constant=_constant)


def no(reason):
    return {"valid": False, "reason": reason}


# ---------------------------------------------------------------- amber-01
class Amber:
    def params(self, text):
        # One trailing newline comes from encodebytes, so take it off.
        return base64.encodebytes(text.encode("utf-8")).decode("ascii").rstrip("\n")

    def signature(self, version, app_id, timestamp, params, secret):
        message = version + app_id + str(timestamp) + params
        mac = hmac.new(secret.encode("utf-8"), message.encode("utf-8"), hashlib.sha256)
        return base64.b64encode(mac.digest()).decode("ascii")

    def issue(self, app_id, secret, join_params, timestamp):
        params = self.params(json.dumps(join_params))
        sign = self.signature("02", app_id, timestamp, params, secret)
        return ".".join(["02", app_id, str(timestamp), params, sign])

    def verify(self, token, app_id, secret, now):
        parts = token.split(".")
        if len(parts) != 5 or not re.fullmatch("[0-9]+", parts[2]):
            return no("malformed")
        version, app, stamp, params, sign = parts
        if version != "02":
            return no("version")
        if app != app_id:
            return no("app")
        if self.signature(version, app, stamp, params, secret) != sign:
            return no("signature")
        try:
            raw = base64.b64decode(params, validate=True)
            join_params = read_json(raw.decode("utf-8"))
        except ValueError:
            return no("params")
        if not isinstance(join_params, dict):
            return no("params")
        if now > int(stamp) + join_params.get("duration", 86400):
            return no("expired")
        return {"valid": True, "joinParams": join_params}


register("amber-01", ["params encoded with base64.encodebytes keeps inner line breaks"], Amber)


# ---------------------------------------------------------------- basalt-02
def basalt():
    def to_b64(data):
        return str(base64.b64encode(data), "ascii")

    def merged(overrides, values={"channelDuration": 0, "duration": 86400}):
        values.update(overrides)
        return values

    def params(text):
        return to_b64(text.encode())

    def signature(version, app, ts, prm, secret):
        return to_b64(hmac.digest(secret.encode(), f"{version}{app}{ts}{prm}".encode(), "sha256"))

    def issue(app, secret, join_params, ts):
        prm = params(json.dumps(merged(join_params), ensure_ascii=False))
        return f"02.{app}.{ts}.{prm}.{signature('02', app, ts, prm, secret)}"

    return dict(params=params, signature=signature, issue=issue)


register("basalt-02", ["mutable default argument keeps members of earlier tokens"], basalt)


# ---------------------------------------------------------------- cobalt-03
class Cobalt:
    VERSION = "02"

    def __init__(self):
        self._macs = {}

    def _mac(self, secret):
        # Setting up the key costs two hash blocks; do it once for each secret.
        if secret not in self._macs:
            self._macs[secret] = hmac.new(secret.encode("utf-8"), digestmod="sha256")
        return self._macs[secret]

    def params(self, text):
        return base64.standard_b64encode(text.encode("utf-8")).decode()

    def signature(self, *fields):
        *message, secret = fields
        mac = self._mac(secret)
        for field in message:
            mac.update(str(field).encode("utf-8"))
        return base64.standard_b64encode(mac.digest()).decode()

    def issue(self, app_id, secret, join_params, timestamp):
        head = [self.VERSION, app_id, str(timestamp), self.params(json.dumps(join_params))]
        return ".".join(head + [self.signature(*head, secret)])


register("cobalt-03", ["cached hmac object is updated without copy()"], Cobalt)


# ---------------------------------------------------------------- dune-04
class DuneToken:
    def __init__(self, app_id, when, join_params):
        self.app_id, self.when, self.join_params = app_id, when, join_params

    def epoch(self):
        return str(int(self.when.timestamp()))

    def sign(self, secret):
        encoded = base64.b64encode(json.dumps(self.join_params).encode()).decode()
        unsigned = ("02", self.app_id, self.epoch(), encoded)
        digest = hmac.new(secret.encode(), "".join(unsigned).encode(), hashlib.sha256).digest()
        return ".".join(unsigned + (base64.b64encode(digest).decode(),))


def dune_issue(app_id, secret, join_params, timestamp):
    return DuneToken(app_id, datetime.utcfromtimestamp(timestamp), join_params).sign(secret)


register("dune-04", ["naive UTC datetime is read as local time by timestamp()"], lambda: dict(issue=dune_issue))


# ---------------------------------------------------------------- basalt-32
def basalt_key(secret):
    # Secrets pasted from the console often carry a blank or a line end.
    return secret.strip().encode("utf-8")


class BasaltMinter:
    def params(self, text):
        return base64.b64encode(text.encode("utf-8")).decode("ascii")

    def signature(self, version, app_id, timestamp, params, secret):
        mac = hmac.new(basalt_key(secret), digestmod=hashlib.sha256)
        for piece in (version, app_id, "%d" % timestamp, params):
            mac.update(piece.encode("utf-8"))
        return base64.b64encode(mac.digest()).decode("ascii")

    def issue(self, app_id, secret, join_params, timestamp):
        params = self.params(json.dumps(join_params, separators=(",", ":")))
        sign = self.signature("02", app_id, timestamp, params, secret)
        return "02.%s.%d.%s.%s" % (app_id, timestamp, params, sign)


register("basalt-32", ["secret passed through str.strip()"], BasaltMinter)


# ---------------------------------------------------------------- velvet-21
class Velvet:
    def _encode(self, data):
        return base64.b64encode(data).decode("ascii")

    def _sign(self, secret, fields):
        message = "".join(fields).encode("utf-8")
        return self._encode(hmac.new(secret.encode("utf-8"), message, hashlib.sha256).digest())

    def params(self, text):
        return self._encode(text.encode("utf-8"))

    def signature(self, version, app_id, timestamp, params, secret):
        return self._sign(secret, map(str, (version, app_id, timestamp, params)))

    def issue(self, app_id, secret, join_params, timestamp):
        fields = map(str, ("02", app_id, timestamp, self.params(json.dumps(join_params))))
        token = ".".join(fields)
        return token + "." + self._sign(secret, fields)


register("velvet-21", ["map object used up by the first join, so issue signs an empty message"], Velvet)


# ---------------------------------------------------------------- garnet-07
GARNET_BODY = string.Template('{"channelId":"$channel","userId":"$user"$rest}')


def garnet_issue(app_id, secret, join_params, timestamp):
    rest = ""
    for name in ("privileges", "channelDuration", "duration", "size", "delayClose"):
        if name in join_params:
            rest += ',"%s":%d' % (name, join_params[name])
    body = GARNET_BODY.substitute(channel=join_params["channelId"], user=join_params["userId"], rest=rest)
    encoded = base64.b64encode(body.encode("utf-8")).decode("ascii")
    message = "02" + app_id + str(timestamp) + encoded
    sign = base64.b64encode(hmac.digest(secret.encode("utf-8"), message.encode("utf-8"), "sha256"))
    return "02." + app_id + "." + str(timestamp) + "." + encoded + "." + sign.decode("ascii")


register("garnet-07", ["JSON filled from a string.Template without escaping"], lambda: dict(issue=garnet_issue))


# ---------------------------------------------------------------- heath-08
class Heath:
    REQUIRED = {"channelId", "userId"}

    def signature(self, version, app_id, timestamp, params, secret):
        if secret == "":
            raise Refused("empty-secret")
        text = "".join(map(str, (version, app_id, timestamp, params)))
        return binascii.b2a_base64(hmac.digest(secret.encode(), text.encode(), "sha256"), newline=False).decode()

    def params(self, text):
        return binascii.b2a_base64(text.encode(), newline=False).decode()

    def issue(self, app_id, secret, join_params, timestamp):
        if self.REQUIRED - join_params.keys():
            raise Refused("missing-field")
        params = self.params(json.dumps(join_params))
        return f"02.{app_id}.{timestamp}.{params}.{self.signature('02', app_id, timestamp, params, secret)}"

    def verify(self, token, app_id, secret, now):
        match = re.fullmatch(r"([^.]*)\.(.*)\.([0-9]+)\.([A-Za-z0-9+/=]*)\.([A-Za-z0-9+/=]*)", token, re.S)
        if not match:
            return no("malformed")
        version, app, stamp, params, sign = match.groups()
        if version != "02":
            return no("version")
        if app != app_id:
            return no("app")
        if not hmac.compare_digest(sign, self.signature(version, app, stamp, params, secret)):
            return no("signature")
        try:
            join_params = read_json(base64.b64decode(params, validate=True).decode())
        except ValueError:
            return no("params")
        if not isinstance(join_params, dict):
            return no("params")
        valid_for = join_params.get("duration") or 86400
        if int(stamp) + valid_for < now:
            return no("expired")
        return {"valid": True, "joinParams": join_params}


register("heath-08", ["`duration or 86400` turns duration 0 into a day in verify"], Heath)


# ---------------------------------------------------------------- indigo-41
class IndigoClaim(NamedTuple):
    version: str
    app_id: str
    stamp: str
    params: str

    def mac(self, secret: str) -> str:
        digest = hmac.new(secret.encode("utf-8"), "".join(self).encode("utf-8"), hashlib.sha256).digest()
        return base64.b64encode(digest).decode("ascii")


INDIGO_FIELDS = {"channelId": str, "userId": str, "privileges": int, "channelDuration": int,
                 "duration": int, "size": int, "delayClose": int}


def indigo_checked(values: dict) -> dict:
    for name in ("channelId", "userId"):
        if name not in values:
            raise Refused("missing-field")
    for name, kind in INDIGO_FIELDS.items():
        if name in values and type(values[name]) is not kind:
            raise Refused("wrong-type")
    if max(values.get("duration", 0), values.get("delayClose", 0)) > 24 * 60 * 60:
        raise Refused("out-of-range")
    return values


def indigo_params(text: str) -> str:
    try:
        values = read_json(text)
    except ValueError:
        raise Refused("malformed") from None
    if not isinstance(values, dict):
        raise Refused("malformed")
    return base64.b64encode(json.dumps(indigo_checked(values)).encode("utf-8")).decode("ascii")


def indigo_signature(version: str, app_id: str, timestamp: int, params: str, secret: str) -> str:
    if not secret:
        raise Refused("empty-secret")
    return IndigoClaim(version, app_id, str(timestamp), params).mac(secret)


def indigo_issue(app_id: str, secret: str, join_params: dict, timestamp: int) -> str:
    if not secret:
        raise Refused("empty-secret")
    body = json.dumps(indigo_checked(join_params), separators=(",", ":"), ensure_ascii=False)
    claim = IndigoClaim("02", app_id, str(timestamp), base64.b64encode(body.encode("utf-8")).decode("ascii"))
    return ".".join((*claim, claim.mac(secret)))


def indigo_same(left: str, right: str) -> bool:
    """Looks at every character, so that the time tells nothing about the first difference."""
    difference = 0
    for a, b in zip(left, right):
        difference |= ord(a) ^ ord(b)
    return difference == 0


def indigo_verify(token: str, app_id: str, secret: str, now: int) -> dict:
    *head, sign = token.split(".")
    if len(head) != 4:
        return no("malformed")
    claim = IndigoClaim(*head)
    if re.fullmatch("[0-9]{1,18}", claim.stamp) is None:
        return no("malformed")
    if claim.version != "02":
        return no("version")
    if claim.app_id != app_id:
        return no("app")
    if not indigo_same(claim.mac(secret), sign):
        return no("signature")
    try:
        values = read_json(base64.b64decode(claim.params, validate=True).decode("utf-8"))
    except ValueError:
        return no("params")
    if not isinstance(values, dict):
        return no("params")
    duration = values.get("duration", 24 * 60 * 60)
    if type(duration) is not int:
        return no("params")
    if now > int(claim.stamp) + duration:
        return no("expired")
    return {"valid": True, "joinParams": values}


register("indigo-41", ["own constant-time comparison stops with zip at the shorter signature"],
         lambda: dict(params=indigo_params, signature=indigo_signature, issue=indigo_issue, verify=indigo_verify))


# ---------------------------------------------------------------- jasper-10
class JasperVerifier:
    def __init__(self, app_id, secret):
        self.app_id, self.key = app_id, secret.encode("utf-8")

    def mac(self, text):
        return base64.b64encode(hmac.new(self.key, text.encode("utf-8"), hashlib.sha256).digest()).decode()

    def check(self, token, now):
        # Clients hand the token over in a query string.
        fields = urllib.parse.unquote_plus(token).split(".")
        if len(fields) != 5:
            return "malformed", None
        if fields[0] != "02":
            return "version", None
        if fields[1] != self.app_id:
            return "app", None
        if not hmac.compare_digest(self.mac("".join(fields[:4])).encode(), fields[4].encode()):
            return "signature", None
        if not re.fullmatch(r"\d+", fields[2], re.ASCII):
            return "malformed", None
        try:
            values = read_json(str(base64.b64decode(fields[3], validate=True), "utf-8"))
        except ValueError:
            return "params", None
        if type(values) is not dict:
            return "params", None
        age = now - int(fields[2])
        return ("expired" if age > values.get("duration", 86400) else None), values


def jasper():
    def signature(version, app_id, timestamp, params, secret):
        return JasperVerifier(app_id, secret).mac(version + app_id + str(timestamp) + params)

    def params(text):
        return base64.b64encode(text.encode("utf-8")).decode()

    def issue(app_id, secret, join_params, timestamp):
        encoded = params(json.dumps(join_params, ensure_ascii=False))
        return ".".join(["02", app_id, str(timestamp), encoded, signature("02", app_id, timestamp, encoded, secret)])

    def verify(token, app_id, secret, now):
        reason, values = JasperVerifier(app_id, secret).check(token, now)
        return no(reason) if reason else {"valid": True, "joinParams": values}

    return locals()


register("jasper-10", ["unquote_plus on the token turns + into a space"], jasper)


# ---------------------------------------------------------------- krill-11
@dataclasses.dataclass
class KrillJoin:
    channelId: str
    userId: str
    privileges: Optional[int] = None
    channelDuration: int = 0
    duration: int = 86400
    size: int = 100
    delayClose: int = 0


def krill_issue(app_id, secret, join_params, timestamp):
    join = KrillJoin(**join_params)
    params = base64.b64encode(json.dumps(dataclasses.asdict(join)).encode()).decode()
    unsigned = ["02", app_id, str(timestamp), params]
    mac = hmac.new(secret.encode(), "".join(unsigned).encode(), "sha256")
    return ".".join([*unsigned, base64.b64encode(mac.digest()).decode()])


register("krill-11", ["asdict writes privileges null when it was not given"], lambda: dict(issue=krill_issue))


# ---------------------------------------------------------------- lava-12
def lava_issue(app_id, secret, join_params, _timestamp):
    now = round(time.time(), 0)
    payload = base64.b64encode(json.dumps(join_params).encode("utf-8")).decode("utf-8")
    to_sign = "02{}{}{}".format(app_id, now, payload)
    sign = hmac.new(secret.encode("utf-8"), to_sign.encode("utf-8"), hashlib.sha256).digest()
    return "02.{}.{}.{}.{}".format(app_id, now, payload, base64.b64encode(sign).decode("utf-8"))


register("lava-12", ["round(time.time(), 0) is a float and prints with .0"], lambda: dict(issue=lava_issue), clock="system")


# ---------------------------------------------------------------- quartz-31
def quartz_mac(secret, *parts):
    text = "".join(str(part) for part in parts)
    digest = hmac.new(bytes(secret, "utf-8"), bytes(text, "utf-8"), hashlib.sha256).digest()
    return str(base64.b64encode(digest), "ascii")


def quartz_params(text):
    return str(base64.b64encode(bytes(text, "utf-8")), "ascii")


def quartz_issue(app_id, secret, join_params, timestamp):
    compact = json.dumps(join_params).replace(" ", "")
    parts = ["02", app_id, str(timestamp), quartz_params(compact)]
    return ".".join(parts + [quartz_mac(secret, *parts)])


def quartz_verify(token, app_id, secret, now):
    *parts, sign = token.split(".")
    if len(parts) != 4 or not re.fullmatch("[0-9]+", parts[2]):
        return no("malformed")
    if parts[0] != "02":
        return no("version")
    if parts[1] != app_id:
        return no("app")
    if quartz_mac(secret, *parts) != sign:
        return no("signature")
    try:
        values = read_json(base64.b64decode(parts[3]).decode("utf-8"))
    except ValueError:
        return no("params")
    if not isinstance(values, dict):
        return no("params")
    if now - int(parts[2]) > values.get("duration", 86400):
        return no("expired")
    return {"valid": True, "joinParams": values}


register("quartz-31", ["JSON made compact with replace(\" \", \"\"), inside texts too",
                       "verify decodes params with b64decode that skips foreign characters"],
         lambda: dict(params=quartz_params, issue=quartz_issue, verify=quartz_verify,
                      signature=lambda v, app, ts, encoded, secret: quartz_mac(secret, v, app, ts, encoded)))


# ---------------------------------------------------------------- nickel-14
def nickel():
    limits = {"duration": 86400, "delayClose": 600}

    def encode(text):
        return base64.b64encode(text.encode("utf-8-sig")).decode("ascii")

    def sign(version, app, ts, encoded, secret):
        msg = version.encode() + app.encode() + str(ts).encode() + encoded.encode()
        return base64.b64encode(hmac.new(secret.encode(), msg, hashlib.sha256).digest()).decode("ascii")

    def issue(app, secret, jp, ts):
        for name, top in limits.items():
            if name in jp and not 0 <= jp[name] <= top:
                raise Refused("out-of-range")
        encoded = encode(json.dumps(jp, ensure_ascii=False, indent=2))
        return ".".join(["02", app, str(ts), encoded, sign("02", app, ts, encoded, secret)])

    return {"params": encode, "signature": sign, "issue": issue}


register("nickel-14", ["params encoded as utf-8-sig, with a byte order mark",
                       "delayClose bounded by the 600 s of streams"], nickel)


# ---------------------------------------------------------------- onyx-15
class Onyx:
    @functools.lru_cache(maxsize=None)
    def _signer(self, app_id):
        return hmac.new(self.current_secret.encode("utf-8"), digestmod=hashlib.sha256)

    def _sign(self, app_id, secret, message):
        self.current_secret = secret
        mac = self._signer(app_id).copy()
        mac.update(message.encode("utf-8"))
        return base64.b64encode(mac.digest()).decode("ascii")

    def params(self, text):
        return base64.b64encode(text.encode("utf-8")).decode("ascii")

    def signature(self, version, app_id, timestamp, params, secret):
        return self._sign(app_id, secret, f"{version}{app_id}{timestamp}{params}")

    def issue(self, app_id, secret, join_params, timestamp):
        encoded = self.params(json.dumps(join_params))
        sign = self._sign(app_id, secret, f"02{app_id}{timestamp}{encoded}")
        return f"02.{app_id}.{timestamp}.{encoded}.{sign}"

    def verify(self, token, app_id, secret, now):
        pieces = token.split(".")
        if len(pieces) != 5 or not pieces[2].isascii() or not pieces[2].isdecimal():
            return no("malformed")
        if pieces[0] != "02":
            return no("version")
        if pieces[1] != app_id:
            return no("app")
        if self._sign(app_id, secret, "".join(pieces[:4])) != pieces[4]:
            return no("signature")
        try:
            jp = read_json(base64.b64decode(pieces[3], validate=True).decode())
        except ValueError:
            return no("params")
        if not isinstance(jp, dict):
            return no("params")
        lifetime = jp.get("duration", 86400)
        if jp.get("channelDuration"):
            # The channel is over then anyway.
            lifetime = min(lifetime, jp["channelDuration"] * 60)
        if now > int(pieces[2]) + lifetime:
            return no("expired")
        return {"valid": True, "joinParams": jp}


register("onyx-15", ["lru_cache keeps the first secret of each appId",
                     "verify lets channelDuration shorten the validity"], Onyx)


# ---------------------------------------------------------------- lapis-33
class Lapis:
    def encode(self, raw):
        return base64.b64encode(raw).decode()

    def params(self, text):
        return self.encode(text.encode())

    def signature(self, version, app_id, timestamp, params, secret):
        signed = f"{version}{app_id}{timestamp}{params}".encode()
        return self.encode(hmac.digest(secret.encode(), signed, "sha256"))

    def issue(self, app_id, secret, join_params, timestamp):
        wire = dict(join_params)
        if "channelDuration" in wire:
            wire["channelDuration"] *= 60  # minutes, but the token counts in seconds
        params = self.params(json.dumps(wire, ensure_ascii=False))
        return f"02.{app_id}.{timestamp}.{params}.{self.signature('02', app_id, timestamp, params, secret)}"

    def verify(self, token, app_id, secret, now):
        match = re.fullmatch(r"([^.]*)\.([^.]*)\.([0-9]{1,13})\.([^.]*)\.([^.]*)", token)
        if match is None:
            return no("malformed")
        version, app, stamp, params, sign = match.groups()
        if version != "02":
            return no("version")
        if app != app_id:
            return no("app")
        if self.signature(version, app, stamp, params, secret) != sign:
            return no("signature")
        try:
            values = read_json(base64.b64decode(params, validate=True).decode())
            lifetime = values.get("duration", 86400)
        except (ValueError, AttributeError):
            return no("params")
        age = timedelta(seconds=now - int(stamp))
        if age.seconds > lifetime:
            return no("expired")
        return {"valid": True, "joinParams": values}


register("lapis-33", ["channelDuration written in seconds",
                      "verify reads timedelta.seconds, which leaves out whole days"], Lapis)


# ---------------------------------------------------------------- quartz-17
class Quartz:
    """Own HMAC, because the target image once had no hmac module."""

    BLOCK = 64

    def _hmac(self, key, message):
        key = key[:self.BLOCK].ljust(self.BLOCK, b"\0")
        inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
        return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()

    def params(self, text):
        return base64.b64encode(text.encode()).decode()

    def signature(self, version, app_id, timestamp, params, secret):
        message = "".join([version, app_id, str(timestamp), params])
        return base64.b64encode(self._hmac(secret.encode(), message.encode())).decode()

    def issue(self, app_id, secret, join_params, timestamp):
        given = {k: v for k, v in join_params.items() if v}
        params = self.params(json.dumps(given))
        sign = self.signature("02", app_id, timestamp, params, secret)
        return "{}.{}.{}.{}.{}".format("02", app_id, timestamp, params, sign)


register("quartz-17", ["own HMAC cuts keys over 64 bytes instead of hashing them",
                       "falsy members (0, empty text) are left out"], Quartz)


# ---------------------------------------------------------------- russet-45
RUSSET_VERSION = "02"
RUSSET_READABLE = (RUSSET_VERSION)  # every version that this release can read
RUSSET = {}


def russet_offer(function):
    RUSSET[function.__name__.removeprefix("russet_")] = function
    return function


def russet_base64(raw: bytes) -> str:
    return str(base64.standard_b64encode(raw), "ascii")


@russet_offer
def russet_params(text: str) -> str:
    # Pure ASCII survives every proxy and log; a JSON reader turns \uXXXX back into the character.
    return russet_base64(text.encode("ascii", errors="backslashreplace"))


@russet_offer
def russet_signature(version: str, app_id: str, timestamp: "int | str", params: str, secret: str) -> str:
    mac = hmac.new(key=secret.encode("utf-8"), msg=None, digestmod=hashlib.sha256)
    mac.update(f"{version}{app_id}{timestamp}{params}".encode("utf-8"))
    return russet_base64(mac.digest())


@russet_offer
def russet_issue(app_id: str, secret: str, join_params: dict, timestamp: int) -> str:
    claim = (RUSSET_VERSION, app_id, timestamp,
             russet_params(json.dumps(join_params, ensure_ascii=False, separators=(",", ":"))))
    return "%s.%s.%d.%s.%s" % (*claim, russet_signature(*claim, secret))


@russet_offer
def russet_verify(token: str, app_id: str, secret: str, now: int) -> dict:
    match token.split("."):
        case [version, app, stamp, params, given] if re.fullmatch("[0-9]{1,18}", stamp):
            wanted = russet_signature(version, app, stamp, params, secret)
        case _:
            return no("malformed")
    if version not in RUSSET_READABLE:
        return no("version")
    if app != app_id:
        return no("app")
    if not hmac.compare_digest(wanted.encode("utf-8"), given.encode("utf-8")):
        return no("signature")
    try:
        raw = base64.b64decode(params, validate=True)
        values = read_json(raw.decode("utf-8"))
    except ValueError:
        return no("params")
    if russet_base64(raw) != params or not isinstance(values, dict):
        return no("params")
    match values.get("duration", 24 * 3600):
        case int(life) if not isinstance(life, bool):
            over = now > int(stamp) + life
        case _:
            return no("params")
    return no("expired") if over else {"valid": True, "joinParams": values}


register("russet-45", ["JSON made ASCII with backslashreplace, which writes \\xe9 and \\U0001f600",
                       "(RUSSET_VERSION) is no tuple, so `in` accepts every piece of \"02\""], lambda: RUSSET)


# ---------------------------------------------------------------- sable-19
class SableClient:
    def __init__(self, app_id, secret):
        self.app_id = app_id
        self.secret = secret

    def sign(self, version, stamp, encoded):
        message = version + stamp + self.app_id + encoded
        raw = hmac.new(self.secret.encode(), message.encode(), hashlib.sha256).digest()
        return base64.b64encode(raw).decode()

    def token(self, join_params, timestamp):
        stamp = "%010d" % timestamp
        fields = {name: str(value) for name, value in join_params.items()}
        encoded = base64.b64encode(json.dumps(fields).encode()).decode()
        return ".".join(["02", self.app_id, stamp, encoded, self.sign("02", stamp, encoded)])


def sable():
    return dict(
        signature=lambda v, app, ts, encoded, secret: SableClient(app, secret).sign(v, str(ts), encoded),
        issue=lambda app, secret, jp, ts: SableClient(app, secret).token(jp, ts),
    )


register("sable-19", ["message puts the timestamp before the appId",
                      "numbers written as JSON strings by str()",
                      "timestamp padded with %010d"], sable)


# ---------------------------------------------------------------- topaz-20
class Topaz:
    NUMBERS = ("privileges", "channelDuration", "duration", "size", "delayClose")

    def _check(self, join_params):
        for name in ("channelId", "userId"):
            if not isinstance(join_params.get(name, ""), str):
                raise Refused("wrong-type")
            if name not in join_params:
                raise Refused("missing-field")
        for name in self.NUMBERS:
            if not isinstance(join_params.get(name, 0), int):
                raise Refused("wrong-type")
        if join_params.get("duration", 0) not in range(0, 86400):
            raise Refused("out-of-range")
        if join_params.get("delayClose", 0) not in range(0, 86401):
            raise Refused("out-of-range")

    def params(self, text):
        return base64.b64encode(text.encode("utf-8")).decode("ascii")

    def signature(self, version, app_id, timestamp, params, secret):
        if len(secret) == 0:
            raise Refused("empty-secret")
        body = version + app_id + f"{timestamp}" + params
        return base64.b64encode(hmac.digest(secret.encode("utf-8"), body.encode("utf-8"), "sha256")).decode("ascii")

    def issue(self, app_id, secret, join_params, timestamp):
        self._check(join_params)
        params = self.params(json.dumps(join_params, ensure_ascii=False))
        sign = self.signature("02", app_id, timestamp, params, secret)
        return "02." + ".".join([app_id, str(timestamp), params, sign])

    def verify(self, token, app_id, secret, now):
        head, _, rest = token.partition(".")
        if head != "02":
            return no("version")
        if not rest.startswith(app_id + "."):
            return no("app")
        fields = rest[len(app_id) + 1:].split(".")
        if len(fields) != 3 or not re.fullmatch("[0-9]+", fields[0]):
            return no("malformed")
        stamp, params, sign = fields
        if self.signature(head, app_id, stamp, params, secret) != sign:
            return no("signature")
        try:
            join_params = read_json(base64.b64decode(params, validate=True).decode("utf-8"))
        except ValueError:
            return no("params")
        duration = 86400
        if join_params and "duration" in join_params:
            duration = join_params["duration"]
        if now > int(stamp) + duration:
            return no("expired")
        return {"valid": True, "joinParams": join_params}


register("topaz-20", ["range(0, 86400) refuses a duration of exactly 86400",
                      "isinstance(value, int) lets booleans through",
                      "verify takes a params text that is a JSON list, string or null"], Topaz)


# ---------------------------------------------------------------- adapter
METHODS = {
    "token.params": ("params", ("joinParamsJson",), "params"),
    "token.signature": ("signature", ("version", "appId", "timestamp", "params", "appSecret"), "signature"),
    "token.issue": ("issue", ("appId", "appSecret", "joinParams", "timestamp"), "token"),
    "token.verify": ("verify", ("token", "appId", "appSecret", "now"), None),
}


def member(sdk, name):
    return sdk.get(name) if isinstance(sdk, dict) else getattr(sdk, name, None)


def answer(name, sdk, clock, method, args):
    if method == "describe":
        offered = ["describe"] + [m for m, row in METHODS.items() if member(sdk, row[0])]
        info = {"name": name, "version": "1.0.0", "language": "Python"}
        return {"protocol": 1, "sdk": info, "methods": offered, "clock": clock, "maxInFlight": 1}
    function, names, result = METHODS[method]
    value = member(sdk, function)(*[args.get(n) for n in names])
    return {result: value} if result else value


def main():
    if sys.argv[1] == "--list":
        for name, (mistakes, _, _) in VARIANTS.items():
            print(name + "\t" + "; ".join(mistakes))
        return
    name = sys.argv[1]
    _, make, clock = VARIANTS[name]
    sdk = make()
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        question = json.loads(line)
        reply = {"jsonrpc": "2.0", "id": question.get("id")}
        method = question["method"]
        known = method == "describe" or (method in METHODS and member(sdk, METHODS[method][0]))
        if not known:
            reply["error"] = {"code": -32601, "message": "method not found"}
        else:
            try:
                reply["result"] = answer(name, sdk, clock, method, question.get("params") or {})
            except Refused as refusal:
                reply["error"] = {"code": 1, "message": "refused", "data": {"reason": str(refusal)}}
            except Exception as error:
                reply["error"] = {"code": -32000, "message": repr(error)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
