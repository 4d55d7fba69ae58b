#!/usr/bin/env python3
"""Clients of the Real-Time Channel Service as adapters: one right base and many subjects.

Each subject overrides the hooks of Client that its one mistake (or freedom) needs.
  --list | --rule NAME | --shows NAME | NAME
"""
import copy
import ctypes
import hashlib
import html
import http.client
import io
import json
import queue
import re
import secrets
import sys
import threading
import time
import urllib.parse
import uuid

import requests
import requests.adapters
from urllib3.util.retry import Retry

# --- http.client takes 103 for the final answer; RFC 9110 section 15.2 wants all 1xx read past.
_plain_read_status = http.client.HTTPResponse._read_status


def _read_final_status(self):
    while True:
        version, status, reason = _plain_read_status(self)
        if not 101 < status < 200:
            return version, status, reason
        while self.fp.readline(65537) not in (b"\r\n", b"\n", b""):
            pass


http.client.HTTPResponse._read_status = _read_final_status

ROUTES = {
    "auth.token": ("POST", "/auth/token"),
    "streaming.start": ("POST", "/streaming/start"),
    "streaming.update": ("PUT", "/streaming/update"),
    "streaming.stop": ("POST", "/streaming/stop"),
}


class Failure(Exception):
    def __init__(self, kind, status=None, code=None):
        super().__init__(kind)
        self.kind, self.status, self.code = kind, status, code


class Refused(Exception):
    """A JSON-RPC error instead of a result."""
    def __init__(self, number, message, reason=None):
        super().__init__(message)
        self.number, self.reason = number, reason


class Answer:
    def __init__(self, status, headers, content):
        self.status, self.headers, self.content = status, headers, content

    def json(self):
        return json.loads(self.content.decode("utf-8"))


class Client:
    extra = {}

    def __init__(self):
        self.ready()

    # ---- hooks -------------------------------------------------------
    def ready(self):
        pass

    def describe(self):
        return {"protocol": 1, "sdk": {"name": self.name, "version": "1.0.0", "language": "python"},
                "methods": ["client.call"], "clock": "injected", "maxInFlight": 1, **self.extra}

    def check(self, p):
        pass

    def before(self, p):
        """An answer without a request, or None."""
        return None

    def route(self, p):
        return ROUTES[p["operation"]]

    def url(self, base, path, p):
        return base.rstrip("/") + path

    def authorization(self, p):
        return p["authorization"]

    def tracking_id(self, p):
        return secrets.token_hex(16)

    def content_type(self, p):
        return "application/json"

    def headers(self, p):
        h = {"Content-Type": self.content_type(p), "Authorization": self.authorization(p),
             "Tracking-Id": self.tracking_id(p)}
        return {k: v for k, v in h.items() if v is not None}

    def again(self, headers, p):
        """Headers of a repeated request: the same with a Tracking-Id of its own."""
        return {**headers, "Tracking-Id": self.tracking_id(p)}

    def shape(self, op, body, p):
        return body

    def encode(self, body, p):
        return json.dumps(body, ensure_ascii=False).encode("utf-8")

    def session(self, p):
        s = requests.Session()
        s.trust_env = False
        return s

    def prepare(self, s, method, url, headers, data, p):
        return s.prepare_request(requests.Request(method, url, headers=headers, data=data))

    def limit(self, p):
        return p["timeoutMillis"] / 1000

    def options(self, p):
        return {"allow_redirects": False}

    def receive(self, r, stop):
        parts = []
        for chunk in r.iter_content(4096):
            if stop.is_set():
                break
            parts.append(chunk)
        return b"".join(parts)

    def send(self, method, url, headers, data, limit, p, stop):
        s = self.session(p)
        try:
            r = s.send(self.prepare(s, method, url, headers, data, p), timeout=limit, stream=True, **self.options(p))
            return Answer(r.status_code, r.headers, self.receive(r, stop))
        except requests.Timeout:
            raise Failure("timeout")
        except requests.exceptions.ContentDecodingError:
            raise Failure("protocol")
        except (requests.RequestException, OSError):
            raise Failure("network")
        finally:
            self.done(s)

    def done(self, s):
        s.close()

    def exchange(self, method, url, headers, data, limit, p):
        """One request under one limit for everything, also for an answer that trickles in."""
        box, stop = queue.Queue(), threading.Event()

        def work():
            try:
                box.put(self.send(method, url, headers, data, limit, p, stop))
            except BaseException as e:
                box.put(e)
        threading.Thread(target=work, daemon=True).start()
        try:
            got = box.get(timeout=limit)
        except queue.Empty:
            stop.set()
            raise Failure("timeout")
        if isinstance(got, BaseException):
            raise got
        return got

    def attempts(self, method, url, headers, data, p):
        return self.exchange(method, url, headers, data, self.limit(p), p)

    def success(self, answer, p):
        return answer.status == 200

    def token(self, answer, p):
        try:
            value = answer.json()
        except ValueError:
            raise Failure("protocol", answer.status)
        if not isinstance(value, dict) or not isinstance(value.get("token"), str) or not value["token"]:
            raise Failure("protocol", answer.status)
        return value["token"]

    def read(self, answer, p):
        result = {"ok": True, "status": answer.status}
        if p["operation"] == "auth.token":
            result["token"] = self.token(answer, p)
        return result

    def code(self, answer, p):
        try:
            value = answer.json()
        except ValueError:
            return None
        if not isinstance(value, dict):
            return None
        if isinstance(value.get("error"), dict):
            value = {**value["error"], **value}
        for name in ("code", "errorCode", "error_code"):
            if isinstance(value.get(name), str):
                return value[name]
        return None

    def status(self, answer, p):
        return answer.status

    def failed(self, f, p):
        result = {"ok": False, "kind": f.kind}
        if f.status is not None:
            result["status"] = f.status
        if f.code is not None:
            result["code"] = f.code
        return result

    def after(self, result, p):
        return result

    # ---- the call ----------------------------------------------------
    def call(self, p):
        self.check(p)
        result = self.before(p)
        if result is not None:
            return result
        try:
            method, path = self.route(p)
            url = self.url(p["baseUrl"], path, p)
            headers = self.headers(p)
            data = self.encode(self.shape(p["operation"], copy.deepcopy(p["body"]), p), p)
            answer = self.attempts(method, url, headers, data, p)
            if not self.success(answer, p):
                raise Failure("http", self.status(answer, p), self.code(answer, p))
            result = self.read(answer, p)
        except Failure as f:
            result = self.failed(f, p)
        return self.after(result, p)


