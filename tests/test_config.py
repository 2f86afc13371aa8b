"""The configuration: what it makes of a text, the sentence for every mistake, and that the example is complete."""

import pickle
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from unobot import config
from unobot.config import Channel, Config, ConfigError, Network, Server, Settings, default, load, parse
from unobot.engine.rules import PRESETS, find_preset

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"
IRC = '[[irc]]\nname = "n"\nservers = ["h:1"]\n'
DISCORD = '[discord]\ntoken = "t0ken"\n'
NAMES = ", ".join(PRESETS)
ADDRESS = '"host:port" or "[IPv6 address]:port" with a port from 1 to 65535'
CHANNEL = 'a channel such as "#uno" (with a key: { name = "#uno", key = … })'
HIDDEN = "text with a blank or an @ in it (not shown)"
A_SECRET = "must be an environment variable that holds the secret"


def read(text, folder=Path("/etc/unobot"), **environ):
    return parse(text, folder, environ)


def mistakes(text, folder=Path("/etc/unobot"), **environ):
    with pytest.raises(ConfigError) as caught:
        parse(text, folder, environ)
    assert str(caught.value) == "\n".join(caught.value.mistakes)
    assert caught.value.__context__ is None
    return caught.value.mistakes


# What it makes of a text


def test_defaults():
    made = default()
    assert (made.database, made.prefix, made.preset) == (Path("unobot.db"), "!", "irc")
    assert (made.lobby_seconds, made.join_running, made.irc, made.discord) == (600, True, (), None)
    assert made.limits.model_dump() == {
        "game_commands_per_minute": 60,
        "tables_per_hour": 5,
        "other_commands_per_15_minutes": 100,
    }
    assert made.presets == PRESETS


def test_defaults_of_the_networks():
    network = read(IRC).irc[0]
    assert network.channels == (Channel(name="#uno"),)
    assert (network.tls, network.tls_ca, network.nick, network.hands, network.admins) == (
        True,
        None,
        "unobot",
        "notice",
        (),
    )
    assert (network.sasl, network.nickserv.account, network.pace.burst, network.pace.per_second) == (None, "", 5, 1.0)
    assert not network.password
    discord = read(DISCORD).discord
    assert (discord.servers, discord.channels, discord.admins, discord.hands) == ((), (), (), "dm")
    assert (discord.text_commands, discord.pictures, discord.shards) == (True, True, None)
    assert (discord.api, discord.gateway) == ("", "")


def test_a_whole_configuration():
    made = read(
        """
        preset = "Friday_Night"
        [presets.friday-night]
        base = "late"
        jump_in = "on"
        [presets.late]
        base = "Seven_Zero"
        turn_seconds = 0
        [[irc]]
        name = "one"
        servers = ["irc.example.invalid:6697", "[::1]:6667"]
        tls_ca = "ca.pem"
        tls_fingerprint = "AB:"""
        + "ab:" * 30
        + """AB"
        tls_certificate = "/keys/own.pem"
        channels = ["#uno", { name = "#cards", key = "k", preset = "CLASSIC", prefix = "." }]
        admins = ["alice", "*!*@host.example"]
        hands = "privmsg"
        sasl = { mechanism = "external" }
        nickserv = { account = "me", password = "p" }
        pace = { burst = 2, per_second = 3 }
        [discord]
        token = "t"
        servers = [1, "123456789012345678"]
        shards = { count = 4, ids = [0, 1] }
        hands = "ephemeral"
        api = "http://127.0.0.1:8080/api/v10"
        gateway = "wss://example.invalid/"
        """
    )
    friday = find_preset("Friday_night", made.presets)
    assert made.preset == friday.name == "friday-night"
    assert (friday.rules.jump_in, friday.rules.turn_seconds, friday.rules.seven_zero) == (True, 0, True)
    assert list(made.presets) == [*PRESETS, "late", "friday-night"]
    [network] = made.irc
    assert network.servers == (("irc.example.invalid", 6697), ("::1", 6667))
    assert network.servers[0] == Server("irc.example.invalid", 6697)
    assert (network.tls_ca, network.tls_certificate) == (Path("/etc/unobot/ca.pem"), Path("/keys/own.pem"))
    assert network.tls_fingerprint == "ab" * 32
    cards = network.channels[1]
    assert (cards.name, cards.key.get_secret_value(), cards.preset, cards.prefix) == ("#cards", "k", "classic", ".")
    assert network.nickserv.password.get_secret_value() == "p"
    assert network.pace.per_second == 3.0
    assert made.discord.servers == (1, 123456789012345678)
    assert (made.discord.shards.count, made.discord.shards.ids) == (4, (0, 1))


