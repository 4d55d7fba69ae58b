"""A judge in Python, written from docs/judges.md: copy it into another language from here.

Judge vectors come as JSON on stdin; the verdict on each goes to stdout: outcome, reason, level, and the other findings.
A finding is a pair (reason, level). The level is "required", "recommended", "observed" for what the interface leaves
open, or None for the level of its vector.
"""

import base64
import hashlib
import hmac
import json
import re
import sys
import urllib.parse

REQUIRED, RECOMMENDED, OBSERVED = "required", "recommended", "observed"
DEFAULTS = {"channelDuration": 0, "duration": 86400, "size": 100, "delayClose": 0}
MAXIMA = {"duration": 86400, "delayClose": 86400}
LISTED = ["channelId", "userId", "privileges", *DEFAULTS]
BOM = "\ufeff"
OTHER_CHARSETS = ["utf-16-le", "utf-16-be", "cp1252"]
ABSENT = ...


# JSON


class Loose(float):
    """A number that is not written as an integer: 60.0, 6e1."""


def read_json(data, charset="utf-8"):
    """Return the value of a JSON text and the members that stand twice; (None, []) where it is no JSON."""
    twice = []

    def members(pairs):
        twice.extend(name for name, _ in pairs[len(dict(pairs)):])
        return dict(pairs)

    try:
        text = data.decode(charset).removeprefix(BOM)
        return json.loads(text, object_pairs_hook=members, parse_float=Loose, parse_constant=int), twice
    except ValueError:
        return None, []


def canonical(value):
    """Return the same text for the same value with the same types; 60.0 is 60, and ABSENT is no value."""

    def whole(text):
        return int(float(text)) if float(text).is_integer() else float(text)

    text = json.dumps(value, default=str)
    return json.dumps(json.loads(text, parse_float=whole), sort_keys=True)


def kind(value):
    """Return one letter for the JSON type of a value."""
    return re.sub("[0-9-]", "0", canonical(value)[0]).replace("f", "t")


def is_utf8(data):
    return data.decode("utf-8", "replace").encode() == data


# Base64


def decoded(text):
    """Decode base64 as leniently as can be: white space, both alphabets, any padding."""
    text = re.sub("[^A-Za-z0-9+/]", "", text.split("=")[0].replace("-", "+").replace("_", "/"))
    return base64.b64decode(text[:-1] if len(text) % 4 == 1 else text + "=" * (-len(text) % 4))


def form_findings(part, text):
    """Find what is wrong with the base64 of a part, whatever it decodes to."""
    is_whole = re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text)
    if not is_whole:
        return [(part + "-not-standard-base64", None)]
    if base64.b64encode(decoded(text)).decode() != text:
        return [(part + "-unused-bits", RECOMMENDED)]
    return []


# token.params and token.signature, byte for byte


def params_findings(expected, got):
    if got == expected:
        return []
    found, right, wrong = form_findings("params", got), decoded(expected), decoded(got)
    if right == wrong:
        return found
    if right.decode() in [wrong.decode(charset, "replace").removeprefix(BOM) for charset in OTHER_CHARSETS]:
        return found + [("params-not-utf8", RECOMMENDED)]
    return found + [("params-of-other-bytes", None)]


def signature_findings(expected, got):
    if got == expected:
        return []
    found, right, wrong = form_findings("signature", got), decoded(expected), decoded(got)
    if right == wrong:
        return found
    length = "signature-of-wrong-length" if len(wrong) != 32 else "signature-of-other-message-or-key"
    return found + [(length, None)]


# token.issue and token.verify, by meaning


def members_findings(asked, got, loose):
    """Judge join parameters; `loose` names the numbers that are not written as integers."""
    return [
        finding
        for name in [*asked, *(name for name in got if name not in asked)]
        for finding in member_findings(name, asked, got, name in loose)
    ]


