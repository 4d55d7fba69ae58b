"""Request bodies: sections 2.1, 2.3 and 4. Strict, since an int of the interface is neither "60" nor true."""

from typing import Annotated, Any, Literal, Self

from pydantic import AnyUrl, BaseModel, ConfigDict, Field, UrlConstraints, model_validator

RtmpUrl = Annotated[AnyUrl, UrlConstraints(allowed_schemes=["rtmp"])]
Seconds = Annotated[int, Field(ge=0, le=86400)]
Fps = Literal[15, 30]


class Body(BaseModel):
    model_config = ConfigDict(strict=True)


class JoinParams(Body):
    channelId: str
    userId: str
    privileges: int | None = None
    channelDuration: Annotated[int, Field(ge=0)] | None = None
    duration: Seconds | None = None
    size: Annotated[int, Field(ge=1)] | None = None
    delayClose: Seconds | None = None


class Stream(Body):
    streamId: int
    url: RtmpUrl
    flag: int = Field(ge=1, le=15)
    # Not Literal[1, 2], which takes true for 1.
    type: int = Field(ge=1, le=2)
    userId: str | None = None
    layout: dict[str, Any] | None = None
    fps: Fps = 30
    watermarks: list[Any] | None = None
    delayClose: int = Field(default=0, ge=0, le=600)

    @model_validator(mode="after")
    def single_stream_names_its_user(self) -> Self:
        if self.type == 2 and self.userId is None:
            raise ValueError("userId is required in single-stream mode")
        return self


class StreamUpdate(Body):
    """type and flag are no members of an update (4.3), so they change nothing."""

    streamId: int
    url: RtmpUrl | None = None
    userId: str | None = None
    layout: dict[str, Any] | None = None
    fps: Fps | None = None
    watermarks: list[Any] | None = None


class StartRequest(Body):
    channelId: str
    streamList: list[Stream] = Field(min_length=1)


class UpdateRequest(Body):
    channelId: str
    streamList: list[StreamUpdate]


class StopRequest(Body):
    channelId: str
    streamId: int | None = None