def test_settings_are_frozen():
    made = read(IRC + DISCORD)
    with pytest.raises(ValidationError):
        made.prefix = "?"
    with pytest.raises(ValidationError):
        made.irc[0].nick = "other"
    with pytest.raises(TypeError):
        made.presets["irc"] = made.presets["duel"]


def test_settings_can_be_made_in_code():
    network = Network(name="n", servers=(Server("::1", 1), "h:2"), tls=False, password="p", channels=("#a",))
    assert network.servers == (("::1", 1), ("h", 2))
    assert Config(irc=(network,), preset="duel").irc[0].password == SecretStr("p")
    assert pickle.loads(pickle.dumps(network)) == network


def test_relative_paths_begin_at_the_file(tmp_path):
    (tmp_path / "c.toml").write_bytes(b'\xef\xbb\xbfdatabase = "data/uno.db"\r\n' + IRC.encode() + b'tls_ca = "ca.pem"')
    made = load(tmp_path / "c.toml", {})
    assert made.database == tmp_path / "data" / "uno.db"
    assert made.irc[0].tls_ca == tmp_path / "ca.pem"
    assert read("").database == Path("/etc/unobot/unobot.db")
    assert read('database = "/var/uno.db"').database == Path("/var/uno.db")


@pytest.mark.parametrize("hands, ids", [("dm", "[1, 0]"), ("ephemeral", "[1]"), ("ephemeral", "[0, 1]")])
def test_one_process_with_all_shards_may_send_direct_messages(hands, ids):
    made = read(DISCORD + f'hands = "{hands}"\nshards = {{ count = 2, ids = {ids} }}')
    assert made.discord.shards.several_processes == (ids == "[1]")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9:80", "[::1]:8080"])
def test_plain_addresses_on_loopback(host):
    made = read(DISCORD + f'api = "http://{host}/api"\ngateway = "ws://{host}"').discord
    assert (made.api, made.gateway) == (f"http://{host}/api", f"ws://{host}")


# Secrets

SECRETS = {
    "irc[0].password": (IRC, "{}", lambda made: made.irc[0].password),
    "irc[0].channels[0].key": (
        IRC,
        'channels = [{{ name = "#c", {} }}]',
        lambda made: made.irc[0].channels[0].key,
    ),
    "irc[0].sasl.password": (IRC, 'sasl = {{ account = "a", {} }}', lambda made: made.irc[0].sasl.password),
    "irc[0].nickserv.password": (IRC, "nickserv = {{ {} }}", lambda made: made.irc[0].nickserv.password),
    "discord.token": ("[discord]\n", "{}", lambda made: made.discord.token),
}


@pytest.mark.parametrize("key", SECRETS)
def test_every_secret_in_three_ways(key, tmp_path):
    before, setting, get = SECRETS[key]
    name = key.rpartition(".")[2]
    (tmp_path / "secret").write_text("hunter2\n")
    for way in (f'{name} = "hunter2"', f'{name}_env = "PW"', f'{name}_file = "secret"'):
        made = read(before + setting.format(way), tmp_path, PW="hunter2")
        assert get(made).get_secret_value() == "hunter2"
        assert "hunter2" not in repr(made) + str(made) + repr(made.model_dump()) + made.model_dump_json()
    made = read(
        before + setting.format(f'{name} = "", {name}_env = "PW"'.replace(", ", "\n" if setting == "{}" else ", ")),
        tmp_path,
        PW="x",
    )
    assert get(made).get_secret_value() == "x"


