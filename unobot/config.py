"""The configuration: a TOML text in, one frozen `Config` out, or every mistake in it at once.

A mistake is a line for the person who wrote the file: the key as they would look for it (`irc[0].servers[1]`), what
was found there, and what is allowed. What each setting may be stands in its type below, which pydantic walks through;
what concerns several tables is looked at in `parse`. No line, `repr` or log shows a secret: secrets are `SecretStr`,
and where a person may have put one in the wrong place, the value is not repeated. Every secret X can be given as X,
X_env or X_file; afterwards there is only X. config.example.toml must name every setting (tests/test_config.py
compares).
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    SecretStr,
    SkipValidation,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from unobot import Mistake
from unobot.engine.rules import OPTIONS, PRESETS, Preset, RulesError, allowed, choices


class ConfigError(Mistake):
    """All mistakes, each a line."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = ["".join(c if c.isprintable() else ascii(c)[1:-1] for c in line) for line in mistakes]
        super().__init__("\n".join(self.mistakes))


# What was found, and what would be right

MISSING = object()  # stands where a required setting is not given


@dataclass(frozen=True)
class _Unknown:
    """Stands in for the value of a key that there is not: the keys that there are."""

    names: Collection[str]


@dataclass(frozen=True)
class _Given:
    """A secret as it was given: by the keys X, X_env and X_file."""

    name: str
    ways: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class _Context:
    """What the types below need to know besides the value."""

    folder: Path = Path()
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    presets: Collection[str] = tuple(PRESETS)


def _context(info: ValidationInfo) -> _Context:
    return info.context if isinstance(info.context, _Context) else _Context()


def _kind(value: object) -> str:
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "text", list: "a list"}
    return "missing" if value is MISSING else kinds.get(type(value), "a table" if isinstance(value, dict) else "a date")


def _found(value: object) -> str:
    """A value for a mistake; nothing of lists and tables, because there may be secrets in them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**20):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 60 else value[:60] + "…", ensure_ascii=False)
    return "an empty list" if value == [] else _kind(value)


def _careful(value: object) -> str:
    """The same for what may hold a password that belongs elsewhere: "#uno key", "https://me:password@host"."""
    hidden = isinstance(value, str) and re.search(r"[\s@]", value)
    return "text with a blank or an @ in it (not shown)" if hidden else _found(value)


def _nearest(word: str, words: Collection[str]) -> str:
    near = get_close_matches(word.lower(), words, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(words)}"


def _a_preset(value: object, presets: Collection[str]) -> str:
    near = get_close_matches(_canonical(value), presets, 1) if isinstance(value, str) else []
    return f"one of {', '.join(presets)}" + (f"; did you mean {near[0]}?" if near else "")


def _says(sentence: str, key: str = "") -> PydanticCustomError:
    """A mistake: the sentence goes on from the key, which is the setting's own or another one beside it."""
    return PydanticCustomError("says", "{sentence}", {"sentence": sentence, "key": key})


def _must_be(what: str, value: object, found: Callable[[object], str] = _found) -> PydanticCustomError:
    return _says(f"is {found(value)}; it must be {what}")


def _read(what: str, read: Callable[[Any], object], found: Callable[[object], str] = _found) -> BeforeValidator:
    """What `read` makes of a value; where it raises, the mistake says what is allowed."""

    def check(value: object) -> object:
        try:
            return read(value)
        except (ValueError, TypeError, AttributeError):
            raise _must_be(what, value, found) from None

    return BeforeValidator(check)


def _only(what: str, fits: Callable[[Any], object], found: Callable[[object], str] = _found) -> BeforeValidator:
    """Values that fit."""

    def read(value: object) -> object:
        if not fits(value):
            raise ValueError
        return value

    return _read(what, read, found)


def _whole(low: int, high: int) -> BeforeValidator:
    return _only(f"a whole number from {low} to {high}", lambda value: type(value) is int and low <= value <= high)


def _text(pattern: str, what: str, found: Callable[[object], str] = _found) -> BeforeValidator:
    return _only(what, lambda value: value.isprintable() and re.fullmatch(pattern, value), found)


def _listed(what: str, empty: bool = True) -> BeforeValidator:
    return _only(what, lambda value: isinstance(value, list | tuple) and (empty or value))


# The types of settings


