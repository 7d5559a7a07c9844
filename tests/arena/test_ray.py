"""A Ray cluster of two nodes finds what one process does; without Ray there is a sentence."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from arena.conftest import Command, played, results, settings
from expedition.arena import Schedule, run_contest

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_without_ray_a_sentence(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = command("careful", "random", "--ray", "auto")
    assert result.code == 2
    assert result.err.startswith("--ray needs Ray, which is not installed")


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[str]:
    """Start a cluster of two nodes on this machine, with a processor each; yield its address."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'expedition[ray]'")
    utils: Any = pytest.importorskip("ray.cluster_utils")
    cluster = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        yield cluster.address
    finally:
        cluster.shutdown()


@pytest.mark.filterwarnings("default")
def test_two_nodes_find_what_one_process_does(two_nodes: str) -> None:
    chosen = settings(seed=5)
    found = run_contest(chosen, Schedule(pairs=9), cluster=two_nodes)
    assert results(found) == results(played(chosen, 9))


@pytest.mark.filterwarnings("default")
def test_two_nodes_stop_where_one_process_does(two_nodes: str, command: Command) -> None:
    words = ("careful", "random", "--until", "12", "--check-every", "3", "--json")
    there, here = command(*words, "--ray", two_nodes), command(*words)
    assert there.code == here.code == 0
    assert there.data["margin"] == here.data["margin"]
    assert there.data["stopped"] == "until"


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("two_nodes")
def test_no_cluster_is_a_sentence(command: Command) -> None:
    result = command("careful", "random", "--ray", "127.0.0.1:1")
    assert result.code == 2
    assert result.err.startswith("No Ray cluster answers at 127.0.0.1:1: ")
    assert "\n" not in result.err
