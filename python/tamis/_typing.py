"""What `typing` has in the oldest Python that is supported, or `typing_extensions` in its place."""

import sys

if sys.version_info >= (3, 12):
    from typing import Self, TypedDict, Unpack
else:
    # Only this one works in pydantic before 3.12.
    from typing_extensions import Self, TypedDict, Unpack

__all__ = ["Self", "TypedDict", "Unpack"]
