"""`python -m benchmarks`: what `make bench` runs."""

from __future__ import annotations

from benchmarks.channel_bench import main
from benchmarks.knowledge_bench import main as knowledge

if __name__ == "__main__":
    main()
    knowledge()
