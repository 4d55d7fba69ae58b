"""An adapter whose client.call goes through one of Python's HTTP libraries, as it comes: adapter.py <library>.

Only what every client of the service must do is added. With --wrong, each status is a success.
"""
import asyncio
import concurrent.futures
import importlib
import json
import re
import secrets
import sys
import threading

LIBRARY = sys.argv[1]
WRONG = "--wrong" in sys.argv
http = importlib.import_module(LIBRARY)
HTTPX = http.Client() if LIBRARY == "httpx" else None

ROUTES = {
    "auth.token": ("POST", "/auth/token"),
    "streaming.start": ("POST", "/streaming/start"),
    "streaming.update": ("PUT", "/streaming/update"),
    "streaming.stop": ("POST", "/streaming/stop"),
}
CODE_NAMES = ("code", "errorCode", "error_code", "error")


def by_requests(method, url, headers, body, seconds):
    """Send with requests."""
    response = http.request(method, url, headers=headers, data=body, timeout=seconds)
    return response.status_code, response.content


def by_httpx(method, url, headers, body, seconds):
    """Send with httpx; a client for each call would read all certificates anew."""
    response = HTTPX.request(method, url, headers=headers, content=body, timeout=seconds)
    return response.status_code, response.content


def by_urllib3(method, url, headers, body, seconds):
    """Send with urllib3."""
    response = http.request(method, url, headers=headers, body=body, timeout=seconds)
    return response.status, response.data


def by_aiohttp(method, url, headers, body, seconds):
    """Send with aiohttp."""

    async def send():
        timeout = http.ClientTimeout(total=seconds)
        async with http.request(method, url, headers=headers, data=body, timeout=timeout) as response:
            return response.status, await response.read()

    return asyncio.run(send())


LIBRARIES = {
    "requests": by_requests,
    "httpx": by_httpx,
    "urllib3": by_urllib3,
    "aiohttp": by_aiohttp,
}
# Names of exceptions: each library has its own, which derive from its general one or from OSError.
TIMEOUT = re.compile("Timeout|TimedOut")
PROTOCOL = re.compile("Protocol|Decod|Redirect|Invalid|Payload|LineTooLong|BadHttp|BadStatus")


def client_call(p):
    """Make one call and say what came of it."""
    method, path = ROUTES[p["operation"]]
    headers = {
        "Content-Type": "application/json",
        "Authorization": p["authorization"],
        "Tracking-Id": secrets.token_hex(16),
    }
    body = json.dumps(p["body"]).encode()
    url = p["baseUrl"].rstrip("/") + path
    try:
        status, content = LIBRARIES[LIBRARY](method, url, headers, body, p["timeoutMillis"] / 1000)
    except Exception as error:
        return {"ok": False, "kind": kind_of(error)}
    return outcome(p["operation"], status, parse(content))


def kind_of(error):
    """Return timeout, protocol or network."""
    names = [type(error).__name__, type(getattr(error, "reason", None)).__name__]
    if any(TIMEOUT.search(name) for name in names):
        return "timeout"
    return "protocol" if any(PROTOCOL.search(name) for name in names) else "network"


def outcome(operation, status, value):
    """Sections 4.1 and 7: success is 200 alone, with a token if one was requested."""
    token = value.get("token") if isinstance(value, dict) else None
    if status != 200 and not WRONG:
        code = code_in(value)
        return {"ok": False, "kind": "http", "status": status, **({"code": code} if code else {})}
    if operation != "auth.token":
        return {"ok": True, "status": status}
    if isinstance(token, str):
        return {"ok": True, "status": status, "token": token}
    return {"ok": WRONG, "status": status, **({} if WRONG else {"kind": "protocol"})}


def parse(content):
    """Return the JSON value, or None."""
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        return None


def code_in(value):
    """Return the first error code, however deep: section 7 does not show the shape of error bodies."""
    members = value if isinstance(value, dict) else {}
    for name in CODE_NAMES:
        found = members.get(name)
        if isinstance(found, str) and re.fullmatch(r"[A-Za-z]+(\.[A-Za-z]+)+", found):
            return found
    below = value if isinstance(value, list) else members.values()
    return next((code for code in map(code_in, below) if code), None)


METHODS = {
    "describe": lambda _: {
        "protocol": 1,
        "sdk": {"name": LIBRARY, "version": http.__version__, "language": "Python"},
        "methods": ["client.call"],
        "clock": "injected",
        "authorization": "given",
    },
    "client.call": client_call,
}


def answer(line, lock=threading.Lock()):
    """Write the answer to one line."""
    question = json.loads(line)
    message = {"jsonrpc": "2.0", "id": question["id"]}
    try:
        message["result"] = METHODS[question["method"]](question["params"])
    except Exception as error:
        message["error"] = {"code": 3, "message": type(error).__name__}
    with lock:
        print(json.dumps(message), flush=True)


with concurrent.futures.ThreadPoolExecutor(max_workers=64) as pool:
    for line in sys.stdin.buffer:
        pool.submit(answer, line)
