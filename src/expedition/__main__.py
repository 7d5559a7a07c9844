"""`python -m expedition` is the command `expedition`."""

import sys

from expedition.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
