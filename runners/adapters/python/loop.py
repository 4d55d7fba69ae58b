"""The loop of an adapter: reads questions, writes answers. It needs no change."""
import concurrent.futures
import json
import sys
import threading


class ProtocolError(Exception):
    """An error answer: 1 refused (with a reason), 2 the SDK's types cannot hold the question, 3 any other."""

    def __init__(self, code, message, reason=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.reason = reason


def serve(description, calls, translate):
    """Answer until the input ends, and finish the calls that are under way.

    A call of `calls` that is None is not offered; `translate` makes a
    ProtocolError of an error of the SDK.
    """
    # Bytes, because text streams follow the locale and translate line ends.
    output, lock = sys.stdout.buffer, threading.Lock()
    # A print() somewhere in the SDK must not land between two answers.
    sys.stdout = sys.stderr
    offered = {name: call for name, call in calls.items() if call is not None}
    described = {"protocol": 1, **description, "methods": list(offered)}
    methods = {"describe": lambda _: described, **offered}

    def reply(line):
        message = _answer(line, methods, translate)
        with lock:
            output.write(message)
            output.flush()

    # Side by side, since some calls wait for their time limit.
    with concurrent.futures.ThreadPoolExecutor(max_workers=64) as pool:
        for line in sys.stdin.buffer:
            if b'"client.call"' in line:
                pool.submit(reply, line)
            else:
                reply(line)


def _answer(line, methods, translate):
    """Return the answer to one line, whatever goes wrong."""
    question_id = None
    try:
        question = json.loads(line.decode("utf-8"))
        question_id = question.get("id")
        method = methods.get(question.get("method"))
        if method is None:
            raise ProtocolError(-32601, "method not offered")
        return _encode(question_id, "result", method(question["params"]))
    except ProtocolError as error:
        return _failure(question_id, error)
    except Exception as error:
        return _failure(question_id, translate(error))


def _failure(question_id, error):
    found = {"code": error.code, "message": error.message}
    if error.reason is not None:
        found["data"] = {"reason": error.reason}
    return _encode(question_id, "error", found)


def _encode(question_id, name, value):
    """Return one line; its ASCII escapes are UTF-8 whatever the locale says."""
    message = {"jsonrpc": "2.0", "id": question_id, name: value}
    return json.dumps(message, allow_nan=False).encode("ascii") + b"\n"