def test_every_secret_is_in_that_table():
    names = {name for model in Settings.__subclasses__() for name in model.secrets()}
    assert names == {key.rpartition(".")[2] for key in SECRETS}
    assert len(SECRETS) == sum(len(model.secrets()) for model in Settings.__subclasses__())


@pytest.mark.parametrize("key", SECRETS)
@pytest.mark.parametrize(
    "given, at, sentence",
    [
        ("X = 5", "", "is a whole number (not shown); it must be text"),
        ('X = ["hunter2"]', "", "is a list (not shown); it must be text"),
        ("X_env = true", "_env", "is true or false (not shown); it must be text"),
        ('X = "hunter2", X_env = "PW"', "", "is not alone: X, X_env are given; it must be only one of them"),
        ('X_env = "PW", X_file = "f"', "_env", "is not alone: X_env, X_file are given; it must be only one of them"),
        ('X_env = "NO_PW"', "_env", f'is "NO_PW", which is not set; it {A_SECRET}'),
        ('X_env = "EMPTY"', "_env", f'is "EMPTY", which is empty; it {A_SECRET}'),
        ('X_env = "hunter2"', "_env", f"is a name in unusual letters (not shown), which is not set; it {A_SECRET}"),
        (
            'X_env = "LINES"',
            "_env",
            "gives text with line breaks or control characters (not shown); it must be one line",
        ),
        (
            'X = "hunter2\\u0007"',
            "",
            "gives text with line breaks or control characters (not shown); it must be one line",
        ),
        (
            'X_file = "no"',
            "_file",
            'is "DIR/no", which cannot be read (No such file or directory); it must be a file that holds the secret',
        ),
        (
            'X_file = "."',
            "_file",
            'is "DIR", which cannot be read (Is a directory); it must be a file that holds the secret',
        ),
        (
            'X_file = "latin"',
            "_file",
            'is "DIR/latin", which is not a text in UTF-8; it must be a file that holds the secret',
        ),
        ('X_file = "blank"', "_file", 'is "DIR/blank", which is empty; it must be a file that holds the secret'),
        (
            'X_file = "a\\u0000"',
            "_file",
            'is "DIR/a\\x00", which is not a path; it must be a file that holds the secret',
        ),
    ],
)
def test_mistakes_with_secrets(key, given, at, sentence, tmp_path):
    before, setting, _ = SECRETS[key]
    name = key.rpartition(".")[2]
    (tmp_path / "latin").write_bytes(b"hunter2\xff")
    (tmp_path / "blank").write_text("\n")
    given = given.replace("X", name) if setting != "{}" else given.replace("X", name).replace(", ", "\n")
    found = mistakes(before + setting.format(given), tmp_path, PW="hunter2", EMPTY="", LINES="hunter2\nx")
    assert found == [f"{key}{at} {sentence}".replace("X", name).replace("DIR", str(tmp_path))]
    assert "hunter2" not in str(found)


@pytest.mark.parametrize(
    "text",
    [
        IRC + 'pasword = "hunter2"',
        IRC + 'sasl = "hunter2"',
        IRC + 'sasl = ["hunter2"]',
        IRC + 'channels = ["#uno hunter2"]',
        IRC + 'channels = ["#uno", "#uno hunter2", "#uno hunter2"]',
        IRC + 'channels = { name = "#uno", key = "hunter2" }',
        IRC + 'channels = [{ name = "#uno", key = "hunter2 hunter2" }]',
        IRC + 'channels = [{ name = "uno", key = "hunter2" }]',
        '[[irc]]\nname = "n"\nservers = ["me:hunter2@host:1", "host:1 hunter2"]',
        '[[irc]]\nname = "n"\nservers = { password = "hunter2" }',
        '[irc]\npassword = "hunter2"',
        'discord = "hunter2"',
        DISCORD + 'api = "https://me:hunter2@host"',
        'token = "hunter2"',
        "[discord]\ntoken = hunter2",
        '[discord]\ntoken = "hunter2',
        'presets = "hunter2"',
    ],
)
def test_no_mistake_shows_a_secret(text):
    assert "hunter2" not in str(mistakes(text))


# Mistakes

