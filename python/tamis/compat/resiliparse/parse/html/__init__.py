"""Pages as trees."""

from tamis.compat.resiliparse.parse.html.tree import HTMLTree

__all__ = ["HTMLTree"]
