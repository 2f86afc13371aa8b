"""A small IRC server of our own, for `unobot run` without a configuration: loopback only, in the bot's own loop.

message.py knows lines, state.py who is where, registration.py, channels.py, modes.py and talk.py what the commands do,
commands.py the table of them, listener.py the sockets. It knows nothing of UNO, and the bot is a client like any
other, but for a password by which it is known.
"""

from unobot.networks.irc.server.listener import ADDRESS, FIRST_PORT, NoPort, Server

__all__ = ["ADDRESS", "FIRST_PORT", "NoPort", "Server"]
