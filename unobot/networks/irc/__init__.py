"""IRC: the only room that imports the `irc` package, and there only guard.py does."""

from unobot.networks.irc.connection import IrcNetwork
from unobot.networks.irc.isupport import fold
from unobot.networks.irc.session import Timing

__all__ = ["IrcNetwork", "Timing", "fold"]