def member_findings(name, asked, got, is_loose):
    one, other = (side.get(name, DEFAULTS.get(name, ABSENT)) for side in (asked, got))
    if asked.get(name, ABSENT) is None:
        return [("null-given", OBSERVED)]
    if canonical(one) == canonical(other):
        return [("integer-with-fraction", RECOMMENDED)] if is_loose else []
    if name in asked:
        changed = "value-changed" if kind(one) == kind(other) else "wrong-type"
        return [(changed if name in got else "member-missing", level_of_change(name, one))]
    if name == "privileges" and kind(other) == "0":
        return [("privileges-unasked", "beside")]
    return [("value-added", None)] if name in LISTED else [("member-added", RECOMMENDED)]


def level_of_change(name, asked):
    """Whoever takes a value that the text forbids may clamp it; unlisted members may be dropped."""
    if name not in LISTED:
        return OBSERVED
    return RECOMMENDED if kind(asked) == "0" and asked > MAXIMA.get(name, asked) else None


def sent_params_findings(asked, params):
    """Judge the params of a token, whose JSON is the SDK's own."""
    found, data = form_findings("params", params), decoded(params)
    is_base64 = ("params-not-standard-base64", None) not in found
    plain = data.removeprefix(BOM.encode())
    for charset in ["utf-8", *OTHER_CHARSETS]:
        value, twice = read_json(plain, charset)
        if isinstance(value, dict):
            if charset != "utf-8":
                found.append(("params-not-utf8", RECOMMENDED))
            elif plain != data:
                found.append(("byte-order-mark", RECOMMENDED))
            found += [("member-twice", RECOMMENDED)] if twice else []
            loose = [name for name in value if isinstance(value[name], Loose)]
            keep = [one for one in found if is_base64 or one[0] != "params-not-utf8"]
            return keep + members_findings(asked, value, loose)
    unreadable = [("params-not-json" if is_utf8(plain) else "params-not-utf8", None)]
    return found + (unreadable if is_base64 else [])


def mac(secret, message):
    return base64.b64encode(hmac.digest(secret.encode(), message.encode(), hashlib.sha256)).decode()