ONE = [
    ('database = ""', 'database is ""; it must be the path of a file'),
    ("database = 5", "database is 5; it must be the path of a file"),
    ('prefix = ""', 'prefix is ""; it must be 1 to 10 characters without blanks'),
    ('prefix = "a b"', 'prefix is "a b"; it must be 1 to 10 characters without blanks'),
    ('prefix = "\\n"', 'prefix is "\\n"; it must be 1 to 10 characters without blanks'),
    ("prefix = []", "prefix is an empty list; it must be 1 to 10 characters without blanks"),
    ('preset = "ofical"', f'preset is "ofical"; it must be one of {NAMES}; did you mean official?'),
    ("preset = 1979-05-27", f"preset is a date; it must be one of {NAMES}"),
    ("lobby_seconds = 0", "lobby_seconds is 0; it must be a whole number from 1 to 86400"),
    ("lobby_seconds = true", "lobby_seconds is true; it must be a whole number from 1 to 86400"),
    ('lobby_seconds = "600"', 'lobby_seconds is "600"; it must be a whole number from 1 to 86400'),
    ("lobby_seconds = 0x" + "f" * 5000, "lobby_seconds is a whole number; it must be a whole number from 1 to 86400"),
    ("join_running = 1", "join_running is 1; it must be true or false"),
    ("limits = 5", "limits is a whole number; it must be a table"),
    ("limits.tables_per_hour = 1.5", "limits.tables_per_hour is 1.5; it must be a whole number from 1 to 1000000"),
    ("irc = { }", "irc is a table; it must be a list of tables: each begins with [[irc]]"),
    ("irc = [5]", "irc[0] is a whole number; it must be a table"),
    ("discord = []", "discord is a list; it must be a table"),
    # unknown keys
    ("lobby_second = 1", "lobby_second is not a setting; did you mean lobby_seconds?"),
    ("Lobby-Seconds = 1", "Lobby-Seconds is not a setting; did you mean lobby_seconds?"),
    ('"a b\\n" = 1', f'"a b\\n" is not a setting; there are {", ".join(Config.names())}'),
    (IRC + "chanels = []", "irc[0].chanels is not a setting; did you mean channels?"),
    (IRC + "pace = { brust = 1 }", "irc[0].pace.brust is not a setting; did you mean burst?"),
    (DISCORD + 'token_envv = "X"', "discord.token_envv is not a setting; did you mean token_env?"),
    # presets
    ("presets = 1", "presets is a whole number; it must be a table: [presets.NAME]"),
    ("presets.a = 1", "presets.a is 1; it must be a table: a base and the options that differ"),
    ("[presets.IRC]", 'presets.IRC is a built-in preset; it must be a name of its own, with base = "irc"'),
    (
        "[presets.casual]",
        "presets.casual is no name for a preset; it must be letters, digits and -, but not casual or sandbox",
    ),
    (
        '[presets."a b"]',
        'presets."a b" is no name for a preset; it must be letters, digits and -, but not casual or sandbox',
    ),
    (
        "[presets.a-b]\n[presets.A_b]",
        "presets.A_b is there twice (capitals, - and _ make no difference); it must be another name",
    ),
    ('presets.a.base = "b"', f'presets.a.base is "b"; it must be one of {NAMES}, a'),
    ("presets.a.base = 1", f"presets.a.base is 1; it must be one of {NAMES}, a"),
    (
        'presets.a.base = "A"',
        'presets.a.base is "a"; it must be a preset that is not based on this one',
    ),
    ("presets.a.jumpin = true", "presets.a.jumpin is not an option; did you mean jump_in?"),
    ("presets.a.jump_in = 1", "presets.a.jump_in is 1; it must be true or false"),
    ("presets.a.hand_size = -7", "presets.a.hand_size is -7; it must be a whole number from 1 to 15"),
    (
        "presets.a.hand_size = 0x" + "f" * 5000,
        "presets.a.hand_size is a whole number; it must be a whole number from 1 to 15",
    ),
    ('presets.a.stacking = "all"', 'presets.a.stacking is "all"; it must be none, progressive, same, any or war'),
    (
        "presets.a.no_u = true",
        "presets.a: no_u on does not go with stacking war: choose another stacking or set no_u off",
    ),
    (
        'presets.a = { base = "no-u", no_u = false }',
        "presets.a.no_u is false; it must be true as in the game mode no-u, or left out",
    ),
    # IRC
    ('[[irc]]\nservers = ["h:1"]', "irc[0].name is missing; it must be a word of letters, digits, dots, - and _"),
    (
        '[[irc]]\nname = "a:b"\nservers = ["h:1"]',
        'irc[0].name is "a:b"; it must be a word of letters, digits, dots, - and _',
    ),
    (IRC + IRC.replace('"n"', '"N"'), 'irc[1].name is "N" again; it must be different for each'),
    (
        '[[irc]]\nname = "n"',
        'irc[0].servers is missing; it must be a list of one or more addresses such as "irc.example.net:6697"',
    ),
    (
        IRC.replace('"h:1"', ""),
        'irc[0].servers is an empty list; it must be a list of one or more addresses such as "irc.example.net:6697"',
    ),
    (
        IRC.replace('["h:1"]', '"h:1"'),
        'irc[0].servers is "h:1"; it must be a list of one or more addresses such as "irc.example.net:6697"',
    ),
    *(
        (IRC.replace('"h:1"', f'"h:1", "{bad}"'), f'irc[0].servers[1] is "{bad}"; it must be {ADDRESS}')
        for bad in (
            "h",
            "h:",
            "h:0",
            "h:65536",
            "h:+6697",
            "h:6697:1",
            ":6697",
            "::1:6697",
            "[::1]",
            "[::x]:1",
            "[h]:1",
            "irc://h:1",
            "h:٣",
        )
    ),
    (IRC.replace('"h:1"', "6697"), f"irc[0].servers[0] is 6697; it must be {ADDRESS}"),
    (IRC.replace("h:1", "a@h:1"), f"irc[0].servers[0] is {HIDDEN}; it must be {ADDRESS}"),
    (IRC + 'tls = "no"', 'irc[0].tls is "no"; it must be true or false'),
    (IRC + "tls_ca = true", "irc[0].tls_ca is true; it must be the path of a file"),
    (
        IRC + 'tls = false\ntls_ca = "x"',
        "irc[0].tls_ca is given, but tls is false; it must be left out, or tls be true",
    ),
    (
        IRC + 'tls_fingerprint = "ab"',
        'irc[0].tls_fingerprint is "ab"; it must be a certificate\'s SHA-256, 64 hex digits',
    ),
    (IRC + 'nick = "1a"', 'irc[0].nick is "1a"; it must be a nick: letters, digits and []\\`_^{|}-, no digit first'),
    (IRC + 'channels = "#uno"', 'irc[0].channels is "#uno"; it must be a list of channels'),
    (IRC + 'channels = ["#a", "uno"]', f'irc[0].channels[1] is "uno"; it must be {CHANNEL}'),
    (IRC + 'channels = ["#a b"]', f"irc[0].channels[0] is {HIDDEN}; it must be {CHANNEL}"),
    (IRC + "channels = [5]", f"irc[0].channels[0] is 5; it must be {CHANNEL}"),
    (IRC + 'channels = ["#a", { name = "#A" }]', 'irc[0].channels[1] is "#A" again; it must be another channel'),
    (IRC + "channels = [{}]", f"irc[0].channels[0].name is missing; it must be {CHANNEL}"),
    (
        IRC + 'channels = [{ name = "#a", preset = "x" }]',
        f'irc[0].channels[0].preset is "x"; it must be one of {NAMES}',
    ),
    (
        IRC + 'channels = [{ name = "#a", prefix = "" }]',
        'irc[0].channels[0].prefix is ""; it must be 1 to 10 characters without blanks',
    ),
    (
        IRC + 'channels = [{ name = "#a", key = "a,b" }]',
        "irc[0].channels[0].key has a blank or a comma in it (not shown); it must be one word",
    ),
    (
        IRC + 'admins = ["*"]',
        'irc[0].admins[0] is "*"; it must be an account, or a mask with an @ such as "*!*@host.example"',
    ),
    (IRC + 'hands = "dm"', 'irc[0].hands is "dm"; it must be "notice" or "privmsg"'),
    (
        IRC + 'sasl = { mechanism = "x" }',
        'irc[0].sasl.mechanism is "x"; it must be "plain", "external" or "scram-sha-256"',
    ),
    (
        IRC + 'sasl = { password = "p" }',
        'irc[0].sasl.account is missing; it must be an account\'s name with mechanism = "plain"',
    ),
    (
        IRC + 'sasl = { account = "a" }',
        "irc[0].sasl.password is missing; it must be given as password, password_env or password_file",
    ),
    (
        IRC + 'sasl = { mechanism = "external" }',
        'irc[0].sasl has mechanism = "external" without a certificate; tls_certificate must be given with it',
    ),
    (
        IRC + 'nickserv = { account = "a" }',
        "irc[0].nickserv.password is missing; it must be given as password, password_env or password_file",
    ),
    (IRC + "pace = { burst = 0 }", "irc[0].pace.burst is 0; it must be a whole number from 1 to 1000"),
    (IRC + "pace = { per_second = 0 }", "irc[0].pace.per_second is 0; it must be a number above 0, up to 1000"),
    (IRC + "pace = { per_second = nan }", "irc[0].pace.per_second is nan; it must be a number above 0, up to 1000"),
    # Discord
    ("[discord]", "discord.token is missing; it must be given as token, token_env or token_file"),
    (
        '[discord]\ntoken = "Bot hunter2"',
        "discord.token has a blank in it (not shown); it must be the token alone, without Bot before it",
    ),
    (DISCORD + 'servers = ["x"]', 'discord.servers[0] is "x"; it must be an id, a whole number'),
    (DISCORD + "admins = [true]", "discord.admins[0] is true; it must be an id, a whole number"),
    (DISCORD + "channels = 5", "discord.channels is 5; it must be a list of ids"),
    (DISCORD + 'hands = "notice"', 'discord.hands is "notice"; it must be "dm" or "ephemeral"'),
    (
        DISCORD + 'shards = "4"',
        'discord.shards is "4"; it must be "auto" or a table such as { count = 4, ids = [0, 1] }',
    ),
    (
        DISCORD + "shards = { count = 4, ids = [0] }",
        'discord.hands is "dm"; it must be "ephemeral" where shards are spread over several processes',
    ),
    (
        DISCORD + "shards = { count = 0, ids = [0] }",
        "discord.shards.count is 0; it must be a whole number from 1 to 10000",
    ),
    (DISCORD + "shards = { ids = [0] }", "discord.shards.count is missing; it must be a whole number from 1 to 10000"),
    (
        DISCORD + "shards = { count = 1, ids = [] }",
        "discord.shards.ids is an empty list; it must be a list of one or more numbers",
    ),
    (
        DISCORD + "shards = { count = 2, ids = [0, 2] }",
        "discord.shards.ids is [0, 2]; it must be different numbers from 0 to 1",
    ),
    (
        DISCORD + "shards = { count = 2, ids = [0, 0] }",
        "discord.shards.ids is [0, 0]; it must be different numbers from 0 to 1",
    ),
    (
        DISCORD + 'api = "https://h"',
        "discord.gateway is missing; it must be given together with discord.api, or neither",
    ),
    (
        DISCORD + 'gateway = "wss://h"',
        "discord.api is missing; it must be given together with discord.gateway, or neither",
    ),
    *(
        (
            DISCORD + f'gateway = "wss://h"\napi = "{bad}"',
            f'discord.api is "{bad}"; it must be empty, or https://…, or on loopback http://… such as "http://127.0.0.1:8080/api/v10"',
        )
        for bad in (
            "http://h",
            "http://127.0.0.1.h",
            "http://localhost.h",
            "http://10.0.0.1",
            "wss://h",
            "h",
            "https://",
            "https://h:0",
            "https://h:99999",
            "https://[::x",
            "https://h?a",
            "http://[::2]",
        )
    ),
    (
        DISCORD + 'api = "https://h"\ngateway = "ws://h"',
        'discord.gateway is "ws://h"; it must be empty, or wss://…, or on loopback ws://… such as "ws://127.0.0.1:8080/"',
    ),
]


