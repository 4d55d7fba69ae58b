"""A judge written from docs/judges.md: judge vectors as JSON on stdin, [outcome, reason, level] of each on stdout."""
import base64, hashlib, hmac, json, re, sys, urllib.parse
DEFAULTS = {"channelDuration": 0, "duration": 86400, "size": 100, "delayClose": 0}
WEAK, SEEN, BOM, CHARSETS = "recommended", "observed", "\ufeff", ("utf-8", "utf-16-le", "utf-16-be", "cp1252")
class Loose(float): pass  # a number that is not written as an integer
def read(data, charset="utf-8"):  # return the value of a JSON text, and whether a member stands twice; (None, False) where it is no JSON
    twice = []
    once = lambda pairs: twice.extend(pairs[len(dict(pairs)):]) or dict(pairs)
    try:
        text = data.decode(charset).removeprefix(BOM)
        return json.loads(text, object_pairs_hook=once, parse_float=Loose, parse_constant=int), bool(twice)
    except ValueError:
        return None, False
def canonical(value):  # return the same text for the same value with the same types; 60.0 is 60, and ... is no value
    whole = lambda text: int(float(text)) if float(text).is_integer() else float(text)
    return json.dumps(json.loads(json.dumps(value, default=str), parse_float=whole), sort_keys=True)
def kind(value): return re.sub("[0-9-]", "0", canonical(value)[0]).replace("f", "t")
def decoded(text):  # decode base64 as leniently as can be
    text = re.sub("[^A-Za-z0-9+/]", "", text.split("=")[0].replace("-", "+").replace("_", "/"))
    return base64.b64decode(text[:-1] if len(text) % 4 == 1 else text + "=" * (-len(text) % 4))
