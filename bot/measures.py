"""What is counted and timed for the operator: Prometheus' metrics, one set for each process."""

from prometheus_client import Counter, Gauge, Histogram

PREFIX = "operating_round"
SOON = (0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Bounds in seconds: Discord takes no first answer after three."""

used = Counter(
    f"{PREFIX}_interactions",
    "Commands, buttons, selects and forms that were used, and requests for choices",
    ["kind", "name", "outcome"],
)
acknowledged = Histogram(
    f"{PREFIX}_acknowledgement_seconds",
    "Seconds from an interaction's coming in until Discord had its first answer",
    ["kind"],
    buckets=SOON,
)
gateway = Gauge(f"{PREFIX}_gateway_connected", "1 while the bot is connected to Discord's gateway")
latency = Gauge(f"{PREFIX}_gateway_latency_seconds", "Seconds that a heartbeat to Discord took")
guilds = Gauge(f"{PREFIX}_guilds", "Servers that the bot is in")
pictures = Gauge(f"{PREFIX}_pictures_waiting", "Pictures that wait for the painter")
painters = Gauge(f"{PREFIX}_painters_replaced", "Painters that hung or crashed since the start")
outbox = Gauge(f"{PREFIX}_outbox_waiting", "Entries that must still be said")
outbox_age = Gauge(f"{PREFIX}_outbox_oldest_seconds", "Age of the oldest entry to be said")
games = Gauge(f"{PREFIX}_games_in_memory", "Games that are kept in memory")
up_since = Gauge(f"{PREFIX}_start_time_seconds", "When the bot started, in Unix seconds")
