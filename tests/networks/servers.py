"""Real IRC servers for the tests: ngircd, InspIRCd and atheme services, each on free ports of loopback.

Started by the test that needs them and stopped by their process id. Where a server is not installed the test is
skipped with the reason, unless UNOBOT_REQUIRE_SERVERS=1 makes that a failure. The configurations are those of
irc-servers.md; as root they run as nobody, because some refuse to run as root.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 20.0
_given: set[int] = set()


def need(*binaries: str) -> None:
    for binary in binaries:
        if shutil.which(binary) is None:
            reason = f"{binary} is not installed"
            if os.environ.get("UNOBOT_REQUIRE_SERVERS") == "1":
                pytest.fail(reason)
            pytest.skip(reason)


def free_port() -> int:
    """One that nobody uses now and that no other call of this process has been given."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port not in _given:
            _given.add(port)
            return port


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """That nobody may write."""
    path = Path(tempfile.mkdtemp(prefix="unobot-irc-"))
    try:
        if os.getuid() == 0:
            shutil.chown(path, "nobody", "nogroup")
        path.chmod(0o755)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def certificate(path: Path, name: str = "localhost") -> Path:
    """A new one for `name`, readable by the server; the file holds key and certificate."""
    key, cert, both = path / f"{name}.key", path / f"{name}.crt", path / f"{name}.pem"
    subject = ["-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subprocess.run(
        [*new, "-nodes", "-days", "30", "-keyout", key, "-out", cert, *subject], check=True, capture_output=True
    )
    both.write_text(key.read_text() + cert.read_text())
    for file in (key, cert, both):
        file.chmod(0o644)
    return both


