"""The texts of pages."""

__all__: list[str] = []
