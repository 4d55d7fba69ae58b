"""SDKs in Python that read their own clock: `python3 adapter.py <behaviour>`.

They answer by the SDK of the sample, and each is right on most days.
"""
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "runners" / "adapters" / "python"))
sys.dont_write_bytecode = True

import adapter
import channel_token
from loop import serve

TEXT = "%Y-%m-%d %H:%M:%S"


def right():
    """The second of now."""
    return int(time.time())


def bits_31():
    """It ends on 2038-01-19 at 03:14:08 UTC."""
    return int(time.time()) & 0x7FFFFFFF


def local_text():
    """By way of local time, which comes twice when daylight saving time ends."""
    return int(datetime.strptime(datetime.now().strftime(TEXT), TEXT).timestamp())


def next_year():
    """It also reckons with the same day of the next year, which a leap day does not have."""
    now = datetime.now(timezone.utc)
    now.replace(year=now.year + 1)
    return int(now.timestamp())


BEHAVIOURS = {"right": right, "31-bits": bits_31, "local-text": local_text, "next-year": next_year}
NOW = BEHAVIOURS[sys.argv[1]]


def token_issue(p):
    """Translate token.issue."""
    return {"token": channel_token.issue(p["appId"], p["appSecret"], p["joinParams"], NOW())}


serve(
    {**adapter.DESCRIPTION, "clock": "system"},
    {**adapter.CALLS, "token.issue": token_issue, "client.call": None},
    adapter.translate,
)
