"""The line that reveals the secret of a sealed shuffle."""

from engine.sealed import Secret


def reveal_line(secret: str) -> str:
    """The secret in hexadecimal digits, once nothing depends on it any more."""
    return (
        f"The secret of the shuffle was `{secret}`; its SHA-256 is "
        f"`{Secret.from_hex(secret).sha256}`, as told at the start. `/game verify` computes the "
        "setup from it."
    )