class Server(NamedTuple):
    host: str
    port: int


def _server(value: Any) -> Server:
    if isinstance(value, Server):
        return value
    match = re.fullmatch(r"(?:\[([^\[\]]+)\]|([^\s:/@\[\]]+)):([0-9]{1,5})", value)
    if not match or not 1 <= int(match[3]) <= 65535 or not value.isprintable():
        raise ValueError
    if match[1]:
        ipaddress.IPv6Address(match[1])
    return Server(match[1] or match[2], int(match[3]))


def _path(value: object, info: ValidationInfo) -> Path:
    if not isinstance(value, str | Path) or not str(value).isprintable() or value == "":
        raise _must_be("the path of a file", value)
    return _context(info).folder / value


def _perhaps_path(value: object, info: ValidationInfo) -> Path | None:
    return None if value in ("", None) else _path(value, info)


def _fingerprint(value: str) -> str:
    digits = value.replace(":", "").lower()
    if not re.fullmatch(r"(?:[0-9a-f]{64})?", digits):
        raise ValueError
    return digits


def _discord_id(value: object) -> int:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,20}", value) else value
    if type(number) is not int or not 0 < number < 2**64:
        raise ValueError
    return number


def _canonical(preset: str) -> str:
    """Must agree with `find_preset`."""
    return preset.strip().lower().replace("_", "-")


def _preset(value: object, info: ValidationInfo) -> str:
    presets = _context(info).presets
    if not isinstance(value, str) or _canonical(value) not in presets:
        raise _must_be(_a_preset(value, presets), value)
    return _canonical(value)


def _address(plain: str, secure: str, example: str) -> BeforeValidator:
    """The address of another Discord: without TLS on this machine only."""

    def fits(value: str) -> bool:
        if not value:
            return value == ""
        url = urlsplit(value)  # ValueError for an address, and below for a port, that is none
        if not value.isprintable() or re.search(r"[\s@?#]", value) or not url.hostname or url.port == 0:
            return False
        return url.scheme == secure or (url.scheme == plain and _loopback(url.hostname))

    return _only(f'empty, or {secure}://…, or on loopback {plain}://… such as "{example}"', fits, _careful)


def _loopback(host: str) -> bool:
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


def _secret(given: _Given, info: ValidationInfo) -> SecretStr:
    """The secret, wherever it is kept. Empty ways of giving it count as not given."""
    ways = {key: v.get_secret_value() if isinstance(v, SecretStr) else v for key, v in given.ways.items()}
    ways = {key: value for key, value in ways.items() if value != ""}
    for key, value in ways.items():
        if not isinstance(value, str):
            raise _says(f"is {_kind(value)} (not shown); it must be text", key)
    if not ways:
        return SecretStr("")
    if len(ways) > 1:
        raise _says(f"is not alone: {', '.join(ways)} are given; it must be only one of them", next(iter(ways)))
    [(key, value)] = ways.items()
    if key == f"{given.name}_env":
        value = _from_environment(key, value, _context(info).environ)
    elif key == f"{given.name}_file":
        value = _from_file(key, _context(info).folder / value)
    if not value.isprintable():
        raise _says("gives text with line breaks or control characters (not shown); it must be one line", key)
    return SecretStr(value)


def _from_environment(key: str, name: str, environ: Mapping[str, str]) -> str:
    value = environ.get(name, "")
    if not value:
        # Somebody may have put the secret itself here: only what looks like a variable's name is repeated.
        shown = f'"{name}"' if re.fullmatch(r"[A-Z_][A-Z0-9_]*", name) else "a name in unusual letters (not shown)"
        problem = "empty" if name in environ else "not set"
        raise _says(f"is {shown}, which is {problem}; it must be an environment variable that holds the secret", key)
    return value


def _from_file(key: str, path: Path) -> str:
    problem = "is empty"
    try:
        value = path.read_text(encoding="utf-8-sig").rstrip("\r\n")
    except (OSError, ValueError) as error:
        value, problem = "", _why(error)
    if not value:
        raise _says(f'is "{path}", which {problem}; it must be a file that holds the secret', key)
    return value


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return f"cannot be read ({error.strerror})"
    return "is not a text in UTF-8" if isinstance(error, UnicodeDecodeError) else "is not a path"


