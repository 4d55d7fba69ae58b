"""Adapter between channelproof and the SDK in channel_token*.py: reads questions, writes answers.

It only translates. Never check or repair a value here: the checks would then
test this file instead of the SDK.
"""
import json
import sys
import threading

import adapter_client
import channel_token
import channel_token_verify


def describe(_):
    """Say what is tested; channelproof asks this first."""
    return {
        "protocol": 1,
        "sdk": {"name": "channel_token", "version": "1.0.0", "language": "Python"},
        "methods": [name for name in METHODS if name != "describe"],
        # "system" if your SDK reads the clock itself; timestamp is then not sent.
        "clock": "injected",
        # "own" if your SDK makes the Authorization value itself.
        "authorization": "given",
        # What your SDK does not take, cannot leave out or does not have, say with
        # joinParams, limits, always, operations and tells: see the guide of adapters.
    }


def token_params(p):
    """Translate token.params."""
    return {"params": channel_token.mint_params(p["joinParamsJson"])}


def token_signature(p):
    """Translate token.signature; the names differ, so each is passed by hand."""
    signature = channel_token.sign(
        p["version"], p["appId"], p["timestamp"], p["params"], p["appSecret"]
    )
    return {"signature": signature}


def token_issue(p):
    """Translate token.issue."""
    token = channel_token.issue(p["appId"], p["appSecret"], p["joinParams"], p["timestamp"])
    return {"token": token}


def token_verify(p):
    """Translate token.verify: an invalid token is a result, not an error."""
    try:
        found = channel_token_verify.verify(
            p["token"], p["appId"], p["appSecret"], p["now"]
        )
    except channel_token_verify.InvalidToken as invalid:
        return {"valid": False, "reason": invalid.reason}
    return {"valid": True, "joinParams": found}


# What is not in this table is answered with -32601 and skipped by the suite.
METHODS = {
    "describe": describe,
    "token.params": token_params,
    "token.signature": token_signature,
    "token.issue": token_issue,
    "token.verify": token_verify,
    "client.call": adapter_client.client_call,
}


def answer(line):
    """Return the answer to one line, whatever goes wrong."""
    question_id = None
    try:
        question = json.loads(line.decode("utf-8"))
        question_id = question.get("id")
        method = METHODS.get(question.get("method"))
        if method is None:
            return failure(question_id, -32601, "method not offered")
        return encode({"jsonrpc": "2.0", "id": question_id, "result": method(question["params"])})
    except channel_token.Refused as refused:
        # Code 1 needs data.reason; without it the answer counts as a failure.
        return failure(question_id, 1, str(refused), {"reason": refused.reason})
    # Code 2 is for SDKs whose types cannot hold the question (a "60" for an int).
    except Exception as error:  # the name only: the text of an error may hold a secret
        return failure(question_id, 3, "unexpected " + type(error).__name__)


def failure(question_id, code, message, data=None):
    """Return an error answer."""
    error = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return encode({"jsonrpc": "2.0", "id": question_id, "error": error})


def encode(message):
    """Return one line; its ASCII escapes are UTF-8 whatever the locale says."""
    return json.dumps(message, allow_nan=False).encode("ascii") + b"\n"


def main():
    """Answer until the input ends, and finish the calls that are under way."""
    # Bytes, because text streams follow the locale and translate line ends.
    output, lock = sys.stdout.buffer, threading.Lock()
    # A print() somewhere in the SDK must not land between two answers.
    sys.stdout = sys.stderr

    def reply(line):
        message = answer(line)
        with lock:
            output.write(message)
            output.flush()

    with adapter_client.POOL as pool:
        for line in sys.stdin.buffer:
            if b'"client.call"' in line:
                pool.submit(reply, line)
            else:
                reply(line)


if __name__ == "__main__":
    main()
