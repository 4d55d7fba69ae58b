"""Every vector about tokens as one test for pytest; needs PyYAML.

Copy this file into the tests of your SDK, put its calls in the place of those
under "The SDK", and copy the folder of the vectors next to it, or name it in
CHANNELPROOF_VECTORS.
"""
import base64
import functools
import hashlib
import hmac
import json
import os
import pathlib

import pytest
import yaml

import channel_token
import channel_token_verify

# --- The SDK: what it returns for the params of a question. Translate only. ---


def issue(p):
    """Return a token for join parameters, of the second `timestamp`."""
    return channel_token.issue(p["appId"], p["appSecret"], p["joinParams"], p["timestamp"])


def sign(p):
    """Return the signature over the parts of a token."""
    return channel_token.sign(p["version"], p["appId"], p["timestamp"], p["params"], p["appSecret"])


def verify(p):
    """Return the join parameters of a valid token."""
    return channel_token_verify.verify(p["token"], p["appId"], p["appSecret"], p["now"])


# Leave out what your SDK has not. pytest.skip() is for what its types cannot express.
SDK = {
    "token.params": lambda p: channel_token.mint_params(p["joinParamsJson"]),
    "token.signature": sign,
    "token.issue": issue,
    "token.verify": verify,
}
# What fails a test; what the interface leaves open ("unspecified") never does.
LEVELS = ("required", "recommended")
# Errors by which it refuses; any other error is a failure.
REFUSALS = (channel_token.Refused, channel_token_verify.InvalidToken)


def reason_of(error):
    """Return the reason for a refusal, as expect.reasons of the vectors has it."""
    return error.reason


# --- The judge: nothing below here knows the SDK. ---

OUTPUT = {
    "token.params": "params",
    "token.signature": "signature",
    "token.issue": "joinParams",
    "token.verify": "joinParams",
}
DEFAULTS = {"channelDuration": 0, "duration": 86400, "size": 100, "delayClose": 0}  # section 2.1
HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(os.environ.get("CHANNELPROOF_VECTORS") or HERE / "vectors")


def load():
    """Read the vectors of the methods that the SDK has."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = {}
    for path in sorted((FOLDER / "token").glob("*.yaml")):
        for vector in yaml.load(path.read_text(encoding="utf-8"), loader)["vectors"]:
            if vector["question"]["method"] in SDK:
                found[vector["id"]] = vector
    # pytest would pass over an empty list.
    assert found, (
        "no vectors in %s: npx channelproof vectors --copy vectors --format yaml writes them, "
        "and CHANNELPROOF_VECTORS names their folder" % FOLDER
    )
    return found


VECTORS = load()
JUDGED = set()


def ask(vector):
    """Return (value, None), or (None, reason) for a refusal."""
    question = vector["question"]
    try:
        return SDK[question["method"]](question["params"]), None
    except REFUSALS as refusal:
        return None, reason_of(refusal)


@functools.lru_cache(maxsize=None)
def is_accepted(vector_id):
    """Whether the twin of a refusal is accepted: code that refuses everything proves nothing."""
    return ask(VECTORS[vector_id])[1] is None


def judge(vector):
    """Raise AssertionError unless the answer is right."""
    expect = vector["expect"]
    value, reason = ask(vector)
    if reason is None:
        assert expect["verdict"] != "refuse", "accepted what must be refused: %s" % expect["reasons"]
        judge_value(vector, value)
        return
    assert expect["verdict"] != "accept", "refused what is right: %s" % reason
    assert reason in expect["reasons"], "refused for a reason that is not true"
    if "twin" in vector:
        assert is_accepted(vector["twin"]), "refused, and so was its right twin %s" % vector["twin"]


def judge_value(vector, value):
    """Compare exactly, or by meaning where the JSON is the SDK's own choice."""
    method, params = vector["question"]["method"], vector["question"]["params"]
    right = vector["expect"]["output"][OUTPUT[method]]
    if method == "token.issue":
        value = join_params_of(value, params)
    if OUTPUT[method] == "joinParams":
        value, right = meaning(value, right), meaning(right, right)
    assert is_same(value, right), "expected %r, got %r" % (right, value)


def join_params_of(token, asked):
    """Take a token apart, check all but the join parameters, and return these."""
    parts = token.split(".")
    assert len(parts) == 5, "a token has five parts"
    assert parts[:3] == ["02", asked["appId"], str(asked["timestamp"])]
    data = base64.b64decode(parts[3], validate=True)
    assert base64.b64encode(data).decode("ascii") == parts[3], "params is not standard base64"
    # Over the params as they were sent: a second JSON encoding may differ.
    mac = hmac.new(asked["appSecret"].encode("utf-8"), "".join(parts[:4]).encode("utf-8"), hashlib.sha256)
    assert parts[4] == base64.b64encode(mac.digest()).decode("ascii"), "the signature is wrong"
    secret = asked["appSecret"]
    assert len(secret) < 16 or secret not in token + data.decode("utf-8"), "the secret is in the token"
    return json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_constant=no_json)


def once(pairs):
    """Refuse a member that stands twice."""
    assert len(dict(pairs)) == len(pairs), "a member stands twice"
    return dict(pairs)


def no_json(name):
    """Refuse NaN and Infinity, which Python would take."""
    raise AssertionError("no JSON: %s" % name)


def meaning(join_params, asked):
    """Fill in the defaults; privileges that were not requested have no known meaning."""
    assert isinstance(join_params, dict), "join parameters are an object"
    given = {**DEFAULTS, **join_params}
    if "privileges" not in asked:
        given.pop("privileges", None)
    return given


def is_same(one, other):
    """Compare with types: 60 is neither 60.0 nor True."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


@pytest.mark.parametrize("vector_id", VECTORS)
def test_vector(vector_id):
    """One vector; where it does not count, the test prints what the SDK does."""
    vector = VECTORS[vector_id]
    if vector["level"] in LEVELS:
        judge(vector)
        JUDGED.add(vector["question"]["method"])
        return
    try:
        judge(vector)
    except Exception as error:
        pytest.skip("observed (%s): %s" % (vector["level"], error))


def test_every_method_was_judged():
    """Skipping everything is no success; comes last, so run it with the others."""
    assert JUDGED == set(SDK), "no vector of these passed: %s" % (set(SDK) - JUDGED)
