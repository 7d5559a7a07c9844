"""Where others can reach this server: for links and codes made on a page opened as localhost."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache


def addresses(host: str, port: int) -> list[str]:
    """Return addresses like http://192.168.1.20:8000 for others in the network; none if there are.

    `host` is what the server listens on: only one that listens everywhere has more to offer than
    the address that a browser was given.
    """
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    return [f"http://{own}:{port}" for own in _own_addresses()] if everywhere else []


@cache
def _own_addresses() -> tuple[str, ...]:
    """Return this machine's address in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which address a packet to the outside would carry.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ()
        own = str(probe.getsockname()[0])
    return () if ipaddress.ip_address(own).is_loopback else (own,)
