"""Pages as trees."""

__all__: list[str] = []
