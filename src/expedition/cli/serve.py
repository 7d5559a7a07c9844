"""`expedition serve`: the tables for browsers, on this machine or for a whole house."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from expedition.cli.failure import FAILED, OK, CommandError
from expedition.cli.saved import data_folder

_DATABASE = "tables.sqlite3"
_DESCRIPTION = """\
Serve the page where people play: against a bot, with friends by link, on one device. It opens in
your browser, and every table is kept in one file. Only this machine can reach it, unless --host
says otherwise: --host 0.0.0.0 is for everybody in your network.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "serve", help="open the tables in a browser", description=_DESCRIPTION
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address (%(default)s)")
    parser.add_argument(
        "--port", type=int, default=8000, help="the port (%(default)s); 0 takes any free one"
    )
    parser.add_argument("--data", metavar="DIR", help="the folder to keep the tables in")
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser")
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name by which browsers may call this server, besides its addresses; repeatable",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="a proxy on this machine passes requests on: limits hold for those it names",
    )
    parser.add_argument(
        "--bots", type=int, default=1, metavar="N", help="bot processes at once (%(default)s)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="read the page's files anew for each request"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 <= options.port <= 65535:
        msg = f"--port is {options.port}; ports are 0 to 65535."
        raise CommandError(msg)
    if options.bots < 1:
        msg = f"--bots is {options.bots}; one process is the least."
        raise CommandError(msg)
    names = tuple(map(_name, options.allow_host))
    try:
        from expedition.table.sql_store import open_store
        from expedition.table.store import StoreFault
        from expedition.web.serving import CannotServe, listen, serve
        from expedition.web.settings import Settings
    except ModuleNotFoundError as error:
        msg = (
            f"The server needs packages that are not installed ({error.name} for one). "
            'Install them with: pip install "expedition[web]"'
        )
        raise CommandError(msg, FAILED) from None
    folder = Path(options.data) if options.data else data_folder()
    settings = Settings(
        host=options.host,
        port=options.port,
        allowed_hosts=names,
        trust_loopback=not options.behind_proxy,
        bot_workers=options.bots,
        fresh=options.fresh,
    )
    try:
        bound = listen(settings)
        with bound:
            store = open_store(folder / _DATABASE)
            _say(bound, folder)
            # Ctrl-C stops the server in good order, and is then passed on.
            with contextlib.suppress(KeyboardInterrupt):
                serve(settings, store, bound, lambda: _open(options, bound))
    except (CannotServe, StoreFault) as error:
        raise CommandError(str(error), FAILED) from None
    print("Stopped. Every table is kept.")
    return OK


def _name(text: str) -> str:
    """Return a name by which the server may be called. Raises CommandError for what is more."""
    name = text.lower().rstrip(".")
    if not name or set(name) & set(":/@ "):
        msg = (
            f"--allow-host is {text!r}; it should be a name alone, without http:// and port: "
            "--allow-host play.example.org"
        )
        raise CommandError(msg)
    return name


def _address(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _say(bound: socket.socket, folder: Path) -> None:
    print(f"Expedition is at {_address(bound)}")
    if ipaddress.ip_address(bound.getsockname()[0]).is_unspecified:
        port = bound.getsockname()[1]
        name = socket.gethostname().removesuffix(".local")  # where it ends so, it's said once
        print(f"Others in your network: http://{name}.local:{port}/ or by address.")
    print(f"Tables are kept in {folder}. Ctrl-C stops the server.")
    sys.stdout.flush()


def _open(options: argparse.Namespace, bound: socket.socket) -> None:
    if not options.no_browser:
        # Without a desktop it may wait for a browser in the terminal; nobody else should.
        where = (_address(bound),)
        threading.Thread(target=webbrowser.open, args=where, name="browser", daemon=True).start()
