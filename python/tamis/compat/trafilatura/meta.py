"""What concerns the package as a whole."""

from __future__ import annotations

from tamis.compat.trafilatura import deduplication
from tamis.compat.trafilatura.utils import trim

__all__ = ["reset_caches"]


def reset_caches() -> None:
    """Forgets the texts that ``deduplicate`` remembers, and gives back the memory of caches."""
    deduplication.LRU_TEST.clear()
    deduplication.is_similar_domain.cache_clear()
    deduplication.bits_of_word.cache_clear()
    trim.cache_clear()
