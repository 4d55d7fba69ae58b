#!/usr/bin/env python3
"""Small token SDKs, right and wrong, that speak the adapter protocol.

    strangers.py NAME     answer the protocol on stdin and stdout as that variant
    strangers.py          list the variants: NAME wrong|right sentence

`Plain` is a careful SDK. Every variant is one entry of TABLE: a name, whether it is
wrong or right, what it does (with the section it breaks or the freedom it uses), the
questions that show it (`probe`), and the methods of `Plain` that it replaces.
"""
import base64
import hashlib
import hmac
import html
import json
import posixpath
import re
import struct
import sys
import time as clock
import unicodedata
import urllib.parse

VERSION = "02"
DAY = 86400
REQUIRED = ("channelId", "userId")
DEFAULTS = {"channelDuration": 0, "duration": DAY, "size": 100, "delayClose": 0}
INTEGERS = ("privileges", "channelDuration", "duration", "size", "delayClose")
LIMITS = {"duration": DAY, "delayClose": DAY}


class Refused(Exception):
    """The SDK does not take this input; the argument is the reason."""


class Invalid(Exception):
    """The token is not valid; the argument is the reason (None: not told)."""


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def utf8(text):
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused("malformed") from None


def no_constant(name):
    raise ValueError(name + " is not JSON")


def strict_json(text):
    return json.loads(text, parse_constant=no_constant)


def compact(value, **options):
    options = {"ensure_ascii": False, "separators": (",", ":"), "allow_nan": False, **options}
    return json.dumps(value, **options)


def b64(data):
    return base64.b64encode(data).decode("ascii")


class Plain:
    """The careful SDK. Variants replace single methods; `memory` is theirs."""

    def __init__(self):
        self.memory = {}

    # What the caller gives

    def app_id(self, text):
        return text

    def check_app(self, app):
        if not isinstance(app, str):
            raise Refused("wrong-type")
        utf8(app)

    def check_secret(self, secret):
        if not isinstance(secret, str):
            raise Refused("wrong-type")
        if not secret:
            raise Refused("empty-secret")
        utf8(secret)

    def check_time(self, seconds):
        if not is_int(seconds):
            raise Refused("wrong-type")
        if seconds < 0:
            raise Refused("out-of-range")

    def check_join(self, join):
        if not isinstance(join, dict):
            raise Refused("wrong-type")
        self.check_required(join)
        self.check_types(join)
        self.check_bounds(join)

    def check_required(self, join):
        for name in REQUIRED:
            if name not in join:
                raise Refused("missing-field")

    def check_types(self, join):
        for name in REQUIRED:
            if not isinstance(join[name], str):
                raise Refused("wrong-type")
            utf8(join[name])
        for name in join:
            utf8(name)
        for name in INTEGERS:
            if name in join and not is_int(join[name]):
                raise Refused("wrong-type")

    def check_bounds(self, join):
        for name, limit in LIMITS.items():
            if join.get(name, 0) > limit:
                raise Refused("out-of-range")

    # Minting

    def join(self, join):
        """The join parameters as they are written."""
        return join

    def json_text(self, join):
        return compact(join)

    def json_bytes(self, text):
        return utf8(text)

    def base64(self, data):
        return b64(data)

    def base64_params(self, data):
        return self.base64(data)

    def base64_signature(self, data):
        return self.base64(data)

    def stamp(self, seconds):
        return str(seconds)

    def key(self, secret):
        return utf8(secret)

    def message(self, version, app, stamp, params):
        return utf8(version + app + stamp + params)

    def mac(self, key, message):
        return hmac.new(key, message, hashlib.sha256).digest()

    def sign(self, version, app, stamp, params, secret):
        return self.base64_signature(self.mac(self.key(secret), self.message(version, app, stamp, params)))

    def params(self, text):
        if not isinstance(text, str):
            raise Refused("wrong-type")
        return self.base64_params(self.json_bytes(text))

    def issue(self, app, secret, join, time):
        self.check_app(app)
        if "." in app:  # such a token would not have five parts
            raise Refused("malformed")
        self.check_secret(secret)
        self.check_time(time)
        self.check_join(join)
        app = self.app_id(app)
        params = self.params(self.json_text(self.join(dict(join))))
        stamp = self.stamp(time)
        return ".".join((VERSION, app, stamp, params, self.sign(VERSION, app, stamp, params, secret)))

    # Verifying

    def token_text(self, token):
        return token

    def split(self, token):
        parts = token.split(".")
        if len(parts) != 5:
            raise Invalid("malformed")
        return parts

    def read_stamp(self, text):
        if not re.fullmatch("0|[1-9][0-9]{0,17}", text):
            raise Invalid("malformed")
        return int(text)

    def same_version(self, version):
        return version == VERSION

    def same_app(self, given, expected):
        return given == expected

    def same_signature(self, given, expected):
        return hmac.compare_digest(utf8(given), utf8(expected))

    def genuine(self, version, app, stamp, params, signature, secret):
        return self.same_signature(signature, self.sign(version, app, stamp, params, secret))

    def unbase64(self, text):
        data = base64.b64decode(text, validate=True)
        if b64(data) != text:  # bits that are not zero after the last byte
            raise ValueError("not canonical base64")
        return data

    def parse(self, data):
        return strict_json(data.decode("utf-8"))

    def read_params(self, text):
        try:
            join = self.parse(self.unbase64(text))
            self.check_join(join)
        except (ValueError, RecursionError, Refused):
            raise Invalid("params") from None
        return join

    def lifetime(self, join):
        return join.get("duration", DAY)

    def expired(self, now, time, join):
        return now >= time + self.lifetime(join)

    def join_out(self, join):
        """The join parameters as they are handed back."""
        return join

    def examine(self, token, app, secret, now):
        version, token_app, stamp, params, signature = self.split(self.token_text(token))
        time = self.read_stamp(stamp)
        if not self.same_version(version):
            raise Invalid("version")
        if not self.same_app(token_app, self.app_id(app)):
            raise Invalid("app")
        if not self.genuine(version, token_app, stamp, params, signature, secret):
            raise Invalid("signature")
        join = self.read_params(params)
        if self.expired(now, time, join):
            raise Invalid("expired")
        return join

    def verify(self, token, app, secret, now):
        self.check_app(app)
        self.check_secret(secret)
        self.check_time(now)
        try:
            if not isinstance(token, str):
                raise Invalid("malformed")
            try:
                utf8(token)
            except Refused:
                raise Invalid("malformed") from None
            return {"valid": True, "joinParams": self.join_out(self.examine(token, app, secret, now))}
        except Invalid as error:
            return self.invalid(error.args[0])

    def invalid(self, reason):
        return {"valid": False, "reason": reason} if reason else {"valid": False}


# The protocol

def ask(sdk, method, params):
    """The result of one question; raises Refused."""
    def get(*names):
        for name in names:
            if name not in params:
                raise Refused("missing-field")
        return [params[name] for name in names]

    if method == "describe":
        return {"protocol": 1, "sdk": {"name": "stranger", "version": "1.0.0", "language": "python"},
                "methods": ["token.issue", "token.params", "token.signature", "token.verify"],
                "clock": "injected"}
    if method == "token.params":
        return {"params": sdk.params(*get("joinParamsJson"))}
    if method == "token.signature":
        version, app, stamp, text, secret = get("version", "appId", "timestamp", "params", "appSecret")
        stamp = sdk.stamp(stamp) if is_int(stamp) else stamp
        if not all(isinstance(part, str) for part in (version, app, stamp, text)):
            raise Refused("wrong-type")
        sdk.check_secret(secret)
        return {"signature": sdk.sign(version, app, stamp, text, secret)}
    if method == "token.issue":
        return {"token": sdk.issue(*get("appId", "appSecret", "joinParams", "timestamp"))}
    if method == "token.verify":
        return sdk.verify(*get("token", "appId", "appSecret", "now"))
    raise LookupError(method)


