"""`expedition serve` as a process of its own, which can be killed and started again on its data."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_ADDRESS = re.compile(r"Expedition is at (http://\S+?)/\s")


class ServerProcess:
    """A server on a port that the system gives; another one after each start."""

    def __init__(self, folder: Path) -> None:
        """Make one that keeps its tables, and what it complains of, in `folder`."""
        self.folder = folder
        self.database = folder / "tables.sqlite3"
        self.address: str | None = None
        """Like http://127.0.0.1:1234; None while it is down."""
        self.began = 0.0
        """When it was started last, on the monotonic clock."""
        self._complaints = folder.parent / f"{folder.name}.stderr"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> ServerProcess:
        """Start it."""
        self.launch()
        self.wait_for_address()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Kill it, whatever has happened."""
        self.kill()

    @property
    def pid(self) -> int:
        """The process id of the server that runs."""
        assert self._process
        return self._process.pid

    def launch(self) -> None:
        """Start the process, and don't wait for it."""
        assert self._process is None, "It runs already."
        self.began = time.monotonic()
        command = [sys.executable, "-m", "expedition", "serve", "--no-browser", "--port", "0"]
        with self._complaints.open("a", encoding="utf-8") as complaints:
            self._process = subprocess.Popen(
                [*command, "--data", str(self.folder)],
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )

    def wait_for_address(self) -> str:
        """Return the address, read from what it says first: from then on it can be called."""
        if self.address is not None:
            return self.address
        assert self._process
        assert self._process.stdout
        said = self._process.stdout.readline()
        found = _ADDRESS.match(said)
        assert found, f"It said {said!r} and {self.complaints()!r}."
        self.address = found[1]
        return self.address

    def kill(self) -> None:
        """End it without a warning, as SIGKILL does; nothing happens if it is down."""
        if self._process is None:
            return
        self.address = None
        self._process.kill()
        self._process.wait(30)
        assert self._process.stdout
        self._process.stdout.close()
        self._process = None

    def complaints(self) -> str:
        """Return what all the servers so far have written to their logs."""
        return self._complaints.read_text(encoding="utf-8")
