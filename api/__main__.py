"""`python -m dpverify` is the command."""

from __future__ import annotations

import sys

from dpverify.app.entry import main

if __name__ == "__main__":
    sys.exit(main())