def answer(sdk, line):
    def error(number, code, message, **data):
        body = {"code": code, "message": message}
        return {"jsonrpc": "2.0", "id": number, "error": {**body, "data": data} if data else body}

    try:
        request = strict_json(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return error(None, -32700, "parse error")
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return error(None, -32600, "invalid request")
    number, params = request.get("id"), request.get("params", {})
    if not isinstance(params, dict):
        return error(number, -32602, "invalid params")
    try:
        result = ask(sdk, request["method"], params)
    except Refused as refusal:
        return error(number, 1, "refused", reason=refusal.args[0])
    except LookupError:
        return error(number, -32601, "method not found")
    except Exception as problem:  # a variant may break; the adapter goes on
        print(repr(problem), file=sys.stderr)
        return error(number, -32603, "internal error")
    return {"jsonrpc": "2.0", "id": number, "result": result}


def serve(sdk):
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(json.dumps(answer(sdk, line)).encode("ascii") + b"\n")
            sys.stdout.buffer.flush()


# Questions that show a variant

APP, SECRET, NOW = "app-7", "s3cret-key", 1700000123
PLAIN = Plain()


def issue(app=APP, secret=SECRET, time=NOW, without=None, **join):
    join = {"channelId": "room-1", "userId": "alice", **join}
    join.pop(without, None)
    return "token.issue", {"appId": app, "appSecret": secret, "joinParams": join, "timestamp": time}


def verify(token, app=APP, secret=SECRET, now=NOW + 10):
    return "token.verify", {"token": token, "appId": app, "appSecret": secret, "now": now}


def forge(app=APP, secret=SECRET, time=NOW, version=VERSION, text=None, params=None, sdk=PLAIN,
          signature=lambda text: text, **join):
    """A token whose parts can be chosen freely; it is signed as it stands."""
    text = text or compact({"channelId": "room-1", "userId": "alice", **join})
    params = b64(utf8(text)) if params is None else params
    return ".".join((version, app, str(time), params, signature(sdk.sign(version, app, str(time), params, secret))))


def time_where(condition, **join):
    """The first time from NOW on at which the plain token satisfies the condition."""
    time = NOW
    while not condition(forge(time=time, **join).split(".")):
        time += 1
    return time


def mac_of(parts):
    return base64.b64decode(parts[4])


# Helpers for the table

TABLE = []


def wrong(name, sentence, probe, **hooks):
    TABLE.append((name, "wrong", sentence, probe, hooks))


def right(name, sentence, **hooks):
    TABLE.append((name, "right", sentence, [], hooks))


def make(name):
    for entry, _, _, _, hooks in TABLE:
        if entry == name:
            return type("Variant", (Plain,), hooks)()
    raise KeyError(name)


def fail(error):
    raise error


def change(names, function):
    """A hook that alters some members of the join parameters, if they are there."""
    return lambda self, join: {k: function(v) if k in names else v for k, v in join.items()}


def ids(function):
    return change(REQUIRED, function)


def user(function):
    return change(("userId",), function)


def channel(function):
    return change(("channelId",), function)


def number(name, function):
    return change((name,), function)


def wrap(bits):
    """Two's complement of that many bits."""
    return lambda value: (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def cesu8(text):
    """UTF-8 of the UTF-16 code units one by one."""
    utf8(text)
    return b"".join(chr(unit).encode("utf-8", "surrogatepass")
                    for (unit,) in struct.iter_unpack(">H", text.encode("utf-16-be")))


def signed_bytes(data):
    """The bytes that come out when groups of three are joined with or, each byte with its sign."""
    out = b""
    for start in range(0, len(data), 3):
        bits = 0
        for place, byte in enumerate(data[start:start + 3]):
            bits |= wrap(8)(byte) << 16 - 8 * place
        out += (bits & 0xFFFFFF).to_bytes(3, "big")[:len(data) - start]
    return out


def cut_bytes(text, size):
    return utf8(text)[:size].decode("utf-8", "ignore")


def escape_with(table, rest):
    """Hand-made JSON writing: `table` and then `rest` decide how a character is written."""
    def quote(text):
        return '"' + "".join(table[c] if c in table else rest(c) for c in text) + '"'

    def write(self, join):
        return "{" + ",".join(quote(k) + ":" + (quote(v) if isinstance(v, str) else compact(v))
                              for k, v in join.items()) + "}"
    return write


USUAL = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def control(c):
    return "\\u%04x" % ord(c) if c < " " else c


def also(second):
    """A hook that accepts a second construction of the signature."""
    def genuine(self, version, app, stamp, params, signature, secret):
        return (Plain.genuine(self, version, app, stamp, params, signature, secret)
                or signature == second(version, app, stamp, params, secret))
    return genuine


def hmac_by_hand(key, message, block=64, longer=None, shorten=hashlib.sha256):
    """HMAC-SHA256 with choices: the block size, which keys are too long, and how they are shortened."""
    too_long = longer(len(key)) if longer else len(key) > block
    key = (shorten(key).digest() if too_long else key).ljust(block, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def cached(key_of):
    """A hook that keeps tokens under a key made of the question."""
    def hook(self, app, secret, join, time):
        fresh = Plain.issue(self, app, secret, join, time)
        return self.memory.setdefault(key_of(app, secret, join, time), fresh)
    return hook


def looks(pattern, function):
    """Text that looks like the pattern is converted; other text is kept."""
    return lambda text: function(text) if re.fullmatch(pattern, text) else text


TABLE.append(("plain", "right", "The careful SDK without any change.", [], {}))

# Text of channelId and userId: identifiers are opaque strings

wrong("ids-trimmed", "Trims white space around channelId and userId (2.1: the string given is the identifier).",
      [issue(userId=" alice ")], join=ids(str.strip))
wrong("user-end-trimmed", "Trims white space at the end of userId alone (2.1).",
      [issue(userId="alice ")], join=user(str.rstrip))
wrong("ids-spaces-collapsed", "Makes one space of a run of spaces inside ids (2.1).",
      [issue(channelId="room  1")], join=ids(lambda s: re.sub(" +", " ", s)))
wrong("ids-no-break-space", "Writes U+00A0 as a plain space (2.1).",
      [issue(userId="Anne\u00a0Marie")], join=ids(lambda s: s.replace("\u00a0", " ")))
wrong("ids-nfc", "Normalises ids to NFC (2.1).",
      [issue(userId="Zoe\u0308")], join=ids(lambda s: unicodedata.normalize("NFC", s)))
wrong("ids-nfd", "Normalises ids to NFD, as one file system does (2.1).",
      [issue(userId="Zo\u00eb")], join=ids(lambda s: unicodedata.normalize("NFD", s)))
wrong("channel-nfkc", "Normalises channelId to NFKC: ligatures and full-width forms change (2.1).",
      [issue(channelId="\uff32oom")], join=channel(lambda s: unicodedata.normalize("NFKC", s)))
wrong("channel-lower", "Writes channelId in lower case (2.1).",
      [issue(channelId="Room-A")], join=channel(str.lower))
wrong("user-casefold-non-ascii", "Folds the case of a userId that has a character outside ASCII (2.1).",
      [issue(userId="Stra\u00dfe")], join=user(lambda s: s if s.isascii() else s.casefold()))
wrong("user-mail-domain-lower", "Writes what follows the @ of a userId in lower case (2.1).",
      [issue(userId="ann@Example.ORG")],
      join=user(lambda s: s[:s.rfind("@")] + s[s.rfind("@"):].lower() if "@" in s else s))
wrong("ids-cut-at-nul", "Cuts ids at the first U+0000, as C strings do (2.1).",
      [issue(userId="a\0b")], join=ids(lambda s: s.split("\0")[0]))
wrong("ids-no-controls", "Leaves control characters out of ids (2.1).",
      [issue(userId="a\tb")], join=ids(lambda s: "".join(c for c in s if unicodedata.category(c) != "Cc")))
wrong("ids-no-zero-width", "Leaves zero-width characters out of ids, so that joined emoji fall apart (2.1).",
      [issue(userId="\U0001f469\u200d\U0001f4bb")], join=ids(lambda s: re.sub("[\u200b-\u200d\ufeff]", "", s)))
wrong("ids-no-variation-selector", "Leaves U+FE0F out of ids (2.1).",
      [issue(channelId="\u2764\ufe0f")], join=ids(lambda s: s.replace("\ufe0f", "")))
wrong("ids-three-bytes-at-most", "Writes characters above U+FFFF as U+FFFD, as a three-byte UTF-8 column does (2.1).",
      [issue(userId="\U0001f600")], join=ids(lambda s: re.sub("[\U00010000-\U0010ffff]", "\ufffd", s)))
wrong("ids-plain-quotes", "Writes typographic quotes and dashes as ASCII ones (2.1).",
      [issue(userId="O\u2019Neil")],
      join=ids(lambda s: s.translate(str.maketrans("\u2018\u2019\u201c\u201d\u2013", "''\"\"-"))))
wrong("ids-first-line", "Keeps only the first line of an id, by every line end of Unicode (2.1).",
      [issue(channelId="a\u2028b")], join=ids(lambda s: (s.splitlines() or [""])[0]))
wrong("ids-crlf-to-lf", "Writes CR LF in ids as LF (2.1).",
      [issue(channelId="a\r\nb")], join=ids(lambda s: s.replace("\r\n", "\n")))
wrong("ids-cut-64", "Cuts ids to 64 characters (2.1: no limit is given; a refusal would be another matter).",
      [issue(channelId="c" * 65)], join=ids(lambda s: s[:64]))
wrong("user-cut-255-bytes", "Cuts userId to 255 bytes of UTF-8 (2.1).",
      [issue(userId="\u00e9" * 128)], join=user(lambda s: cut_bytes(s, 255)))
wrong("channel-cut-1024", "Cuts channelId to 1024 characters (2.1).",
      [issue(channelId="c" * 1025)], join=channel(lambda s: s[:1024]))
wrong("ids-as-numbers", "Writes ids of digits as JSON numbers (2.1: string).",
      [issue(userId="12345")], join=ids(looks("[1-9][0-9]{0,14}", int)))
wrong("ids-no-leading-zeros", "Drops the leading zeros of ids of digits (2.1).",
      [issue(userId="007")], join=ids(looks("0[0-9]+", lambda s: str(int(s)))))
wrong("ids-exponent", "Takes an id such as 12e3 for a number, as a spreadsheet does (2.1).",
      [issue(userId="12e3")], join=ids(looks("[0-9]+[eE][0-9]{1,2}", lambda s: "%d" % float(s))))
wrong("ids-long-digits-double", "Passes ids of 17 digits or more through a double (2.1).",
      [issue(userId="12345678901234567")], join=ids(looks("[1-9][0-9]{16,20}", lambda s: "%d" % float(s))))
wrong("ids-decimal-zero", "Takes the .0 from ids such as 1.0, read as numbers (2.1).",
      [issue(channelId="5.0")], join=ids(looks(r"[0-9]+\.0", lambda s: s[:-2])))
wrong("ids-hex-number", "Writes ids such as 0x1f as decimal numbers (2.1).",
      [issue(channelId="0x1f")], join=ids(looks("0x[0-9a-fA-F]{1,12}", lambda s: str(int(s, 16)))))
wrong("ids-dates", "Writes ids that look like an ISO time with milliseconds, as a date reviver does (2.1).",
      [issue(channelId="2024-01-02T03:04:05Z")],
      join=ids(looks(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", lambda s: s[:-1] + ".000Z")))
wrong("ids-uuid-lower", "Writes ids that are UUIDs in lower case (2.1).",
      [issue(userId="6F9619FF-8B86-D011-B42D-00CF4FC964FF")],
      join=ids(looks("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", str.lower)))
wrong("ids-percent-decoded", "Decodes percent escapes in ids (2.1).",
      [issue(channelId="50%25")], join=ids(urllib.parse.unquote))
wrong("ids-plus-to-space", "Makes a space of the + in ids, as form decoding does (2.1).",
      [issue(userId="ann+test@example.org")], join=ids(lambda s: s.replace("+", " ")))
wrong("ids-percent-encoded", "Percent-encodes ids (2.1).",
      [issue(userId="a b")], join=ids(urllib.parse.quote))
wrong("ids-html-escaped", "Escapes ids for HTML (2.1).",
      [issue(channelId="R&D")], join=ids(html.escape))
wrong("ids-html-unescaped", "Replaces character references in ids (2.1).",
      [issue(channelId="&lt;room&gt;")], join=ids(html.unescape))
wrong("ids-tags-stripped", "Removes what looks like a tag from ids (2.1).",
      [issue(channelId="a<b>c")], join=ids(lambda s: re.sub("<[^>]*>", "", s)))
wrong("ids-slashes-added", "Puts a backslash before an apostrophe in ids (2.1).",
      [issue(userId="O'Neil")], join=ids(lambda s: s.replace("'", "\\'")))
wrong("ids-backslash-n", "Takes a backslash and an n in an id for a line feed (2.1).",
      [issue(channelId="c:\\new")], join=ids(lambda s: s.replace("\\n", "\n")))
wrong("ids-braces", "Makes one brace of two, left over from a format string (2.1).",
      [issue(channelId="{{room}}")], join=ids(lambda s: s.replace("{{", "{").replace("}}", "}")))
wrong("ids-unquoted", "Takes away quotes that enclose an id (2.1).",
      [issue(userId='"alice"')], join=ids(looks('".+"', lambda s: s[1:-1])))
wrong("channel-path", "Normalises channelId like a path (2.1).",
      [issue(channelId="school//room")], join=channel(looks(".*/.*", posixpath.normpath)))
wrong("channel-no-end-slash", "Drops a slash at the end of channelId (2.1).",
      [issue(channelId="room/")], join=channel(lambda s: s[:-1] if s.endswith("/") else s))
wrong("ids-base64-decoded", "Decodes ids that look like padded base64 (2.1).",
      [issue(userId="YWxpY2U=")],
      join=ids(looks("[A-Za-z0-9]+={1,2}", lambda s: base64.b64decode(s + "==").decode("latin-1"))))
wrong("user-empty-guest", "Writes an empty userId as guest (2.1: it may be refused, not replaced).",
      [issue(userId="")], join=user(lambda s: s or "guest"))
wrong("ids-null-word-missing", "Takes the id null or undefined for a missing one (2.1).",
      [issue(userId="null")],
      check_required=lambda self, join: Plain.check_required(
          self, {k: v for k, v in join.items() if v not in ("null", "undefined")}))
wrong("ids-zero-missing", "Takes the id 0 for a missing one, as a test of emptiness in PHP does (2.1).",
      [issue(userId="0")],
      check_required=lambda self, join: Plain.check_required(self, {k: v for k, v in join.items() if v != "0"}))
wrong("ids-equal-lost", "Loses one of two equal ids, turning a map around twice (2.1: both are required).",
      [issue(channelId="alice")],
      join=lambda self, join: {k: v for k, v in join.items() if k != "userId" or v != join["channelId"]})
wrong("ids-dollar-pattern", "Makes one $ of two in ids, as a replacement text does (2.1).",
      [issue(channelId="a$$b")], join=ids(lambda s: s.replace("$$", "$")))
wrong("ids-percent-pattern", "Makes one % of two in ids, as a format string does (2.1).",
      [issue(channelId="100%%")], join=ids(lambda s: s.replace("%%", "%")))
wrong("ids-soft-hyphen-dropped", "Leaves U+00AD out of ids (2.1).",
      [issue(channelId="a\u00adb")], join=ids(lambda s: s.replace("\u00ad", "")))
wrong("ids-byte-order-mark-dropped", "Drops U+FEFF at the start of an id (2.1).",
      [issue(userId="\ufeffal")], join=ids(lambda s: s.removeprefix("\ufeff")))
wrong("ids-backslash-to-slash", "Writes a backslash in channelId as a slash (2.1).",
      [issue(channelId="a\\b")], join=channel(lambda s: s.replace("\\", "/")))

# Text of appId

wrong("app-trimmed", "Trims white space around appId (4.5: appId is the part).",
      [issue(app=" app-7")], app_id=lambda self, app: app.strip())
wrong("app-lower", "Writes appId in lower case (4.5).",
      [issue(app="App-7")], app_id=lambda self, app: app.lower())
wrong("app-hex-lower", "Writes an appId of 32 hexadecimal digits in lower case (4.5).",
      [issue(app="0123456789ABCDEF0123456789ABCDEF")],
      app_id=lambda self, app: looks("[0-9a-fA-F]{32}", str.lower)(app))
wrong("app-number", "Passes an appId of digits through an integer: leading zeros go (4.5).",
      [issue(app="00417")], app_id=lambda self, app: looks("[0-9]{1,18}", lambda s: str(int(s)))(app))
wrong("app-number-double", "Passes an appId of 16 digits or more through a double (4.5).",
      [issue(app="9007199254740993")],
      app_id=lambda self, app: looks("[1-9][0-9]{15,18}", lambda s: "%d" % float(s))(app))
wrong("app-uuid-no-dashes", "Drops the dashes of an appId that is a UUID (4.5).",
      [issue(app="6f9619ff-8b86-d011-b42d-00cf4fc964ff")],
      app_id=lambda self, app: app.replace("-", "") if re.fullmatch("[0-9a-f-]{36}", app) else app)
wrong("app-cut-32", "Cuts appId to 32 characters (4.5).",
      [issue(app="a" * 36)], app_id=lambda self, app: app[:32])
wrong("app-percent-encoded", "Percent-encodes an appId (4.5).",
      [issue(app="app 7")], app_id=lambda self, app: urllib.parse.quote(app, safe=""))
wrong("app-signed-lower", "Signs appId in lower case and writes it as given (4.5: message).",
      [issue(app="App-7")], message=lambda self, v, a, s, p: Plain.message(self, v, a.lower(), s, p))
wrong("app-signed-trimmed", "Signs appId trimmed and writes it as given (4.5: message).",
      [issue(app="app-7 ")], message=lambda self, v, a, s, p: Plain.message(self, v, a.strip(), s, p))
wrong("app-signed-latin1", "Signs appId as Latin-1 where that is possible (4.5: UTF-8 bytes).",
      [issue(app="caf\u00e9")],
      message=lambda self, v, a, s, p: utf8(v) + (a.encode("latin-1") if max(a, default="a") < "\u0100" else utf8(a))
      + utf8(s + p))
wrong("app-signed-question-marks", "Signs appId with ? for every character outside ASCII (4.5: UTF-8 bytes).",
      [issue(app="\u5e94\u7528")], message=lambda self, v, a, s, p: (v + a + s + p).encode("ascii", "replace"))
wrong("app-signed-cesu8", "Signs characters above U+FFFF of appId as two surrogates of three bytes each (4.5).",
      [issue(app="app\U0001f600")],
      message=lambda self, *parts: cesu8("".join(parts)))
wrong("app-length-counted-in-characters", "Takes as many bytes of the message as it has characters (4.5).",
      [issue(app="\u00e4pp")], message=lambda self, v, a, s, p: utf8(v + a + s + p)[:len(v + a + s + p)])

# The secret

wrong("secret-trimmed", "Trims white space around the secret (4.5: the secret's UTF-8 bytes).",
      [issue(secret=" key ")], key=lambda self, s: utf8(s.strip()))
wrong("secret-line-end-dropped", "Drops a line feed at the end of the secret (4.5).",
      [issue(secret="key\n")], key=lambda self, s: utf8(s.rstrip("\n")))
wrong("secret-hex-decoded", "Decodes a secret of hexadecimal digits (4.5).",
      [issue(secret="00112233445566778899aabbccddeeff")],
      key=lambda self, s: bytes.fromhex(s) if re.fullmatch("([0-9a-fA-F]{2})+", s) else utf8(s))
wrong("secret-hex-64-decoded", "Decodes a secret of exactly 64 hexadecimal digits (4.5).",
      [issue(secret="0123456789abcdef" * 4)],
      key=lambda self, s: bytes.fromhex(s) if re.fullmatch("[0-9a-f]{64}", s) else utf8(s))
wrong("secret-base64-decoded", "Decodes a secret that is padded base64 (4.5).",
      [issue(secret="c2VjcmV0IQ==")],
      key=lambda self, s: base64.b64decode(s)
      if re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)", s) else utf8(s))
wrong("secret-base64-encoded", "Uses the base64 of the secret as key (4.5).",
      [issue()], key=lambda self, s: utf8(b64(utf8(s))))
wrong("secret-latin1", "Encodes the secret as Latin-1 with ? for the rest (4.5: UTF-8 bytes).",
      [issue(secret="schl\u00fcssel")], key=lambda self, s: s.encode("latin-1", "replace"))
wrong("secret-ascii-only", "Leaves characters outside ASCII out of the secret (4.5).",
      [issue(secret="cl\u00e9-secret")], key=lambda self, s: s.encode("ascii", "ignore"))
wrong("secret-low-bytes", "Takes the low byte of every character of the secret (4.5).",
      [issue(secret="\u5bc6\u94a5")], key=lambda self, s: bytes(ord(c) & 255 for c in s))
wrong("secret-modified-utf8", "Writes U+0000 in the secret as C0 80, the modified UTF-8 of Java (4.5).",
      [issue(secret="a\0b")], key=lambda self, s: utf8(s).replace(b"\0", b"\xc0\x80"))
wrong("secret-utf16", "Encodes the secret as UTF-16 (4.5).",
      [issue()], key=lambda self, s: s.encode("utf-16-le"))
wrong("secret-cut-at-nul", "Cuts the secret at U+0000 (4.5).",
      [issue(secret="a\0b")], key=lambda self, s: utf8(s).split(b"\0")[0])
wrong("secret-nfc", "Normalises the secret to NFC (4.5).",
      [issue(secret="cle\u0301")], key=lambda self, s: utf8(unicodedata.normalize("NFC", s)))
wrong("secret-saslprep", "Normalises the secret to NFKC, as password profiles do (4.5).",
      [issue(secret="key\u00aa")], key=lambda self, s: utf8(unicodedata.normalize("NFKC", s)))
wrong("secret-cut-64", "Cuts the key to the block of 64 bytes where a longer key is to be hashed (4.5, RFC 2104).",
      [issue(secret="k" * 65)], key=lambda self, s: utf8(s)[:64])
wrong("secret-cut-72", "Cuts the secret to 72 bytes (4.5).",
      [issue(secret="k" * 73)], key=lambda self, s: utf8(s)[:72])
wrong("secret-cut-256", "Cuts the secret to 256 bytes, the size of a buffer (4.5).",
      [issue(secret="k" * 257)], key=lambda self, s: utf8(s)[:256])
wrong("secret-hashed-above-32", "Hashes a secret of more than 32 bytes before use (4.5).",
      [issue(secret="k" * 33)],
      key=lambda self, s: hashlib.sha256(utf8(s)).digest() if len(utf8(s)) > 32 else utf8(s))
wrong("secret-backslash-escapes",
      "Takes backslash n in the secret for a line feed, as some configuration readers do (4.5).",
      [issue(secret="a\\nb")], key=lambda self, s: utf8(s.replace("\\n", "\n")))
wrong("secret-comment-cut", "Cuts the secret at a space and a # (4.5).",
      [issue(secret="key #1")], key=lambda self, s: utf8(s.split(" #")[0]))
wrong("secret-dollar", "Makes one $ of two in the secret (4.5).",
      [issue(secret="pa$$word")], key=lambda self, s: utf8(s.replace("$$", "$")))
wrong("secret-percent-decoded", "Decodes percent escapes in the secret (4.5).",
      [issue(secret="100%25")], key=lambda self, s: utf8(urllib.parse.unquote(s)))
wrong("secret-uuid-bytes", "Uses the 16 bytes of a secret that is a UUID (4.5).",
      [issue(secret="6f9619ff-8b86-d011-b42d-00cf4fc964ff")],
      key=lambda self, s:
          bytes.fromhex(s.replace("-", "")) if re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", s)
      else utf8(s))
wrong("secret-zero-empty", "Takes the secret 0 for an empty one (4.5).",
      [issue(secret="0")],
      check_secret=lambda self, s: Plain.check_secret(self, "" if s == "0" else s))
wrong("secret-end-padding-dropped", "Drops = at the end of the secret (4.5).",
      [issue(secret="c2VjcmV0IQ==")], key=lambda self, s: utf8(s.rstrip("=") or s))
wrong("secret-long-in-characters", "Cuts a key of more than 64 bytes that has at most 64 characters (4.5, RFC 2104).",
      [issue(secret="\u00e9" * 40)], key=lambda self, s: utf8(s)[:64] if len(s) <= 64 else utf8(s))
wrong("secret-byte-order-mark-dropped", "Drops U+FEFF at the start of the secret, as a file reader does (4.5).",
      [issue(secret="\ufeffkey")], key=lambda self, s: utf8(s.removeprefix("\ufeff")))
wrong("secret-empty-accepted", "Signs with an empty secret (7.1: App.Secret.Empty).",
      [issue(secret="")], check_secret=lambda self, s: s == "" or Plain.check_secret(self, s))
wrong("secret-empty-checked-late", "Refuses an empty secret when minting but verifies with it (7.1).",
      [verify(forge(secret=""), secret="")],
      verify=lambda self, token, app, secret, now: Plain.verify(
          type("Open", (Plain,), {"check_secret": lambda self, s: s == "" or Plain.check_secret(self, s)})(),
          token, app, secret, now))

# Writing JSON

wrong("json-backslash-kept", "Does not escape backslashes (RFC 8259, 7).",
      [issue(channelId="a\\b")], json_text=escape_with({k: v for k, v in USUAL.items() if k != "\\"}, control))
wrong("json-quote-kept", "Does not escape quotes (RFC 8259, 7).",
      [issue(channelId='a"b')], json_text=escape_with({k: v for k, v in USUAL.items() if k != '"'}, control))
wrong("json-controls-kept", "Escapes the usual control characters and leaves the others raw (RFC 8259, 7).",
      [issue(channelId="a\x01b")], json_text=escape_with(USUAL, lambda c: c))
wrong("json-tab-kept", "Writes a tab raw (RFC 8259, 7).",
      [issue(channelId="a\tb")], json_text=escape_with({**USUAL, "\t": "\t"}, control))
wrong("json-x-escapes", "Writes control characters as \\x01 (RFC 8259, 7).",
      [issue(channelId="a\x01b")], json_text=escape_with(USUAL, lambda c: "\\x%02x" % ord(c) if c < " " else c))
wrong("json-vertical-tab", "Writes U+000B as \\v (RFC 8259, 7).",
      [issue(channelId="a\x0bb")], json_text=escape_with({**USUAL, "\x0b": "\\v"}, control))
wrong("json-nul-short", "Writes U+0000 as \\0 (RFC 8259, 7).",
      [issue(channelId="a\0b")], json_text=escape_with({**USUAL, "\0": "\\0"}, control))
wrong("json-apostrophe-escaped", "Writes an apostrophe as \\' (RFC 8259, 7).",
      [issue(userId="O'Neil")], json_text=escape_with({**USUAL, "'": "\\'"}, control))
wrong("json-five-digit-escape", "Writes characters above U+FFFF as \\u and five digits (RFC 8259, 7).",
      [issue(userId="\U0001f600")],
      json_text=escape_with(USUAL, lambda c: "\\u%x" % ord(c) if c > "\uffff" else control(c)))
wrong("json-brace-escape", "Writes characters above U+FFFF as \\u{1f600} (RFC 8259, 7).",
      [issue(userId="\U0001f600")],
      json_text=escape_with(USUAL, lambda c: "\\u{%x}" % ord(c) if c > "\uffff" else control(c)))
wrong("json-half-pair", "Writes only the first half of a surrogate pair (RFC 8259, 7).",
      [issue(userId="\U0001f600")],
      json_text=escape_with(USUAL, lambda c: "\\u%04x" % (0xD7C0 + (ord(c) >> 10)) if c > "\uffff" else control(c)))
wrong("json-pair-reversed", "Writes the halves of a surrogate pair in the wrong order (RFC 8259, 7).",
      [issue(userId="\U0001f600")],
      json_text=escape_with(USUAL, lambda c: "\\u%04x\\u%04x" % struct.unpack(">2H", c.encode("utf-16-be"))[::-1]
                            if c > "\uffff" else control(c)))
wrong("json-unpadded-escape", "Writes characters outside ASCII as \\u with too few digits (RFC 8259, 7).",
      [issue(userId="\u00e9")],
      json_text=escape_with(USUAL, lambda c: "\\u%x" % ord(c) if "~" < c < "\ufffe" else control(c)))
wrong("json-cesu8", "Encodes characters above U+FFFF as two surrogates of three bytes each (RFC 8259, 8.1).",
      [issue(userId="\U0001f600")],
      json_bytes=lambda self, text: cesu8(text))
wrong("json-latin1", "Encodes JSON as Latin-1 when it fits (RFC 8259, 8.1).",
      [issue(userId="Zo\u00eb")],
      json_bytes=lambda self, text: text.encode("latin-1") if max(text, default="") < "\u0100" else utf8(text))
wrong("json-utf8-twice", "Encodes JSON as UTF-8 twice (4.5).",
      [issue(userId="Zo\u00eb")], json_bytes=lambda self, text: utf8(text).decode("latin-1").encode("utf-8"))
wrong("json-byte-order-mark", "Begins the JSON with a byte order mark (RFC 8259, 8.1).",
      [issue()], json_bytes=lambda self, text: b"\xef\xbb\xbf" + utf8(text))
wrong("json-end-nul", "Encodes the NUL at the end of the buffer too (RFC 8259, 2).",
      [issue()], json_bytes=lambda self, text: utf8(text) + b"\0")
wrong("json-length-in-characters", "Takes as many bytes of the JSON as it has characters (4.5).",
      [issue(userId="Zo\u00eb")], json_bytes=lambda self, text: utf8(text)[:len(text)])
wrong("json-pieces-of-64",
      "Encodes pieces of 64 UTF-16 units, so that a pair across an edge is lost (4.5, RFC 8259, 8.1).",
      [issue(channelId="c" * n + "\U0001f600") for n in range(20, 90)],
      json_bytes=lambda self, text: b"".join(
          text.encode("utf-16-le")[i:i + 128].decode("utf-16-le", "replace").encode("utf-8")
          for i in range(0, len(text.encode("utf-16-le")), 128)))
wrong("json-defaults-by-value", "Leaves out members that have the default of any member, size 0 for one (2.1).",
      [issue(size=0), issue(duration=100)],
      join=lambda self, join: {k: v for k, v in join.items() if v not in DEFAULTS.values()})
wrong("json-single-quotes", "Writes strings in single quotes (RFC 8259, 7).",
      [issue()], json_text=lambda self, join: repr(join))
wrong("json-end-comma", "Leaves a comma at the end when there are optional members (RFC 8259, 4).",
      [issue(size=5)], json_text=lambda self, join: compact(join)[:-1] + (",}" if len(join) > 2 else "}"))
wrong("json-in-string", "Writes the JSON of the join parameters as a JSON string (4.5).",
      [issue()], json_text=lambda self, join: compact(compact(join)))
wrong("json-in-list", "Writes the join parameters in a list (4.5).",
      [issue()], json_text=lambda self, join: compact([join]))
wrong("json-snake-case", "Names the members in snake case (2.1).",
      [issue()],
      join=lambda self, join: {re.sub("([A-Z])", lambda m: "_" + m[1].lower(), k): v for k, v in join.items()})
wrong("json-delay-close-name", "Names delayClose delayclose (2.1).",
      [issue(delayClose=30)], join=lambda self, join: {k.replace("yC", "yc"): v for k, v in join.items()})
wrong("json-line-separator-dropped", "Leaves U+2028 and U+2029 out (2.1).",
      [issue(channelId="a\u2029b")], json_text=lambda self, join: re.sub("[\u2028\u2029]", "", compact(join)))
wrong("json-spaces-removed", "Removes every space from the JSON, inside strings as well (4.5).",
      [issue(channelId="room 1")], json_text=lambda self, join: json.dumps(join).replace(" ", ""))
wrong("json-colon-space-removed",
      "Compacts JSON by replacing a colon and a space by a colon, inside strings as well (4.5).",
      [issue(channelId="Room: 1")],
      json_text=lambda self, join: json.dumps(join).replace(": ", ":").replace(", ", ","))
wrong("json-slash-doubled-backslash", "Writes a slash as two backslashes and a slash (2.1).",
      [issue(channelId="a/b")], json_text=lambda self, join: compact(join).replace("/", "\\\\/"))
wrong("json-default-after",
      "Writes the default duration after the one given: two members of one name (2.1, RFC 8259, 4).",
      [issue(duration=60)], json_text=lambda self, join: compact(join)[:-1] + ',"duration":86400}')
wrong("json-zero-left-out",
      "Leaves members that are 0 out, so that duration 0 means 86400 and size 0 means 100 (2.1).",
      [issue(duration=0), issue(size=0)], join=lambda self, join: {k: v for k, v in join.items() if v != 0})
wrong("json-zero-duration-left-out", "Leaves duration 0 out (2.1: a missing one means 86400).",
      [issue(duration=0)], join=lambda self, join: {k: v for k, v in join.items() if (k, v) != ("duration", 0)})
wrong("json-zero-privileges-left-out", "Leaves privileges 0 out, for which no default is given (2.1).",
      [issue(privileges=0)], join=lambda self, join: {k: v for k, v in join.items() if (k, v) != ("privileges", 0)})
wrong("json-privileges-written", "Writes privileges 0 when none were given (2.1: no default is given).",
      [issue()], join=lambda self, join: {"privileges": 0, **join})
wrong("json-null-written", "Writes null for optional members that were not given (2.1: int).",
      [issue()], json_text=lambda self, join: compact({**dict.fromkeys(INTEGERS), **join}))
wrong("json-numbers-as-strings", "Writes integers as strings (2.1).",
      [issue(size=5)], join=change(INTEGERS, str))
wrong("json-privileges-string", "Writes privileges above 32 bits as a string (2.1).",
      [issue(privileges=1 << 40)], join=number("privileges", lambda n: str(n) if n >= 1 << 32 else n))
wrong("json-thousands", "Writes integers from 1000 on with separators (RFC 8259, 6).",
      [issue(duration=3600)],
      json_text=lambda self, join: re.sub(r'":(\d+)(?=[,}])', lambda m: '":' + format(int(m[1]), ","), compact(join)))
wrong("json-float-exponent", "Writes integers of 10^15 or more with an exponent and six digits (2.1).",
      [issue(privileges=1234567890123456)],
      json_text=lambda self, join: re.sub(r'":(\d{16,})(?=[,}])', lambda m: '":%.6e' % int(m[1]), compact(join)))

# Base64

wrong("b64-url", "Uses the URL-safe alphabet everywhere (4.5, RFC 4648, 4).",
      [issue(channelId="\u00fe\u00ff???>>>")], base64=lambda self, data: base64.urlsafe_b64encode(data).decode())
wrong("b64-url-params", "Uses the URL-safe alphabet for params alone (4.5).",
      [issue(channelId="???>>>~~~~")], base64_params=lambda self, data: base64.urlsafe_b64encode(data).decode())
wrong("b64-url-signature", "Uses the URL-safe alphabet for the signature alone (4.5).",
      [issue(time=time_where(lambda parts: "/" in parts[4]))],
      base64_signature=lambda self, data: base64.urlsafe_b64encode(data).decode())
wrong("b64-slash-alone", "Writes _ for / and keeps + (4.5).",
      [issue(time=time_where(lambda parts: "/" in parts[4]))], base64=lambda self, data: b64(data).replace("/", "_"))
wrong("b64-params-no-padding", "Leaves the padding of params out (4.5: with padding).",
      [issue(userId="a"), issue(userId="al")], base64_params=lambda self, data: b64(data).rstrip("="))
wrong("b64-signature-no-padding", "Leaves the padding of the signature out (4.5: standard base64).",
      [issue()], base64_signature=lambda self, data: b64(data).rstrip("="))
wrong("b64-one-pad", "Writes one = where two are due (RFC 4648, 4).",
      [issue(userId="al" + "x" * n) for n in range(3)], base64=lambda self, data: b64(data).replace("==", "="))
wrong("b64-mime-lines", "Breaks lines at 76 characters, in long params only (4.5, note 2).",
      [issue(channelId="c" * 60)], base64=lambda self, data: "\n".join(re.findall(".{1,76}", b64(data))))
wrong("b64-mime-crlf", "Breaks lines at 76 characters with CR LF (4.5, note 2).",
      [issue(channelId="c" * 60)], base64=lambda self, data: "\r\n".join(re.findall(".{1,76}", b64(data))))
wrong("b64-pem-lines", "Breaks lines at 64 characters (4.5, note 2).",
      [issue(channelId="c" * 20)], base64=lambda self, data: "\n".join(re.findall(".{1,64}", b64(data))))
wrong("b64-long-lines", "Breaks lines at 1000 characters (4.5, note 2).",
      [issue(channelId="c" * 800)], base64=lambda self, data: "\n".join(re.findall(".{1,1000}", b64(data))))
wrong("b64-end-line", "Ends base64 with a line feed (4.5, note 2).",
      [issue()], base64=lambda self, data: b64(data) + "\n")
wrong("b64-end-line-full", "Ends base64 with a line feed if the last line is full (4.5, note 2).",
      [issue(channelId="c" * n) for n in range(60, 126)],
      base64=lambda self, data: b64(data) + ("\n" if len(b64(data)) % 76 == 0 else ""))
wrong("b64-chunks", "Encodes pieces of 1024 bytes each on its own: padding in the middle (RFC 4648, 4).",
      [issue(channelId="c" * 1100)],
      base64=lambda self, data: "".join(b64(data[i:i + 1024]) for i in range(0, len(data), 1024)))
wrong("b64-tail-dropped", "Drops the bytes after the last whole group of three of params (RFC 4648, 4).",
      [issue(userId="a" * n) for n in (1, 2)], base64_params=lambda self, data: b64(data[:len(data) // 3 * 3]))
wrong("b64-plus-space", "Writes a space for + (4.5).",
      [issue(time=time_where(lambda parts: "+" in parts[4]))], base64=lambda self, data: b64(data).replace("+", " "))
wrong("b64-percent", "Percent-encodes +, / and = of the signature (4.5).",
      [issue()], base64_signature=lambda self, data: urllib.parse.quote(b64(data), safe=""))
wrong("b64-params-hex", "Writes params in hexadecimal (4.5).", [issue()], base64_params=lambda self, data: data.hex())
wrong("b64-params-twice",
      "Encodes params twice (4.5).",
      [issue()], base64_params=lambda self, data: b64(utf8(b64(data))))
wrong("b64-params-seven-bits", "Clears the high bit of every byte of params (4.5).",
      [issue(userId="Zo\u00eb")], base64_params=lambda self, data: b64(bytes(b & 127 for b in data)))
wrong("b64-line-join-eats", "Joins lines of 76 characters and loses the last character of each (4.5).",
      [issue(channelId="c" * 60)],
      base64_params=lambda self, data: "".join(line[:75] for line in re.findall(".{1,76}", b64(data))))

wrong("b64-signed-bytes",
      "Takes bytes of params for signed ones: a byte above 127 spoils those before it (RFC 4648, 4).",
      [issue(userId="Zo" + "x" * n + "\u00eb") for n in range(3)],
      base64_params=lambda self, data: b64(signed_bytes(data)))

# The signature

wrong("mac-sha1", "Signs with HMAC-SHA1 (4.5).", [issue()], mac=lambda self, k, m: hmac.digest(k, m, "sha1"))
wrong("mac-sha512-cut", "Signs with HMAC-SHA512 cut to 32 bytes (4.5).",
      [issue()], mac=lambda self, k, m: hmac.digest(k, m, "sha512")[:32])
wrong("mac-sha3", "Signs with HMAC-SHA3-256 (4.5).", [issue()], mac=lambda self, k, m: hmac.digest(k, m, "sha3_256"))
wrong("mac-swapped", "Takes the message as key and the secret as message (4.5).",
      [issue()], mac=lambda self, k, m: Plain.mac(self, m, k))
wrong("mac-plain-hash", "Hashes secret and message without HMAC (4.5).",
      [issue()], mac=lambda self, k, m: hashlib.sha256(k + m).digest())
wrong("mac-hex-text", "Encodes the hexadecimal text of the digest (4.5).",
      [issue()], mac=lambda self, k, m: utf8(Plain.mac(self, k, m).hex()))
wrong("mac-hex",
      "Writes the signature in hexadecimal (4.5).",
      [issue()], base64_signature=lambda self, data: data.hex())
wrong("mac-half", "Keeps 16 bytes of the digest (4.5).", [issue()], mac=lambda self, k, m: Plain.mac(self, k, m)[:16])
wrong("mac-no-leading-zero", "Loses a zero byte at the start of the digest, as a big integer does (4.5).",
      [issue(time=time_where(lambda parts: mac_of(parts)[0] == 0))],
      mac=lambda self, k, m: Plain.mac(self, k, m).lstrip(b"\0"))
wrong("mac-sign-byte",
      "Puts a zero byte before a digest that begins with the high bit, as a signed big integer does (4.5).",
      [issue(time=time_where(lambda parts: mac_of(parts)[0] >= 128))],
      mac=lambda self, k, m: (b"\0" if Plain.mac(self, k, m)[0] >= 128 else b"") + Plain.mac(self, k, m))
wrong("mac-end-zero-trimmed", "Trims zero bytes at the end of the digest (4.5).",
      [issue(time=time_where(lambda parts: mac_of(parts)[-1] == 0))],
      mac=lambda self, k, m: Plain.mac(self, k, m).rstrip(b"\0"))
wrong("mac-cut-at-nul", "Cuts the digest at its first zero byte (4.5).",
      [issue(time=time_where(lambda parts: 0 in mac_of(parts)))],
      mac=lambda self, k, m: Plain.mac(self, k, m).split(b"\0")[0])
wrong("mac-white-space-trimmed", "Trims bytes that are white space from the digest (4.5).",
      [issue(time=time_where(lambda parts: mac_of(parts)[-1] in b"\t\n\r "))],
      mac=lambda self, k, m: Plain.mac(self, k, m).strip())
wrong("mac-block-edge", "Hashes a key of exactly 64 bytes, which is not longer than the block (RFC 2104, 2).",
      [issue(secret="k" * 64)], mac=lambda self, k, m: hmac_by_hand(k, m, longer=lambda size: size >= 64))
wrong("mac-block-128", "Uses the block of 128 bytes (RFC 2104, 2: 64 for SHA-256).",
      [issue()], mac=lambda self, k, m: hmac_by_hand(k, m, block=128))
wrong("mac-long-key-sha1", "Shortens keys of more than 64 bytes with SHA-1 (RFC 2104, 2).",
      [issue(secret="k" * 65)], mac=lambda self, k, m: hmac_by_hand(k, m, shorten=hashlib.sha1))
wrong("mac-long-key-hex", "Takes the hexadecimal text of the hash of keys of more than 64 bytes (RFC 2104, 2).",
      [issue(secret="k" * 65)],
      mac=lambda self, k, m: Plain.mac(self, utf8(hashlib.sha256(k).hexdigest()) if len(k) > 64 else k, m))
wrong("mac-long-message", "Signs only the first 512 bytes of the message (4.5).",
      [issue(channelId="c" * 400)], mac=lambda self, k, m: Plain.mac(self, k, m[:512]))
wrong("mac-last-block-56", "Pads the last block wrongly when 56 of its bytes are used (FIPS 180-4, 5.1.1).",
      [issue(app="app4", channelId="c" * n) for n in range(1, 64)],
      mac=lambda self, k, m: Plain.mac(self, k, m + b"\0" if len(m) % 64 == 56 else m))
wrong("mac-length-16-bits", "Counts the bits of the message in 16 bits (FIPS 180-4, 5.1.1).",
      [issue(channelId="c" * 6200)],
      mac=lambda self, k, m: Plain.mac(self, k, m + b"\0" if len(m) + 64 >= 8192 else m))
wrong("mac-message-read-twice", "Signs the last piece twice if the message is a multiple of 64 bytes long (4.5).",
      [issue(app="app4", channelId="c" * n) for n in range(1, 64)],
      mac=lambda self, k, m: Plain.mac(self, k, m + m[-64:] if len(m) % 64 == 0 else m))
wrong("message-plus-dropped", "Signs params without their + and / (4.5).",
      [issue(channelId="???>>>~~~~")],
      message=lambda self, v, a, s, p: utf8(v + a + s + p.replace("+", "").replace("/", "")))
wrong("message-dots", "Puts dots between the parts of the message (4.5: no separators).",
      [issue()], message=lambda self, *parts: utf8(".".join(parts)))
wrong("message-lines", "Puts line feeds between the parts of the message (4.5).",
      [issue()], message=lambda self, *parts: utf8("\n".join(parts)))
wrong("message-order", "Signs appId before version (4.5).",
      [issue()], message=lambda self, v, a, s, p: utf8(a + v + s + p))
wrong("message-sorted", "Sorts the parts of the message (4.5).",
      [issue(app="zebra")], message=lambda self, *parts: utf8("".join(sorted(parts))))
wrong("message-no-version", "Leaves the version out of the message (4.5).",
      [issue()], message=lambda self, v, a, s, p: utf8(a + s + p))
wrong("message-no-time", "Leaves the timestamp out of the message (4.5).",
      [issue()], message=lambda self, v, a, s, p: utf8(v + a + p))
wrong("message-json", "Signs the JSON and not its base64 (4.5: params).",
      [issue()], sign=lambda self, *parts: json_mac(*parts) or "")
wrong("message-no-padding", "Signs params without their padding (4.5).",
      [issue(userId="a"), issue(userId="al")], message=lambda self, v, a, s, p: utf8(v + a + s + p.rstrip("=")))
wrong("message-number-version", "Signs the version as the number 2 (4.5).",
      [issue()], message=lambda self, v, a, s, p: utf8(v.lstrip("0") + a + s + p))
wrong("message-end-line", "Ends the message with a line feed (4.5).",
      [issue()], message=lambda self, *parts: utf8("".join(parts) + "\n"))
wrong("message-millis", "Signs the timestamp in milliseconds and writes seconds (4.5).",
      [issue()], message=lambda self, v, a, s, p: utf8(v + a + s + "000" + p))

# Timestamps

wrong("time-millis", "Writes milliseconds (4.5: whole seconds).", [issue()], stamp=lambda self, t: str(t * 1000))
wrong("time-minute",
      "Rounds the timestamp down to the minute (4.5).",
      [issue()], stamp=lambda self, t: str(t - t % 60))
wrong("time-local", "Takes local time for UTC (4.5); shows wherever the time zone is not UTC.",
      [issue()], stamp=lambda self, t: str(t + clock.localtime(t).tm_gmtoff))
wrong("time-float", "Writes the timestamp with a fraction (4.5).", [issue()], stamp=lambda self, t: str(float(t)))
wrong("time-single-float", "Passes the timestamp through a single-precision number (4.5).",
      [issue()], stamp=lambda self, t: "%d" % struct.unpack("f", struct.pack("f", t)))
wrong("time-six-digits", "Writes a timestamp that ends in 0000 with an exponent (4.5: decimal).",
      [issue(time=1700000000)], stamp=lambda self, t: "%.6G" % t if t and t % 10000 == 0 else str(t))
wrong("time-2038",
      "Wraps timestamps at 32 bits (4.5).",
      [issue(time=1 << 31)], stamp=lambda self, t: str(wrap(32)(t)))
wrong("time-2106", "Wraps timestamps at 32 bits without a sign (4.5).",
      [issue(time=1 << 32)], stamp=lambda self, t: str(t % (1 << 32)))
wrong("time-backdated", "Sets the timestamp back by 30 seconds against clocks that differ (4.5).",
      [issue()], stamp=lambda self, t: str(t - 30))
wrong("time-hex", "Writes the timestamp in hexadecimal (4.5: decimal).", [issue()], stamp=lambda self, t: "%x" % t)
wrong("time-padded", "Pads the timestamp to 12 digits (4.5; the message changes with it).",
      [issue()], stamp=lambda self, t: "%012d" % t)
wrong("time-end-zeros", "Drops zeros at the end of the timestamp (4.5).",
      [issue(time=1700000100)], stamp=lambda self, t: str(t).rstrip("0") or "0")
wrong("time-expiry", "Writes the end of the validity as timestamp (4.5).",
      [issue(duration=600)],
      issue=lambda self, app, secret, join, time: (
          Plain.issue(self, app, secret, join, time),
          Plain.issue(self, app, secret, join, time + join.get("duration", DAY)))[1])
wrong("time-plus-sign", "Writes the timestamp with a plus sign (4.5: decimal).",
      [issue()], stamp=lambda self, t: "%+d" % t)

# Integers

wrong("duration-clamped", "Writes 86400 for a longer duration instead of refusing it (2.1: must be <= 86400).",
      [issue(duration=90000)], check_bounds=lambda self, join: None,
      join=number("duration", lambda n: min(n, DAY)))
wrong("duration-unchecked", "Accepts every duration (2.1).",
      [issue(duration=90000)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "duration": 0}))
wrong("duration-edge-refused", "Refuses duration 86400 (2.1: <=).",
      [issue(duration=DAY)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "duration": join.get("duration", 0) + 1}))
wrong("duration-edge-passed", "Accepts duration 86401 (2.1).",
      [issue(duration=DAY + 1)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "duration": join.get("duration", 0) - 1}))
wrong("duration-week", "Accepts a duration of up to seven days (2.1).",
      [issue(duration=7 * DAY)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "duration": join.get("duration", 0) / 7}))
wrong("duration-limit-in-minutes", "Refuses a duration of more than 1440 (2.1: seconds).",
      [issue(duration=3600)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "duration": join.get("duration", 0) * 60}))
wrong("duration-wraps-before-check", "Checks duration after a wrap at 32 bits (2.1).",
      [issue(duration=(1 << 32) + 5)],
      check_bounds=lambda self, join:
          Plain.check_bounds(self, {**join, "duration": wrap(32)(join.get("duration", 0))}))
wrong("duration-negative-default", "Writes 86400 for a negative duration (2.1: it may be refused, not replaced).",
      [issue(duration=-1)], join=number("duration", lambda n: DAY if n < 0 else n))
wrong("duration-zero-default", "Writes 86400 for duration 0 (2.1: it may be refused, not replaced).",
      [issue(duration=0)], join=number("duration", lambda n: n or DAY))
wrong("duration-default-hour", "Writes 3600 when no duration is given (2.1: default 86400).",
      [issue()], join=lambda self, join: {"duration": 3600, **join})
wrong("duration-default-milli", "Writes 86400000 when no duration is given (2.1).",
      [issue()], join=lambda self, join: {"duration": DAY * 1000, **join})
wrong("duration-below-channel", "Lowers duration to the time given by channelDuration (2.1: two different things).",
      [issue(channelDuration=10, duration=3600)],
      join=lambda self, join: {**join, "duration": min(join.get("duration", DAY), join["channelDuration"] * 60)}
      if join.get("channelDuration", 0) > 0 else join)
wrong("channel-duration-seconds", "Writes channelDuration in seconds (2.1: minutes).",
      [issue(channelDuration=45)], join=number("channelDuration", lambda n: n * 60))
wrong("channel-duration-day", "Writes 1440 for a longer channelDuration (2.1: no limit).",
      [issue(channelDuration=2000)], join=number("channelDuration", lambda n: min(n, 1440)))
wrong("channel-duration-default", "Writes channelDuration 60 when none is given (2.1: default 0).",
      [issue()], join=lambda self, join: {"channelDuration": 60, **join})
wrong("size-default-zero", "Writes size 0 when none is given (2.1: default 100).",
      [issue()], join=lambda self, join: {"size": 0, **join})
wrong("size-clamped", "Writes 100 for a larger size (2.1: it may be refused, not replaced).",
      [issue(size=500)], join=number("size", lambda n: min(n, 100)))
wrong("size-byte", "Keeps the low eight bits of size (2.1).",
      [issue(size=300)], join=number("size", lambda n: n & 255))
wrong("delay-unchecked", "Accepts every delayClose (2.1: maximum 86400).",
      [issue(delayClose=DAY + 1)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "delayClose": 0}))
wrong("delay-stream-limit", "Refuses a delayClose of more than 600, the limit of streams (2.1, 2.3).",
      [issue(delayClose=601)],
      check_bounds=lambda self, join:
          Plain.check_bounds(self, {**join, "delayClose": join.get("delayClose", 0) + DAY - 600}))
wrong("delay-edge-refused", "Refuses delayClose 86400 (2.1).",
      [issue(delayClose=DAY)],
      check_bounds=lambda self, join: Plain.check_bounds(self, {**join, "delayClose": join.get("delayClose", 0) + 1}))
wrong("delay-default", "Writes delayClose 600 when none is given (2.1: default 0).",
      [issue()], join=lambda self, join: {"delayClose": 600, **join})
wrong("delay-follows-duration", "Refuses a delayClose above the duration (2.1: no such rule).",
      [issue(duration=60, delayClose=120)],
      check_bounds=lambda self, join: Plain.check_bounds(
          self, {**join, "delayClose": DAY + 1} if join.get("delayClose", 0) > join.get("duration", DAY) else join))
wrong("privileges-31-bits", "Wraps privileges at 32 bits (2.1).",
      [issue(privileges=1 << 31)], join=number("privileges", wrap(32)))
wrong("privileges-byte", "Keeps the low eight bits of privileges (2.1).",
      [issue(privileges=256)], join=number("privileges", lambda n: n & 255))
wrong("privileges-double", "Passes privileges through a double (2.1).",
      [issue(privileges=(1 << 53) + 1)], join=number("privileges", lambda n: int(float(n))))
wrong("privileges-unsigned", "Writes negative privileges without the sign (2.1).",
      [issue(privileges=-2)], join=number("privileges", abs))
wrong("numbers-unsigned", "Writes negative integers as unsigned ones of 32 bits (2.1).",
      [issue(privileges=-1)], join=change(INTEGERS, lambda n: n % (1 << 32) if n < 0 else n))
wrong("privileges-dropped", "Never writes privileges (2.1).",
      [issue(privileges=7)], join=lambda self, join: {k: v for k, v in join.items() if k != "privileges"})
wrong("numbers-saturate", "Writes the largest 32-bit integer for larger ones (2.1).",
      [issue(privileges=1 << 40)], join=change(INTEGERS, lambda n: min(n, (1 << 31) - 1)))
wrong("bool-is-int", "Takes true for an integer (2.1: int).",
      [issue(size=True)],
      check_types=lambda self, join: Plain.check_types(self, {k: int(v) if v is True or v is False else v
                                                             for k, v in join.items()}))
wrong("bool-becomes-one", "Takes true for 1 (2.1: int).",
      [issue(size=True)],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {k: int(v) if isinstance(v, bool) and k in INTEGERS else v for k, v in join.items()}
          if isinstance(join, dict) else join, time))
wrong("number-text-accepted", "Takes a text of digits for an integer and writes it as text (2.1).",
      [issue(duration="60")],
      check_types=lambda self, join: Plain.check_types(
          self, {k: 0 if k in INTEGERS and isinstance(v, str) and v.isdigit() else v for k, v in join.items()}),
      check_bounds=lambda self, join: Plain.check_bounds(self, {k: v for k, v in join.items() if is_int(v)}))
wrong("fraction-cut", "Cuts the fraction of a number where an integer is due (2.1).",
      [issue(duration=59.9)],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {k: int(v) if isinstance(v, float) and abs(v) < 1e15 else v for k, v in join.items()}
          if isinstance(join, dict) else join, time))
wrong("null-becomes-zero", "Writes 0 for an integer that is null (2.1: int).",
      [issue(duration=None)],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {k: 0 if v is None and k in INTEGERS else v for k, v in join.items()}
          if isinstance(join, dict) else join, time))
