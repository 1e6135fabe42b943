"""The exceptions of the package."""


class Error(Exception):
    """Base class of the errors of Tamis. A page without content is no error."""


class ConfigError(Error, ValueError):
    """An option is unknown or its value is not valid."""


Error.__module__ = ConfigError.__module__ = "tamis"
