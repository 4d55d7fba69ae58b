"""The vectors of channelproof as JSON, and what a function under test raises."""

import importlib.resources
import json


def family(name):
    """Return a family, such as "token/signature": its file as the json module reads it.

    "index" is the list of all families.
    """
    file = importlib.resources.files(__name__).joinpath("vectors").joinpath(*f"{name}.json".split("/"))
    return json.loads(file.read_text(encoding="utf-8"))


class Refused(Exception):
    """Raise it where the SDK refuses, with the reason of the adapter protocol, such as "out-of-range"."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class Unsupported(Exception):
    """Raise it where the SDK has no such method, or its types cannot express the question."""