wrong("user-number-to-text", "Takes a number as userId and writes it as text (2.1: string).",
      [issue(userId=42)],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {k: str(v) if is_int(v) and k == "userId" else v for k, v in join.items()}
          if isinstance(join, dict) else join, time))
wrong("user-not-required", "Mints without userId (2.1: required).",
      [issue(without="userId")],
      check_required=lambda self, join: Plain.check_required(self, {**join, "userId": ""}),
      check_types=lambda self, join: Plain.check_types(self, {"userId": "", **join}))
wrong("user-missing-empty", "Writes an empty userId when there is none (2.1: required).",
      [issue(without="userId")],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {"userId": "", **join} if isinstance(join, dict) else join, time))
wrong("channel-not-required", "Writes channelId default when there is none (2.1: required).",
      [issue(without="channelId")],
      issue=lambda self, app, secret, join, time: Plain.issue(
          self, app, secret, {"channelId": "default", **join} if isinstance(join, dict) else join, time))
wrong("privileges-any-type", "Does not check the type of privileges (2.1: int).",
      [issue(privileges="rw")],
      check_types=lambda self, join: Plain.check_types(self, {k: v for k, v in join.items() if k != "privileges"}))

# State: every question stands on its own

wrong("cache-by-channel", "Keeps one token for each channelId (2.1: userId is a part of the token).",
      [issue(userId="alice"), issue(userId="bob")],
      issue=cached(lambda app, secret, join, time: (app, secret, time, join["channelId"])))