@pytest.mark.parametrize("text, sentence", ONE)
def test_one_mistake(text, sentence):
    assert mistakes(text) == [sentence]


def test_all_mistakes_at_once():
    """Mistakes that are one-liners at the top, and in each table, together."""
    text = """
        prefix = ""
        lobby_second = 1
        preset = "nope"
        limits = { tables_per_hour = 0 }
        [presets.a]
        base = "b"
        [presets.b]
        base = "a"
        [presets.c]
        base = "a"
        [presets.d]
        hand_size = 99
        jumpin = true
        [[irc]]
        servers = ["h", "h:1", 5]
        tls = false
        tls_ca = "x"
        password_env = "NO"
        channels = ["uno", { name = "#a", preset = "x", key = 5 }, { name = "#b", preset = "d" }]
        [[irc]]
        name = "same"
        hands = 1
        [[irc]]
        name = "same"
        servers = ["h:1"]
        sasl = { mechanism = "external", required = 1 }
        [discord]
        shards = { count = 2, ids = [0] }
        api = "http://h"
    """
    keys = [line.split()[0] for line in mistakes(text)]
    assert keys == [
        *("presets.d.hand_size", "presets.d.jumpin", "presets.a.base", "presets.b.base"),
        *("prefix", "preset", "limits.tables_per_hour"),
        *("irc[0].name", "irc[0].servers[0]", "irc[0].servers[2]", "irc[0].tls_ca", "irc[0].password_env"),
        *("irc[0].channels[0]", "irc[0].channels[1].key", "irc[0].channels[1].preset"),
        *("irc[1].servers", "irc[1].hands", "irc[2].sasl.required"),
        *("discord.token", "discord.hands", "discord.api"),
        *("lobby_second", "irc[2].name", "discord.gateway"),
    ]


