"""Spoilt logs, whatever is wrong with them: LogError or ReplayError, never another exception."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, parse
from tests.interchange.records import record
from tests.interchange.spoil import spoiled

LENGTHS = (30, 80, 160, 400)
LOG = record().raw()


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), length=st.sampled_from(LENGTHS), changes=st.integers(1, 4))
def test_a_spoilt_log_is_followed_or_refused_with_one_message(
    seed: int, length: int, changes: int
) -> None:
    cut = {**LOG, "actions": LOG["actions"][:length]}
    bad = json.dumps(spoiled(cut, Random(seed), changes))
    message = ""
    try:
        replay = Replay(parse(bad), record().ruleset)
        for _ in replay.steps():
            pass
    except (LogError, ReplayError) as fault:
        message = str(fault)
    assert len(message) < 400
    assert "\n" not in message


@settings(max_examples=100, deadline=None)
@given(text=st.one_of(st.text(), st.binary()))
def test_words_and_bytes_are_no_log(text: str | bytes) -> None:
    with pytest.raises(LogError):
        parse(text)