wrong("cache-by-ids", "Keeps tokens by the ids and forgets the other members (2.1).",
      [issue(duration=60), issue(duration=120)],
      issue=cached(lambda app, secret, join, time: (app, secret, time, join["channelId"], join["userId"])))
wrong("cache-by-joined-ids", "Keeps tokens by the concatenation of the ids (2.1).",
      [issue(channelId="ab", userId="c"), issue(channelId="a", userId="bc")],
      issue=cached(lambda app, secret, join, time: (
          app, secret, time, join["channelId"] + join["userId"],
          compact({k: v for k, v in join.items() if k not in REQUIRED}))))
wrong("cache-without-time", "Keeps tokens whatever the time (4.5: timestamp is the current time).",
      [issue(), issue(time=NOW + 5)], issue=cached(lambda app, secret, join, time: (app, secret, compact(join))))
wrong("cache-for-the-minute", "Keeps tokens for the rest of a minute (4.5: the current time).",
      [issue(time=NOW), issue(time=NOW + 1)],
      issue=cached(lambda app, secret, join, time: (app, secret, time // 60, compact(join))))
wrong("cache-without-app", "Keeps tokens whatever the appId and the secret (4.5).",
      [issue(app="a"), issue(app="b")], issue=cached(lambda app, secret, join, time: (time, compact(join))))
wrong("cache-without-secret", "Keeps tokens whatever the secret, which may have been changed (4.5).",
      [issue(secret="old"), issue(secret="new")],
      issue=cached(lambda app, secret, join, time: (app, time, compact(join))))
wrong("cache-ignores-case", "Keeps tokens by the ids in lower case (2.1).",
      [issue(userId="Ann"), issue(userId="ann")],
      issue=cached(lambda app, secret, join, time: (app, secret, time, compact(join).lower())))
wrong("params-cache-by-length", "Reuses params when the JSON has the same length as before (4.5).",
      [issue(userId="alice"), issue(userId="carol")],
      json_bytes=lambda self, text: self.memory.setdefault(len(text), utf8(text)))
wrong("params-cache-by-start", "Reuses params when the first 64 characters of the JSON are the same (4.5).",
      [issue(channelId="c" * 60, userId="a"), issue(channelId="c" * 60, userId="b")],
      json_bytes=lambda self, text: self.memory.setdefault(text[:64], utf8(text)))
wrong("params-cache-by-sum", "Reuses params when length and sum of the characters are the same (4.5).",
      [issue(userId="room-12"), issue(userId="room-21")],
      json_bytes=lambda self, text: self.memory.setdefault((len(text), sum(map(ord, text))), utf8(text)))
wrong("buffer-never-grows",
      "Cuts JSON to the size of a buffer of 256 bytes or of the first JSON, if that is longer (4.5).",
      [issue(), issue(channelId="c" * 300)],
      json_bytes=lambda self, text: utf8(text)[:self.memory.setdefault("size", max(256, len(utf8(text))))])
wrong("user-first-spelling", "Writes a userId as it was first spelt, whatever its case (2.1).",
      [issue(userId="Ann"), issue(userId="ann")],
      join=lambda self, join: {**join, "userId": self.memory.setdefault(join["userId"].lower(), join["userId"])})
wrong("key-of-first-secret", "Keeps the first secret of an appId (4.5).",
      [issue(secret="old"), issue(secret="new")],
      sign=lambda self, v, a, s, p, secret: Plain.sign(self, v, a, s, p, self.memory.setdefault(a, secret)))
wrong("key-by-secret-length", "Keeps prepared keys by the length and the first letter of the secret (4.5).",
      [issue(secret="key-one"), issue(secret="key-two")],
      key=lambda self, s: self.memory.setdefault((len(s), s[0]), utf8(s)))
wrong("app-of-first-call", "Keeps the first appId (4.5).",
      [issue(app="a"), issue(app="b")], app_id=lambda self, app: self.memory.setdefault("app", app))


def remember_members(names):
    def join(self, join):
        self.memory.update((k, v) for k, v in join.items() if k in names)
        return {**self.memory, **join}
    return join


wrong("members-remembered", "Writes the optional members of earlier questions too (2.1).",
      [issue(size=5), issue()], join=remember_members(INTEGERS))
wrong("privileges-remembered", "Writes the privileges of an earlier question when none are given (2.1).",
      [issue(privileges=7), issue(userId="bob")], join=remember_members(("privileges",)))
wrong("delay-remembered", "Writes the delayClose of an earlier question when none is given (2.1).",
      [issue(delayClose=30), issue()], join=remember_members(("delayClose",)))


def leaves_after_refusal(self, app, secret, join, time):
    kept = self.memory.pop("duration", None)
    try:
        return Plain.issue(self, app, secret, join if kept is None else {"duration": kept, **join}, time)
    except Refused:
        if isinstance(join, dict) and is_int(join.get("duration")) and join["duration"] <= DAY:
            self.memory["duration"] = join["duration"]
        raise


wrong("refused-duration-remembered", "Writes the duration of a refused question into the next token (2.1).",
      [issue(duration=60, delayClose=DAY + 1), issue()], issue=leaves_after_refusal)


def refuses_after_refusal(self, app, secret, join, time):
    if "refused" in self.memory:
        raise self.memory.pop("refused")
    try:
        return Plain.issue(self, app, secret, join, time)
    except Refused as refusal:
        self.memory["refused"] = Refused(*refusal.args)
        raise


wrong("refusal-repeated", "Refuses the question after a refused one too (2.1).",
      [issue(without="userId"), issue()], issue=refuses_after_refusal)


def counts(every, step):
    """A hook for `stamp` that is off by `step` at every so manieth call."""
    def stamp(self, time):
        self.memory["count"] = self.memory.get("count", 0) + 1
        return str(time + step if self.memory["count"] % every == 0 else time)
    return stamp


wrong("tenth-token-late", "Adds a second to the timestamp of every tenth token (4.5).",
      [issue(userId="u%d" % n) for n in range(10)], stamp=counts(10, 1))


wrong("hundredth-token-late", "Adds a second to the timestamp of every hundredth token (4.5).",
      [issue(userId="u%d" % n) for n in range(100)], stamp=counts(100, 1))


def user_numbered(self, join):
    seen = self.memory.setdefault((join["channelId"], join["userId"]), [])
    seen.append(1)
    return join if len(seen) == 1 else {**join, "userId": "%s-%d" % (join["userId"], len(seen))}


wrong("user-numbered", "Numbers a user who gets a second token for the same channel (2.1).",
      [issue(), issue()], join=user_numbered)


def buffer_keeps_tail(self, text):
    data = utf8(text)
    old = self.memory.get("buffer", b"")
    self.memory["buffer"] = data + old[len(data):]
    return self.memory["buffer"]


wrong("buffer-tail",
      "Writes JSON into a buffer that is not cut: a shorter text keeps the tail of a longer one (4.5).",
      [issue(userId="alexander"), issue(userId="al")], json_bytes=buffer_keeps_tail)


def mac_not_reset(self, key, message):
    old = self.memory.get(key, b"")
    self.memory[key] = message if len(old) == 0 else b""
    return Plain.mac(self, key, old + message)


wrong("mac-not-reset",
      "Does not reset the HMAC object of a secret: every second message follows the one before (4.5).",
      [issue(), issue(userId="bob")], mac=mac_not_reset)


def mac_left_open(self, given, expected):
    same = Plain.same_signature(self, given, expected)
    self.memory["rest"] = b"" if same else b"02"
    return same


wrong("mac-left-open",
      "Does not reset the HMAC object after a signature that was wrong: the next one is wrong too (4.5).",
      [verify(forge(secret="other")), issue()],
      same_signature=mac_left_open,
      mac=lambda self, key, message: Plain.mac(self, key, self.memory.pop("rest", b"") + message))


def first_key_empty(self, secret):
    started = self.memory.get("started", False)
    self.memory["started"] = True
    return utf8(secret) if started else b""


wrong("first-key-empty", "Signs the first token before the secret is set (4.5).", [issue()], key=first_key_empty)


def time_never_back(self, time):
    self.memory["last"] = max(time, self.memory.get("last", 0))
    return str(self.memory["last"])


def time_unique(self, time):
    used = self.memory.setdefault("used", set())
    while time in used:
        time += 1
    used.add(time)
    return str(time)


wrong("time-never-back", "Never writes an earlier timestamp than before, though the clock was corrected (4.5).",
      [issue(time=NOW + 60), issue(time=NOW)], stamp=time_never_back)
wrong("time-unique", "Adds seconds until the timestamp was not used yet (4.5).",
      [issue(), issue(userId="bob")], stamp=time_unique)


def for_texts(hook):
    """The hook for verify, used only if token, appId and secret are texts and the time is a number."""
    def careful(self, *given):
        usual = all(isinstance(value, str) for value in given[:3]) and is_int(given[3])
        return hook(self, *given) if usual else Plain.verify(self, *given)
    return careful


@for_texts
def verify_once(self, token, app, secret, now):
    result = Plain.verify(self, token, app, secret, now)
    if result["valid"] and self.memory.setdefault(token, now) != now:
        return self.invalid("signature")
    return result


wrong("verify-once", "Takes a token only once, save in the same second (2.1: it can be reused).",
      [verify(forge()), verify(forge(), now=NOW + 20)], verify=verify_once)


def verify_cache(key_of):
    @for_texts
    def hook(self, token, app, secret, now):
        key = key_of(token, app, secret, now)
        if key not in self.memory:
            result = Plain.verify(self, token, app, secret, now)
            if not result["valid"]:
                return result
            self.memory[key] = result
        return self.memory[key]
    return hook


wrong("verify-cache-no-expiry", "Keeps a token that was valid for good (2.1: an expired token cannot join).",
      [verify(forge(duration=60)), verify(forge(duration=60), now=NOW + 61)],
      verify=verify_cache(lambda token, app, secret, now: (token, app, secret)))
wrong("verify-cache-by-signature", "Keeps valid tokens by their signature alone, so that altered params pass (4.5).",
      [verify(forge()), verify(forge(userId="mallory", signature=lambda _: forge().split(".")[4]))],
      verify=verify_cache(lambda token, app, secret, now: (token.split(".")[-1], app, secret, now)))
wrong("verify-cache-without-secret", "Keeps valid tokens whatever the secret (4.5).",
      [verify(forge()), verify(forge(), secret="other")],
      verify=verify_cache(lambda token, app, secret, now: (token, app, now)))
wrong("verify-cache-without-app", "Keeps valid tokens whatever the appId (4.5).",
      [verify(forge()), verify(forge(), app="other")],
      verify=verify_cache(lambda token, app, secret, now: (token, secret, now)))


@for_texts
def trust_first_secret(self, token, app, secret, now):
    return Plain.verify(self, token, app, self.memory.setdefault(app, secret), now)


wrong("verify-first-secret", "Verifies with the first secret seen for an appId (4.5).",
      [verify(forge()), verify(forge(), secret="other")], verify=trust_first_secret)


def remember_any_secret(self, version, app, stamp, params, signature, secret):
    secrets = self.memory.setdefault("secrets", [])
    if secret not in secrets:
        secrets.append(secret)
    return any([Plain.genuine(self, version, app, stamp, params, signature, old) for old in secrets])


wrong("verify-old-secrets", "Goes on taking tokens of secrets that were used before (4.5).",
      [verify(forge()), verify(forge(), secret="other")], genuine=remember_any_secret)


@for_texts
def lock_out(self, token, app, secret, now):
    result = Plain.verify(self, token, app, secret, now)
    if self.memory.get(app, 0) >= 3:
        return self.invalid("signature")
    if not result["valid"]:
        self.memory[app] = self.memory.get(app, 0) + 1
    return result


wrong("verify-lock-out", "Takes no token of an appId after three that were not valid (2.1).",
      [verify("x.y")] * 3 + [verify(forge())], verify=lock_out)


@for_texts
def invalid_remembered(self, token, app, secret, now):
    result = self.memory.get(token) or Plain.verify(self, token, app, secret, now)
    if not result["valid"]:
        self.memory[token] = result
    return result


wrong("verify-refusal-remembered",
      "Keeps the answer for a token that was not valid, with another secret as well (4.5).",
      [verify(forge(), secret="other"), verify(forge())], verify=invalid_remembered)


def duration_of_last(self, join):
    self.memory["duration"] = join.get("duration", self.memory.get("duration", DAY))
    return self.memory["duration"]


wrong("verify-duration-remembered", "Takes the duration of an earlier token for one that gives none (2.1: 86400).",
      [verify(forge(duration=60)), verify(forge(), now=NOW + 100)], lifetime=duration_of_last)
wrong("verify-join-merged", "Hands back members of earlier tokens as well (2.1).",
      [verify(forge(size=5)), verify(forge())],
      join_out=lambda self, join: (self.memory.update(join), dict(self.memory))[1])
wrong("verify-sets-clock", "Keeps the latest time it has seen: a token made later than that counts from there (2.1).",
      [verify(forge(duration=60), now=NOW + 90), verify(forge(duration=60), now=NOW + 5)],
      expired=lambda self, now, time, join: Plain.expired(
          self, self.memory.update(now=max(now, self.memory.get("now", 0))) or self.memory["now"], time, join))


@for_texts
def secret_of_verify(self, token, app, secret, now):
    self.memory[app] = secret
    return Plain.verify(self, token, app, secret, now)


wrong("issue-with-secret-of-verify", "Mints with the secret last used to verify for the appId (4.5).",
      [verify(forge(), secret="old"), issue()], verify=secret_of_verify,
      issue=lambda self, app, secret, join, time: (
          Plain.issue(self, app, secret, join, time),
          Plain.issue(self, app, self.memory.get(app, secret), join, time))[1])

# Verifying: the signature


def hex_mac(v, a, s, p, secret):
    return PLAIN.mac(utf8(secret), utf8(v + a + s + p)).hex()


def dotted_mac(v, a, s, p, secret):
    return b64(PLAIN.mac(utf8(secret), utf8(".".join((v, a, s, p)))))


def signed_by(second, **options):
    """A token with that second construction as signature."""
    version, app, stamp, params, _ = forge(**options).split(".")
    return ".".join((version, app, stamp, params, second(version, app, stamp, params, SECRET)))


def url_mac(*parts):
    return PLAIN.sign(*parts).replace("+", "-").replace("/", "_")


def sha1_mac(v, a, s, p, secret):
    return b64(hmac.digest(utf8(secret), utf8(v + a + s + p), "sha1"))


def json_mac(v, a, s, p, secret):
    try:
        return b64(PLAIN.mac(utf8(secret), utf8(v + a + s) + base64.b64decode(p)))
    except ValueError:
        return None


SLASHED = time_where(lambda parts: "/" in parts[4] or "+" in parts[4])

wrong("verify-also-hex", "Takes a signature in hexadecimal too (4.5: base64).",
      [verify(signed_by(hex_mac))], genuine=also(hex_mac))
wrong("verify-also-dotted", "Takes a message with dots too, from an earlier format (4.5: no separators).",
      [verify(signed_by(dotted_mac))], genuine=also(dotted_mac))
wrong("verify-also-sha1", "Takes HMAC-SHA1 too (4.5).", [verify(signed_by(sha1_mac))], genuine=also(sha1_mac))
wrong("verify-also-json", "Takes a signature of the JSON before base64 too (4.5).",
      [verify(signed_by(json_mac))], genuine=also(json_mac))
wrong("verify-also-url", "Takes a signature in the URL-safe alphabet too (4.5: standard base64).",
      [verify(signed_by(url_mac, time=SLASHED), now=SLASHED)], genuine=also(url_mac))
wrong("verify-also-trimmed-secret", "Takes a signature by the trimmed secret too (4.5).",
      [verify(forge(secret="key"), secret="key ")],
      genuine=also(lambda v, a, s, p, secret: PLAIN.sign(v, a, s, p, secret.strip())))
wrong("verify-also-empty-key", "Takes a signature by an empty key too (4.5).",
      [verify(forge(secret=""))], genuine=also(lambda v, a, s, p, secret: PLAIN.sign(v, a, s, p, "")))
wrong("verify-also-app-as-key", "Takes a signature by the appId as key too (4.5).",
      [verify(forge(secret=APP))], genuine=also(lambda v, a, s, p, secret: PLAIN.sign(v, a, s, p, a)))
wrong("verify-signature-unpadded", "Takes a signature without padding too (4.5).",
      [verify(forge(signature=lambda s: s.rstrip("=")))],
      same_signature=lambda self, given, expected: given.rstrip("=") == expected.rstrip("="))
wrong("verify-signature-case", "Compares signatures without regard to case (4.5).",
      [verify(forge(signature=str.swapcase))],
      same_signature=lambda self, given, expected: given.lower() == expected.lower())
wrong("verify-signature-prefix", "Compares as many characters as the token gives (4.5).",
      [verify(forge(signature=lambda s: s[:8])), verify(forge(signature=lambda s: ""))],
      same_signature=lambda self, given, expected: expected.startswith(given))
wrong("verify-signature-zip", "Compares signatures pairwise up to the end of the shorter one (4.5).",
      [verify(forge(signature=lambda s: s + "AAAA"))],
      same_signature=lambda self, given, expected: bool(given) and all(a == b for a, b in zip(given, expected)))
wrong("verify-signature-longer", "Takes whatever follows a right signature (4.5).",
      [verify(forge(signature=lambda s: s + "x"))],
      same_signature=lambda self, given, expected: given.startswith(expected))
wrong("verify-signature-first-32", "Compares the first 32 characters of signatures (4.5).",
      [verify(forge(signature=lambda s: s[:40] + "AAA="))],
      same_signature=lambda self, given, expected: given[:32] == expected[:32] and len(given) == len(expected))
wrong("verify-signature-last-missing", "Does not compare the last character of the digest (4.5).",
      [verify(forge(signature=lambda s: s[:42] + ("A" if s[42] != "A" else "Q") + "="))],
      same_signature=lambda self, given, expected: given[:42] == expected[:42] and len(given) == len(expected))
wrong("verify-signature-trimmed", "Takes white space around the signature (4.5).",
      [verify(forge(signature=lambda s: s + "\n"))],
      same_signature=lambda self, given, expected: given.strip() == expected)
wrong("verify-signature-junk", "Skips characters outside the alphabet in the signature (RFC 4648, 3.3).",
      [verify(forge(signature=lambda s: s[:9] + "!" + s[9:]))],
      same_signature=lambda self, given, expected: re.sub("[^A-Za-z0-9+/=]", "", given) == expected)
wrong("verify-signature-sum", "Compares the sum of the differences of the characters (4.5).",
      [verify(forge(signature=lambda s: s[1] + s[0] + s[2:], time=time_where(lambda p: p[4][0] != p[4][1])))],
      same_signature=lambda self, given, expected:
          len(given) == len(expected) and sum(map(ord, given)) == sum(map(ord, expected)))
wrong("verify-signature-unchecked", "Does not check the signature (5.4: the service validates the token).",
      [verify(forge(secret="other"))], genuine=lambda self, *parts: True)
wrong("verify-signature-empty-unchecked", "Does not check an empty signature (4.5).",
      [verify(forge(signature=lambda s: ""))],
      genuine=lambda self, *parts: parts[4] == "" or Plain.genuine(self, *parts))
wrong("verify-signature-none", "Takes the word none for a signature (4.5).",
      [verify(forge(signature=lambda s: "none"))],
      genuine=lambda self, *parts: parts[4] == "none" or Plain.genuine(self, *parts))
wrong("verify-signature-non-ascii-fails", "Says that tokens of an appId outside ASCII have a wrong signature (4.5).",
      [verify(forge(app="\u5e94\u7528"), app="\u5e94\u7528")],
      genuine=lambda self, *parts: parts[1].isascii() and Plain.genuine(self, *parts))
wrong("verify-long-unchecked", "Does not check the signature of params of more than 2048 characters (4.5).",
      [verify(forge(channelId="c" * 1600, signature=lambda s: "AAAA"))],
      genuine=lambda self, *parts: len(parts[3]) > 2048 or Plain.genuine(self, *parts))
wrong("verify-long-refused", "Says that tokens of more than 512 characters are malformed (2.2: no limit).",
      [verify(forge(channelId="c" * 400))],
      split=lambda self, token: Plain.split(self, token if len(token) <= 512 else ""))
wrong("verify-rewritten",
      "Signs the JSON written anew, so that other spacing or order fails (4.5: params as they are).",
      [verify(forge(text='{"userId": "alice", "channelId": "room-1"}'))],
      genuine=lambda self, v, a, s, p, signature, secret: Plain.genuine(
          self, v, a, s, b64(utf8(compact(Plain.read_params(self, p), sort_keys=True))), signature, secret)
      or Plain.genuine(self, v, a, s, b64(utf8(compact(Plain.read_params(self, p)))), signature, secret))

# Verifying: the other parts

wrong("verify-version-number", "Takes any version that reads as the number 2 (9.1: fixed string 02).",
      [verify(forge(version="2")), verify(forge(version="002"))],
      same_version=lambda self, version: version.isascii() and version.isdigit() and int(version) == 2)
wrong("verify-version-unchecked", "Takes every version (9.1).",
      [verify(forge(version="01"))], same_version=lambda self, version: True)
wrong("verify-version-from", "Takes later versions too (9.1).",
      [verify(forge(version="03"))], same_version=lambda self, version: version >= VERSION)
wrong("verify-version-prefix", "Takes versions that begin with 02 (9.1).",
      [verify(forge(version="021"))], same_version=lambda self, version: version.startswith(VERSION))
wrong("verify-version-or-empty", "Takes an empty version (9.1).",
      [verify(forge(version=""))], same_version=lambda self, version: version in ("", VERSION))
wrong("verify-app-unchecked", "Takes a token of any appId that has the same secret (4.5).",
      [verify(forge(app="other"))], same_app=lambda self, given, expected: True)
wrong("verify-app-shifted", "Signs the caller's appId and does not compare the token's (4.5).",
      [verify(forge(app="other", signature=lambda s: forge().split(".")[4]))],
      same_app=lambda self, given, expected: True,
      examine=lambda self, token, app, secret, now: Plain.examine(
          self, ".".join([*self.split(token)[:1], app, *self.split(token)[2:]]), app, secret, now))
wrong("verify-app-case", "Compares appId without regard to case (4.5).",
      [verify(forge(app="APP-7"))], same_app=lambda self, given, expected: given.lower() == expected.lower())
wrong("verify-app-prefix", "Takes an appId that begins with the expected one (4.5).",
      [verify(forge(app="app-77"))], same_app=lambda self, given, expected: given.startswith(expected))
wrong("verify-app-contained", "Takes an appId that is contained in the expected one (4.5).",
      [verify(forge(app="app"))], same_app=lambda self, given, expected: given in expected)
wrong("verify-app-trimmed", "Compares appId trimmed (4.5).",
      [verify(forge(app="app-7 "))], same_app=lambda self, given, expected: given.strip() == expected.strip())
wrong("verify-app-number", "Compares appIds of digits as numbers (4.5).",
      [verify(forge(app="0417"), app="417")],
      same_app=lambda self, given, expected: given == expected
      or bool(re.fullmatch("[0-9]{1,18},[0-9]{1,18}", given + "," + expected)) and int(given) == int(expected))
wrong("verify-app-nfc", "Compares appId after NFC (4.5).",
      [verify(forge(app="cafe\u0301"), app="caf\u00e9")],
      same_app=lambda self, *apps: len({unicodedata.normalize("NFC", app) for app in apps}) == 1)
wrong("verify-app-empty-unchecked", "Does not compare an empty appId in the token (4.5).",
      [verify(forge(app=""))], same_app=lambda self, given, expected: given in ("", expected))
wrong("verify-sixth-part", "Ignores parts after the fifth (2.2: five parts).",
      [verify(forge() + ".x")],
      split=lambda self, token: Plain.split(self, ".".join(token.split(".")[:5])))
wrong("verify-end-dot", "Ignores a dot at the end of the token (2.2).",
      [verify(forge() + ".")], split=lambda self, token: Plain.split(self, token.rstrip(".")))
wrong("verify-empty-parts-skipped", "Skips empty parts, like a tokenizer (2.2).",
      [verify(forge().replace(".", "..", 1))],
      split=lambda self, token: Plain.split(self, ".".join(filter(None, token.split(".")))))
wrong("verify-token-trimmed", "Takes white space around the token (2.2).",
      [verify(" " + forge() + "\n")], token_text=lambda self, token: token.strip())
wrong("verify-token-percent", "Decodes percent escapes of the token (2.2).",
      [verify(forge().replace("=", "%3D"))], token_text=lambda self, token: urllib.parse.unquote(token))
wrong("verify-token-space-plus", "Takes a space for a + (4.5).",
      [verify(forge(time=time_where(lambda p: "+" in p[4])).replace("+", " "), now=NOW + 900)],
      token_text=lambda self, token: token.replace(" ", "+"))
wrong("verify-token-plus-space", "Takes a + for a space, so that signatures with a + fail (4.5).",
      [verify(forge(time=time_where(lambda p: "+" in p[4])), now=NOW + 900)],
      token_text=lambda self, token: token.replace("+", " "))
wrong("verify-token-bearer", "Drops a scheme before the token (2.2).",
      [verify("SvcSign " + forge())], token_text=lambda self, token: token.removeprefix("SvcSign "))
wrong("verify-token-quotes", "Drops quotes around the token (2.2).",
      [verify('"' + forge() + '"')], token_text=lambda self, token: token.strip('"'))
wrong("verify-token-line-breaks", "Removes line breaks inside the token (4.5, note 2).",
      [verify(forge(channelId="c" * 60).replace("Y2Nj", "Y2Nj\n", 1))],
      token_text=lambda self, token: token.replace("\r", "").replace("\n", ""))


def stamp_by(pattern, convert=int):
    def read(self, text):
        if not re.fullmatch(pattern, text):
            raise Invalid("malformed")
        return convert(text)
    return read


wrong("verify-time-sign", "Takes a sign before the timestamp (4.5: decimal).",
      [verify(forge(time="+%d" % NOW))], read_stamp=stamp_by("[+-]?[0-9]{1,18}"))
wrong("verify-time-space", "Takes white space around the timestamp (4.5).",
      [verify(forge(time=" %d" % NOW))], read_stamp=stamp_by(r"\s*[0-9]{1,18}\s*"))
wrong("verify-time-underscore", "Takes underscores in the timestamp (4.5).",
      [verify(forge(time="1_700_000_123"))], read_stamp=stamp_by("[0-9]+(_[0-9]+)*"))
wrong("verify-time-digits", "Takes digits of other scripts in the timestamp (4.5).",
      [verify(forge(time="\u0661\u0667\u0660\u0660\u0660\u0660\u0660\u0661\u0662\u0663"))],
      read_stamp=stamp_by(r"\d{1,18}"))
wrong("verify-time-leading-number", "Reads the number at the start of the timestamp and ignores the rest (4.5).",
      [verify(forge(time="%dabc" % NOW))],
      read_stamp=stamp_by("[0-9]{1,18}.*", lambda text: int(re.match("[0-9]+", text)[0])))
wrong("verify-time-exponent", "Takes a timestamp with an exponent (4.5).",
      [verify(forge(time="17000001e2"))],
      read_stamp=stamp_by("[0-9]{1,18}(e[0-9]{1,2})?", lambda text: int(float(text)) if "e" in text else int(text)))
wrong("verify-time-hex", "Takes a timestamp in hexadecimal with 0x (4.5).",
      [verify(forge(time=hex(NOW)))],
      read_stamp=stamp_by("0x[0-9a-f]{1,15}|[0-9]{1,18}", lambda text: int(text, 16 if "x" in text else 10)))
wrong("verify-time-millis", "Takes timestamps of 13 digits for milliseconds (4.5: whole seconds).",
      [verify(forge(time=NOW * 1000), now=NOW + 2 * DAY)],
      read_stamp=lambda self, text: Plain.read_stamp(self, text[:-3] if len(text) == 13 else text))
wrong("verify-time-32-bits", "Wraps the end of the validity at 32 bits (2.1).",
      [verify(forge(time=(1 << 31) - 100), now=(1 << 31) - 50)],
      expired=lambda self, now, time, join: now >= wrap(32)(time + self.lifetime(join)))

# Verifying: expiry

wrong("verify-no-expiry", "Does not look at the time (2.1: an expired token cannot join).",
      [verify(forge(duration=60), now=NOW + 61)], expired=lambda self, now, time, join: False)
wrong("verify-expiry-default-only", "Takes 86400 whatever the duration (4.5).",
      [verify(forge(duration=60), now=NOW + 61)], lifetime=lambda self, join: DAY)
wrong("verify-expiry-minutes", "Takes duration for minutes (2.1: seconds).",
      [verify(forge(duration=60), now=NOW + 61)], lifetime=lambda self, join: join.get("duration", DAY // 60) * 60)
wrong("verify-expiry-millis", "Takes duration for milliseconds (2.1).",
      [verify(forge(duration=600))],
      lifetime=lambda self, join: join["duration"] // 1000 if "duration" in join else DAY)
wrong("verify-expiry-hour", "Takes 3600 when no duration is given (2.1: 86400).",
      [verify(forge(), now=NOW + 7200)], lifetime=lambda self, join: join.get("duration", 3600))
wrong("verify-expiry-none-unlimited", "Takes a token without duration for unlimited (2.1: 86400).",
      [verify(forge(), now=NOW + DAY + 1)], lifetime=lambda self, join: join.get("duration", 1 << 60))
wrong("verify-expiry-zero-unlimited", "Takes duration 0 for unlimited, as in channelDuration (2.1).",
      [verify(forge(duration=0))], lifetime=lambda self, join: join.get("duration", DAY) or 1 << 60)
wrong("verify-expiry-zero-default", "Takes duration 0 for the default (2.1: for a missing one only).",
      [verify(forge(duration=0))], lifetime=lambda self, join: join.get("duration") or DAY)
wrong("verify-expiry-channel-duration", "Takes channelDuration for the validity when it is given (2.1).",
      [verify(forge(channelDuration=1), now=NOW + 120)],
      lifetime=lambda self, join:
          join["channelDuration"] * 60 if join.get("channelDuration") else join.get("duration", DAY))
wrong("verify-expiry-delay-added", "Adds delayClose to the validity (2.1).",
      [verify(forge(duration=60, delayClose=60), now=NOW + 90)],
      lifetime=lambda self, join: join.get("duration", DAY) + join.get("delayClose", 0))
wrong("verify-leeway-30", "Takes a token for 30 seconds after its end (2.1).",
      [verify(forge(duration=60), now=NOW + 75)],
      expired=lambda self, now, time, join: Plain.expired(self, now - 30, time, join))
wrong("verify-leeway-300", "Takes a token for five minutes after its end (2.1).",
      [verify(forge(duration=60), now=NOW + 300)],
      expired=lambda self, now, time, join: Plain.expired(self, now - 300, time, join))
wrong("verify-leeway-tenth", "Takes a token for another tenth of its duration (2.1).",
      [verify(forge(duration=1000), now=NOW + 1050)],
      lifetime=lambda self, join: join.get("duration", DAY) * 11 // 10)
wrong("verify-early-minute", "Ends a token 60 seconds early (2.1).",
      [verify(forge(duration=60))], expired=lambda self, now, time, join: Plain.expired(self, now + 60, time, join))
wrong("verify-expiry-rounded", "Compares whole minutes (4.5: seconds).",
      [verify(forge(duration=60), now=NOW + n) for n in (61, 70, 80, 90)],
      expired=lambda self, now, time, join: now // 60 > (time + self.lifetime(join)) // 60)
wrong("verify-expiry-days", "Compares the time of day alone (4.5).",
      [verify(forge(duration=600), now=NOW + DAY + 10)],
      expired=lambda self, now, time, join: Plain.expired(self, (now - time) % DAY + time, time, join))
wrong("verify-expiry-local", "Takes local time for the current time (4.5: UTC); shows wherever the zone is not UTC.",
      [verify(forge(duration=600))],
      expired=lambda self, now, time, join: Plain.expired(self, now + clock.localtime(now).tm_gmtoff, time, join))
wrong("verify-expiry-unlimited-channel", "Does not look at the time if channelDuration is 0 in the token (2.1).",
      [verify(forge(duration=60, channelDuration=0), now=NOW + 61)],
      expired=lambda self, now, time, join: join.get("channelDuration") != 0 and Plain.expired(self, now, time, join))
wrong("verify-expiry-short-unchecked", "Does not look at the time if the duration is below a minute (2.1).",
      [verify(forge(duration=30), now=NOW + 45)],
      expired=lambda self, now, time, join: self.lifetime(join) >= 60 and Plain.expired(self, now, time, join))
wrong("verify-expiry-from-system-clock", "Compares with the clock of the host and not with the time given (2.1).",
      [verify(forge(duration=600))],
      expired=lambda self, now, time, join: Plain.expired(self, int(clock.time()), time, join))

# Verifying: params


def lenient_base64(fix):
    return lambda self, text: base64.b64decode(fix(text))


ROOM = b64(utf8('{"channelId":"room-1","userId":"al"}'))
WIDE = b64(utf8('{"channelId":"???>>>","userId":"al"}'))
ODD = b64(utf8('{"channelId":"room-1","userId":"alic"}'))

wrong("verify-params-junk", "Skips characters outside the alphabet in params (RFC 4648, 3.3).",
      [verify(forge(params=ROOM[:8] + "*" + ROOM[8:]))], unbase64=lenient_base64(lambda text: text))
wrong("verify-params-lines", "Takes params with line breaks (4.5, note 2).",
      [verify(forge(params=ROOM[:20] + "\n" + ROOM[20:]))],
      unbase64=lambda self, text: Plain.unbase64(self, text.replace("\r\n", "").replace("\n", "")))
wrong("verify-params-unpadded", "Takes params without padding (4.5: with padding).",
      [verify(forge(params=ODD.rstrip("=")))],
      unbase64=lambda self, text: Plain.unbase64(self, text + "=" * (-len(text) % 4)))
wrong("verify-params-url", "Takes params in the URL-safe alphabet (4.5: standard base64).",
      [verify(forge(params=WIDE.replace("/", "_").replace("+", "-")))],
      unbase64=lambda self, text: Plain.unbase64(self, text.replace("-", "+").replace("_", "/")))
wrong("verify-params-url-only", "Reads params in the URL-safe alphabet alone, so that / and + fail (4.5).",
      [verify(forge(params=WIDE))],
      unbase64=lambda self, text:
          Plain.unbase64(self, text.replace("/", "!").replace("+", "!").replace("_", "/").replace("-", "+")))
wrong("verify-params-plain-json", "Takes JSON without base64 as params (4.5).",
      [verify(forge(params='{"channelId":"room-1","userId":"alice"}'))],
      unbase64=lambda self, text: utf8(text) if text.startswith("{") else Plain.unbase64(self, text))
wrong("verify-params-latin1", "Reads the JSON as Latin-1 (RFC 8259, 8.1).",
      [verify(forge(userId="Zo\u00eb"))], parse=lambda self, data: strict_json(data.decode("latin-1")))
wrong("verify-params-bad-utf8", "Replaces bytes that are not UTF-8 (RFC 8259, 8.1).",
      [verify(forge(params=b64(b'{"channelId":"room-1","userId":"a\xffb"}')))],
      parse=lambda self, data: strict_json(data.decode("utf-8", "replace")))
wrong("verify-params-utf16", "Takes JSON in UTF-16 (RFC 8259, 8.1).",
      [verify(forge(params=b64('{"channelId":"room-1","userId":"al"}'.encode("utf-16"))))],
      parse=lambda self, data: strict_json(data))
wrong("verify-params-tail", "Ignores what follows the JSON object (RFC 8259, 2).",
      [verify(forge(text='{"channelId":"room-1","userId":"al"}garbage'))],
      parse=lambda self, data: json.JSONDecoder(parse_constant=no_constant).raw_decode(data.decode("utf-8"))[0])
wrong("verify-params-escapes-kept",
      "Hands back escapes of characters outside ASCII as they are written (RFC 8259, 7).",
      [verify(forge(text='{"channelId":"room-1","userId":"Zo\\u00eb"}'))],
      parse=lambda self, data: strict_json(re.sub(r"\\u(?!00[01])", r"\\\\u", data.decode("utf-8"))))
wrong("verify-params-slash-kept", "Hands back an escaped slash with its backslash (RFC 8259, 7).",
      [verify(forge(text='{"channelId":"a\\/b","userId":"al"}'))],
      parse=lambda self, data: strict_json(data.decode("utf-8").replace("\\/", "\\\\/")))
wrong("verify-params-no-space", "Takes only JSON without white space between its parts (RFC 8259, 2).",
      [verify(forge(text='{ "channelId": "room-1", "userId": "al" }'))],
      parse=lambda self, data:
          strict_json(data.decode("utf-8")) if re.match(b'\\{"', data) else fail(ValueError("white space")))
wrong("verify-params-order", "Takes only JSON that begins with channelId (RFC 8259, 4: unordered).",
      [verify(forge(text='{"userId":"al","channelId":"room-1"}'))],
      parse=lambda self, data: Plain.parse(self, data) if data.lstrip(b"{ \n").startswith(b'"channelId"')
      else fail(ValueError("order")))
wrong("verify-params-all-members", "Takes only tokens that have every member with a default (2.1: not required).",
      [verify(forge())],
      read_params=lambda self, text: (
          lambda join: join if set(DEFAULTS) <= set(join) else fail(Invalid("params")))(Plain.read_params(self, text)))
wrong("verify-params-list", "Takes a list that holds the join parameters (2.1).",
      [verify(forge(text='[{"channelId":"room-1","userId":"al"}]'))],
      parse=lambda self, data:
          (lambda join: join[0] if isinstance(join, list) and join else join)(Plain.parse(self, data)))
wrong("verify-params-name-case", "Takes members whatever the case of their names (2.1).",
      [verify(forge(text='{"ChannelId":"room-1","userid":"al"}'))],
      parse=lambda self, data: (lambda join: {
          {n.lower(): n for n in (*REQUIRED, *INTEGERS)}.get(k.lower(), k): v for k, v in join.items()}
          if isinstance(join, dict) else join)(Plain.parse(self, data)))
wrong("verify-params-no-user", "Takes a token without userId (2.1: required).",
      [verify(forge(text='{"channelId":"room-1"}'))],
      check_join=lambda self, join:
          Plain.check_join(self, {"userId": "", **join} if isinstance(join, dict) else join),
      issue=lambda self, app, secret, join, time:
          (Plain().check_join(join), Plain.issue(self, app, secret, join, time))[1])


# Verifying: what is handed back

wrong("out-ids-trimmed", "Hands ids back trimmed (2.1).", [verify(forge(userId=" al "))], join_out=ids(str.strip))
wrong("out-ids-nfc", "Hands ids back in NFC (2.1).",
      [verify(forge(userId="Zoe\u0308"))], join_out=ids(lambda s: unicodedata.normalize("NFC", s)))
wrong("out-channel-lower", "Hands channelId back in lower case (2.1).",
      [verify(forge(channelId="Room"))], join_out=channel(str.lower))
wrong("out-ids-bmp-only", "Hands characters above U+FFFF back as question marks (2.1).",
      [verify(forge(userId="\U0001f600"))], join_out=ids(lambda s: re.sub("[\U00010000-\U0010ffff]", "?", s)))
wrong("out-ids-cut-at-nul", "Hands ids back up to U+0000 (2.1).",
      [verify(forge(userId="a\0b"))], join_out=ids(lambda s: s.split("\0")[0]))
wrong("out-ids-html", "Hands ids back escaped for HTML (2.1).",
      [verify(forge(channelId="R&D"))], join_out=ids(html.escape))
wrong("out-ids-numbers", "Hands ids of digits back as numbers (2.1: string).",
      [verify(forge(userId="42"))], join_out=ids(looks("[1-9][0-9]{0,9}", int)))
wrong("out-pieces-of-64",
      "Decodes UTF-8 in pieces of 64 bytes, so that a character across an edge is lost (RFC 8259, 8.1).",
      [verify(forge(channelId="c" * n + "\u00e9")) for n in range(30, 64)],
      parse=lambda self, data: strict_json("".join(
          data[i:i + 64].decode("utf-8", "replace") for i in range(0, len(data), 64))))
wrong("out-remaining", "Hands the remaining seconds back as duration (2.1).",
      [verify(forge(duration=600))],
      examine=lambda self, token, app, secret, now: (lambda join: {
          **join, "duration": join["duration"] + int(token.split(".")[2]) - now} if "duration" in join else join)(
              Plain.examine(self, token, app, secret, now)))
wrong("out-privileges-dropped", "Does not hand privileges back (2.1).",
      [verify(forge(privileges=7))], join_out=lambda self, join: {k: v for k, v in join.items() if k != "privileges"})
wrong("out-privileges-32-bits", "Hands privileges back wrapped at 32 bits (2.1).",
      [verify(forge(privileges=1 << 31))], join_out=number("privileges", wrap(32)))
wrong("out-privileges-double", "Hands privileges back through a double (2.1).",
      [verify(forge(privileges=(1 << 53) + 1))], join_out=number("privileges", lambda n: int(float(n))))
wrong("out-zero-dropped", "Does not hand back members that are 0, size and privileges among them (2.1).",
      [verify(forge(size=0, privileges=0))], join_out=lambda self, join: {k: v for k, v in join.items() if v != 0})
wrong("out-size-default-wrong", "Hands size 0 back for a token that gives none (2.1: default 100).",
      [verify(forge())], join_out=lambda self, join: {"size": 0, **join})
wrong("out-channel-duration-seconds", "Hands channelDuration back in seconds (2.1: minutes).",
      [verify(forge(channelDuration=45))], join_out=number("channelDuration", lambda n: n * 60))
wrong("out-swapped", "Hands userId back as channelId and the reverse (2.1).",
      [verify(forge())],
      join_out=lambda self, join: {**join, "channelId": join["userId"], "userId": join["channelId"]})

# Right variants: freedoms that the text leaves


def mint_check(problem, reason="malformed"):
    """A hook for issue that refuses more when minting; verifying stays as it is."""
    def hook(self, app, secret, join, time):
        token = Plain.issue(self, app, secret, join, time)
        if problem(app, join):
            raise Refused(reason)
        return token
    return hook


def app_check(pattern):
    return mint_check(lambda app, join: not re.fullmatch(pattern, app))


right("keys-sorted", "Sorts the members (RFC 8259, 4: an object is unordered).",
      json_text=lambda self, join: compact(join, sort_keys=True))
right("keys-reversed", "Writes the members in reverse (RFC 8259, 4).",
      json_text=lambda self, join: compact(dict(reversed(join.items()))))
right("spaces-after-colons", "Writes spaces after colons and commas (RFC 8259, 2).",
      json_text=lambda self, join: json.dumps(join, ensure_ascii=False))
right("indented", "Indents the JSON over several lines; the base64 has none (RFC 8259, 2).",
      json_text=lambda self, join: json.dumps(join, ensure_ascii=False, indent=4))
right("json-line-end", "Ends the JSON with a line feed before base64 (RFC 8259, 2).",
      json_text=lambda self, join: compact(join) + "\n")
right("ascii-escapes", "Escapes everything outside ASCII (RFC 8259, 7).",
      json_text=lambda self, join: json.dumps(join))
right("ascii-escapes-upper", "Escapes with upper-case hexadecimal digits (RFC 8259, 7).",
      json_text=escape_with(USUAL, lambda c: c if " " <= c <= "~" else "".join(
          "\\u%04X" % unit for (unit,) in struct.iter_unpack(">H", c.encode("utf-16-be")))))
right("slashes-escaped", "Writes a slash as \\/ (RFC 8259, 7).",
      json_text=escape_with({**USUAL, "/": "\\/"}, control))
right("html-safe", "Escapes <, >, & and the Unicode line separators (RFC 8259, 7).",
      json_text=escape_with(USUAL, lambda c: "\\u%04x" % ord(c) if c < " " or c in "<>&\u2028\u2029" else c))
right("long-control-escapes", "Writes control characters by number only (RFC 8259, 7).",
      json_text=escape_with({'"': '\\"', "\\": "\\\\"}, control))
right("quote-by-number", "Writes quotes and backslashes by number (RFC 8259, 7).",
      json_text=escape_with({'"': "\\u0022", "\\": "\\u005c"}, control))
right("delete-escaped", "Escapes U+007F too (RFC 8259, 7: any character may be escaped).",
      json_text=escape_with({**USUAL, "\x7f": "\\u007f"}, control))
right("defaults-written", "Writes the defaults that were not given (2.1).",
      join=lambda self, join: {**join, **{k: v for k, v in DEFAULTS.items() if k not in join}})
right("duration-written", "Writes the default duration alone (2.1).",
      join=lambda self, join: {**join, "duration": join.get("duration", DAY)})
right("defaults-left-out", "Leaves out members that have their default (2.1).",
      join=lambda self, join: {k: v for k, v in join.items() if k not in DEFAULTS or v != DEFAULTS[k]})
right("zero-limits-left-out", "Leaves out channelDuration and delayClose when 0, their default (2.1).",
      join=lambda self, join: {k: v for k, v in join.items() if v != 0 or k not in ("channelDuration", "delayClose")})
right("defaults-first", "Writes the defaults before the ids (RFC 8259, 4).",
      join=lambda self, join: {**DEFAULTS, **join})
right("empty-ids-refused", "Refuses empty ids (2.1: rules not shown).",
      issue=mint_check(lambda app, join: "" in (join["channelId"], join["userId"])))
right("blank-ids-refused", "Refuses ids with white space at an end (2.1: rules not shown).",
      issue=mint_check(lambda app, join: any(join[k] != join[k].strip() or not join[k] for k in REQUIRED)))
right("ids-of-64", "Refuses ids of more than 64 characters (2.1: rules not shown).",
      issue=mint_check(lambda app, join: any(len(join[k]) > 64 for k in REQUIRED), "out-of-range"))
right("ids-plain", "Refuses ids with anything but letters, digits, _ and - (2.1: rules not shown).",
      issue=mint_check(lambda app, join: any(not re.fullmatch("[A-Za-z0-9_-]+", join[k]) for k in REQUIRED)))
right("ids-no-controls-refused", "Refuses control characters in ids (2.1: rules not shown).",
      issue=mint_check(lambda app, join: any(re.search("[\0-\x1f\x7f]", join[k]) for k in REQUIRED)))
right("app-empty-refused", "Refuses an empty appId when minting (2.1: form not shown).", issue=app_check("(?s).+"))
right("app-ascii",
      "Refuses an appId with anything but visible ASCII (2.1: form not shown).",
      issue=app_check("[!-~]+"))
right("app-plain", "Refuses an appId with anything but letters, digits, _ and - (2.1: form not shown).",
      issue=app_check("[A-Za-z0-9_-]+"))
right("app-of-128",
      "Refuses an appId of more than 128 characters (2.1: form not shown).",
      issue=app_check("(?s).{0,128}"))
right("size-above-100-refused", "Refuses a size above 100, which only support can change (2.1).",
      issue=mint_check(lambda app, join: join.get("size", 100) > 100, "out-of-range"))
right("size-zero-refused", "Refuses a size below 1 (2.1: no lower bound is given).",
      issue=mint_check(lambda app, join: join.get("size", 100) < 1, "out-of-range"))
right("duration-zero-refused", "Refuses a duration of 0 or less (2.1: no lower bound is given).",
      issue=mint_check(lambda app, join: join.get("duration", DAY) <= 0, "out-of-range"))
right("negatives-refused", "Refuses negative integers save privileges (2.1: no lower bound is given).",
      issue=mint_check(lambda app, join: any(join.get(k, 0) < 0 for k in DEFAULTS), "out-of-range"))
right("privileges-negative-refused", "Refuses negative privileges (2.1: values not shown).",
      issue=mint_check(lambda app, join: join.get("privileges", 0) < 0, "out-of-range"))
right("numbers-31-bits", "Refuses integers that do not fit into 32 bits (2.1: width not shown).",
      issue=mint_check(lambda app, join: any(wrap(32)(join.get(k, 0)) != join.get(k, 0) for k in INTEGERS),
                       "out-of-range"))
right("unknown-members-refused", "Refuses members that 2.1 does not list.",
      issue=mint_check(lambda app, join: not set(join) <= {*REQUIRED, *INTEGERS}))
right("bounds-before-required", "Checks types and bounds before the required members (2.1: no order is given).",
      check_join=lambda self, join: (
          self.check_types({"channelId": "", "userId": "", **join}), self.check_bounds(join),
          self.check_required(join)) if isinstance(join, dict) else Plain.check_join(self, join))
right("join-before-secret", "Checks the join parameters before the secret and the time (no order is given).",
      issue=lambda self, app, secret, join, time: (
          self.check_join(join), Plain.issue(self, app, secret, join, time))[1])
right("future-refused", "Takes no token of the future when verifying (2.1: validity starts at the timestamp).",
      examine=lambda self, token, app, secret, now: (
          lambda join: join if int(token.split(".")[2]) <= now else fail(Invalid(None)))(
              Plain.examine(self, token, app, secret, now)))


def params_first(self, token, app, secret, now):
    version, token_app, stamp, params, signature = self.split(token)
    join = self.read_params(params)
    if self.expired(now, self.read_stamp(stamp), join):
        raise Invalid("expired")
    return Plain.examine(self, token, app, secret, now)


def signature_first(self, token, app, secret, now):
    parts = self.split(token)
    if not self.genuine(*parts, secret):
        raise Invalid("signature")
    return Plain.examine(self, token, app, secret, now)


right("params-checked-first", "Reads params and the expiry before the signature (protocol: any order).",
      examine=params_first)
right("signature-checked-first", "Checks the signature before version and appId (protocol: any order).",
      examine=signature_first)
right("no-reason", "Does not say why a token is not valid.", invalid=lambda self, reason: {"valid": False})
right("last-second-valid",
      "Takes a token in the very second in which its validity ends (2.1: the edge is not shown).",
      expired=lambda self, now, time, join: now > time + self.lifetime(join))
right("verify-defaults-out", "Hands back the defaults that the token leaves out (2.1).",
      join_out=lambda self, join: {**DEFAULTS, **join})
right("signature-decoded", "Decodes the signature strictly and compares the bytes (4.5).",
      same_signature=lambda self, given, expected: hmac.compare_digest(
          self.unbase64_or_none(given) or b"", base64.b64decode(expected)),
      unbase64_or_none=lambda self, text: base64.b64decode(text)
      if re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text)
      and b64(base64.b64decode(text)) == text else None)
right("pad-bits-ignored", "Does not look at the unused bits at the end of params (RFC 4648, 3.5: MAY).",
      unbase64=lambda self, text: base64.b64decode(text, validate=True))
right("hmac-by-hand", "Computes HMAC from SHA-256 by itself (RFC 2104).",
      mac=lambda self, key, message: hmac_by_hand(key, message))
right("cache-by-everything", "Keeps tokens by everything that makes them (no rule against it).",
      issue=cached(lambda app, secret, join, time: (app, secret, time, compact(join))))


def main():
    if len(sys.argv) < 2:
        for name, verdict, sentence, _, _ in TABLE:
            print(name, verdict, sentence)
        return 0
    try:
        sdk = make(sys.argv[1])
    except KeyError:
        print("unknown variant: " + sys.argv[1], file=sys.stderr)
        return 2
    serve(sdk)
    return 0


if __name__ == "__main__":
    sys.exit(main())
