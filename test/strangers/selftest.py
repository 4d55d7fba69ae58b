#!/usr/bin/env python3
"""Self-test of strangers.py: every variant answers, every wrong one differs from plain, no right one breaks."""
import base64, json, os, subprocess, sys, time
os.environ["TZ"] = "Asia/Kathmandu"; time.tzset()
import strangers as S

def reply(sdk, method, params):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    out = json.loads(json.dumps(S.answer(sdk, line)))
    if "error" in out:
        return ("refused" if out["error"]["code"] == 1 else "failed", out["error"].get("data", {}).get("reason"))
    return ("ok", out["result"])

def pairs(p):
    assert len(dict(p)) == len(p); return dict(p)

def meaning(question, got):
    method, params = question
    kind, value = got
    if kind != "ok": return got
    if method == "token.issue":
        parts = value["token"].split(".")
        if len(parts) != 5: return ("parts", parts)
        try:
            raw = base64.b64decode(parts[3], validate=True)
            assert S.b64(raw) == parts[3]
            join = json.loads(raw.decode(), object_pairs_hook=pairs)
            join = sorted(({**S.DEFAULTS, **join}).items(), key=lambda i: i[0])
            join = json.dumps(join)
        except Exception as e:
            join = ("bad", parts[3])
        good = S.PLAIN.sign(*parts[:4], params["appSecret"]) == parts[4]
        return ("token", *parts[:3], join, good)
    if value.get("valid"):
        j = value["joinParams"]
        return ("valid", json.dumps(sorted({**S.DEFAULTS, **j}.items()) if isinstance(j, dict) else j))
    return ("invalid", value.get("reason"))

def run(name, probe):
    sdk = S.make(name)
    return [meaning(q, reply(sdk, *q)) for q in probe]

names = [e[0] for e in S.TABLE]
assert len(set(names)) == len(names), [n for n in names if names.count(n) > 1]
every = [q for e in S.TABLE for q in e[3]]
ODD = [None, True, 1, -1, 1.5, 1 << 70, "", "x", "a.b", "\ud800", "\u00e9", [], {}, [1], {"channelId": "\ud800", "userId": ""}, {"channelId": "a", "userId": "b", "\ud800": 1}, {"channelId": "a", "userId": "b", "x": {"y": ["\ud800"]}}, {"channelId": 1, "userId": None}, "....", "02.app-7.1.e30=.x"]
for method, base in (S.issue(), S.verify(S.forge()), ("token.params", {"joinParamsJson": "{}"}), ("token.signature", {"version": "02", "appId": "a", "timestamp": "1", "params": "e30=", "appSecret": "k"})):
    for k in base:
        every.append((method, {n: v for n, v in base.items() if n != k}))
        every += [(method, {**base, k: odd}) for odd in ODD]
bad = 0
for name, verdict, sentence, probe, hooks in S.TABLE:
    assert sentence.isascii() and "\n" not in sentence and sentence.endswith("."), name
    if verdict == "wrong":
        a, b = run("plain", probe), run(name, probe)
        if a == b: print("SAME", name, str(a)[:300]); bad += 1
        elif "-v" in sys.argv: print("DIFF", name, *(str(v)[:230] for v in [(x, y) for x, y in zip(a, b) if x != y][0]), sep="\n    ")
        if any(x[0] == "failed" for x in b): print("FAILED", name, str(b)[:300]); bad += 1
        # every probe question alone: internal failures
        sdk = S.make(name)
        f = [q for q in every if reply(sdk, *q)[0] == "failed"]
        if f and "-v" in sys.argv: print("breaks", name, len(f), str(f[0])[:200])
    else:
        sdk = S.make(name)
        for q in every:
            a = meaning(q, reply(S.PLAIN, *q)); b = meaning(q, reply(sdk, *q))
            if a == b: continue
            if b[0] == "failed" or a[0] == "invalid" and b[0] != "invalid" or a[0] == "refused" and b[0] != "refused" or a[0]=="valid" or (b[0] not in ("refused", "invalid")):
                print("right?", name, str((q, a, b))[:500])
if "-q" not in sys.argv:
    questions = [("describe", {"protocol": 1}), S.issue(), ("token.params", {"joinParamsJson": "{}"}), ("token.signature", {"version": "02", "appId": "a", "timestamp": "1", "params": "e30=", "appSecret": "k"}), S.verify(S.forge()), ("nothing", {})]
    feed = "".join(json.dumps({"jsonrpc": "2.0", "id": i, "method": m, "params": p}) + "\n" for i, (m, p) in enumerate(questions)).encode()
    for name in names:
        p = subprocess.run([sys.executable, "strangers.py", name], input=feed, capture_output=True, timeout=20)
        lines = [json.loads(l) for l in p.stdout.splitlines()]
        if p.returncode or p.stderr or len(lines) != 6 or lines[0]["result"]["protocol"] != 1 or lines[5]["error"]["code"] != -32601:
            print("START", name, p); bad += 1
        if "result" not in lines[1]: print("no token for the usual question:", name, lines[1])
print(len(names), "variants,", bad, "bad")