# ---------------------------------------------------------------------
# The register and small helpers for --shows
# ---------------------------------------------------------------------
SUBJECTS = {}


def subject(kind, name, sentence, rule, shows=None):
    def put(cls):
        assert name not in SUBJECTS, name
        cls.name, cls.kind, cls.sentence, cls.rule, cls.shows = name, kind, sentence, rule, shows or plain()
        SUBJECTS[name] = cls
        return cls
    return put


def wrong(name, sentence, rule, shows):
    return subject("wrong", name, sentence, rule, shows)


def right(name, sentence, rule):
    return subject("right", name, sentence, rule)


GOOD = "02.app-1.1700000000.eyJjaGFubmVsSWQiOiJyIn0=.c2ln+bmF0dXJl/3dpdGgvcGFkZGluZw=="
T, S, U, X = "auth.token", "streaming.start", "streaming.update", "streaming.stop"


def stream(n=1, **more):
    return {"streamId": n, "url": "rtmp://push.example/live/s%d" % n, "flag": 3, "type": 1, **more}


BODIES = {
    T: {"channelId": "room-1", "userId": "user-1"},
    S: {"channelId": "room-1", "streamList": [stream()]},
    U: {"channelId": "room-1", "streamList": [{"streamId": 1, "url": "rtmp://push.example/live/new"}]},
    X: {"channelId": "room-1", "streamId": 1},
}


def reply(status=200, body="", **more):
    return {"status": status, "body": body if isinstance(body, str) else json.dumps(body), **more}


def token_reply(token=GOOD, **more):
    return reply(200, {"token": token}, **more)


def step(op, body=None, answers=None, pauseMillis=None, **more):
    if answers is None:
        answers = [token_reply() if op == T else reply()]
    line = {"call": {"operation": op, "body": BODIES[op] if body is None else body, **more}, "answers": answers}
    if pauseMillis:
        line["pauseMillis"] = pauseMillis
    return line


def body(op, **more):
    return {**BODIES[op], **more}


def streams(*entries, channel="room-1"):
    return {"channelId": channel, "streamList": list(entries)}


def plain():
    return [step(op) for op in (T, S, U, X)]


def each_text(value, f):
    if isinstance(value, str):
        return f(value)
    if isinstance(value, list):
        return [each_text(v, f) for v in value]
    if isinstance(value, dict):
        return {k: each_text(v, f) for k, v in value.items()}
    return value


# ---------------------------------------------------------------------
# Right subjects
# ---------------------------------------------------------------------
@right("requests-base", "The base client as it stands.", "Sections 4 to 7.")
class _(Client):
    pass


@right("requests-ascii-escapes", "Writes every character above ASCII as a unicode escape.", "RFC 8259 section 7: any character may be escaped.")
class _(Client):
    def encode(self, body, p):
        return json.dumps(body).encode("ascii")


@right("requests-members-sorted", "Sends the members of each object in alphabetical order.", "RFC 8259 section 1: an object is an unordered collection of name/value pairs.")
class _(Client):
    def encode(self, body, p):
        return json.dumps(body, sort_keys=True, ensure_ascii=False).encode()


@right("requests-indented-body", "Sends the body with line breaks and indentation.", "RFC 8259 section 2: insignificant whitespace is allowed.")
class _(Client):
    def encode(self, body, p):
        return json.dumps(body, indent=2, ensure_ascii=False).encode()


@right("requests-charset-parameter", "Sends Content-Type with a charset parameter.", "RFC 9110 section 8.3.1: a media type may carry parameters; RFC 8259 section 11: the parameter has no effect.")
class _(Client):
    def content_type(self, p):
        return "application/json; charset=utf-8"


@right("requests-upper-case-tracking", "Writes the Tracking-Id with upper-case digits.", "Section 4: 32-character hexadecimal; the case is left open.")
class _(Client):
    def tracking_id(self, p):
        return secrets.token_hex(16).upper()


@right("requests-no-tracking", "Sends no Tracking-Id.", "Section 4: whether it is required: not shown.")
class _(Client):
    def tracking_id(self, p):
        return None


@right("requests-keep-alive", "Keeps one session and its connections for all calls.", "RFC 9112 section 9.3: connections may persist.")
class _(Client):
    def ready(self):
        self.kept = Client.session(self, None)

    def session(self, p):
        return self.kept

    def done(self, s):
        pass


@right("requests-validates-first", "Refuses before sending what the text forbids: type 2 without userId, duration above 86400, fps other than 30 and 15.", "Sections 2.1, 2.3 and 4.2 rule 3; whether the client validates is open.")
class _(Client):
    def check(self, p):
        b = p["body"]
        if p["operation"] == T and isinstance(b.get("duration"), int) and b["duration"] > 86400:
            raise Refused(1, "duration is above 86400", "out-of-range")
        for e in b.get("streamList", []) if p["operation"] in (S, U) else []:
            if p["operation"] == S and e.get("type") == 2 and "userId" not in e:
                raise Refused(1, "type 2 needs userId", "missing-field")
            if "fps" in e and e["fps"] not in (15, 30):
                raise Refused(1, "fps must be 30 or 15", "out-of-range")