def _needed(secret: SecretStr, info: ValidationInfo) -> SecretStr:
    name = info.field_name
    if not secret:
        raise _says(f"is missing; it must be given as {name}, {name}_env or {name}_file")
    return secret


NICK = r"(?:[^\W\d]|[\[\]\\`^{|}])(?:\w|[\[\]\\`^{|}-]){0,49}"
MASK = r"[^\s*?!@]+|[^\s@]+@[^\s@]+"
CHANNEL = _text(r"[#&+!][^\s,]{1,199}", 'a channel such as "#uno" (with a key: { name = "#uno", key = … })', _careful)
ADDRESS = _read('"host:port" or "[IPv6 address]:port" with a port from 1 to 65535', _server, _careful)
Switch = Annotated[bool, _only("true or false", lambda value: type(value) is bool)]
Prefix = Annotated[str, _text(r"\S{1,10}", "1 to 10 characters without blanks")]
PresetName = Annotated[str, PlainValidator(_preset)]
Account = Annotated[str, _text(r"\S{0,200}", "an account's name, without blanks")]
Admin = Annotated[str, _text(MASK, 'an account, or a mask with an @ such as "*!*@host.example"')]
Secret = Annotated[SecretStr, BeforeValidator(_secret)]
PerhapsPath = Annotated[Path | None, PlainValidator(_perhaps_path)]
DiscordId = Annotated[int, _read("an id, a whole number", _discord_id)]
DiscordIds = Annotated[tuple[DiscordId, ...], _listed("a list of ids")]


# The settings


class Settings(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, hide_input_in_errors=True)

    @classmethod
    def secrets(cls) -> tuple[str, ...]:
        return tuple(name for name, setting in cls.model_fields.items() if setting.annotation is SecretStr)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Everything that the table may hold."""
        return (*cls.model_fields, *(name + way for name in cls.secrets() for way in ("_env", "_file")))

    @model_validator(mode="before")
    @classmethod
    def _prepare(cls, data: Any) -> Any:
        """Never refuses: it puts in place what the settings' types then judge, so that all mistakes come out."""
        if not isinstance(data, dict):
            return data
        table = {name: MISSING for name, setting in cls.model_fields.items() if setting.is_required()}
        table |= {key: value if key in cls.names() else _Unknown(cls.names()) for key, value in data.items()}
        for name in cls.secrets():
            ways = {key: table.pop(key) for key in (name, f"{name}_env", f"{name}_file") if key in table}
            table[name] = _Given(name, {key: value for key, value in ways.items() if value is not MISSING})
        return table


class Limits(Settings):
    """Per person."""

    game_commands_per_minute: Annotated[int, _whole(1, 1_000_000)] = 60
    tables_per_hour: Annotated[int, _whole(1, 1_000_000)] = 5
    other_commands_per_15_minutes: Annotated[int, _whole(1, 1_000_000)] = 100


class Channel(Settings):
    """None: as everywhere."""

    name: Annotated[str, CHANNEL]
    key: Secret = SecretStr("")
    preset: PresetName | None = None
    prefix: Prefix | None = None

    @field_validator("key")
    @classmethod
    def _one_word(cls, key: SecretStr) -> SecretStr:
        if re.search(r"[\s,]", key.get_secret_value()):
            raise _says("has a blank or a comma in it (not shown); it must be one word")
        return key


class Sasl(Settings):
    mechanism: Literal["plain", "external", "scram-sha-256"] = "plain"
    account: Account = ""
    password: Secret = SecretStr("")
    required: Switch = True

    @field_validator("account")
    @classmethod
    def _account_needed(cls, account: str, info: ValidationInfo) -> str:
        if not account and info.data.get("mechanism", "external") != "external":
            raise _says(f'is missing; it must be an account\'s name with mechanism = "{info.data["mechanism"]}"')
        return account

    @field_validator("password")
    @classmethod
    def _password_needed(cls, password: SecretStr, info: ValidationInfo) -> SecretStr:
        return password if info.data.get("mechanism", "external") == "external" else _needed(password, info)


class NickServ(Settings):
    """Used where there is no SASL; without a password, not at all."""

    account: Account = ""
    password: Secret = SecretStr("")

    @field_validator("password")
    @classmethod
    def _password_needed(cls, password: SecretStr, info: ValidationInfo) -> SecretStr:
        return _needed(password, info) if info.data.get("account") else password


