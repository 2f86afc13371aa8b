"""Handlers for answers to interactions: the one callback, and what its token is good for afterwards."""

from __future__ import annotations

from tests.networks.discord.standin.interactions import (
    ASK,
    AUTOCOMPLETE,
    CALLBACK_SECONDS,
    CHOICES,
    DEFER_SAY,
    DEFER_UPDATE,
    MODAL,
    SAY,
    SLASH,
    TOKEN_SECONDS,
    UPDATE,
    Choice,
    Interaction,
    Modal,
    Response,
)
from tests.networks.discord.standin.limits import (
    ACKNOWLEDGED,
    EPHEMERAL,
    INVALID_TOKEN,
    LOADING,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Json,
    Refused,
    check_choices,
    check_modal,
    need,
)
from tests.networks.discord.standin.messages import COMMAND, REPLY, Message
from tests.networks.discord.standin.rest import Request, Routes
from tests.networks.discord.standin.world import World

route = Routes()


def _interaction(world: World, token: str) -> Interaction | None:
    return next((one for one in reversed(world.interactions) if one.token == str(token)), None)


@route("POST", "/interactions/{id}/{token}/callback")
def callback(world: World, request: Request, number: int, token: str) -> Json | None:
    interaction = _interaction(world, token)
    if interaction is None or interaction.id != number:
        raise Refused(*UNKNOWN_INTERACTION)
    if interaction.answer:
        raise Refused(*ACKNOWLEDGED)
    if world.clock.now() - interaction.at > CALLBACK_SECONDS:
        raise Refused(*UNKNOWN_INTERACTION)
    kind, data = request.body["type"], request.body.get("data") or {}
    need(kind in _allowed(interaction), "type", f"Answer {kind} does not go with interaction {interaction.kind}.")
    answer = _answer(world, interaction, kind, data, request)
    interaction.answered_with(answer)
    if request.query.get("with_response") not in ("1", "true"):
        return None
    head: Json = {"id": str(interaction.id), "type": interaction.kind}
    if answer.message is None:
        return {"interaction": head}
    head["response_message_id"] = str(answer.message.id)
    head["response_message_loading"] = answer.message.loading
    head["response_message_ephemeral"] = answer.message.ephemeral
    if kind == DEFER_UPDATE:
        return {"interaction": head}
    return {"interaction": head, "resource": {"type": kind, "message": answer.message.payload()}}


def _allowed(interaction: Interaction) -> set[int]:
    if interaction.kind == AUTOCOMPLETE:
        return {CHOICES}
    allowed = {SAY, DEFER_SAY}
    if interaction.message:
        allowed |= {UPDATE, DEFER_UPDATE}
    if interaction.kind != MODAL:
        allowed |= {ASK}
    return allowed


def _answer(world: World, interaction: Interaction, kind: int, data: Json, request: Request) -> Response:
    if kind == CHOICES:
        choices = data.get("choices") or []
        check_choices(choices)
        return Response(kind, choices=[Choice(one["name"], one["value"]) for one in choices])
    if kind == ASK:
        check_modal(data)
        return Response(kind, modal=Modal(interaction, data["custom_id"], data["title"], data["components"]))
    if kind == SAY:
        interaction.original = _say(world, interaction, data, request)
    elif kind == DEFER_SAY:
        interaction.original = _thinking(world, interaction, int(data.get("flags") or 0))
    else:
        interaction.original = interaction.message
        if kind == UPDATE and interaction.message:
            _there(interaction.message)
            world.edit(interaction.message, data, request.files)
    return Response(kind, interaction.original)


def _say(world: World, interaction: Interaction, data: Json, request: Request) -> Message:
    return world.post(
        interaction.channel,
        world.bot,
        data,
        request.files,
        kind=COMMAND if interaction.kind == SLASH else REPLY,
        caused=interaction.metadata,
        only_for=interaction.user,
        reply_to=interaction.message,
    )


def _thinking(world: World, interaction: Interaction, flags: int) -> Message:
    """Empty, so it is not checked as other messages are."""
    return world.place(
        Message(
            world,
            world.clock.id(),
            interaction.channel,
            world.bot,
            world.clock.stamp(),
            flags=flags & EPHEMERAL | LOADING,
            kind=COMMAND if interaction.kind == SLASH else REPLY,
            caused=interaction.metadata,
            only_for=interaction.user if flags & EPHEMERAL else None,
            reply_to=interaction.message,
        )
    )


# Afterwards


def _answered(world: World, token: str) -> Interaction:
    """The interaction of this token, as long as it is good for something."""
    interaction = _interaction(world, token)
    if interaction is None or interaction.answer is None:
        raise Refused(*UNKNOWN_WEBHOOK)
    if world.clock.now() - interaction.at > TOKEN_SECONDS:
        raise Refused(*INVALID_TOKEN)
    return interaction


def _there(message: Message | None) -> Message:
    if message is None or message.deleted or message.channel.deleted:
        raise Refused(*UNKNOWN_MESSAGE)
    return message


def _message(world: World, token: str, which: int | str) -> Message:
    interaction = _answered(world, token)
    if which == "@original":
        return _there(interaction.original)
    own = [interaction.original, *interaction.followups]
    return _there(next((one for one in own if one and one.id == which), None))


@route("POST", "/webhooks/{app}/{token}")
def follow_up(world: World, request: Request, app: int, token: str) -> Json:
    interaction = _answered(world, token)
    if interaction.original and not interaction.original.deleted and interaction.original.loading:
        # The first message after "is thinking" takes its place, and is as private as that was.
        return world.edit(interaction.original, request.body, request.files).payload()
    message = _say(world, interaction, request.body, request)
    interaction.followups.append(message)
    world.changed()
    return message.payload()


@route("GET", "/webhooks/{app}/{token}/messages/{message}")
def message_one(world: World, request: Request, app: int, token: str, which: int | str) -> Json:
    return _message(world, token, which).payload()


@route("PATCH", "/webhooks/{app}/{token}/messages/{message}")
def edit(world: World, request: Request, app: int, token: str, which: int | str) -> Json:
    return world.edit(_message(world, token, which), request.body, request.files).payload()


@route("DELETE", "/webhooks/{app}/{token}/messages/{message}")
def delete(world: World, request: Request, app: int, token: str, which: int | str) -> None:
    world.remove(_message(world, token, which))