@right("requests-token-kept-while-valid", "Gives the same token again for equal arguments within half of its validity.", "Section 2.1: a token can be reused during its validity.")
class _(Client):
    def ready(self):
        self.kept = {}

    def key(self, p):
        return json.dumps([p["baseUrl"], p["appId"], p["appSecret"], p["authorization"], p["body"]], sort_keys=True)

    def before(self, p):
        if p["operation"] == T:
            until, result = self.kept.get(self.key(p), (0, None))
            return result if time.monotonic() < until else None

    def after(self, result, p):
        if p["operation"] == T and result["ok"]:
            d = p["body"].get("duration", 86400)
            if isinstance(d, int):
                self.kept[self.key(p)] = (time.monotonic() + d / 2, result)
        return result


@right("requests-follows-same-origin", "Follows 307 and 308 within the same origin, with method, headers and body unchanged and within the one limit.", "RFC 9110 sections 15.4.8 and 15.4.9.")
class _(Client):
    def attempts(self, method, url, headers, data, p):
        end = time.monotonic() + self.limit(p)
        for _ in range(4):
            a = self.exchange(method, url, headers, data, max(0.001, end - time.monotonic()), p)
            to = urllib.parse.urljoin(url, a.headers.get("Location", ""))
            if a.status not in (307, 308) or urllib.parse.urlsplit(to)[:2] != urllib.parse.urlsplit(url)[:2] or to == url:
                return a
            url = to
        return a


@right("requests-tells-nothing", "Reports success or failure only and says so.", "Section 7.1: error response body shape: not shown; the protocol's member tells.")
class _(Client):
    extra = {"tells": {"status": False, "code": False}}

    def after(self, result, p):
        return {k: v for k, v in result.items() if k not in ("status", "code")}


@right("requests-declares-limits", "Takes channel ids of letters, digits and hyphens, and stream ids from 0 to 65535, and says so.", "Section 2.1: naming rules: not shown; the protocol's member limits.")
class _(Client):
    extra = {"limits": {"channelId": "[A-Za-z0-9-]{1,64}", "streamId": {"min": 0, "max": 65535}}}

    def check(self, p):
        if not re.fullmatch("[A-Za-z0-9-]{1,64}", str(p["body"].get("channelId", "a"))):
            raise Refused(1, "channelId", "out-of-range")
        for e in [p["body"], *p["body"].get("streamList", [])]:
            if isinstance(e.get("streamId"), int) and not 0 <= e["streamId"] <= 65535:
                raise Refused(1, "streamId", "out-of-range")


@right("requests-declares-members", "Has no argument for privileges, watermarks and layout, says so, and cannot express questions with them.", "Sections 2.1 and 2.3: optional members; the protocol's member members.")
class _(Client):
    names = {T: ["channelId", "userId", "channelDuration", "duration", "size", "delayClose"],
             S: ["streamId", "url", "flag", "type", "userId", "fps", "delayClose"],
             U: ["streamId", "url", "userId", "fps"]}
    extra = {"members": {T: names[T], S: ["channelId", "streamList"] + names[S],
                         U: ["channelId", "streamList"] + names[U], X: ["channelId", "streamId"]}}

    def check(self, p):
        op, b = p["operation"], p["body"]
        for e in [b] if op == T else b.get("streamList", []) if op in (S, U) else []:
            if set(e) - set(self.names[op]):
                raise Refused(2, "cannot express " + ", ".join(sorted(set(e) - set(self.names[op]))))


@right("requests-retries-start-on-404", "Repeats a start once after 404 within the one limit, and says so.", "Section 4.2 rule 4: the response is 404; the request can be retried.")
class _(Client):
    extra = {"retriesStart": True}

    def attempts(self, method, url, headers, data, p):
        end = time.monotonic() + self.limit(p)
        a = self.exchange(method, url, headers, data, self.limit(p), p)
        left = end - time.monotonic() - 0.1
        if p["operation"] == S and a.status == 404 and left > 0.05:
            time.sleep(0.1)
            a = self.exchange(method, url, self.again(headers, p), data, left, p)
        return a


# ---------------------------------------------------------------------
# Wrong subjects: method, path, base URL
# ---------------------------------------------------------------------
@wrong("update-by-post", "Sends streaming.update with POST.", "Section 4.3: PUT /streaming/update.", [step(U)])
class _(Client):
    def route(self, p):
        return "POST", ROUTES[p["operation"]][1]


@wrong("urljoin-drops-base-path", "Joins base URL and path with urljoin, which throws away the path of the base URL.", "Section 1: All paths are relative to {base_url}.", [step(T, basePath="/rtc/gateway")])
class _(Client):
    def url(self, base, path, p):
        return urllib.parse.urljoin(base, path)


@wrong("double-slash-after-base", "Puts two slashes between a base URL that ends with a slash and the path.", "Section 4.1: POST /auth/token (the path /rtc//auth/token is another one by RFC 3986 section 3.3).", [step(T, basePath="/rtc/")])
class _(Client):
    def url(self, base, path, p):
        return base + path


@wrong("token-members-in-query", "Sends the join parameters in the query of the URL and an empty object as body.", "Section 4.1: Request body: the join parameters of 2.1.", [step(T)])
class _(Client):
    def url(self, base, path, p):
        u = super().url(base, path, p)
        return u + "?" + urllib.parse.urlencode(p["body"]) if p["operation"] == T else u

    def shape(self, op, body, p):
        return {} if op == T else body


@wrong("base-path-lowercased", "Turns the whole base URL into lower case.", "Section 1: All paths are relative to {base_url}; RFC 3986 section 6.2.2.1: components other than scheme and host are case-sensitive.", [step(S, basePath="/Tenant/RTC")])
class _(Client):
    def url(self, base, path, p):
        return super().url(base.lower(), path, p)


