"""The four endpoints of section 4."""

from typing import Annotated

from fastapi import Depends, FastAPI, Header

from auth import issue_token, signer
from channels import Channels
from errors import ServiceError, add_error_handlers
from models import JoinParams, StartRequest, StopRequest, UpdateRequest
from settings import App, Settings


def create_app(settings: Settings) -> FastAPI:
    app = FastAPI(title="Real-Time Channel Service", docs_url=None, redoc_url=None, openapi_url=None)
    channels = Channels({settings.channel: {settings.channel_user}})
    add_error_handlers(app)

    async def caller(authorization: Annotated[str, Header()] = "") -> App:
        return signer(settings.apps, authorization)

    async def authenticated(authorization: Annotated[str, Header()] = "") -> App:
        """Streaming has one status for every authentication error (section 5, point 3)."""
        try:
            return signer(settings.apps, authorization)
        except ServiceError as error:
            raise ServiceError(401, error.code) from error

    @app.post("/auth/token")
    async def token(body: JoinParams, app: Annotated[App, Depends(caller)]) -> dict[str, str]:
        return {"token": issue_token(app, body)}

    @app.post("/streaming/start", dependencies=[Depends(authenticated)])
    async def start(body: StartRequest) -> None:
        channels.find(body.channelId).start(body.streamList)

    @app.put("/streaming/update", dependencies=[Depends(authenticated)])
    async def update(body: UpdateRequest) -> None:
        channels.find(body.channelId).update(body.streamList)

    @app.post("/streaming/stop", dependencies=[Depends(authenticated)])
    async def stop(body: StopRequest) -> None:
        channels.find(body.channelId).stop(body.streamId)

    return app