def forms_of(secret):
    """Return how a secret may stand in other text; what is around it changes the ends of its base64 alone."""
    size = len(secret.encode())
    codes = [base64.b64encode(b"\0" * before + secret.encode()).decode() for before in range(3)]
    inner = [code[-(-before * 8 // 6):(before + size) * 8 // 6] for before, code in enumerate(codes)]
    return [secret, json.dumps(secret)[1:-1], urllib.parse.quote(secret), secret.encode().hex(), *inner]


def issue_findings(question, expect, answer):
    """Judge each part of a token, and then the whole of it."""
    token, secret = answer["output"]["token"], question["appSecret"]
    parts = token.split(".")
    found = [("not-five-parts", None)] if len(parts) != 5 else []
    if len(parts) < 5:
        return found
    # A timestamp with a fraction takes two parts.
    version, app, *middle, params, signature = parts
    timestamp = ".".join(middle)
    found += [("wrong-version", None)] if version != "02" else []
    found += [("wrong-app-id", None)] if app != question["appId"] else []
    found += timestamp_findings(question.get("timestamp"), timestamp, answer)
    text = token + "\n" + decoded(params).decode(errors="replace")
    if len(secret.encode()) > 15 and any(form in text for form in forms_of(secret)):
        found.append(("secret-in-token", None))
    nulls = {name: None for name, value in question["joinParams"].items() if value is None}
    found += sent_params_findings({**nulls, **expect["output"]["joinParams"]}, params)
    found += signature_findings(mac(secret, version + app + timestamp + params), signature)
    held = read_json(decoded(params))[0] or {}
    for name, value in expect["output"].get("earlier", {}).items():
        if name not in question["joinParams"] and held.get(name) == value:
            found.append(("member-of-earlier-question", None))
    return found


def timestamp_findings(wanted, timestamp, answer):
    """An SDK with a clock of its own may be a second off at either end."""
    if not re.fullmatch("[0-9]+", timestamp):
        return [("timestamp-not-decimal", None)]
    if wanted is None:
        first, last = answer["askedAt"] - 1, answer["answeredAt"] + 1
    else:
        first, last = wanted, wanted
    return [] if first <= int(timestamp) <= last else [("wrong-timestamp", None)]


def verify_findings(question, expect, answer):
    """A number that stands with a fraction in the token may be passed on as it stands."""
    content = read_json(decoded((question["token"].split(".") + [""] * 5)[3]))[0]
    passed_on = [name for name, value in content.items() if isinstance(value, Loose)] if isinstance(content, dict) else []
    loose = [pointer[1:] for pointer in answer.get("inexact", []) if pointer[1:] not in passed_on]
    return members_findings(expect["output"]["joinParams"], answer["output"]["joinParams"], loose)


# client.call: bodies


def body_of(request):
    """Return the JSON of a body and its repeated members; text in UTF-16 and Latin-1 is read as well."""
    data = base64.b64decode(request["body"])
    if data[:1] in (b"\0", b"\xfe"):
        return read_json(data, "utf-16-be")
    if data[1:2] == b"\0" or data[:1] == b"\xff":
        return read_json(data, "utf-16-le")
    return read_json(data, "utf-8" if is_utf8(data) else "latin-1")


def branch(value):
    """Return members by name, entries of a list by index, and None for a leaf."""
    if isinstance(value, list):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else None


def free_at(operation, at):
    """Return members that may be written out or left out, with the value that means the same."""
    if operation == "streaming.start" and at[:1] == ("streamList",) and len(at) == 2:
        return {"fps": 30, "delayClose": 0}
    return DEFAULTS if operation == "auth.token" and not at else {}


def places(operation, asked, got, at=()):
    """Return each place where a body is not what was asked: ("changed" or "added", path, value)."""
    left, right, free = branch(asked), branch(got), free_at(operation, at)
    if left is None:
        return [] if canonical(asked) == canonical(got) else [("changed", at, got)]
    if kind(asked) != kind(got) or (isinstance(asked, list) and len(asked) != len(got)):
        return [("changed", at, got)]
    found = []
    for name, value in left.items():
        if name in right or free.get(name, ABSENT) != value:
            found += places(operation, value, right.get(name, ABSENT), (*at, name))
    for name, value in right.items():
        if name in left or (operation == "auth.token" and (*at, name) == ("privileges",)):
            continue
        if name not in free:
            found.append(("added", (*at, name), value))
        elif value != free[name]:
            found.append(("changed", (*at, name), value))
    return found


def nearest_places(call, request):
    """Several calls may arrive in any order: take the body that the request comes nearest to."""
    body = body_of(request)[0]
    each = [places(call["operation"], asked, body) for asked in [call["body"], *call.get("nextBodies", [])]]
    return min(each, key=lambda found: sum(1000 if what == "changed" else 1 for what, *_ in found))


GAINS = {
    ("streaming.start", 3, "userId"): lambda value: isinstance(value, str) and value != "",
    ("streaming.update", 3, "watermarks"): lambda value: value == [],
    ("streaming.stop", 1, "streamId"): lambda value: kind(value) == "0",
}


def is_gain(operation, place):
    """Is it a member that makes another call of it?"""
    what, at, value = place
    counts = GAINS.get((operation, len(at), at[-1] if at else None))
    return what == "added" and counts is not None and counts(value)


def has_fraction(value, at=()):
    """Integers outside layout and watermarks, whose contents the interface does not show."""
    if isinstance(value, Loose):
        return "layout" not in at[:-1] and "watermarks" not in at[:-1]
    return any(has_fraction(one, (*at, name)) for name, one in (branch(value) or {}).items())


# client.call: requests


def values(request, name):
    return [value for other, value in request["headers"] if other.lower() == name]


def path_of(target):
    """Return the path alone, with unreserved characters unescaped (RFC 3986 section 6.2.2.2)."""
    path = re.sub(r"(?is)\?.*|^https?://[^/?]*", "", target)
    unreserved = "(?i)%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[de]|5f|7e)"
    return re.sub(unreserved, lambda code: urllib.parse.unquote(code[0]), path)


def direct(answer):
    """Requests that the SDK made itself and that can be read."""
    return [one for one in answer["requests"] if not one["elsewhere"] and "unreadable" not in one]


def request_rows(call, answer, request):
    """Yield (reason, level, is it true) for every rule that each request keeps, whatever was asked."""
    operation = call["operation"]
    path = call["basePath"].rstrip("/") + "/" + operation.replace(".", "/")
    sent, joined = path_of(request["target"]), call["basePath"] + "/" + operation.replace(".", "/")
    yield "wrong-path", RECOMMENDED if sent == joined else REQUIRED, sent != path
    yield "wrong-method", REQUIRED, request["method"] != ("PUT" if operation == "streaming.update" else "POST")
    types = [text.split(";")[0].strip().lower() for text in values(request, "content-type")]
    yield "wrong-content-type", REQUIRED, types != ["application/json"]
    yield "wrong-authorization", REQUIRED, not is_authorized(answer, values(request, "authorization"))
    ids = values(request, "tracking-id")
    yield "wrong-tracking-id", REQUIRED, ids and not (len(ids) == 1 and re.fullmatch("(?i)[0-9a-f]{32}", ids[0]))
    (body, twice), data = body_of(request), base64.b64decode(request["body"])
    yield "body-no-json", REQUIRED, body is None
    found = nearest_places(call, request) if body is not None else []
    yield "body-changed", REQUIRED, any(what == "changed" for what, *_ in found)
    yield "member-gained", REQUIRED, any(is_gain(operation, place) for place in found)
    lengths, codings = values(request, "content-length"), values(request, "transfer-encoding")
    is_chunked = [text.strip().lower() for text in codings] in ([], ["chunked"])
    yield "wrong-framing", RECOMMENDED, not is_chunked or len(lengths + codings) != 1
    yield "byte-order-mark", RECOMMENDED, data[:3] == BOM.encode()
    yield "body-not-utf8", RECOMMENDED, not is_utf8(data)
    is_added = [what == "added" and not is_gain(operation, (what, at, value)) for what, at, value in found]
    yield "member-added", RECOMMENDED, any(is_added)
    yield "integer-as-fraction", RECOMMENDED, body is not None and has_fraction(body)
    yield "member-repeated", RECOMMENDED, twice


def is_authorized(answer, keys):
    scheme = answer["scheme"] + " "
    if len(keys) != 1 or not keys[0].startswith(scheme) or answer.get("given", keys[0]) != keys[0]:
        return False
    return re.fullmatch("[\t -~]*[!-~]", keys[0][len(scheme):]) is not None


def request_findings(call, answer):
    """Hold every request against every rule of requests."""
    requests = direct(answer)
    found = [
        (reason, level)
        for request in requests
        for reason, level, is_true in request_rows(call, answer, request)
        if is_true
    ]
    if not any(reason in ("body-no-json", "body-changed") for reason, _ in found) and len(requests) >= call["calls"]:
        found += [("body-changed", REQUIRED)] if is_any_lost(call, requests) else []
    return found + (shared_tracking_ids(requests) or earlier_tracking_ids(requests))


def is_any_lost(call, requests):
    """Calls that ask for different things, and what one of them asked is in no request."""

    def holds(request, asked):
        found = places(call["operation"], asked, body_of(request)[0])
        return not any(what == "changed" for what, *_ in found)

    bodies = [call["body"], *call.get("nextBodies", [])]
    return any(not any(holds(request, asked) for request in requests) for asked in bodies)


def shared_tracking_ids(requests):
    """A repeated call is the same call; another one has a Tracking-Id of its own."""
    seen = {}
    for request in requests:
        sent = (request["target"], request["body"])
        if any(seen.setdefault(number, sent) != sent for number in values(request, "tracking-id")):
            return [("tracking-id-repeated", RECOMMENDED)]
    return []


def earlier_tracking_ids(requests):
    """The program that watched the client knows the Tracking-Ids of earlier questions."""
    is_repeated = any(request.get("trackingIdSeenBefore") for request in requests)
    return [("tracking-id-repeated", RECOMMENDED)] if is_repeated else []


# client.call: reports, and what happened on the way


def reported_rows(call, expect, answer):
    """Yield (check, reason, is it true) for the checks that a vector names."""
    reports, requests = answer["reports"], answer["requests"]
    sent = len(direct(answer))
    is_ok = [one.get("ok") is True for one in reports]
    codes = {one["code"] for one in reports if "code" in one}
    due = {"silent": "timeout", "reset": "network"}.get(call["answers"][0].get("manner"), "http")
    first_type = (values(direct(answer)[0], "content-type") or [""])[0] if sent else ""
    yield "asked", "unreadable-request", any("unreadable" in one for one in requests)
    yield "asked", "no-request", not any("unreadable" in one for one in requests) and sent < call["calls"]
    yield "content-type-parameter", "content-type-parameter", ";" in first_type
    yield "tracking-id-sent", "no-tracking-id", any(not values(one, "tracking-id") for one in direct(answer))
    yield "query-added", "query-added", any("?" in one["target"] for one in direct(answer))
    yield "once", "sent-again", sent > call["calls"]
    yield "call-sent-again", "call-sent-again" if sent > call["calls"] else "call-sent-once", True
    yield "success", "success-not-reported", not all(is_ok)
    yield "token", "token-changed", any(one.get("token") not in answer.get("tokens", []) for one in reports)
    yield "no-success", "failure-reported-as-success", any(is_ok)
    yield "status", "status-lost", any("error" in one or one.get("status") != expect.get("status") for one in reports)
    yield "code", "code-changed" if codes else "code-lost", codes != {expect.get("code")}
    yield "retried", "start-not-retried", len(requests) < 2
    yield "started-again", "start-sent-again" if sent > call["calls"] else "start-sent-once", True
    if reports:
        is_due = reports[0].get("kind") == due
        yield "failure-kind", "failure-of-its-kind" if is_due else "failure-of-another-kind", "kind" in reports[0]
    yield "time-limit", "beyond-time-limit", max(answer["millis"]) > call["timeoutMillis"] + 1000
    yield "waited", "gave-up-early", not all(is_ok) and min(answer.get("unfinished", [9e9])) <= call["timeoutMillis"] / 2
    yield "no-crash", "call-broke", any("error" in one for one in reports)
    for place in ("error", "output", "request"):
        yield "no-secret-in-" + place, "secret-in-" + place, place in answer["leaks"]
    signature = answer.get("given", answer["scheme"])[len(answer["scheme"]) :].strip()
    was_made = False
    for one in [one for one in requests if one["elsewhere"]]:
        is_leaked = signature and any(signature in value for _, value in one["headers"])
        yield "redirect-authorization", "authorization-to-other-host", is_leaked or values(one, "authorization")
        is_other = one["method"] != requests[0]["method"] or one["body"] != requests[0]["body"]
        was_made = was_made or not is_other
        yield "redirect-method", "redirect-changes-request", is_other
    yield "redirect-answered", "failure-reported-as-success", not was_made and any(is_ok)
    if "own-token" in expect["checks"]:
        asked = [call["body"], *call.get("nextBodies", [])]
        is_own = all(
            one.get("token") and is_token_for({**call, "body": body}, one["token"]) for body, one in zip(asked, reports)
        )
        yield "own-token", "token-of-another-call", not is_own


OPEN_CHECKS = ["content-type-parameter", "tracking-id-sent", "query-added", "started-again", "call-sent-again", "failure-kind"]
# What a call without an end does not say is the consequence of that.
SAID = ["token", "status", "code", "retried", "failure-kind", "no-crash"]
# What a check finds is only the consequence of what these have found.
AFTER = {
    "success": ["asked"],
    "token": ["asked", "success"],
    "own-token": ["asked", "success", "token"],
    "no-success": ["asked"],
    "status": ["asked", "no-success"],
    "code": ["asked", "no-success"],
    "retried": ["asked"],
    "failure-kind": ["asked", "no-success"],
}


def of_every_call(call, expect, answer):
    """Yield (check, level) for the rules of every call, whatever its vector looks at."""
    is_endless = any("unanswered" in one for one in answer["reports"])
    is_whole = all(one["status"] == 200 and "manner" not in one and "elsewhere" not in one for one in call["answers"])
    if is_endless and is_whole and "success" not in expect["checks"]:
        yield "success", REQUIRED
    if is_endless or answer["requests"]:
        yield "time-limit", RECOMMENDED
    if is_whole and "success" in expect["checks"]:
        yield "once", RECOMMENDED


def reported_findings(call, expect, answer):
    is_endless = any("unanswered" in one for one in answer["reports"])
    rows = [(check, reason) for check, reason, is_true in reported_rows(call, expect, answer) if is_true]
    rows = [(check, reason) for check, reason in rows if not (is_endless and check in SAID)]
    failed = [check for check, _ in rows if check in expect["checks"]]
    found = []
    named = [(check, None) for check in expect["checks"]]
    named += [(check, RECOMMENDED) for check in expect.get("recommended", [])]
    for check, level in [*named, *of_every_call(call, expect, answer)]:
        if not any(earlier in failed for earlier in AFTER.get(check, [])):
            reasons = [reason for other, reason in rows if other == check]
            found += [(reason, OBSERVED if check in OPEN_CHECKS else level) for reason in reasons]
    return found


def is_token_for(call, token):
    """Is this a token for the call, made with its secret?"""
    parts = (token or "....").split(".")
    body = read_json(decoded(parts[3]))[0]
    is_signed = mac(call["appSecret"], "".join(parts[:4])) == parts[4]
    return parts[1] == call["appId"] and is_signed and all(body[name] == call["body"][name] for name in ("channelId", "userId"))


def call_findings(question, expect, answer):
    """Judge a call and those that follow it, each as one of its own; Tracking-Ids over all of them."""
    calls = [question, *({**question, "calls": 1, "nextBodies": [], **one} for one in question.get("next", []))]
    due, seen = ([side["output"], *side["output"].get("next", [])] for side in (expect, answer))
    found = []
    for call, wanted, got in zip(calls, due, seen):
        tokens = [report.get("token") for report in got["reports"]]
        is_reused = wanted.get("reusable") and not got["requests"] and all(is_token_for(call, one) for one in tokens)
        if not is_reused:
            found += reported_findings(call, wanted, got) + request_findings(call, got)
    of_all = shared_tracking_ids([one for got in seen for one in direct(got)]) + stale_codes(calls, seen)
    return found + (of_all if len(calls) > 1 else [])


def stale_codes(calls, seen):
    """An error code that stood in the answer to an earlier call, and not in that to its own."""
    texts = ["\n".join(one.get("body", "") for one in call["answers"]) for call in calls]
    codes = [(at, one["code"]) for at, got in enumerate(seen) for one in got["reports"] if one.get("code")]
    is_stale = any(code not in texts[at] and any(code in text for text in texts[:at]) for at, code in codes)
    return [("code-of-earlier-call", RECOMMENDED)] if is_stale else []


# Verdicts

COMPARED = {
    "token.params": lambda _, expect, answer: params_findings(expect["output"]["params"], answer["output"]["params"]),
    "token.signature": lambda _, expect, answer: signature_findings(
        expect["output"]["signature"], answer["output"]["signature"]
    ),
    "token.verify": verify_findings,
    "token.issue": issue_findings,
    "client.call": call_findings,
}
# Findings about the answer to the question itself: where the vector is only observed, they are too.
OF_THE_QUESTION = [
    "failed-without-reason", "refused-good-input", "accepted-bad-input", "wrong-reason", "twin-not-accepted", "refuses",
]  # fmt: skip


def findings_of(vector):
    """Return all that is found in an answer that came, and whether it shows the app secret."""
    leak = [("secret-in-error", RECOMMENDED)] if vector["answer"].get("leak") else []
    return findings_of_answer(vector) + leak


def findings_of_answer(vector):
    """Return what is found in what an answer says."""
    answer, expect, twin = vector["answer"], vector["expect"], vector.get("twin", "twin-accepted")
    method, is_accepted, reasons = vector["question"]["method"], answer["kind"] == "accepted", expect.get("reasons", [])
    alone = [("twin-not-accepted", None)] if twin != "twin-accepted" else []
    if is_accepted and expect["verdict"] != "refuse":
        output = answer["output"]
        if expect["verdict"] == "either" and output.get("requests") == [] and not any(one.get("ok") or "unanswered" in one for one in output["reports"]):
            return (alone if method == "client.call" else []) or [("refuses", OBSERVED)]
        found = COMPARED[method](vector["question"]["params"], expect, answer)
        return found or (alone if method == "client.call" else [])
    if answer["kind"] == "failed":
        return [("failed-without-reason", None)]
    if expect["verdict"] == "accept":
        return [("refused-good-input", None)]
    if is_accepted:
        return [("accepted-bad-input", None)]
    if "reason" in answer and answer["reason"] not in reasons:
        return [("wrong-reason", None)]
    return alone


def level_of(finding, level):
    """Where a vector is only observed, the text leaves open what was asked, and not the other rules of an answer."""
    reason, own = finding
    if own is not None:
        return own
    return REQUIRED if level == "unspecified" and reason not in OF_THE_QUESTION else level


def judge(vector):
    """Return the verdict: outcome, reason, level, and the other findings, each once."""
    answer, level, expect = vector["answer"], vector["level"], vector["expect"]
    if answer["kind"] == "broken":
        return {"outcome": "errored", "reason": answer["reason"], "level": level}
    if answer["kind"] == "unsupported":
        return {"outcome": "skipped", "reason": answer.get("reason", "unsupported"), "level": level}
    found = [(reason, level_of((reason, own), level)) for reason, own in findings_of(vector)]
    counted = [one for wanted in (REQUIRED, RECOMMENDED) for one in found if one[1] == wanted]
    if counted and counted[0][0] == "twin-not-accepted" and vector.get("twin") == "twin-broken":
        return {"outcome": "errored", "reason": "twin-broken", "level": level}
    if counted and counted[0][0] == "twin-not-accepted" and vector.get("twin") == "twin-not-judged":
        return {"outcome": "skipped", "reason": "not-judged", "level": level}
    if counted:
        others = sorted(set(counted[1:]) - {counted[0]})
        more = {"findings": [{"reason": reason, "level": own} for reason, own in others]} if others else {}
        return {"outcome": "failed", "reason": counted[0][0], "level": counted[0][1], **more}
    open_reasons = [reason for reason, own in found if own in ("unspecified", OBSERVED)]
    if answer["kind"] == "refused" and (level == "unspecified" or expect["verdict"] == "either"):
        return {"outcome": "observed", "reason": "refuses", "level": level}
    if open_reasons or level == "unspecified":
        return {"outcome": "observed", "reason": (open_reasons or ["accepts"])[0], "level": level}
    return {"outcome": "passed", "level": level}


if __name__ == "__main__":
    json.dump([judge(vector) for vector in json.load(sys.stdin)], sys.stdout)