@wrong("base-path-percent-decoded", "Decodes percent escapes in the path of the base URL, so that an escaped slash becomes a separator.", "RFC 3986 section 2.2: URIs that differ in the replacement of a reserved character with its percent-encoding are not equivalent.", [step(X, basePath="/tenant%2F7/rtc")])
class _(Client):
    def url(self, base, path, p):
        return super().url(urllib.parse.unquote(base), path, p)


# ---------------------------------------------------------------------
# Headers
# ---------------------------------------------------------------------
@wrong("content-type-left-out-on-stop", "Sends streaming.stop without Content-Type.", "Section 4: common request headers on every endpoint: Content-Type application/json.", [step(X)])
class _(Client):
    def content_type(self, p):
        return None if p["operation"] == X else "application/json"


@wrong("authorization-scheme-doubled", "Puts the scheme before the given header value, which has it already.", "Section 5 item 1: Authorization: SvcSign <signature>.", [step(T)])
class _(Client):
    def authorization(self, p):
        return "SvcSign " + p["authorization"]


@wrong("authorization-padding-cut", "Cuts equals signs from the end of the Authorization value.", "Section 5 item 1: every HTTP request carries the header Authorization: SvcSign <signature>.", [step(S)])
class _(Client):
    def authorization(self, p):
        return p["authorization"].rstrip("=")


@wrong("authorization-of-first-call", "Keeps the Authorization value of the first call in the session and sends it with all later ones.", "Section 5 item 1: every HTTP request carries the header Authorization: SvcSign <signature>.", [step(T), step(S, authorization="SvcSign c2Vjb25k")])
class _(Client):
    def ready(self):
        self.kept = None

    def authorization(self, p):
        self.kept = self.kept or p["authorization"]
        return self.kept


@wrong("basic-auth-from-session", "Gives appId and app secret to the session as credentials, so that requests writes Basic over the given Authorization.", "Section 5 item 1: Authorization: SvcSign <signature>.", [step(T)])
class _(Client):
    def session(self, p):
        s = super().session(p)
        s.auth = (p["appId"], p["appSecret"])
        return s


@wrong("tracking-id-with-dashes", "Sends a UUID with hyphens, 36 characters, as Tracking-Id.", "Section 4: Tracking-Id is a 32-character hexadecimal request-trace string.", [step(T)])
class _(Client):
    def tracking_id(self, p):
        return str(uuid.uuid4())


@wrong("tracking-id-once-per-process", "Makes one Tracking-Id at start and sends it with every call.", "Section 4: a request-trace string (one for all requests traces none).", [step(T), step(S)])
class _(Client):
    def tracking_id(self, p, value=uuid.uuid4().hex):
        return value


@wrong("tracking-id-url-safe-letters", "Makes the Tracking-Id of 32 URL-safe base64 characters.", "Section 4: Tracking-Id is a 32-character hexadecimal request-trace string.", [step(U)])
class _(Client):
    def tracking_id(self, p):
        return secrets.token_urlsafe(24)


@wrong("tracking-id-of-the-second", "Makes the Tracking-Id from the clock in whole seconds, so that calls within a second share it.", "Section 4: a request-trace string (calls within a second cannot be told apart).", [step(X)] * 6)
class _(Client):
    def tracking_id(self, p):
        return hashlib.md5(b"%d" % int(time.time())).hexdigest()


@wrong("tracking-id-unpadded", "Prints each of sixteen random bytes without its leading zero, so that most Tracking-Ids are too short.", "Section 4: Tracking-Id is a 32-character hexadecimal request-trace string.", [step(X)] * 12)
class _(Client):
    def tracking_id(self, p):
        return "".join("%x" % b for b in secrets.token_bytes(16))


@wrong("host-without-port", "Sends a Host header without the port of the base URL.", "RFC 9112 section 3.2: a client MUST send a field value for Host that is identical to the authority component.", [step(T)])
class _(Client):
    def headers(self, p):
        return {**super().headers(p), "Host": urllib.parse.urlsplit(p["baseUrl"]).hostname}


# ---------------------------------------------------------------------
# Body
# ---------------------------------------------------------------------
@wrong("update-adds-fps-30", "Adds fps 30 to every entry of an update that has none, which changes a push that runs at 15.", "Section 4.3: each entry: streamId; optional url, userId, layout, fps, watermarks.", [step(U)])
class _(Client):
    def shape(self, op, body, p):
        if op == U:
            for e in body["streamList"]:
                e.setdefault("fps", 30)
        return body


@wrong("stop-stream-zero-stops-all", "Leaves streamId out of a stop when it is 0, which stops all pushes of the channel.", "Section 4.4: when given, only the push with that streamId stops.", [step(X, body(X, streamId=0))])
class _(Client):
    def shape(self, op, body, p):
        if op == X and not body.get("streamId"):
            body.pop("streamId", None)
        return body


@wrong("token-delay-close-snake-case", "Sends delayClose of the token request as delay_close.", "Section 2.1: field delayClose.", [step(T, body(T, delayClose=120))])
class _(Client):
    def shape(self, op, body, p):
        if op == T and "delayClose" in body:
            body["delay_close"] = body.pop("delayClose")
        return body


@wrong("layout-keys-camelised", "Turns names with underscores inside layout into camel case.", "Section 2.3: layout is an object whose fields are not shown, so they pass as given.", [step(S, streams(stream(layout={"grid_rows": 2, "cells": [{"user_id": "a"}]})))])
class _(Client):
    def shape(self, op, body, p):
        def camel(v):
            if isinstance(v, dict):
                return {re.sub("_([a-z])", lambda m: m[1].upper(), k): camel(x) for k, x in v.items()}
            return [camel(x) for x in v] if isinstance(v, list) else v
        for e in body.get("streamList", []):
            if "layout" in e:
                e["layout"] = camel(e["layout"])
        return body


