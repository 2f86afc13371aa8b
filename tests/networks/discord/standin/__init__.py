"""A small Discord of our own, for tests: discord.py logs in to it, and people use it as they use the real one.

async with Standin() as standin:
    ann, den = standin.user("ann"), standin.guild("den")
    den.add(ann)
    uno = den.text_channel("uno")
    …                                          # the bot starts, with standin.api, .gateway_url and .token
    await standin.until_connected()
    await ann.say(uno, "!uno")
    await uno.until("opens a table")
    pressed = await ann.click(uno.messages[-1], "Join")
    assert (await pressed.response).ephemeral
"""

from tests.networks.discord.standin.channels import Channel
from tests.networks.discord.standin.faults import Fault
from tests.networks.discord.standin.guilds import Guild, Member, Role
from tests.networks.discord.standin.interactions import Choice, Interaction, Modal, Response
from tests.networks.discord.standin.messages import Attachment, Button, Message, Upload
from tests.networks.discord.standin.people import User
from tests.networks.discord.standin.rest import Request
from tests.networks.discord.standin.server import Standin
from tests.networks.discord.standin.slash import NotOffered

__all__ = [
    "Attachment",
    "Button",
    "Channel",
    "Choice",
    "Fault",
    "Guild",
    "Interaction",
    "Member",
    "Message",
    "Modal",
    "NotOffered",
    "Request",
    "Response",
    "Role",
    "Standin",
    "Upload",
    "User",
]
