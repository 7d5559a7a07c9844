"""Links for the phone at the other end of the table."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import pytest

from expedition.web.reach import addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.168.1.20", "localhost"])
def test_a_server_that_listens_at_one_address_has_no_other(host: str) -> None:
    assert addresses(host, 8000) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_one_that_listens_everywhere_names_its_network(host: str) -> None:
    for address in addresses(host, 8000):
        parts = urlsplit(address)
        assert parts.port == 8000
        assert not ipaddress.ip_address(str(parts.hostname)).is_loopback