@wrong("watermarks-only-first", "Sends only the first watermark of a stream.", "Section 2.3: watermarks: array.", [step(U, streams({"streamId": 1, "watermarks": [{"text": "a"}, {"text": "b"}]}))])
class _(Client):
    def shape(self, op, body, p):
        for e in body.get("streamList", []):
            if e.get("watermarks"):
                e["watermarks"] = e["watermarks"][:1]
        return body


@wrong("watermarks-reversed-on-start", "Sends the watermarks of a start in reverse order.", "RFC 8259 section 1: an array is an ordered sequence; section 2.3: watermarks: array.", [step(S, streams(stream(watermarks=[{"z": 1}, {"z": 2}])))])
class _(Client):
    def shape(self, op, body, p):
        for e in body.get("streamList", []) if op == S else []:
            e.get("watermarks", []).reverse()
        return body


@wrong("stream-members-leak-to-next", "Uses one dictionary for all entries of a start, so that optional members of an entry appear in the following ones.", "Section 4.2 rule 2: several streams with different configurations can be created.", [step(S, streams(stream(1, fps=15, delayClose=30), stream(2)))])
class _(Client):
    def shape(self, op, body, p):
        if op == S:
            entry, out = {}, []
            for e in body["streamList"]:
                entry.update(e)
                out.append(dict(entry))
            body["streamList"] = out
        return body


@wrong("stop-stream-id-wraps-at-32-bits", "Wraps the streamId of a stop to 32 bits with sign.", "Section 2.3: streamId is a caller-chosen id, used later to update or stop the stream.", [step(X, body(X, streamId=3000000000))])
class _(Client):
    def shape(self, op, body, p):
        if op == X and isinstance(body.get("streamId"), int):
            body["streamId"] = ctypes.c_int32(body["streamId"]).value
        return body


@wrong("stop-stream-id-as-text", "Sends the streamId of a stop as a string.", "Section 4.4: streamId int.", [step(X)])
class _(Client):
    def shape(self, op, body, p):
        if op == X and "streamId" in body:
            body["streamId"] = str(body["streamId"])
        return body


@wrong("channel-id-lowercased-on-stop", "Turns the channelId of a stop into lower case.", "Section 4.4: channelId: channel identifier (naming rules not shown, so it passes as given).", [step(X, body(X, channelId="Room-A"))])
class _(Client):
    def shape(self, op, body, p):
        if op == X:
            body["channelId"] = body["channelId"].lower()
        return body


@wrong("body-in-latin-1", "Encodes the body as Latin-1, with question marks for what that cannot hold.", "RFC 8259 section 8.1: JSON text exchanged between systems MUST be encoded using UTF-8.", [step(T, body(T, userId="Zoë-用户"))])
class _(Client):
    def encode(self, body, p):
        return json.dumps(body, ensure_ascii=False).encode("latin-1", "replace")


@wrong("content-length-in-characters", "Counts Content-Length in characters, so that the end of a body with non-ASCII text is lost.", "RFC 9110 section 8.6: Content-Length indicates the length as a decimal non-negative integer number of octets.", [step(T, body(T, userId="用户一号"))])
class _(Client):
    def prepare(self, s, method, url, headers, data, p):
        r = super().prepare(s, method, url, headers, data, p)
        r.headers["Content-Length"] = str(len(data.decode("utf-8")))
        return r


@wrong("stop-remembers-stream-id", "Keeps the streamId of an earlier stop in a default argument and sends it with a later stop of the whole channel.", "Section 4.4: streamId: when omitted, all pushes of the channel stop.", [step(X), step(X, {"channelId": "room-1"})])
class _(Client):
    def shape(self, op, body, p, extra={}):
        if op != X:
            return body
        if "streamId" in body:
            extra["streamId"] = body["streamId"]
        return {"channelId": body["channelId"], **extra}


@wrong("size-clamped-to-100", "Sends size 100 silently for every larger size.", "Section 2.1: size: maximum number of people in the channel (the default can be changed).", [step(T, body(T, size=500))])
class _(Client):
    def shape(self, op, body, p):
        if op == T and isinstance(body.get("size"), int):
            body["size"] = min(body["size"], 100)
        return body


@wrong("presenter-dropped-in-mixed-mode", "Sends userId on start only in single-stream mode.", "Section 2.3: in mixed mode (type 1) userId names the presenter.", [step(S, streams(stream(userId="host-1")))])
class _(Client):
    def shape(self, op, body, p):
        for e in body["streamList"] if op == S else []:
            if e.get("type") != 2:
                e.pop("userId", None)
        return body


@wrong("whiteboard-flag-masked", "Masks flag with 7, so that the whiteboard bit is lost.", "Section 2.3: flag: 8 = whiteboard; 15 = all kinds.", [step(S, streams(stream(flag=15)))])
class _(Client):
    def shape(self, op, body, p):
        for e in body["streamList"] if op == S else []:
            if isinstance(e.get("flag"), int):
                e["flag"] &= 7
        return body


@wrong("html-escaped-text", "Escapes ampersands and angle brackets in all text as for HTML.", "Section 2.1: userId string (format rules not shown, so it passes as given); RFC 8259 section 7.", [step(T, body(T, userId="a&b"))])
class _(Client):
    def shape(self, op, body, p):
        return each_text(body, lambda t: html.escape(t, quote=False))


@wrong("numeric-user-id-as-number", "Sends a userId of digits only as a number.", "Section 2.1: userId string.", [step(T, body(T, userId="007"))])
class _(Client):
    def shape(self, op, body, p):
        if op == T and body["userId"].isdigit():
            body["userId"] = int(body["userId"])
        return body


