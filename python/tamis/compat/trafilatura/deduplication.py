"""Hashes of texts that are alike, and the texts that were seen before.

Source: the methods and figures are those of trafilatura 2.3.1, `deduplication.py`, so that hashes
which programs have stored stay equal. The hash is that of Charikar (2002), of BLAKE2b per word.
"""

from __future__ import annotations

import re
import string
import threading
import unicodedata
from collections import OrderedDict
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import blake2b
from typing import Any

__all__ = [
    "LRU_TEST",
    "LRUCache",
    "Simhash",
    "content_fingerprint",
    "duplicate_test",
    "generate_bow_hash",
    "is_similar_domain",
    "sample_tokens",
]

# How many texts the cache of all extractions remembers.
_MOST_TEXTS = 4096

_HASH_BYTES = 8
# The bits of a count of words.
_LANE_BITS = 32
_ENDING = re.compile(r"\.[^/?#]{2,63}\Z")
# A text of digits with so many of them is a hash in decimal digits, as older programs wrote it.
_DECIMAL_DIGITS = range(18, 23)


@lru_cache(1024)
def is_similar_domain(reference: str, new_string: str, threshold: float = 0.5) -> bool:
    """Returns true if two names of hosts are alike, whatever their endings are.

    >>> is_similar_domain("airport-frankfurt.de", "frankfurt-airport.com")
    True
    """
    one, other = (_ENDING.sub("", name) for name in (reference, new_string))
    return SequenceMatcher(None, one, other).ratio() >= threshold


def sample_tokens(inputstring: str, length: int = 64) -> list[str]:
    """Returns the words of a text that say most: the long ones, if there are enough of them.

    >>> sample_tokens("So, is it: yes or no?")
    ['So', 'is', 'it', 'yes', 'or', 'no']
    """
    words = [word.strip(string.punctuation) for word in inputstring.split()]
    words = [word for word in words if word.isalnum()]
    if not words:
        # Scripts without spaces have words between their own marks, such as U+3002.
        words = [word for word in _without_marks(inputstring).split() if word.isalnum()]
    for least_chars in (5, 4, 3, 2):
        long = [word for word in words if len(word) >= least_chars]
        if 2 * len(long) >= length:
            return long
    return words


def _without_marks(text: str) -> str:
    return "".join(" " if unicodedata.category(of).startswith("P") else of for of in text)


def generate_bow_hash(inputstring: str, length: int = 24) -> bytes:
    """Returns a hash of ``length`` bytes of the words of a text."""
    return blake2b(" ".join(sample_tokens(inputstring)).encode(), digest_size=length).digest()


@lru_cache(1 << 14)
def bits_of_word(word: str) -> int:
    """Returns the hash of a word with each bit in a lane, so that one sum counts all bits."""
    data = blake2b(word.encode(), digest_size=_HASH_BYTES).digest()
    bits = int.from_bytes(data, "big")
    return sum((bits >> bit & 1) << bit * _LANE_BITS for bit in range(8 * _HASH_BYTES))


class Simhash:
    """A number for a text that differs in few bits from those of texts that are alike.

    >>> one = Simhash("Bread rises slowly in a cold room.")
    >>> other = Simhash("Bread rises slowly in a warm room.")
    >>> one.similarity(other) > one.similarity(Simhash("Nothing of this is about baking."))
    True
    """

    __slots__ = ("hash", "length")

    def __init__(
        self, inputstring: str = "", length: int = 64, existing_hash: int | str | None = None
    ) -> None:
        self.length = length
        self.hash = self.validate(existing_hash) or self.create_hash(inputstring)

    def create_hash(self, inputstring: str) -> int:
        """Returns the hash of a text: each bit is that of at least half of its words."""
        words = sample_tokens(inputstring, self.length)
        counts = sum(map(bits_of_word, words))
        found = 0
        for bit in range(self.length):
            count = counts >> bit * _LANE_BITS & ((1 << _LANE_BITS) - 1)
            found |= (2 * count >= len(words)) << bit
        return found

    def to_hex(self) -> str:
        """Returns the hash in hexadecimal digits."""
        return format(self.hash, "x")

    def validate(self, inputhash: int | str | None) -> int | None:
        """Returns a hash as a number, or ``None`` if it is none of this length."""
        if isinstance(inputhash, str):
            in_decimals = inputhash.isdecimal() and len(inputhash) in _DECIMAL_DIGITS
            try:
                inputhash = int(inputhash, 10 if in_decimals else 16)
            except ValueError:
                return None
        # A truth value is an integer for Python, but no hash.
        if type(inputhash) is not int or inputhash < 0 or inputhash >> self.length:
            return None
        return inputhash

    def similarity(self, other_hash: Simhash) -> float:
        """Returns the part of the bits that are equal, from 0 to 1."""
        different = (self.hash ^ other_hash.hash).bit_count()
        return (self.length - different) / self.length


def content_fingerprint(content: str) -> str:
    """Returns the hash of a text in hexadecimal digits."""
    return Simhash(content).to_hex()


class LRUCache:
    """Counts texts. If there are too many, it forgets the one that was asked for longest ago.

    >>> seen = LRUCache(maxsize=2)
    >>> [seen.increment("a"), seen.increment("a"), seen.get("a"), seen.get("b")]
    [-1, 1, 2, -1]
    """

    def __init__(self, maxsize: int = 128) -> None:
        if maxsize < 1:
            raise ValueError("maxsize is at least 1.")
        self.maxsize = maxsize
        self.cache: OrderedDict[str, int] = OrderedDict()
        self.lock = threading.RLock()

    def __getstate__(self) -> dict[str, Any]:
        """Returns what is pickled and copied: all without the lock."""
        with self.lock:
            return {"maxsize": self.maxsize, "cache": self.cache.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores a cache, with a lock of its own."""
        self.maxsize, self.cache = state["maxsize"], state["cache"]
        self.lock = threading.RLock()

    def __bool__(self) -> bool:
        """Returns true also without any text, because ``deduplicate`` takes a cache."""
        return True

    def get(self, key: str) -> int:
        """Returns the count of a text, or -1 if it is not known."""
        with self.lock:
            if key not in self.cache:
                return -1
            self.cache.move_to_end(key)
            return self.cache[key]

    def put(self, key: str, value: int) -> None:
        """Sets the count of a text."""
        with self.lock:
            self.cache[key] = value
            self.cache.move_to_end(key)
            while len(self.cache) > self.maxsize:
                self.cache.popitem(last=False)

    def increment(self, key: str) -> int:
        """Counts a text once more. Returns the count before, or -1 if it was not known."""
        with self.lock:
            before = self.get(key)
            self.put(key, max(before, 0) + 1)
            return before

    def clear(self) -> None:
        """Forgets all texts."""
        with self.lock:
            self.cache.clear()


LRU_TEST = LRUCache(_MOST_TEXTS)
"""What ``deduplicate=True`` remembers, over all extractions of a process."""


def duplicate_test(element: Any, options: Any) -> bool:
    """Returns true for an element whose text was seen too often. Counts it."""
    return is_duplicate(" ".join(element.itertext()), options)


def is_duplicate(text: str, options: Any) -> bool:
    """Returns true for a text that was seen too often. Counts it.

    That is more than ``MAX_REPETITIONS`` times, and the text is longer than ``MIN_DUPLCHECK_SIZE``.
    """
    text = " ".join(text.split())
    seen = options.dedup if isinstance(options.dedup, LRUCache) else LRU_TEST
    before = seen.increment(text)
    return bool(len(text) > options.min_duplcheck_size and before > options.max_repetitions)
