"""The translation of client.call; calls run side by side, since some of them wait for their time limit."""
from concurrent.futures import ThreadPoolExecutor

import channel_client

POOL = ThreadPoolExecutor(max_workers=64)


def client_call(p):
    """Translate client.call: a failed call is a result, not an error."""
    try:
        status, token = channel_client.call(
            p["baseUrl"], p["authorization"], p["timeoutMillis"] / 1000, p["operation"], p["body"]
        )
    except channel_client.CallFailed as failed:
        told = {"ok": False, "kind": failed.kind, "status": failed.status, "code": failed.code}
    else:
        told = {"ok": True, "status": status, "token": token}
    return {name: value for name, value in told.items() if value is not None}