class Pace(Settings):
    burst: Annotated[int, _whole(1, 1000)] = 5
    per_second: Annotated[
        float, _only("a number above 0, up to 1000", lambda value: type(value) in (int, float) and 0 < value <= 1000)
    ] = 1.0


def _channel(value: Any) -> object:
    """A name alone is judged here, so that a mistake is found at channels[0] and not at a name that nobody wrote."""
    if isinstance(value, dict | Channel):
        return value
    return {"name": CHANNEL.func(value)}  # type: ignore[call-arg]


class Network(Settings):
    """One IRC network."""

    name: Annotated[str, _text(r"[\w.-]{1,50}", "a word of letters, digits, dots, - and _")]
    servers: Annotated[
        tuple[Annotated[Server, ADDRESS], ...],
        _listed('a list of one or more addresses such as "irc.example.net:6697"', empty=False),
    ]
    tls: Switch = True
    tls_ca: PerhapsPath = None
    tls_fingerprint: Annotated[str, _read("a certificate's SHA-256, 64 hex digits", _fingerprint)] = ""
    tls_certificate: PerhapsPath = None
    nick: Annotated[str, _text(NICK, "a nick: letters, digits and []\\`_^{|}-, no digit first")] = "unobot"
    password: Secret = SecretStr("")
    channels: Annotated[tuple[Annotated[Channel, BeforeValidator(_channel)], ...], _listed("a list of channels")] = (
        Channel(name="#uno"),
    )
    admins: Annotated[tuple[Admin, ...], _listed("a list of accounts and masks")] = ()
    hands: Literal["notice", "privmsg"] = "notice"
    sasl: Sasl | None = None
    nickserv: NickServ = NickServ()
    pace: Pace = Pace()

    @field_validator("tls_ca", "tls_fingerprint", "tls_certificate")
    @classmethod
    def _only_with_tls(cls, value: object, info: ValidationInfo) -> object:
        if value and info.data.get("tls") is False:
            raise _says("is given, but tls is false; it must be left out, or tls be true")
        return value

    @field_validator("sasl")
    @classmethod
    def _certificate_needed(cls, sasl: Sasl | None, info: ValidationInfo) -> Sasl | None:
        if sasl and sasl.mechanism == "external" and info.data.get("tls_certificate", "?") is None:
            raise _says('has mechanism = "external" without a certificate; tls_certificate must be given with it')
        return sasl


