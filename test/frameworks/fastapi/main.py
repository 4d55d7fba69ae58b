"""Starts the service on a free port and prints its base URL."""

import socket

import uvicorn

from service import create_app
from settings import read_settings


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Only a server that listens knows its port."""
        await super().startup(sockets)
        host, port = self.servers[0].sockets[0].getsockname()
        print(f"http://{host}:{port}", flush=True)


if __name__ == "__main__":
    app = create_app(read_settings())
    Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", access_log=False)).run()
