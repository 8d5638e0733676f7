"""Settings: environment variables, or lines of a file `.env` in the working folder.

A wrong one is told before the database's library is loaded, which takes most of a start.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.refusal import StartError

if TYPE_CHECKING:
    from storage.share import Share

ENV_FILE = Path(".env")
DATABASE_FILE = "operating-round.db"
HEARTBEAT_FILE = "heartbeat.json"
OF = "-of-"
"""Stands in the name of a file for the stroke in that of shards."""


class Settings(BaseSettings):
    """Everything that can be set; `.env.example` explains each in a line."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = None
    data_dir: Path = Path("data")
    database_url: str | None = None
    shards: str | None = None
    table_port: int = Field(default=8018, ge=0, le=65535)
    table_seats: int = Field(default=3, ge=2, le=5)
    pictures: bool = True
    route_seconds: float = Field(default=2.0, gt=0, le=60)
    forecast_seconds: float = Field(default=0.8, ge=0, le=10)
    import_seconds: float = Field(default=10.0, gt=0, le=120)
    ahead_seconds: float = Field(default=0.0, ge=0, le=3600)
    replace_hours: float = Field(default=72.0, ge=0, le=10_000)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_form: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    leave_days: float = Field(default=30.0, ge=1, le=10_000)

    @field_validator("shards")
    @classmethod
    def _check_shards(cls, text: str | None) -> str | None:
        if text is None:
            return None
        from storage.share import Share

        return str(Share.parse(text))

    @property
    def share(self) -> "Share":
        """The servers of which this process takes care."""
        from storage.share import WHOLE, Share

        return WHOLE if self.shards is None else Share.parse(self.shards)

    @property
    def database(self) -> str:
        """The address of the database: the one that was set, or a file in the data folder."""
        file = quote(str(self.data_dir / DATABASE_FILE))
        return self.database_url or f"sqlite+aiosqlite:///{file}"

    @property
    def heartbeat(self) -> Path:
        """The file by which others see that the bot works; each of several has its own."""
        if self.shards is None:
            return self.data_dir / HEARTBEAT_FILE
        share = f"{self.share}".replace("/", OF)
        return self.data_dir / HEARTBEAT_FILE.replace(".", f"-{share}.")

    @property
    def heartbeats(self) -> dict[str, Path]:
        """The heartbeats of several processes that are there, by the shards that they hear."""
        before, after = HEARTBEAT_FILE.split(".")
        files = sorted(self.data_dir.glob(f"{before}-*{OF}*.{after}"))
        return {file.stem.removeprefix(f"{before}-").replace(OF, "/"): file for file in files}

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be told to anybody: the token, and the password of the database."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        try:
            password = urlsplit(self.database_url or "").password or ""
        except ValueError:
            password = ""
        return tuple(filter(None, (token, password, unquote(password))))


def load_settings() -> Settings:
    """Read the settings.

    Raises:
        StartError: One of them has a value that cannot be used, or `.env` cannot be read.
    """
    _check_env_file()
    try:
        return Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).upper()
        how = problem["msg"].removeprefix("Value error, ")  # so pydantic begins what is said here
        raise StartError(f"The setting {name} is wrong ({how}): correct it.") from error


def _check_env_file() -> None:
    """Whether `.env`, if there is one, is readable text. Raises StartError."""
    try:
        text = ENV_FILE.read_text(encoding="utf-8-sig") if ENV_FILE.is_file() else ""
    except OSError as error:
        raise StartError(f"The file .env cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise StartError("The file .env is not written in UTF-8: save it anew in that encoding.")
