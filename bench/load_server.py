"""The server that is loaded: started as a user would, watched from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

_ADDRESS = re.compile(r"http://\S+(?=/\s)")


class LoadedServer:
    """`expedition serve` on a free port, with its settings as they are for everybody."""

    def __init__(self, folder: Path) -> None:
        """Start one that keeps its tables in a folder, and wait until it can be called."""
        command = [sys.executable, "-m", "expedition", "serve", "--no-browser", "--port", "0"]
        self._process = subprocess.Popen(  # noqa: S603  our own command
            [*command, "--data", str(folder)], stdout=subprocess.PIPE, text=True
        )
        said = self._process.stdout.readline() if self._process.stdout else ""
        found = _ADDRESS.search(said)
        if found is None:
            self.stop()
            msg = f"The server did not say where it is, but {said!r}."
            raise RuntimeError(msg)
        self.address = found[0]

    def __enter__(self) -> LoadedServer:
        """Nothing: it runs already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop it."""
        self.stop()

    def stop(self) -> None:
        """Ask it to stop; end it if it does not."""
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def memory(self) -> int:
        """Return what it holds in memory now, in KiB."""
        said = subprocess.run(  # noqa: S603  the same
            ["ps", "-o", "rss=", "-p", str(self._process.pid)],  # noqa: S607  wherever ps is
            capture_output=True,
            text=True,
            check=True,
        )
        return int(said.stdout)

    def processor_time(self) -> float:
        """Return the seconds of processor time that it has used; 0 where that isn't told."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def raise_open_files(number: int) -> bool:
    """Allow this process and its children so many open files; False if the system doesn't."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return True
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        if hard != resource.RLIM_INFINITY and hard < number:
            return False
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    return True