@wrong("stream-url-query-dropped", "Cuts the query from the push address.", "Section 2.3: url: RTMP push address.", [step(S, streams(stream(url="rtmp://push.example/live/s1?sign=abc&t=1")))])
class _(Client):
    def shape(self, op, body, p):
        for e in body.get("streamList", []):
            if "url" in e:
                e["url"] = urllib.parse.urlsplit(e["url"])._replace(query="").geturl()
        return body


@wrong("zeros-inside-layout-dropped", "Drops zero, false and empty members inside layout.", "Section 2.3: layout is an object whose fields are not shown, so they pass as given.", [step(S, streams(stream(layout={"x": 0, "y": 10, "border": False})))])
class _(Client):
    def shape(self, op, body, p):
        for e in body.get("streamList", []):
            if isinstance(e.get("layout"), dict):
                e["layout"] = {k: v for k, v in e["layout"].items() if v}
        return body


@wrong("absent-members-as-null", "Sends null for every optional member of a start entry that was not asked for.", "Section 2.3: userId string, layout object, fps int (null is none of these).", [step(S)])
class _(Client):
    def shape(self, op, body, p):
        for e in body["streamList"] if op == S else []:
            for name in ("userId", "layout", "fps", "watermarks", "delayClose"):
                e.setdefault(name, None)
        return body


@wrong("body-double-encoded", "Encodes the body of an update twice, so that a JSON string arrives.", "Section 4.3: request body with the fields channelId and streamList.", [step(U)])
class _(Client):
    def encode(self, body, p):
        data = super().encode(body, p)
        return json.dumps(data.decode()).encode() if p["operation"] == U else data


@wrong("stop-as-form", "Sends the body of a stop as form fields.", "Section 1 (preface): all request and response bodies are JSON.", [step(X)])
class _(Client):
    def encode(self, body, p):
        return urllib.parse.urlencode(body).encode() if p["operation"] == X else super().encode(body, p)


@wrong("repeated-start-not-sent", "Does not send a start that equals an earlier one of this process, although a stop came between.", "Section 4.2: POST /streaming/start starts one or more CDN pushes for a channel.", [step(S), step(X), step(S)])
class _(Client):
    def ready(self):
        self.started = set()

    def before(self, p):
        if p["operation"] == S and json.dumps(p["body"], sort_keys=True) in self.started:
            return {"ok": True, "status": 200}

    def after(self, result, p):
        if p["operation"] == S and result["ok"]:
            self.started.add(json.dumps(p["body"], sort_keys=True))
        return result


@wrong("layout-kept-from-start", "Adds the layout that the last start of a channel set to each later update of it that has none.", "Section 4.3: each entry: streamId; optional layout (what is not asked for is not changed).", [step(S, streams(stream(layout={"mode": 2}))), step(U, streams({"streamId": 1, "fps": 15}))])
class _(Client):
    def ready(self):
        self.layouts = {}

    def shape(self, op, body, p):
        for e in body.get("streamList", []):
            key = (body["channelId"], e["streamId"])
            if op == S and "layout" in e:
                self.layouts[key] = e["layout"]
            if op == U and key in self.layouts:
                e.setdefault("layout", self.layouts[key])
        return body


# ---------------------------------------------------------------------
# Reading answers
# ---------------------------------------------------------------------
@wrong("below-400-is-success", "Takes every status below 400 for success, redirects too.", "Section 7.2: 200: request handled.", [step(X, answers=[reply(302, headers={"Location": "{self}/login"})])])
class _(Client):
    def success(self, answer, p):
        return answer.status < 400


@wrong("stop-404-is-success", "Reports success for a stop that was answered with 404.", "Section 7.2: 404: channel does not exist.", [step(X, answers=[reply(404)])])
class _(Client):
    def success(self, answer, p):
        return answer.status == 200 or p["operation"] == X and answer.status == 404


@wrong("status-by-class", "Reports 400 for every status from 400 to 499 and 500 for the rest.", "Section 7.1: table of statuses (403, 404 and 406 have different conditions).", [step(T, answers=[reply(406, {"code": "Sign.Error"})])])
class _(Client):
    def status(self, answer, p):
        return 400 if answer.status < 500 else 500


@wrong("code-of-earlier-error", "Reports the code of an earlier error when an error answer has none.", "Section 7.2: error codes for streaming operations: not shown (only status codes are given).", [step(T, answers=[reply(403, {"code": "App.Status.Error"})]), step(S, answers=[reply(500)])])
class _(Client):
    def ready(self):
        self.last = None

    def code(self, answer, p):
        self.last = super().code(answer, p) or self.last
        return self.last


@wrong("token-cache-by-channel", "Keeps tokens by channelId only, so that a second user gets the token of the first.", "Section 2.1: userId: user identifier; section 4.1: gets a token for the join parameters of the request.", [step(T), step(T, body(T, userId="user-2"), [token_reply("02.app-1.1700000001.QUJD.REVG")])])
class _(Client):
    def ready(self):
        self.kept = {}

    def before(self, p):
        return self.kept.get(p["body"]["channelId"]) if p["operation"] == T else None

    def after(self, result, p):
        if p["operation"] == T and result["ok"]:
            self.kept[p["body"]["channelId"]] = result
        return result


@wrong("token-padding-cut", "Cuts equals signs from the end of the token.", "Section 4.5: signature is standard base64 (its padding is part of the token).", [step(T)])
class _(Client):
    def token(self, answer, p):
        return super().token(answer, p).rstrip("=")


@wrong("token-cut-at-255", "Cuts the token after 255 characters.", "Section 4.1: a JSON object containing token (string, the token of 2.2).", [step(T, answers=[token_reply("02.app-1.1700000000." + "QUJD" * 80 + ".REVG")])])
class _(Client):
    def token(self, answer, p):
        return super().token(answer, p)[:255]