def test_a_preset_is_not_blamed_for_its_base():
    assert len(mistakes('[presets.b]\nbase = "a"\n[presets.a]\nhand_size = 99')) == 1


def test_own_presets_in_any_order_and_together_with_what_they_need():
    made = read('[presets.b]\nbase = "a"\nno_u = true\nstacking = "any"\n[presets.a]\nhand_size = 3')
    assert made.presets["b"].rules.hand_size == 3
    assert made.presets["b"].rules.no_u


@pytest.mark.parametrize("option", config.OPTIONS)
def test_every_option_can_be_judged_alone(option):
    """What `_changes` relies on: no value of one option is refused for the sake of another one."""
    for preset in PRESETS.values():
        config.PLAIN.with_changes({option: getattr(preset.rules, option)})
    for value in config.choices(option):
        config.PLAIN.with_changes({option: value})


# Files


@pytest.mark.parametrize(
    "text, sentence",
    [
        (b"prefix = \n", ", line 1, column 10: this is not TOML: Invalid value"),
        (b"a = 1\nb == 2", ", line 2, column 4: this is not TOML: Invalid value"),
        (b"a = 1\r\nb", ", line 2, column 2: this is not TOML: Expected '=' after a key in a key/value pair"),
        (
            b"a = [" + b"[" * 10_000,
            ": this cannot be read as TOML: a number is too long or tables are nested too deeply",
        ),
        (b"a = " + b"9" * 5000, ": this cannot be read as TOML: a number is too long or tables are nested too deeply"),
        (b"a = '\xff'", " is not a text in UTF-8"),
    ],
)
def test_not_toml(text, sentence, tmp_path):
    path = tmp_path / "c.toml"
    path.write_bytes(text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert caught.value.mistakes == [f"{path}{sentence}"]


def test_no_file(tmp_path):
    for path, why in ((tmp_path / "no.toml", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(ConfigError) as caught:
            load(path)
        assert caught.value.mistakes == [f"{path} cannot be read ({why})"]


SCALARS = st.one_of(
    st.booleans(), st.integers(), st.floats(), st.text(), st.dates(), st.sampled_from(["#a", "h:1", "irc", "auto", ""])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
TABLES = {model: st.dictionaries(st.sampled_from(model.names()), VALUES) for model in Settings.__subclasses__()}
NETWORKS = st.builds(
    lambda network, **parts: network | parts,
    TABLES[config.Network],
    sasl=TABLES[config.Sasl],
    nickserv=TABLES[config.NickServ],
    pace=TABLES[config.Pace],
    channels=st.lists(TABLES[Channel] | SCALARS),
)
FILES = st.builds(
    lambda top, **parts: top | parts,
    TABLES[Config],
    presets=st.dictionaries(st.text(), st.dictionaries(st.sampled_from(("base", *config.OPTIONS)), VALUES) | VALUES),
    irc=st.lists(NETWORKS | VALUES, max_size=2),
    discord=TABLES[config.Discord]
    | st.builds(lambda d, s: d | {"shards": s}, TABLES[config.Discord], TABLES[config.Shards]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FILES | st.dictionaries(st.text(), VALUES))
def test_whatever_is_in_it_there_are_only_sentences(table):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config.tomllib, "loads", lambda text: dict(table))
        try:
            found = [] if read("") else None
        except ConfigError as error:
            found = error.mistakes
    assert all(line.isprintable() for line in found)


# The example: `#name = value` and `#[table]` are switched off, `# or: name = value` is another value for it


def example(alternatives=False):
    lines = []
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# or: "):
            lines.append(re.sub(r"^#(?=[\w\[])", "", line))
        elif alternatives:
            name = line.split()[2]
            before = max(index for index, other in enumerate(lines) if other.startswith(f"{name} ="))
            lines[before] = line.removeprefix("# or: ")
    return "\n".join(lines)


SECRET_VARIABLES = {"UNOBOT_SASL": "s", "UNOBOT_DISCORD_TOKEN": "t"}


def test_the_example_as_it_is_holds_the_defaults():
    assert parse(EXAMPLE.read_text(encoding="utf-8"), Path(), {}) == default()


def example_tables():
    plain, other = tomllib.loads(example()), tomllib.loads(example(alternatives=True))
    network, discord = plain["irc"][0], plain["discord"]
    return {
        config.Config: plain,
        config.Limits: plain["limits"],
        config.Network: network,
        config.Channel: other["irc"][0]["channels"][1],
        config.Sasl: network["sasl"],
        config.NickServ: network["nickserv"],
        config.Pace: network["pace"],
        config.Discord: discord,
        config.Shards: other["discord"]["shards"],
    }


@pytest.mark.parametrize("model", Settings.__subclasses__())
def test_the_example_names_every_setting(model):
    assert set(example_tables()[model]) == set(model.names())


# Not defaults, but what must be given, and what is off as long as it is not
GIVEN = {
    config.Config: {"presets", "irc", "discord"},
    config.Network: {"name", "servers", "sasl"},
    config.Sasl: {"account", "password"},
    config.Discord: {"token"},
}


def test_the_example_switched_on_holds_the_defaults():
    made = parse(example(), Path(), SECRET_VARIABLES)
    [network] = made.irc
    assert made.presets["friday"].rules.jump_in
    assert made.discord.token.get_secret_value() == "t"
    for table in (made, made.limits, network, network.sasl, network.nickserv, network.pace, made.discord):
        model = type(table)
        for name, setting in model.model_fields.items():
            if name not in GIVEN.get(model, ()):
                assert getattr(table, name) == setting.get_default(), f"{model.__name__}.{name}"


def test_the_other_values_in_the_example():
    made = parse(example(alternatives=True), Path("/etc"), SECRET_VARIABLES)
    [network] = made.irc
    assert network.servers[1] == ("2001:db8::1", 6697)
    assert network.channels[1].preset == "classic"
    assert (network.tls_ca, network.hands) == (Path("/etc/ca.pem"), "privmsg")
    assert (made.discord.shards.several_processes, made.discord.hands) == (True, "ephemeral")
    assert made.discord.gateway == "ws://127.0.0.1:8080/"
