"""Adapter between channelproof and the SDK in channel_*.py: put the calls of your SDK in the place of theirs.

It only translates. A check or a repair here would test this file instead of
the SDK.
"""
import channel_client
import channel_token
import channel_token_verify
from loop import ProtocolError, serve

DESCRIPTION = {
    "sdk": {"name": "channel_token", "version": "1.0.0", "language": "Python"},
    # "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock": "injected",
    # "own" if your SDK makes the Authorization value itself.
    "authorization": "given",
    # What your SDK does not take, cannot leave out or does not have, say with
    # joinParams, limits, always, operations, members and tells: see the guide of adapters.
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


def client_call(p):
    """Translate client.call: a failed call is a result as well."""
    try:
        status, token = channel_client.call(
            p["baseUrl"], p["authorization"], p["timeoutMillis"] / 1000, p["operation"], p["body"]
        )
    except channel_client.CallFailed as failed:
        found = {"ok": False, "kind": failed.kind, "status": failed.status, "code": failed.code}
    else:
        found = {"ok": True, "status": status, "token": token}
    return {name: value for name, value in found.items() if value is not None}


# None for what your SDK does not have.
CALLS = {
    "token.params": token_params,
    "token.signature": token_signature,
    "token.issue": token_issue,
    "token.verify": token_verify,
    "client.call": client_call,
}


def translate(error):
    """Return the ProtocolError for an error of the SDK."""
    if isinstance(error, channel_token.Refused):
        # Code 1 needs a reason; without it the answer counts as a failure.
        return ProtocolError(1, str(error), error.reason)
    # Code 2 is for SDKs whose types cannot hold the question (a "60" for an int).
    # The name only: the text of an error may hold a secret.
    return ProtocolError(3, "unexpected " + type(error).__name__)


if __name__ == "__main__":
    serve(DESCRIPTION, CALLS, translate)
