"""Channels and their pushes (sections 4.2 to 4.4). Nothing here awaits, so each request is handled as a whole."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from errors import ServiceError
from models import Stream, StreamUpdate

MOST_STREAMS = 3


@dataclass
class Channel:
    users: set[str]
    streams: dict[int, Stream] = field(default_factory=dict)

    def start(self, wanted: list[Stream]) -> None:
        """All or none. A streamId that runs already is started anew with its new configuration."""
        self._check_users(stream.userId for stream in wanted)
        after = self.streams | {stream.streamId: stream for stream in wanted}
        if len(after) > MOST_STREAMS:
            raise ServiceError(409, "Stream.Limit.Reached")
        self.streams = after

    def update(self, changes: list[StreamUpdate]) -> None:
        self._check_users(change.userId for change in changes)
        after = dict(self.streams)
        for change in changes:
            after[change.streamId] = _changed(self._running(change.streamId), change)
        self.streams = after

    def stop(self, stream_id: int | None) -> None:
        if stream_id is None:
            self.streams = {}
        else:
            self._running(stream_id)
            del self.streams[stream_id]

    def _running(self, stream_id: int) -> Stream:
        if stream_id not in self.streams:
            raise ServiceError(404, "Stream.NotFound")
        return self.streams[stream_id]

    def _check_users(self, named: Iterable[str | None]) -> None:
        if any(user is not None and user not in self.users for user in named):
            raise ServiceError(400, "User.NotInChannel")


def _changed(stream: Stream, change: StreamUpdate) -> Stream:
    """What an update leaves out stays as it is. The user of a single-stream push is fixed (4.3 rule 2)."""
    if stream.type == 2 and change.userId is not None:
        raise ServiceError(400, "User.Fixed")
    return stream.model_copy(update=change.model_dump(exclude_none=True))


class Channels:
    def __init__(self, open_channels: dict[str, set[str]]) -> None:
        self._channels = {name: Channel(users) for name, users in open_channels.items()}

    def find(self, channel_id: str) -> Channel:
        if channel_id not in self._channels:
            raise ServiceError(404, "Channel.NotFound")
        return self._channels[channel_id]
