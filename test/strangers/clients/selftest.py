#!/usr/bin/env python3
"""Plays --shows of every wrong subject to it and to its base, and plain and hard calls to every right one.

usage: selftest.py [-v] [NAME ...]      exit code 0: everything is as it says
"""
import concurrent.futures
import gzip
import json
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {"py": [sys.executable, os.path.join(HERE, "clients.py")], "node": ["node", os.path.join(HERE, "clients.mjs")]}
BASE = {"py": "requests-base", "node": "axios-base"}
SECRET = "app-secret-9f3c"
AUTH = "SvcSign c2ln+hdHVyZS/MjM0NQ=="
SLACK = 0.45
T, S, U, X = "auth.token", "streaming.start", "streaming.update", "streaming.stop"
PATHS = {T: ("POST", "/auth/token"), S: ("POST", "/streaming/start"), U: ("PUT", "/streaming/update"), X: ("POST", "/streaming/stop")}


class Service:
    """A small HTTP service that answers from a script and writes down what arrives, byte for byte."""

    def __init__(self, host="127.0.0.1", other=None):
        self.listener = socket.create_server((host, 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.lock, self.seen, self.group = threading.Lock(), [], []
        self.other, self.tag, self.books = other, "self", self
        if other:
            other.books, other.tag = self, "other"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                c, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(c,), daemon=True).start()

    def close(self):
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()

    def serve(self, c):
        try:
            c.settimeout(8)
            c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            f = c.makefile("rb")
            while self.one(c, f):
                pass
        except (OSError, ValueError):
            pass
        finally:
            try:
                c.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            c.close()

    def one(self, c, f):
        line = f.readline(65537)
        parts = line.decode("latin-1").split()
        if len(parts) != 3 or not parts[2].startswith("HTTP/"):
            return False
        headers = []
        while True:
            h = f.readline(65537)
            if h in (b"\r\n", b"\n", b""):
                break
            k, _, v = h.decode("latin-1").rstrip("\r\n").partition(":")
            headers.append((k.lower(), v.strip(" \t")))
        get = dict(headers).get
        if "chunked" in get("transfer-encoding", ""):
            data = b""
            while True:
                n = int(f.readline().split(b";")[0], 16)
                piece = f.read(n)
                f.readline()
                data += piece
                if n == 0:
                    break
        else:
            data = f.read(int(get("content-length", "0")))
        answer = self.books.take(self.tag, parts[0], parts[1], headers, data)
        return self.reply(c, answer)

    def take(self, tag, method, target, headers, data):
        with self.lock:
            self.seen.append((tag, method, target, headers, data))
            try:
                channel = json.loads(data.decode("utf-8-sig")).get("channelId")
                user = json.loads(data.decode("utf-8-sig")).get("userId")
            except (ValueError, AttributeError):
                channel = user = None
            def score(g):
                return (g["body"].get("channelId") == channel) * 2 + (g["body"].get("userId") == user), -g["used"]
            g = max(self.group, key=score)
            a = g["answers"][min(g["used"], len(g["answers"]) - 1)]
            g["used"] += 1
            return a

    def reply(self, c, a):
        if a.get("close"):
            return False
        if a.get("delayMillis"):
            time.sleep(a["delayMillis"] / 1000)
        if a.get("interim"):
            c.sendall(b"HTTP/1.1 %d Interim\r\nLink: </x>; rel=preload\r\n\r\n" % a["interim"])
        data = a.get("body", "").encode()
        if a.get("gzip"):
            data = gzip.compress(data)
        head = {"Content-Type": "application/json"} if data else {}
        head.update(a.get("headers", {}))
        if a.get("gzip"):
            head["Content-Encoding"] = "gzip"
        if a.get("chunked"):
            head["Transfer-Encoding"] = "chunked"
        else:
            head["Content-Length"] = a.get("contentLength", len(data))
        me = self.books
        text = "HTTP/1.1 %d Status\r\n" % a["status"] + "".join("%s: %s\r\n" % kv for kv in head.items()) + "\r\n"
        text = text.replace("{self}", "http://127.0.0.1:%d" % me.port)
        if me.other:
            text = text.replace("{other}", "http://localhost:%d" % me.other.port)
        c.sendall(text.encode())
        if a.get("bodyDelayMillis"):
            time.sleep(a["bodyDelayMillis"] / 1000)
        n = a.get("trickleBytes") or len(data) or 1
        for i in range(0, len(data), n):
            piece = data[i:i + n]
            c.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if a.get("chunked") else piece)
            if a.get("trickleMillis"):
                time.sleep(a["trickleMillis"] / 1000)
        if a.get("chunked"):
            c.sendall(b"0\r\n\r\n")
        return "contentLength" not in a