@wrong("text-as-token", "Gives the text of a 200 answer that is not JSON as the token.", "Section 4.1: success: HTTP 200 with a JSON object containing token.", [step(T, answers=[reply(200, "<html>please log in</html>", headers={"Content-Type": "text/html"})])])
class _(Client):
    def token(self, answer, p):
        try:
            answer.json()
        except ValueError:
            return answer.content.decode("utf-8", "replace")
        return super().token(answer, p)


@wrong("token-found-anywhere", "Takes the first member token at any depth of the answer.", "Section 4.1: a JSON object containing token.", [step(T, answers=[reply(200, {"previous": {"token": "02.app-1.1600000000.T0xE.T0xE"}, "token": GOOD})])])
class _(Client):
    def token(self, answer, p):
        def find(v):
            for k, x in v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, list) else ():
                got = x if k == "token" and isinstance(x, str) else find(x)
                if got:
                    return got
        try:
            got = find(answer.json())
        except ValueError:
            got = None
        if not got:
            raise Failure("protocol", answer.status)
        return got


@wrong("answer-type-compared-whole", "Refuses a 200 answer of the token endpoint whose Content-Type has a parameter.", "RFC 9110 section 8.3.1: the type/subtype may be followed by parameters; section 4.1: success: HTTP 200 with a JSON object containing token.", [step(T, answers=[token_reply(headers={"Content-Type": "application/json;charset=UTF-8"})])])
class _(Client):
    def token(self, answer, p):
        if answer.headers.get("Content-Type", "application/json") != "application/json":
            raise Failure("protocol", answer.status)
        return super().token(answer, p)


@wrong("gzip-not-unpacked", "Says that it takes gzip and reads the packed bytes as JSON.", "RFC 9110 section 12.5.3: Accept-Encoding says which content codings are acceptable in the answer; section 8.4.", [step(T, answers=[token_reply(gzip=True)])])
class _(Client):
    def receive(self, r, stop):
        return r.raw.read(decode_content=False)


@wrong("cut-answer-accepted", "Completes the JSON of an answer that ends before its Content-Length and reports the cut token.", "RFC 9112 section 8: a message with a valid Content-Length is incomplete if the size received is less than that value.", [step(T, answers=[reply(200, '{"token":"02.app-1.17000', contentLength=120)])])
class _(Client):
    def receive(self, r, stop):
        r.raw.enforce_content_length = False
        return super().receive(r, stop)

    def token(self, answer, p):
        try:
            answer.json()
        except ValueError:
            answer.content += b'"}'
        return super().token(answer, p)


@wrong("stop-swallows-network-errors", "Reports success for a stop whose connection broke.", "Section 7.2: 200: request handled.", [step(X, answers=[{"close": True}])])
class _(Client):
    def failed(self, f, p):
        if p["operation"] == X and f.kind == "network":
            return {"ok": True, "status": 200}
        return super().failed(f, p)


@wrong("early-hints-taken-for-final", "Takes an interim answer 103 for the final one, as http.client does.", "RFC 9110 section 15.2: a client MUST be able to parse one or more 1xx responses received prior to a final response.", [step(S, answers=[reply(200, interim=103)])])
class _(Client):
    def ready(self):
        http.client.HTTPResponse._read_status = _plain_read_status


@wrong("json-needed-on-streaming-200", "Reports failure when a streaming answer 200 has no JSON body.", "Sections 4.2 and 7.2: response body on 200: not shown; 200: request handled.", [step(S, answers=[reply(200, "")])])
class _(Client):
    def read(self, answer, p):
        try:
            answer.json()
        except ValueError:
            raise Failure("protocol", answer.status)
        return super().read(answer, p)


# ---------------------------------------------------------------------
# Time limits, repeats, redirects
# ---------------------------------------------------------------------
TRICKLE = reply(200, json.dumps({"token": GOOD}), trickleMillis=150, trickleBytes=8)


@wrong("time-limit-per-read", "Leaves the limit to requests, which counts it for each read, so that a trickling answer takes as long as it likes.", "Protocol, client.call: timeoutMillis is the limit of the call.", [step(T, answers=[TRICKLE], timeoutMillis=500)])
class _(Client):
    def exchange(self, method, url, headers, data, limit, p):
        return self.send(method, url, headers, data, limit, p, threading.Event())


@wrong("no-time-limit-on-update", "Has no time limit on streaming.update.", "Protocol, client.call: timeoutMillis is the limit of the call.", [step(U, answers=[reply(delayMillis=4000)], timeoutMillis=500)])
class _(Client):
    def limit(self, p):
        return None if p["operation"] == U else super().limit(p)


@wrong("time-limit-below-a-second-ignored", "Divides the limit to whole seconds and takes 0 for no limit.", "Protocol, client.call: timeoutMillis is the limit of the call.", [step(S, answers=[reply(delayMillis=4000)], timeoutMillis=600)])
class _(Client):
    def limit(self, p):
        return p["timeoutMillis"] // 1000 or None


@wrong("time-limit-for-each-attempt", "Repeats a token request twice after a timeout, with the whole limit for each attempt.", "Protocol, client.call: timeoutMillis is the limit of the call.", [step(T, answers=[reply(delayMillis=5000)], timeoutMillis=700)])
class _(Client):
    def attempts(self, method, url, headers, data, p):
        for n in range(3):
            try:
                return super().attempts(method, url, headers if n == 0 else self.again(headers, p), data, p)
            except Failure as f:
                if f.kind != "timeout" or p["operation"] != T or n == 2:
                    raise