class Shards(Settings):
    """The part of the shards that this process serves."""

    count: Annotated[int, _whole(1, 10_000)]
    ids: Annotated[tuple[Annotated[int, _whole(0, 9_999)], ...], _listed("a list of one or more numbers", empty=False)]

    @field_validator("ids")
    @classmethod
    def _within(cls, ids: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        count = info.data.get("count", 10_000)
        if len(set(ids)) < len(ids) or max(ids) >= count:
            raise _says(f"is {list(ids)}; it must be different numbers from 0 to {count - 1}")
        return ids

    @property
    def several_processes(self) -> bool:
        return len(self.ids) < self.count


def _shards(value: object) -> object:
    if isinstance(value, dict | Shards) or value is None:
        return value
    if value != "auto":
        raise _must_be('"auto" or a table such as { count = 4, ids = [0, 1] }', value)
    return None


def _one_word(secret: SecretStr) -> SecretStr:
    if re.search(r"\s", secret.get_secret_value()):
        raise _says("has a blank in it (not shown); it must be the token alone, without Bot before it")
    return secret


class Discord(Settings):
    token: Annotated[Secret, AfterValidator(_needed), AfterValidator(_one_word)]
    servers: DiscordIds = ()
    channels: DiscordIds = ()
    admins: DiscordIds = ()
    shards: Annotated[Shards | None, BeforeValidator(_shards)] = None  # None: "auto"; before hands, which looks at it
    hands: Literal["dm", "ephemeral"] = "dm"
    text_commands: Switch = True
    pictures: Switch = True
    api: Annotated[str, _address("http", "https", "http://127.0.0.1:8080/api/v10")] = ""
    gateway: Annotated[str, _address("ws", "wss", "ws://127.0.0.1:8080/")] = ""

    @field_validator("hands")
    @classmethod
    def _no_direct_messages(cls, hands: str, info: ValidationInfo) -> str:
        # Direct messages all arrive on shard 0, whose process does not know the tables of the others.
        shards = info.data.get("shards")
        if shards and shards.several_processes and hands != "ephemeral":
            raise _says(f'is "{hands}"; it must be "ephemeral" where shards are spread over several processes')
        return hands


class Config(Settings):
    database: Annotated[Path, PlainValidator(_path)] = Path("unobot.db")
    prefix: Prefix = "!"
    preset: PresetName = "irc"
    lobby_seconds: Annotated[int, _whole(1, 86_400)] = 600
    join_running: Switch = True
    limits: Limits = Limits()
    presets: SkipValidation[Mapping[str, Preset]] = Field(  # the built-in ones and one's own
        default_factory=lambda: MappingProxyType(PRESETS), repr=False, exclude=True
    )
    irc: Annotated[tuple[Network, ...], _listed("a list of tables: each begins with [[irc]]")] = ()
    discord: Discord | None = None


# Rule sets of one's own

RESERVED = ("casual", "sandbox")  # `!uno casual NAME`
# A rule set in which every single option can be changed to any of its values, to judge values one by one.
PLAIN = PRESETS["standard"]


def _own_presets(given: object, mistakes: list[str]) -> dict[str, Preset | None]:
    """The presets by name, with the built-in ones; None for one that has a mistake."""
    presets: dict[str, Preset | None] = dict(PRESETS)
    if not isinstance(given, dict):
        mistakes.append(f"presets is {_kind(given)}; it must be a table: [presets.NAME]")
        return presets
    names = [*PRESETS, *map(_canonical, given)]
    waiting: dict[str, tuple[str, str, dict[str, object]]] = {}
    for written, table in given.items():
        key, name, before = f"presets.{_bare(written)}", _canonical(written), len(mistakes)
        if not re.fullmatch(r"[\w-]{1,30}", name) or name in RESERVED:
            what = f"letters, digits and -, but not {' or '.join(RESERVED)}"
            mistakes.append(f"{key} is no name for a preset; it must be {what}")
        elif name in PRESETS:
            mistakes.append(f"{key} is a built-in preset; it must be a name of its own, with base = {_found(name)}")
        elif name in presets or name in waiting:
            mistakes.append(f"{key} is there twice (capitals, - and _ make no difference); it must be another name")
        if not isinstance(table, dict):
            mistakes.append(f"{key} is {_found(table)}; it must be a table: a base and the options that differ")
            table = {}
        base = table.get("base", "irc")
        if not isinstance(base, str) or _canonical(base) not in names:
            mistakes.append(f"{key}.base is {_found(base)}; it must be {_a_preset(base, names)}")
        changes = _changes(key, {name: value for name, value in table.items() if name != "base"}, mistakes)
        if len(mistakes) == before:
            waiting[name] = (key, _canonical(str(base)), changes)
        else:
            presets.setdefault(name, None)
    while ready := [name for name, (_, base, _) in waiting.items() if base in presets]:
        for name in ready:
            key, base, changes = waiting.pop(name)
            presets[name] = _based(presets[base], name, key, changes, mistakes)
    bases = {name: base for name, (_, base, _) in waiting.items()}  # what is left goes in circles, or hangs on one
    for name, (key, base, _) in waiting.items():
        if _leads_back(name, bases):
            mistakes.append(f"{key}.base is {_found(base)}; it must be a preset that is not based on this one")
    return presets | dict.fromkeys(waiting)


def _leads_back(name: str, bases: Mapping[str, str]) -> bool:
    above = bases[name]
    for _ in bases:
        if above == name:
            return True
        above = bases[above]
    return False


def _changes(key: str, given: Mapping[str, object], mistakes: list[str]) -> dict[str, object]:
    changes = {}
    for option, value in given.items():
        if option not in OPTIONS:
            mistakes.append(f"{key}.{_bare(option)} is not an option; {_nearest(option, ('base', *OPTIONS))}")
            continue
        try:
            changes[option] = getattr(PLAIN.with_changes({option: value}), option)
        except ValueError:  # a RulesError, or a number too long to be printed
            what = "true or false" if choices(option) == ("on", "off") else allowed(option)
            mistakes.append(f"{key}.{option} is {_found(value)}; it must be {what}")
    return changes


def _based(
    base: Preset | None, name: str, key: str, changes: Mapping[str, object], mistakes: list[str]
) -> Preset | None:
    if base is None:
        return None
    locked = [option for option in changes if option in base.locked and changes[option] != getattr(base.rules, option)]
    for option in locked:
        what = f"{_found(getattr(base.rules, option))} as in the game mode {base.name}, or left out"
        mistakes.append(f"{key}.{option} is {_found(changes[option])}; it must be {what}")
    try:
        return None if locked else base.based(name, changes)
    except RulesError as error:
        mistakes.append(f"{key}: {error}")
        return None


# Reading


def load(path: Path, environ: Mapping[str, str] = os.environ) -> Config:
    """The configuration in a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise ConfigError([f"{path} {_why(error)}"]) from None
    return parse(text, path.parent, environ, str(path))


def default() -> Config:
    """What holds without any file."""
    return parse("", Path(), {})


def parse(text: str, folder: Path, environ: Mapping[str, str], name: str = "the configuration") -> Config:
    """The configuration in a text; relative paths in it begin at the folder, `name` is for mistakes in its TOML."""
    table = _toml(text, name)
    mistakes: list[str] = []
    presets = _own_presets(table.pop("presets", {}), mistakes)
    given = table | {"presets": MappingProxyType({name: preset for name, preset in presets.items() if preset})}
    config = None
    try:
        config = Config.model_validate(given, context=_Context(folder, environ, tuple(presets)))
    except ValidationError as error:
        mistakes += map(_mistake, error.errors(include_url=False))
    mistakes += _across(table)
    if config is None or mistakes:  # raised out here, so that no value hangs on the error as its context
        raise ConfigError(mistakes)
    return config


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
        what, line, column = said.groups() if said else (str(error), None, None)
        if line is None:
            line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        problem = f"{name}, line {line}, column {column}: this is not TOML: {what}"
    except (ValueError, RecursionError):
        problem = f"{name}: this cannot be read as TOML: a number is too long or tables are nested too deeply"
    raise ConfigError([problem])


def _mistake(error: ErrorDetails) -> str:
    """pydantic's error as a line."""
    place, value, context = error["loc"], error["input"], error.get("ctx", {})
    if context.get("key"):
        place = (*place[:-1], context["key"])
    key = _key(place)
    match error["type"]:
        case "says":
            return f"{key} {context['sentence']}"
        case "extra_forbidden":
            return f"{key} is not a setting; {_nearest(str(place[-1]), value.names)}"
        case "literal_error":
            return f"{key} is {_found(value)}; it must be {context['expected'].replace(chr(39), chr(34))}"
        case "model_type":
            return f"{key} is {_kind(value)}; it must be a table"
        case _:
            return f"{key} is {_kind(value)}, which is not allowed: {error['msg']}"


def _key(place: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_bare(part)}" for part in place).removeprefix(".")


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _across(table: Mapping[str, Any]) -> list[str]:
    """Mistakes that no setting has by itself; looked for in the table as written, whatever else is wrong in it."""
    mistakes = []
    irc, discord = table.get("irc"), table.get("discord")
    networks = [network if isinstance(network, dict) else {} for network in irc] if isinstance(irc, list) else []
    for index in _repeated([network.get("name") for network in networks]):
        mistakes.append(f"irc[{index}].name is {_found(networks[index]['name'])} again; it must be different for each")
    for number, network in enumerate(networks):
        channels = network.get("channels")
        names = [c.get("name") if isinstance(c, dict) else c for c in channels] if isinstance(channels, list) else []
        for index in _repeated(names):
            found = _careful(names[index])
            mistakes.append(f"irc[{number}].channels[{index}] is {found} again; it must be another channel")
    if isinstance(discord, dict) and bool(discord.get("api")) != bool(discord.get("gateway")):
        given, other = ("api", "gateway") if discord.get("api") else ("gateway", "api")
        mistakes.append(f"discord.{other} is missing; it must be given together with discord.{given}, or neither")
    return mistakes


def _repeated(values: list[object]) -> list[int]:
    """Where a text stands that was there before, in whatever capitals."""
    words = [value.lower() if isinstance(value, str) else None for value in values]
    return [index for index, word in enumerate(words) if word is not None and word in words[:index]]
