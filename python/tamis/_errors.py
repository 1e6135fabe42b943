"""The exceptions of the package."""


class Error(Exception):
    """Base class of the errors of Tamis. A page without content is no error."""


class ConfigError(Error, ValueError):
    """An option is unknown or its value is not valid."""


class FetchError(Error):
    """A page cannot be fetched.

    kind: What went wrong, such as ``refused_address``, ``host_not_found``, ``timeout`` or ``http``.
    status: The status of HTTP if ``kind`` is ``http``.
    url: The address that failed: after redirects, the last one.
    """

    def __init__(
        self, message: str, kind: str = "", status: int | None = None, url: str | None = None
    ) -> None:
        super().__init__(message, kind, status, url)
        self.kind = kind
        self.status = status
        self.url = url

    def __str__(self) -> str:
        return str(self.args[0])


Error.__module__ = ConfigError.__module__ = FetchError.__module__ = "tamis"
