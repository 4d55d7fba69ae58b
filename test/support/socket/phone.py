"""A program that plays a phone: the calls of the sample adapter, over stdio or over a socket.

phone.py FAULT stdio             answers on standard output
phone.py FAULT call HOST PORT CODE   calls in, again after each connection, until the run is over
phone.py FAULT wait              listens; prints its port
"""
import concurrent.futures
import os
import socket
import sys
import threading

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../runners/adapters/python")
sys.path.insert(0, FOLDER)
import adapter  # noqa: E402
import channel_client  # noqa: E402
import channel_token  # noqa: E402
import channel_token_verify  # noqa: E402
import loop  # noqa: E402


def url_safe():
    right = channel_token.standard_base64
    channel_token.standard_base64 = lambda data: right(data).replace("+", "-").replace("/", "_")


def no_padding():
    right = channel_token.standard_base64
    channel_token.standard_base64 = lambda data: right(data).rstrip("=")


def milliseconds():
    right = channel_token.issue
    channel_token.issue = lambda app_id, secret, params, now: right(app_id, secret, params, now * 1000)


def never_expires():
    right = channel_token_verify.verify
    channel_token_verify.verify = lambda token, app_id, secret, _: right(token, app_id, secret, 0)


def put_as_post():
    channel_client.ROUTES["streaming.update"] = ("POST", "/streaming/update")


FAULTS = {
    "right": lambda: None,
    "url-safe": url_safe,
    "no-padding": no_padding,
    "milliseconds": milliseconds,
    "never-expires": never_expires,
    "put-as-post": put_as_post,
}


def answer(connection):
    """Answer the questions of one connection, until the run closes it."""
    described = dict(adapter.DESCRIPTION, protocol=1, methods=list(adapter.CALLS))
    methods = dict(adapter.CALLS, describe=lambda _: described)
    lock = threading.Lock()

    def reply(line):
        message = loop._answer(line, methods, adapter.translate)
        with lock:
            connection.sendall(message)

    with connection, concurrent.futures.ThreadPoolExecutor(max_workers=64) as pool:
        for line in connection.makefile("rb"):
            if b'"client.call"' in line:
                pool.submit(reply, line)
            else:
                reply(line)


def call(host, port, code):
    while True:
        try:
            connection = socket.create_connection((host, int(port)))
        except OSError:
            return  # the run is over
        try:
            connection.sendall(code.encode("ascii") + b"\n")
            answer(connection)
        except OSError:
            pass  # the run has ended this connection; it may want another one


def wait():
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


if __name__ == "__main__":
    fault, way, *rest = sys.argv[1:]
    FAULTS[fault]()
    if way == "stdio":
        loop.serve(adapter.DESCRIPTION, adapter.CALLS, adapter.translate)
    else:
        {"call": call, "wait": wait}[way](*rest)