class Adapter:
    def __init__(self, file, name):
        env = {**os.environ, "TZ": "Asia/Kathmandu"}
        self.p = subprocess.Popen(FILES[file] + [name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        self.answers, self.errors, self.n, self.noise = {}, b"", 0, []
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        threading.Thread(target=self.log, daemon=True).start()

    def listen(self):
        for line in self.p.stdout:
            try:
                m = json.loads(line)
            except ValueError:
                self.noise.append(line)
                continue
            with self.news:
                self.answers[m["id"]] = (m, time.monotonic())
                self.news.notify_all()

    def log(self):
        for line in self.p.stderr:
            self.errors += line

    def ask(self, questions):
        ids, text = [], b""
        for method, params in questions:
            self.n += 1
            ids.append(self.n)
            text += json.dumps({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params}).encode() + b"\n"
        self.p.stdin.write(text)
        self.p.stdin.flush()
        return ids, time.monotonic()

    def wait(self, i, start, seconds):
        """(message or None, seconds taken)"""
        with self.news:
            self.news.wait_for(lambda: i in self.answers, max(0, start + seconds - time.monotonic()))
            m, at = self.answers.get(i, (None, time.monotonic()))
            return m, at - start

    def end(self):
        try:
            self.p.stdin.close()
            code = self.p.wait(3)
        except (OSError, subprocess.TimeoutExpired):
            self.p.kill()
            code = None
        self.p.wait()
        time.sleep(0.02)
        return code


def same(v):
    """JSON with its types kept."""
    return json.dumps(v, sort_keys=True)


def body_of(data):
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            return "with byte order mark: " + text
        return same(json.loads(text))
    except ValueError:
        return "not JSON: %r" % data


QUIET = {"user-agent", "accept", "accept-encoding", "connection", "content-length", "transfer-encoding", "tracking-id", "host", "x-sdk-version"}


def tidy(port, other, request):
    tag, method, target, headers, data = request
    ids = [v for k, v in headers if k == "tracking-id"]
    host = [v for k, v in headers if k == "host"]
    good_host = host == (["127.0.0.1:%d" % port] if tag == "self" else ["localhost:%d" % other])
    kind = "none" if not ids else "good" if len(ids) == 1 and re.fullmatch("[0-9A-Fa-f]{32}", ids[0]) else "bad"
    return {"to": tag, "method": method, "target": target, "body": body_of(data), "tracking": kind, "host": good_host,
            "headers": sorted((k, v) for k, v in headers if k not in QUIET)}


def play(file, name, lines):
    """What the service saw and what the adapter said, in a form that can be compared."""
    other = Service("127.0.0.1")
    service = Service(other=other)
    adapter = Adapter(file, name)
    out, parts = {"steps": [], "describe": None}, []
    try:
        ids, start = adapter.ask([("describe", {"protocol": 1})])
        m, _ = adapter.wait(ids[0], start, 20)
        out["describe"] = m and m.get("result")
        i = 0
        while i < len(lines):
            group = [lines[i]]
            while group[-1].get("together") and i + len(group) < len(lines):
                group.append(lines[i + len(group)])
            i += len(group)
            if group[0].get("pauseMillis"):
                time.sleep(group[0]["pauseMillis"] / 1000)
            with service.lock:
                before = len(service.seen)
                service.group = [{"body": g["call"]["body"], "answers": g["answers"], "used": 0} for g in group]
            asked = []
            for g in group:
                c = g["call"]
                asked.append(("client.call", {
                    "baseUrl": "http://127.0.0.1:%d%s" % (service.port, c.get("basePath", "")), "appId": "app-1", "appSecret": SECRET,
                    "timeoutMillis": c.get("timeoutMillis", 3000), "authorization": c.get("authorization", AUTH),
                    "operation": c["operation"], "body": c["body"]}))
            ids, start = adapter.ask(asked)
            results = []
            for n, (_, p) in zip(ids, asked):
                limit = p["timeoutMillis"] / 1000
                m, took = adapter.wait(n, start, limit + SLACK + 0.3)
                results.append("no answer" if m is None else same(m.get("result", m.get("error"))))
                if took > limit + SLACK:
                    results[-1] += " overdue"
            if len(lines) < 10:
                time.sleep(0.08)
            with service.lock:
                seen = service.seen[before:]
            parts.append(seen)
            out["steps"].append({"results": results, "requests": sorted((tidy(service.port, other.port, r) for r in seen), key=same)})
        time.sleep(0.1)
    finally:
        out["exit"] = adapter.end()
        service.close()
        other.close()
    with service.lock:
        out["late"] = len(service.seen) - sum(len(s["requests"]) for s in out["steps"])
        # the same request sent again within a step (a redirect, a repeat of the library) may keep its Tracking-Id
        ids = {(n, r[4], v) for n, part in enumerate(parts) for r in part for k, v in r[3] if k == "tracking-id"}
        ids = [v for _, _, v in ids]
        out["fresh"] = len(ids) == len(set(ids))
        everything = repr(service.seen) + same(out["steps"]) + adapter.errors.decode("utf-8", "replace")
    out["leak"] = SECRET in everything
    out["noise"] = [repr(n) for n in adapter.noise]
    out["stderr"] = adapter.errors.decode("utf-8", "replace") if not out["leak"] else "(with the secret)"
    return out


def differences(a, b):
    """Where b is not as a."""
    found = []
    for n, (x, y) in enumerate(zip(a["steps"], b["steps"])):
        if x["results"] != y["results"]:
            found.append("step %d result: %s, base %s" % (n + 1, y["results"], x["results"]))
        if x["requests"] != y["requests"]:
            if len(x["requests"]) != len(y["requests"]):
                found.append("step %d: %d requests, base %d" % (n + 1, len(y["requests"]), len(x["requests"])))
            left = list(x["requests"])
            for r in y["requests"]:
                if r in left:
                    left.remove(r)
                    continue
                twin = next((q for q in x["requests"] if q["method"] == r["method"]), x["requests"][0] if x["requests"] else {})
                found.append("step %d request: %s" % (n + 1, {k: v for k, v in r.items() if twin.get(k) != v} or r))
    for key in ("fresh", "leak", "late"):
        if a[key] != b[key]:
            found.append("%s: %s, base %s" % (key, b[key], a[key]))
    return found


# ---------------------------------------------------------------------
GOOD = "02.app-1.1700000000.eyJjaGFubmVsSWQiOiJyIn0=.c2ln+bmF0dXJl/3dpdGgvcGFkZGluZw=="
_count = [0]


def line(want, op, body=None, answer=None, **more):
    """A call with what must come of it: ok, or http/any failure."""
    _count[0] += 1
    room = "room-%d" % _count[0]
    stream = {"streamId": 5, "url": "rtmp://push.example/live/a?k=1&t=a%2Fb", "flag": 3, "type": 1}
    whole = {T: {"channelId": room, "userId": "user-1"}, S: {"channelId": room, "streamList": [stream]},
             U: {"channelId": room, "streamList": [{"streamId": 5, "fps": 15}]}, X: {"channelId": room, "streamId": 5}}[op]
    whole.update(body or {})
    a = answer if answer is not None else {"status": 200, "body": json.dumps({"token": GOOD}) if op == T else ""}
    return {"want": want, "call": {"operation": op, "body": whole, **more}, "answers": a if isinstance(a, list) else [a]}


def right_lines():
    token = json.dumps({"token": GOOD})
    full = {"streamId": 6, "url": "rtmp://push.example/live/b", "flag": 15, "type": 2, "userId": "u-2", "layout": {"a_b": 0, "c": [False, None, 0.5]},
            "fps": 15, "watermarks": [], "delayClose": 0}
    return [
        line("ok", T), line("ok", S), line("ok", U), line("ok", X),
        line("ok", T, {"userId": "Zoë <用户> \U0001F600 \"q\" \\", "privileges": 0, "channelDuration": 0, "duration": 60, "size": 500, "delayClose": 0}),
        line("ok", S, {"streamList": [full, {"streamId": 7, "url": "rtmp://push.example/live/c", "flag": 1, "type": 1}]}),
        line("ok", U, {"streamList": [{"streamId": 6, "watermarks": [], "layout": {}}, {"streamId": 3}]}),
        line("ok", X, {"streamId": 0}),
        line("ok", T, basePath="/rtc/Gate%2F1/"), line("ok", X, basePath="/rtc/x"),
        line("ok", T, answer={"status": 200, "body": token, "gzip": True}),
        line("ok", T, answer={"status": 200, "body": token, "chunked": True, "trickleBytes": 30, "trickleMillis": 40}),
        line("ok", T, answer={"status": 200, "body": token, "interim": 103}),
        line("ok", T, answer={"status": 200, "body": '{"a": {"token": "x"}, "token" : "a\\/b.c=="}', "headers": {"Content-Type": "application/json;charset=UTF-8"}}),
        line("ok", S, answer={"status": 200, "body": "done", "headers": {"Content-Type": "text/plain"}}),
        line("http", T, answer={"status": 403, "body": '{"code": "Authorization.Signature.Invalid"}'}),
        line("http", T, answer={"status": 406, "body": ""}), line("http", S, answer={"status": 404, "body": ""}),
        line("http", U, answer={"status": 500, "body": "<html>"}), line("http", X, answer={"status": 401, "body": "{}"}),
        line("http", S, answer={"status": 202, "body": ""}),
        line("http", T, answer={"status": 307, "body": "", "headers": {"Location": "{other}/auth/token"}}),
        line("any", U, answer=[{"status": 308, "body": "", "headers": {"Location": "{self}/streaming/update"}}, {"status": 200}], basePath="/old"),
        line("no", T, answer={"status": 200, "body": "no json"}), line("no", T, answer={"status": 200, "body": "{}"}),
        line("no", T, answer={"status": 200, "body": '{"token": 5}'}), line("no", T, answer={"status": 200, "body": token[:30], "contentLength": 100}),
        line("no", T, answer={"close": True}),
        line("no", S, answer={"status": 200, "delayMillis": 1500}, timeoutMillis=500),
        line("no", T, answer={"status": 200, "body": token, "trickleBytes": 6, "trickleMillis": 120}, timeoutMillis=500),
        line("no", T, answer={"status": 200, "body": token, "bodyDelayMillis": 1500}, timeoutMillis=500),
    ]


def check_right(file, name):
    lines = right_lines()
    out = play(file, name, lines)
    bad, d = [], out["describe"]
    if not d or d.get("methods") != ["client.call"] or d.get("clock") != "injected" or d.get("protocol") != 1:
        return ["describe: %s" % d]
    if out["exit"] != 0 or out["noise"] or out["leak"] or not out["fresh"]:
        bad.append("exit %s noise %s leak %s fresh %s stderr %s" % (out["exit"], out["noise"], out["leak"], out["fresh"], out["stderr"]))
    for n, (l, s) in enumerate(zip(lines, out["steps"])):
        op, c = l["call"]["operation"], l["call"]
        text = s["results"][0]
        if text == "no answer" or text.endswith("overdue"):
            bad.append("%d: %s" % (n, text))
            continue
        r = json.loads(text)
        if "message" in r:
            allowed = n >= 4 or op not in d.get("operations", PATHS)
            if r["code"] not in (1, 2) or not allowed or s["requests"]:
                bad.append("%d: %s" % (n, r))
            continue
        ok = r.get("ok") is True
        if l["want"] == "any":
            targets = [q["target"] for q in s["requests"] if (q["method"], q["body"], q["to"], len(q["headers"])) == (PATHS[op][0], same(c["body"]), "self", 2)]
            if targets != ["/old" + PATHS[op][1], PATHS[op][1]][:2 if ok else 1] or len(targets) != len(s["requests"]):
                bad.append("%d: %s %s" % (n, r, s["requests"]))
            continue
        if ok != (l["want"] == "ok") or (l["want"] == "http" and r.get("kind") != "http"):
            bad.append("%d: wanted %s: %s" % (n, l["want"], r))
        a = l["answers"][0]
        if l["want"] in ("ok", "http") and d.get("tells", {}).get("status", True) and r.get("status") != a["status"]:
            bad.append("%d: status %s" % (n, r))
        if ok and op == T and r.get("token") != json.loads(a["body"])["token"]:
            bad.append("%d: token %s" % (n, r))
        if "Signature" in a.get("body", "") and d.get("tells", {}).get("code", True) and r.get("code") != "Authorization.Signature.Invalid":
            bad.append("%d: code %s" % (n, r))
        repeats = 2 if (op == U and "repeats-update" in name and a.get("status") == 500) or (op == S and d.get("retriesStart") and a.get("status") == 404) else 1
        if len(s["requests"]) != repeats:
            bad.append("%d: %d requests" % (n, len(s["requests"])))
        for q in s["requests"]:
            h = dict(q["headers"])
            want = (PATHS[op][0], c.get("basePath", "").rstrip("/") + PATHS[op][1], same(c["body"]), "self", True)
            got = (q["method"], q["target"], q["body"], q["to"], q["host"])
            if got != want:
                bad.append("%d: request %s" % (n, got))
            auth = h.get("authorization", "")
            if not (re.fullmatch(r"SvcSign \S+", auth) if d.get("authorization") == "own" else auth == AUTH):
                bad.append("%d: authorization %s" % (n, auth))
            if h.get("content-type", "").split(";")[0] != "application/json" or q["tracking"] == "bad" or (q["tracking"] == "none" and "no-tracking" not in name):
                bad.append("%d: headers %s" % (n, q))
            if len(q["headers"]) != 2:
                bad.append("%d: headers %s" % (n, q["headers"]))
    return bad


def check_wrong(file, name):
    text = subprocess.run(FILES[file] + ["--shows", name], capture_output=True, text=True, check=True).stdout
    lines = [json.loads(l) for l in text.splitlines()]
    if not subprocess.run(FILES[file] + ["--rule", name], capture_output=True, text=True).stdout.strip():
        return None, ["no rule"]
    base, mine = play(file, BASE[file], lines), play(file, name, lines)
    bad = []
    if base["exit"] != 0 or base["noise"] or base["leak"] or not base["fresh"] or base["late"] or "overdue" in same(base["steps"]) or "no answer" in same(base["steps"]):
        bad.append("base: %s" % base)
    for r in (r for s in base["steps"] for r in s["requests"]):
        if r["tracking"] != "good" or r["to"] != "self" or not r["host"]:
            bad.append("base sent %s" % r)
    if not mine["describe"] or mine["describe"].get("methods") != ["client.call"]:
        bad.append("describe: %s %s" % (mine["describe"], mine["stderr"]))
    if mine["noise"]:
        bad.append("noise: %s" % mine["noise"])
    if "-32000" in same(mine["steps"]):
        bad.append("crashed inside: %s" % mine["steps"])
    shown = differences(base, mine)
    if not shown:
        bad.append("not shown: %s %s" % (mine["steps"], mine["stderr"]))
    return shown, bad


def main(args):
    loud = "-v" in args
    only = {a for a in args if a != "-v"}
    jobs, names, bad = [], {}, 0
    for file in FILES:
        for l in subprocess.run(FILES[file] + ["--list"], capture_output=True, text=True, check=True).stdout.splitlines():
            name, kind, sentence = l.split(" ", 2)
            if name in names or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name) or kind not in ("right", "wrong"):
                print("BAD", name, "twice or badly named")
                bad += 1
            names[name] = kind
            if not only or name in only:
                jobs.append((file, name, kind))

    def run(job):
        file, name, kind = job
        try:
            return job, *(check_wrong(file, name) if kind == "wrong" else (None, check_right(file, name)))
        except Exception as e:
            return job, None, ["%s: %s" % (type(e).__name__, e)]
    good = {}
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for (file, name, kind), shown, faults in pool.map(run, jobs):
            if faults:
                bad += 1
                print("BAD ", file, name, *[f[:1500] for f in faults], sep="\n     ")
            else:
                good[file, kind] = good.get((file, kind), 0) + 1
                if loud:
                    print("ok  ", file, name, "| " + " || ".join(d[:260] for d in shown[:3]) if shown else "")
            sys.stdout.flush()
    for (file, kind), n in sorted(good.items()):
        print("%-5s %-6s %d as they say" % (file, kind, n))
    print("green" if not bad else "%d not as they say" % bad)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
