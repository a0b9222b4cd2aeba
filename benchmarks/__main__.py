"""`python -m benchmarks`: what `make bench` runs."""

from __future__ import annotations

from benchmarks.channel_bench import main

if __name__ == "__main__":
    main()
