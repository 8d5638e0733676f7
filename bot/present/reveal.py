"""The line that reveals the secret of a sealed shuffle."""

from engine.sealed import Secret


def reveal_line(secret: Secret) -> str:
    """The secret of a sealed shuffle, once nothing depends on it any more."""
    return (
        f"The secret of the shuffle was `{secret.reveal()}`; its SHA-256 is `{secret.sha256}`, as "
        "told at the start. `/game verify` computes the setup from it."
    )
