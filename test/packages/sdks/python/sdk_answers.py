"""Copied beside the sample adapter: its calls, asked by the plugin."""

import adapter
import channel_token
import channelproof


def answer(method, params):
    """Return the result of the adapter protocol."""
    try:
        return adapter.CALLS[method](params)
    except channel_token.Refused as refused:
        raise channelproof.Refused(refused.reason) from refused
