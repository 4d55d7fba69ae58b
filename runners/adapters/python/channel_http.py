"""One HTTP exchange within one time limit; http.client alone limits each step, not the whole."""
import contextlib
import http.client
import io
import socket
import ssl
import time

PIECE = 1 << 16
BODY_LIMIT = 16 << 20


class Oversized(Exception):
    """A response body above BODY_LIMIT; `status` came before it."""

    def __init__(self, status):
        super().__init__("response body too long")
        self.status = status


def exchange(method, url, body, headers, seconds):
    """Return (status, body) of one request; the body is None if it was cut off.

    `url` is the result of urlsplit. Redirects are not followed, and each call
    has its own connection: a POST that finds a kept one dead could not be
    repeated without the risk of doing it twice.
    """
    deadline = _Deadline(seconds)
    make, port = _SCHEMES[url.scheme]
    with contextlib.closing(_open(url, url.port or port, deadline)) as sock:
        connection = make(url.hostname, url.port or port)
        connection.response_class = _Response
        connection.sock = _Limited(sock, deadline)
        try:
            connection.request(method, url.path, body, dict(headers, Connection="close"))
        except (BrokenPipeError, ConnectionResetError):
            pass  # a server may answer before it has read all: the answer counts
        response = connection.getresponse()
        return response.status, _read(response)


def _read(response):
    body = bytearray()
    try:
        while len(body) <= BODY_LIMIT:
            piece = response.read(PIECE)
            if not piece:
                # read() with a size does not say that Content-Length promised more.
                return None if response.length else bytes(body)
            body += piece
    except socket.timeout:
        raise
    except (OSError, http.client.HTTPException):
        return None
    raise Oversized(response.status)


def _open(url, port, deadline):
    # Address by address, since create_connection gives each the whole limit.
    # The name look-up has the limits of the system's resolver.
    error = OSError("no address")
    for *_, address in socket.getaddrinfo(url.hostname, port, type=socket.SOCK_STREAM):
        try:
            sock = socket.create_connection(address[:2], deadline.left())
            break
        except socket.timeout:
            raise
        except OSError as refused:
            error = refused
    else:
        raise error
    # http.client sends headers and body apart; the second must not wait for an ACK.
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if url.scheme == "http":
        return sock
    sock.settimeout(deadline.left())  # limits the whole handshake
    return ssl.create_default_context().wrap_socket(sock, server_hostname=url.hostname)


_SCHEMES = {
    "http": (http.client.HTTPConnection, http.client.HTTP_PORT),
    "https": (http.client.HTTPSConnection, http.client.HTTPS_PORT),
}


class _Deadline:
    def __init__(self, seconds):
        self._end = time.monotonic() + seconds

    def left(self):
        left = self._end - time.monotonic()
        if left <= 0:
            raise socket.timeout("time limit")
        return left


class _Limited:
    """What http.client needs of a socket, each step cut down to the time left."""

    def __init__(self, sock, deadline):
        self._sock, self._deadline = sock, deadline

    def sendall(self, data):
        for start in range(0, len(data), PIECE):
            self._sock.settimeout(self._deadline.left())
            self._sock.sendall(data[start : start + PIECE])

    def makefile(self, _mode):
        return _Lines(_Pieces(self._sock, self._deadline))

    def close(self):
        """Do nothing: http.client closes before it reads, so `exchange` closes."""


class _Pieces(io.RawIOBase):
    def __init__(self, sock, deadline):
        self._sock, self._deadline = sock, deadline

    def readable(self):
        return True

    def readinto(self, buffer):
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv_into(buffer)


class _Lines(io.BufferedReader):
    def readline(self, limit=-1):
        line = super().readline(limit)
        # http.client would take headers that are cut off for complete ones.
        if not line.endswith(b"\n") and (limit < 0 or len(line) < limit):
            raise ConnectionError("cut off")
        return line


class _Response(http.client.HTTPResponse):
    def _read_status(self):
        # RFC 9110 section 15.2: skip what comes before the final status.
        # http.client does so with 100 only.
        while True:
            found = super()._read_status()
            if not 101 < found[1] < 200:
                return found
            http.client.parse_headers(self.fp)
