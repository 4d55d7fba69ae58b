"""Adapter between channelproof and your SDK: put its calls in the place of each TODO.

It only translates. A check or a repair here would test this file instead of
the SDK.
"""
from loop import ProtocolError, serve

# TODO: import your SDK. Where it stands in the folder above this one:
# import sys, pathlib
# sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
# import my_sdk

DESCRIPTION = {
    # TODO: what is tested.
    "sdk": {"name": "my-sdk", "version": "0.0.0", "language": "Python"},
    # "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock": "injected",
    # "own" if your SDK makes the Authorization value itself.
    "authorization": "given",
    # What your SDK does not take, cannot leave out or does not have, say with
    # joinParams, limits, always, operations, members and tells: see the guide of adapters.
}

# def token_issue(p):
#     return {"token": my_sdk.issue(p["appId"], p["appSecret"], p["joinParams"], p["timestamp"])}

# None for what your SDK does not have.
CALLS = {
    # TODO token.issue: appId, appSecret, joinParams (dict), timestamp (int) -> {"token": str}
    "token.issue": None,
    # TODO token.verify: token, appId, appSecret, now (int) -> {"valid": True, "joinParams": dict}
    # or {"valid": False, "reason": str}; reason may be left out
    "token.verify": None,
    # TODO token.params: joinParamsJson (text, to be encoded as it is) -> {"params": str}
    "token.params": None,
    # TODO token.signature: version, appId, timestamp (int), params, appSecret -> {"signature": str}
    "token.signature": None,
    # TODO client.call: baseUrl, appId, appSecret, timeoutMillis (int), authorization, operation, body (dict)
    # -> {"ok": True, "status": int, "token": str after auth.token}
    # or {"ok": False, "kind": "http", "network", "timeout" or "protocol", "status": int, "code": str if known}
    "client.call": None,
}


def translate(error):
    """Return the ProtocolError for an error of the SDK."""
    # TODO: the errors by which your SDK refuses, with one of the reasons missing-field,
    # wrong-type, out-of-range, empty-secret and malformed:
    # if isinstance(error, my_sdk.Refused):
    #     return ProtocolError(1, "refused", "out-of-range")
    # Code 2 is for SDKs whose types cannot hold the question (a "60" for an int).
    # The name only: the text of an error may hold a secret.
    return ProtocolError(3, "unexpected " + type(error).__name__)


if __name__ == "__main__":
    serve(DESCRIPTION, CALLS, translate)