def base64_state(text):  # return right, unused (bits at the end are not zero) or wrong
    is_whole = re.fullmatch("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text)
    return "wrong" if not is_whole else "right" if base64.b64encode(decoded(text)).decode() == text else "unused"
def first_of(rows, level=None): return [(reason, level) for reason, is_true in rows if is_true][:1]
def is_utf8(data): return data.decode("utf-8", "replace").encode() == data
# Tokens
def exact(part, expected, got):  # judge params or a signature, byte for byte
    state, right, wrong = base64_state(got), decoded(expected), decoded(got)
    others = [wrong.decode(charset, "replace").removeprefix(BOM) for charset in CHARSETS[1:]]
    rows = [(part + "-unused-bits", WEAK, state == "unused" and right == wrong),
            (part + "-not-standard-base64", None, state != "right"),
            ("signature-of-wrong-length", None, part == "signature" and len(wrong) != 32),
            ("signature-of-other-message-or-key", None, part == "signature"),
            ("params-not-utf8", WEAK, part == "params" and right.decode() in others), ("params-of-other-bytes", None, True)]
    return [] if got == expected else next([row[:2]] for row in rows if row[2])
def members(asked, got, loose):  # judge join parameters by their meaning
    found = []
    for name in [*asked, *(name for name in got if name not in asked)]:
        one, other = (side.get(name, DEFAULTS.get(name, ...)) for side in (asked, got))
        if canonical(one) == canonical(other):
            found += [("integer-with-fraction", WEAK)] if name in loose else []
        elif name in asked:
            changed_to = "value-changed" if kind(one) == kind(other) else "wrong-type"
            found.append((changed_to if name in got else "member-missing", None))
        elif name != "privileges" or kind(other) != "0":
            found.append(("value-added", None) if name in ("channelId", "userId", "privileges", *DEFAULTS) else ("member-added", WEAK))
    return found
def sent_params(asked, params):  # judge the params of a token, whose JSON is the SDK's own
    state, data, plain = base64_state(params), decoded(params), decoded(params).removeprefix(BOM.encode())
    found = [("params-unused-bits", WEAK)] if state == "unused" else []
    for charset in CHARSETS if state != "wrong" else ():
        value, twice = read(plain, charset)
        if isinstance(value, dict):
            mark = "params-not-utf8" if charset != "utf-8" else "byte-order-mark" if plain != data else None
            found += [(reason, WEAK) for reason in (mark, "member-twice" if twice else None) if reason]
            return found + members(asked, value, {name for name in value if isinstance(value[name], Loose)})
    broken = "params-not-json" if is_utf8(plain) else "params-not-utf8"
    return [*found, (broken if state != "wrong" else "params-not-standard-base64", None)]
def mac(secret, message): return base64.b64encode(hmac.digest(secret.encode(), message.encode(), hashlib.sha256)).decode()
def forms(secret):  # how it may stand in other text; what is around it changes the ends of its base64 alone
    codes = [(before, base64.b64encode(b"\0" * before + secret.encode()).decode()) for before in range(3)]
    inner = [code[-(-before * 8 // 6):(before + len(secret.encode())) * 8 // 6] for before, code in codes]
    return [secret, json.dumps(secret)[1:-1], urllib.parse.quote(secret), secret.encode().hex(), *inner]
def issued(asked, expect, answer):  # judge a whole token
    token, secret, wanted = answer["output"]["token"], asked["appSecret"], asked.get("timestamp")
    if token.count(".") != 4:
        return [("not-five-parts", None)]
    version, app, timestamp, params, signature = token.split(".")
    first, last = (answer["askedAt"] - 1, answer["answeredAt"] + 1) if wanted is None else (wanted, wanted)
    number, text = re.fullmatch("[0-9]+", timestamp), token + "\n" + decoded(params).decode(errors="replace")
    rows = [("wrong-version", version != "02"), ("wrong-app-id", app != asked["appId"]), ("timestamp-not-decimal", not number),
            ("wrong-timestamp", number and not first <= int(timestamp) <= last),
            ("secret-in-token", len(secret.encode()) > 15 and any(form in text for form in forms(secret)))]
    content = sent_params(expect["output"]["joinParams"], params)
    held, earlier = read(decoded(params))[0] or {}, expect["output"].get("earlier", {}).items()
    carried = [("member-of-earlier-question", None) for name, one in earlier if name not in asked["joinParams"] and held.get(name) == one]
    return first_of(rows) or content + exact("signature", mac(secret, version + app + timestamp + params), signature) + carried
# Calls of an HTTP client
def body_of(request):
    data = base64.b64decode(request["body"])
    wide = "utf-16-be" if data[:1] in (b"\0", b"\xfe") else "utf-16-le" if data[1:2] == b"\0" or data[:1] == b"\xff" else None
    return read(data, wide or ("utf-8" if is_utf8(data) else "latin-1"))
def branch(value): return value if isinstance(value, dict) else dict(enumerate(value)) if isinstance(value, list) else None
def free_at(operation, at):  # return members that may be written out or left out, with the value that means the same
    stream = operation == "streaming.start" and at[:1] == ("streamList",) and len(at) == 2
    return {"fps": 30, "delayClose": 0} if stream else DEFAULTS if operation == "auth.token" and not at else {}
def changed(operation, asked, got, at=()):
    left, right, free = branch(asked), branch(got), free_at(operation, at)
    if left is None or kind(asked) != kind(got) or (isinstance(asked, list) and len(asked) != len(got)):
        return canonical(asked) != canonical(got)
    return any(canonical({**free, **left}.get(name, ...)) != canonical({**free, **right}.get(name, ...))
               if name in free else changed(operation, left[name], right.get(name, ...), (*at, name)) for name in {**left, **free})
def added(operation, asked, got, at=()):
    left, right = branch(asked), branch(got)
    names = {*(left or ()), *free_at(operation, at), *(["privileges"] if operation == "auth.token" and not at else [])}
    return None not in (left, right) and any(name not in names or added(operation, left.get(name), right[name], (*at, name)) for name in right)
def fractions(value, at=()):
    return isinstance(value, Loose) and "layout" not in at[:-1] and "watermarks" not in at[:-1] or any(fractions(one, (*at, name)) for name, one in (branch(value) or {}).items())
def gained(operation, asked, sent):  # has a body a member that makes another call of it?
    name, fits = {"streaming.start": ("userId", lambda value: kind(value) == '"' and value), "streaming.update": ("watermarks",
                  lambda value: value == []), "streaming.stop": ("streamId", lambda value: kind(value) == "0")}.get(operation, ("", None))
    rows = [(body or {}) if name == "streamId" else (body or {}).get("streamList", [{}]) for body in (asked, sent)]
    return any(name in after and name not in before and fits(after[name]) for before, after in ([rows] if name == "streamId" else zip(*rows)))
def values(request, name): return [value for other, value in request["headers"] if other.lower() == name]
def path_of(target):
    path = re.sub(r"(?is)\?.*|^https?://[^/?]*", "", target)
    return re.sub("(?i)%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[de]|5f|7e)", lambda code: urllib.parse.unquote(code[0]), path)
def looked_at(call, expect, answer):  # yield each check with a reason, and whether it is true of a call
    bodies, reports, operation = [call["body"], *call.get("nextBodies", [])], answer["reports"], call["operation"]
    path = call["basePath"].rstrip("/") + "/" + operation.replace(".", "/")
    direct = [one for one in answer["requests"] if not one["elsewhere"] and "unreadable" not in one]
    yield "asked", "unreadable-request", any("unreadable" in one for one in answer["requests"])
    yield "asked", "no-request", len(direct) < call["calls"]
    sent, seen = [body_of(one)[0] for one in direct], {}
    for one in direct:
        (body, twice), data = body_of(one), base64.b64decode(one["body"])
        types, ids, keys = (values(one, name) for name in ("content-type", "tracking-id", "authorization"))
        lengths, codings = values(one, "content-length"), values(one, "transfer-encoding")
        signature = (keys or [""])[0][len(answer["scheme"]) + 1:]
        is_key = len(keys) == 1 and keys[0].startswith(answer["scheme"] + " ") and answer.get("given", keys[0]) == keys[0]
        yield "route", "wrong-path", path_of(one["target"]) != path
        yield "route", "wrong-method", one["method"] != ("PUT" if operation == "streaming.update" else "POST")
        yield "content-type", "wrong-content-type", [text.split(";")[0].strip().lower() for text in types] != ["application/json"]
        yield "content-type-parameter", "content-type-parameter", ";" in "".join(types[:1])
        yield "authorization", "wrong-authorization", not is_key or not re.fullmatch("[ -~]*[!-~]", signature)
        yield "tracking-id", "wrong-tracking-id", ids and not (len(ids) == 1 and re.fullmatch("(?i)[0-9a-f]{32}", ids[0]))
        yield "tracking-id-sent", "no-tracking-id", not ids
        yield "body", "body-no-json", body is None
        yield "body", "body-changed", all(changed(operation, asked, body) for asked in bodies)
        yield "gained", "member-gained", all(gained(operation, asked, body) for asked in bodies)
        yield "framing", "wrong-framing", [text.strip().lower() for text in codings] not in ([], ["chunked"]) or len(lengths + codings) != 1
        yield "encoding", "byte-order-mark", data[:3] == BOM.encode()
        yield "encoding", "body-not-utf8", not is_utf8(data)
        yield "unlisted", "member-added", added(operation, call["body"], body)
        yield "integers", "integer-as-fraction", fractions(body)
        yield "repeated", "member-repeated", twice
        yield "tracking-ids-differ", "tracking-id-repeated", any(seen.setdefault(number, (one["target"], data)) != (one["target"], data) for number in ids)
    yield "body", "body-changed", any(all(changed(operation, asked, body) for body in sent) for asked in bodies)
    again, codes, limit = len(direct) > call["calls"], {one["code"] for one in reports if "code" in one}, call["timeoutMillis"]
    is_ok, due = [one.get("ok") is True for one in reports], {"silent": "timeout", "reset": "network"}.get(call["answers"][0].get("manner"), "http")
    yield "once", "sent-again", again
    yield "success", "success-not-reported", not all(is_ok)
    yield "token", "token-changed", any(one.get("token") not in answer.get("tokens", []) for one in reports)
    yield "no-success", "failure-reported-as-success", any(is_ok)
    yield "status", "status-lost", any("error" in one or one.get("status") != expect.get("status") for one in reports)
    yield "code", "code-changed" if codes else "code-lost", codes != {expect.get("code")}
    yield "retried", "start-not-retried", len(answer["requests"]) < 2
    yield "started-again", "start-sent-again" if again else "start-sent-once", True
    yield "failure-kind", "failure-of-its-kind" if reports[0].get("kind") == due else "failure-of-another-kind", "kind" in reports[0]
    yield "time-limit", "beyond-time-limit", max(answer["millis"]) > limit + 1000
    yield "waited", "gave-up-early", not all(is_ok) and min(answer.get("unfinished", [9e9])) <= limit / 2
    yield "no-crash", "call-broke", any("error" in one for one in reports)
    for place in ("error", "output", "request"):
        yield "no-secret-in-" + place, "secret-in-" + place, place in answer["leaks"]
    for one in (one for one in answer["requests"] if one["elsewhere"]):
        yield "redirect-authorization", "authorization-to-other-host", values(one, "authorization")
        yield "redirect-method", "redirect-changes-request", any(one[name] != answer["requests"][0][name] for name in ("method", "body"))
def found_by(checks, level, *seen):
    rows = [row for check in checks for row in looked_at(*seen) if row[0] == check and row[2]][:1]
    return [(reason, SEEN if check in ("started-again", "failure-kind") else level) for check, reason, _ in rows]
def is_for(call, token):  # is this a token for the call, made with its secret?
    _, app, _, params, signature = parts = (token or "....").split(".")
    body, is_own = read(decoded(params))[0], mac(call["appSecret"], "".join(parts[:4])) == signature
    return app == call["appId"] and is_own and all(body[name] == call["body"][name] for name in ("channelId", "userId"))
def called(call, expect, answer):  # judge a call and those that follow it, each as one of its own
    calls = [call, *({**call, "calls": 1, "nextBodies": [], **one} for one in call.get("next", []))]
    found, (due, seen) = [], ([side["output"], *side["output"].get("next", [])] for side in (expect, answer))
    for one, wanted, got in zip(calls, due, seen):
        if not wanted.get("reusable") or got["requests"] or not all(is_for(one, report.get("token")) for report in got["reports"]):
            found += found_by(wanted["checks"], None, one, wanted, got) + found_by(wanted.get("recommended", []), WEAK, one, wanted, got)
    together = {**seen[0], "requests": [request for got in seen for request in got["requests"]]}
    return found + (found_by(["tracking-ids-differ"], WEAK, call, due[0], together) if len(calls) > 1 else [])
# Verdicts
def judge(vector):  # return outcome, reason and level
    answer, level, expect, twin = vector["answer"], vector["level"], vector["expect"], vector.get("twin", "twin-accepted")
    if answer["kind"] in ("broken", "unsupported"):
        return "errored" if answer["kind"] == "broken" else "skipped", answer.get("reason", "unsupported"), level
    method, verdict, is_accepted = vector["question"]["method"], expect["verdict"], answer["kind"] == "accepted"
    alone, reasons = first_of([("twin-not-accepted", twin != "twin-accepted")]), expect.get("reasons", [])
    if is_accepted and verdict != "refuse":
        reports = [{"ok": True}] if answer["output"].get("requests", True) else answer["output"]["reports"]
        refuses = verdict == "either" and not any(one.get("ok") for one in reports)
        found = [] if refuses else COMPARED[method](vector["question"]["params"], expect, answer)
        found = found or (alone if method == "client.call" else []) or ([("refuses", SEEN)] if refuses else [])
    else:
        found = first_of([("failed-without-reason", answer["kind"] == "failed"), ("refused-good-input", verdict == "accept"),
            ("accepted-bad-input", is_accepted), ("wrong-reason", answer.get("reason", *reasons[:1]) not in reasons)]) or alone
    reason, weaker = next((one for wanted in (None, WEAK, SEEN) for one in found if one[1] == wanted), (None, None))
    if (reason, twin) == ("twin-not-accepted", "twin-broken"):
        return "errored", "twin-broken", level
    if level == "unspecified" or weaker == SEEN or (verdict == "either" and answer["kind"] == "refused" and not reason):
        return "observed", "refuses" if answer["kind"] == "refused" else reason or "accepts", level
    return ("failed", reason, weaker or level) if reason else ("passed", None, level)
COMPARED = {
    "token.params": lambda _, right, answer: exact("params", right["output"]["params"], answer["output"]["params"]),
    "token.signature": lambda _, right, answer: exact("signature", right["output"]["signature"], answer["output"]["signature"]),
    "token.verify": lambda _, right, answer: members(
        right["output"]["joinParams"], answer["output"]["joinParams"], {at[1:] for at in answer.get("inexact", [])}),
    "token.issue": issued, "client.call": called}
json.dump([judge(vector) for vector in json.load(sys.stdin)], sys.stdout)