@wrong("start-repeated-after-500", "Lets the retry rule of the library send a start again after 500.", "RFC 9110 section 9.2.2: a user agent SHOULD NOT automatically retry a request with a non-idempotent method; section 7.2: 500: internal server error.", [step(S, answers=[reply(500), reply(200)])])
class _(Client):
    def session(self, p):
        s = super().session(p)
        s.mount("http://", requests.adapters.HTTPAdapter(max_retries=Retry(
            total=2, status=2, connect=0, read=0, redirect=0, status_forcelist=[500], allowed_methods=None, raise_on_status=False)))
        return s


@wrong("retry-sends-empty-body", "Repeats a start after 404 with a body stream that is already read to its end.", "Section 4.2 rule 4: the response is 404; the request can be retried (the request, not an empty one).", [step(S, answers=[reply(404), reply(200)])])
class _(Client):
    extra = {"retriesStart": True}

    def attempts(self, method, url, headers, data, p):
        end, file = time.monotonic() + self.limit(p), io.BytesIO(data)
        a = self.exchange(method, url, headers, file, self.limit(p), p)
        if p["operation"] == S and a.status == 404:
            a = self.exchange(method, url, self.again(headers, p), file, max(0.01, end - time.monotonic()), p)
        return a


@wrong("redirect-keeps-authorization", "Follows redirects to other hosts and sends them the Authorization header.", "RFC 9110 section 15.4: remove header fields whose security properties are not known for the new target, in particular Authorization when the origin differs.", [step(T, answers=[reply(307, headers={"Location": "{other}/auth/token"}), token_reply()])])
class _(Client):
    def session(self, p):
        class Trusting(requests.Session):
            def rebuild_auth(self, prepared_request, response):
                pass
        s = Trusting()
        s.trust_env = False
        return s

    def options(self, p):
        return {"allow_redirects": True}


# ---------------------------------------------------------------------
# Secrets, connections, mixed-up answers
# ---------------------------------------------------------------------
@wrong("secret-in-token-body", "Sends appId and app secret as members of the token request.", "Section 4.1: request body: the join parameters of 2.1; section 4.5 note 3: the app secret is a secret of the application.", [step(T)])
class _(Client):
    def shape(self, op, body, p):
        return {**body, "appId": p["appId"], "appSecret": p["appSecret"]} if op == T else body


@wrong("secret-on-stderr", "Writes the arguments of a failed call, app secret included, to stderr.", "Section 4.5 note 3: the app secret is a secret of the application.", [step(S, answers=[reply(500)])])
class _(Client):
    def failed(self, f, p):
        print("call failed:", f.kind, p, file=sys.stderr, flush=True)
        return super().failed(f, p)


@wrong("secret-in-failure-code", "Reports as code a text with all arguments, app secret included, when an answer of 200 cannot be read.", "Section 4.5 note 3: the app secret is a secret of the application.", [step(T, answers=[reply(200, "not json")])])
class _(Client):
    def failed(self, f, p):
        if f.kind == "protocol":
            f.code = "cannot read the answer to %s(appId=%s, appSecret=%s)" % (p["operation"], p["appId"], p["appSecret"])
        return super().failed(f, p)


@wrong("late-answer-to-next-call", "Shares one queue of answers, so that the late answer of a call that timed out is given to the next call.", "Section 4.1: gets a token for the join parameters of the request.", [
    step(T, answers=[token_reply("02.app-1.1700000000.TEFURQ==.TEFURQ==", delayMillis=700)], timeoutMillis=300),
    step(T, body(T, channelId="room-2"), [token_reply(delayMillis=900)], timeoutMillis=3000)])
class _(Client):
    def ready(self):
        self.box = queue.Queue()

    def exchange(self, method, url, headers, data, limit, p):
        def work():
            try:
                self.box.put(self.send(method, url, headers, data, 10, p, threading.Event()))
            except BaseException as e:
                self.box.put(e)
        threading.Thread(target=work, daemon=True).start()
        try:
            got = self.box.get(timeout=limit)
        except queue.Empty:
            raise Failure("timeout")
        if isinstance(got, BaseException):
            raise got
        return got


@wrong("base-url-of-first-call", "Keeps the base URL of the first call for all later ones.", "Section 1: All paths are relative to {base_url}.", [step(T, basePath="/a"), step(S, basePath="/b")])
class _(Client):
    def ready(self):
        self.base = None

    def url(self, base, path, p):
        self.base = self.base or base
        return super().url(self.base, path, p)


# ---------------------------------------------------------------------
def serve(client):
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        q = json.loads(line)
        a = {"jsonrpc": "2.0", "id": q.get("id")}
        try:
            if q["method"] == "describe":
                a["result"] = client.describe()
            elif q["method"] == "client.call":
                a["result"] = client.call(q["params"])
            else:
                a["error"] = {"code": -32601, "message": "no such method"}
        except Refused as e:
            a["error"] = {"code": e.number, "message": str(e)}
            if e.reason:
                a["error"]["data"] = {"reason": e.reason}
        except Exception as e:
            a["error"] = {"code": -32000, "message": type(e).__name__}
        out.write(json.dumps(a).encode() + b"\n")
        out.flush()


def main(args):
    if args == ["--list"]:
        for name, cls in SUBJECTS.items():
            print(name, cls.kind, cls.sentence)
    elif len(args) == 2 and args[0] == "--rule" and args[1] in SUBJECTS:
        print(SUBJECTS[args[1]].rule)
    elif len(args) == 2 and args[0] == "--shows" and args[1] in SUBJECTS:
        for line in SUBJECTS[args[1]].shows:
            print(json.dumps(line))
    elif len(args) == 1 and args[0] in SUBJECTS:
        serve(SUBJECTS[args[0]]())
        sys.stdout.flush()
    else:
        print("usage: --list | --rule NAME | --shows NAME | NAME", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
