"""Exceptions, one for each error that leaves no result. Lesser problems are diagnostics."""

from __future__ import annotations

__all__ = [
    "AttachmentError",
    "CancelledError",
    "ClosedError",
    "ImageError",
    "InternalError",
    "LimitError",
    "NotPdfError",
    "PasswordError",
    "PasswordNeededError",
    "PdftractError",
    "RenderError",
    "RepairError",
    "SearchError",
    "TimeLimitError",
    "UnreadableError",
    "UnsupportedEncryptionError",
    "WrongPasswordError",
]


class PdftractError(Exception):
    """The base of all exceptions of pdftract. `code` is stable and can be stored."""

    code: str = "error"


class NotPdfError(PdftractError):
    """The bytes are not a PDF and contain no PDF objects."""

    code = "not_pdf"


class UnreadableError(PdftractError):
    """The file is a PDF, but nothing in it can be read."""

    code = "unreadable"


class PasswordError(PdftractError):
    """The file is encrypted, and the password that would open it was not given."""

    code = "password"


class PasswordNeededError(PasswordError):
    """The file is encrypted and no password was given."""

    code = "password_needed"


class WrongPasswordError(PasswordError):
    """The password is neither the user password nor the owner password."""

    code = "wrong_password"


class UnsupportedEncryptionError(PdftractError):
    """The file is encrypted by a scheme that is not supported."""

    code = "unsupported_encryption"


class LimitError(PdftractError):
    """A limit of the document left no result."""

    code = "limit"


class TimeLimitError(PdftractError, TimeoutError):
    """The time limit was reached before there was a result."""

    code = "time_limit"


class CancelledError(PdftractError):
    """`Document.cancel()` was called."""

    code = "cancelled"


class ClosedError(PdftractError, ValueError):
    """The document is closed."""

    code = "closed"


class ImageError(PdftractError):
    """The data of an image cannot be read, or not in the requested form."""

    code = "image"


class AttachmentError(PdftractError):
    """The data of an attachment cannot be read."""

    code = "attachment"


class RepairError(PdftractError):
    """The file is not repaired, because it is signed or locked."""

    code = "repair"


class RenderError(PdftractError):
    """The page cannot be rendered."""

    code = "render"


class SearchError(PdftractError, ValueError):
    """The text or regular expression to search for cannot be used."""

    code = "search"


class InternalError(PdftractError):
    """pdftract failed internally. Please report the file."""

    code = "internal"


_BY_CODE: dict[str, type[PdftractError]] = {
    error.code: error
    for error in (
        NotPdfError,
        UnreadableError,
        PasswordNeededError,
        WrongPasswordError,
        UnsupportedEncryptionError,
        LimitError,
        TimeLimitError,
        CancelledError,
        ClosedError,
        ImageError,
        AttachmentError,
        RepairError,
        RenderError,
        SearchError,
        InternalError,
    )
}


def exception_of(code: str, message: str, os_error: int | None = None, file: str | None = None) -> Exception:
    """Return the exception for a failure of the compiled part."""
    if code == "index":
        return IndexError(message)
    if code == "io":
        # The first two arguments choose the subclass, such as `FileNotFoundError`.
        if os_error is None:
            return OSError(message)
        text = message.rsplit(" (os error", 1)[0]
        return OSError(os_error, text, file) if file is not None else OSError(os_error, text)
    return _BY_CODE.get(code, PdftractError)(message)


def code_of(error: BaseException) -> str:
    """Return the stable code of an exception."""
    if isinstance(error, PdftractError):
        return error.code
    return "io" if isinstance(error, OSError) else "error"
