"""A program on a device whose SDK reads its own clock: it answers lines of questions, and notes its times.

Its folder holds the files of the Python sample as well.
"""
import json
import sys
import time

import adapter
from loop import ProtocolError


def token_issue(p):
    """Issue a token of now."""
    return adapter.token_issue({**p, "timestamp": int(time.time())})


METHODS = {
    "describe": lambda _: {"protocol": 1, **adapter.DESCRIPTION, "clock": "system", "methods": ["token.issue"]},
    "token.issue": token_issue,
}


def answer(question):
    """Answer one question: a result or an error, with both times."""
    asked_at = time.time()
    try:
        found = {"result": METHODS[question["method"]](question["params"])}
    except Exception as error:
        failure = adapter.translate(error)
        assert isinstance(failure, ProtocolError)
        data = {} if failure.reason is None else {"data": {"reason": failure.reason}}
        found = {"error": {"code": failure.code, "message": failure.message, **data}}
    times = {"askedAt": asked_at, "answeredAt": time.time()}
    return {"jsonrpc": "2.0", "id": question["id"], **found, **times}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