class Running:
    """A server process that can be stopped, killed and started again."""

    def __init__(self, command: list[str], port: int) -> None:
        self.command, self.port = command, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
        self.process = subprocess.Popen([*prefix, *self.command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while self.port:
            assert self.process.poll() is None, f"{self.command[0]} ended with {self.process.returncode}"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < deadline, f"{self.command[0]} does not listen"
            time.sleep(0.01)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Ngircd(Running):
    def __init__(self, path: Path, penalty: bool = False, password: str = "", tls: bool = False) -> None:
        need("ngircd", "setpriv")
        self.path, self.tls_port = path, free_port() if tls else 0
        port = free_port()
        super().__init__(["ngircd", "-n", "-f", str(path / "ngircd.conf")], port)
        secure = ""
        if tls:
            self.certificate = certificate(path)
            dh = ["openssl", "genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048"]
            subprocess.run([*dh, "-out", path / "dh.pem"], check=True, capture_output=True)
            (path / "dh.pem").chmod(0o644)
            secure = f"""
[SSL]
  CertFile = {path}/localhost.crt
  KeyFile = {path}/localhost.key
  DHFile = {path}/dh.pem
  Ports = {self.tls_port}"""
        (path / "ngircd.conf").write_text(f"""
[Global]
  Name = irc.test.invalid
  Info = test
  AdminEMail = x@test.invalid
  Listen = 127.0.0.1
  Ports = {port}
  {f"Password = {password}" if password else ""}
[Limits]
  MaxConnectionsIP = 0
  MaxJoins = 1000
  MaxNickLength = 30
  {"" if penalty else "MaxPenaltyTime = 0"}
[Options]
  DNS = no
  Ident = no
  PAM = no
{secure}
[Operator]
  Name = op
  Password = op
""")


MODULES = [
    "cap",
    "ircv3",
    "ircv3_accounttag",
    "ircv3_batch",
    "ircv3_capnotify",
    "ircv3_chghost",
    "ircv3_ctctags",
    "ircv3_echomessage",
    "ircv3_labeledresponse",
    "ircv3_msgid",
    "ircv3_servertime",
    "services_account",
    "namesx",
    "sasl",
    "spanningtree",
    "botmode",
    "chghost",
    "globops",
    "servprotect",
    "hidechans",
    "svshold",
    "deaf",
    "blockcolor",
    "stripcolor",
    "sapart",
]
UNLIMITED = 'commandrate="1000000" threshold="100000" fakelag="no" recvq="1M" hardsendq="64M" softsendq="64M"'


class Inspircd(Running):
    """`number` 1 or 2; the second links to the first when an operator says CONNECT."""

    def __init__(
        self,
        path: Path,
        number: int = 1,
        peer_ports: tuple[int, int] | None = None,
        limits: bool = False,
        tls: bool = False,
        without: tuple[str, ...] = (),
    ) -> None:
        need("inspircd", "setpriv")
        self.path = path
        self.name = "irc.test.invalid" if number == 1 else "irc2.test.invalid"
        own, other = peer_ports or (free_port(), free_port())
        self.server_port, self.tls_port = own, free_port() if tls else 0
        port = free_port()
        super().__init__(["inspircd", "--nofork", "--config", str(path / "inspircd.conf")], port)
        if tls:
            self.certificate = certificate(path)
        peer = "irc2.test.invalid" if number == 1 else "irc.test.invalid"
        secure = f"""
<module name="ssl_gnutls"><module name="sslinfo">
<sslprofile name="t" provider="gnutls" certfile="{path}/localhost.crt" keyfile="{path}/localhost.key"
 requestclientcert="yes">
<bind address="127.0.0.1" port="{self.tls_port}" type="clients" sslprofile="t">"""
        (path / "inspircd.conf").write_text(f"""
<path configdir="{path}" datadir="{path}" logdir="{path}" runtimedir="{path}">
<server name="{self.name}" description="test" network="Test" id="00{"A" if number == 1 else "B"}">
<admin name="a" nick="a" email="a@test.invalid">
<bind address="127.0.0.1" port="{port}" type="clients">
<bind address="127.0.0.1" port="{own}" type="servers">
<connect name="main" allow="*" resolvehostnames="no" useident="no" localmax="5000" globalmax="5000" maxchans="1000"
 timeout="30" pingfreq="2m" {"" if limits else UNLIMITED}>
{"".join(f'<module name="{name}">' for name in MODULES if name not in without)}
<sasl target="services.test.invalid" requiressl="no">
<uline server="services.test.invalid" silent="yes">
<performance nouserdns="yes">
<class name="all" commands="*" privs="*" chanmodes="*" usermodes="*" snomasks="*">
<type name="net" classes="all"><oper name="op" password="op" host="*@*" type="net">
<link name="services.test.invalid" ipaddr="127.0.0.1" port="{free_port()}" allowmask="127.0.0.0/8" sendpass="pw"
 recvpass="pw">
<link name="{peer}" ipaddr="127.0.0.1" port="{other}" allowmask="127.0.0.0/8" sendpass="pw" recvpass="pw">
{secure if tls else ""}
""")


class Atheme(Running):
    """Services for an Inspircd. Wait for `sasl` in the answer to CAP LS before using them."""

    def __init__(self, path: Path, uplink: Inspircd) -> None:
        need("atheme-services", "setpriv")
        (path / "services").mkdir(mode=0o755)
        if os.getuid() == 0:
            shutil.chown(path / "services", "nobody", "nogroup")
        here = path / "services"
        files = ["-c", str(here / "atheme.conf"), "-D", str(here), "-l", str(here / "log"), "-p", str(here / "pid")]
        super().__init__(["atheme-services", "-n", *files], 0)
        modules = [
            "protocol/inspircd",
            "backend/opensex",
            "crypto/pbkdf2v2",
            "nickserv/main",
            "nickserv/register",
            "nickserv/identify",
            "nickserv/info",
            "nickserv/cert",
            "nickserv/logout",
            "saslserv/main",
            "saslserv/plain",
            "saslserv/external",
            "chanserv/main",
            "chanserv/register",
            "operserv/main",
        ]
        (here / "atheme.conf").write_text(
            "".join(f'loadmodule "modules/{name}";\n' for name in modules)
            + f"""
crypto {{ pbkdf2v2_rounds = 10000; }};
serverinfo {{ name = "services.test.invalid"; desc = "services"; numeric = "00S"; recontime = 1; netname = "Test";
 hidehostsuffix = "users.test"; adminname = "a"; adminemail = "a@test.invalid"; registeremail = "a@test.invalid";
 auth = none; loglevel = {{ error; info; network; }}; maxlogins = 50; maxusers = 0; mdlimit = 30; emaillimit = 1000;
 emailtime = 300; }};
uplink "irc.test.invalid" {{ host = "127.0.0.1"; port = {uplink.server_port}; send_password = "pw";
 receive_password = "pw"; }};
nickserv {{ nick = "NickServ"; user = "NickServ"; host = "services.test.invalid"; real = "nick"; spam = no;
 maxnicks = 5; expire = 0; enforce_expire = 0; aliases {{ }}; access {{ }}; }};
chanserv {{ nick = "ChanServ"; user = "ChanServ"; host = "services.test.invalid"; real = "chan"; fantasy = no;
 maxchans = 5; expire = 0; aliases {{ }}; access {{ }}; }};
saslserv {{ nick = "SaslServ"; user = "SaslServ"; host = "services.test.invalid"; real = "sasl"; }};
operserv {{ }}; global {{ }};
general {{ uflags = {{ }}; cflags = {{ }}; commit_interval = 5; ratelimit_uses = 0; ratelimit_period = 0; }};
"""
        )


@contextlib.contextmanager
def running(*servers: Running) -> Iterator[None]:
    try:
        for server in servers:
            server.start()
        yield
    finally:
        for server in reversed(servers):
            server.stop()
