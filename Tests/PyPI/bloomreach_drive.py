#!/usr/bin/env python3
"""Drives Bloomreach's stand-in with the vendor's client library for servers, exponea-python-sdk 0.2.0 of PyPI.

    python3 bloomreach_drive.py BASE PROJECT KEY-ID SECRET

BASE is what stands before /track: http://127.0.0.1:PORT/bloomreach. KEY-ID and SECRET are those of the private key. One
JSON object is printed: "ok", each check with what came back, and the types of the events that were taken, in their order.
The status is 0 where every check holds.
"""

import json
import logging
import sys

from exponea_python_sdk import Exponea
from exponea_python_sdk.exceptions import APIException

IDS = {"registered": "pypi@bloomreach.example"}
checks, taken = [], []


def check(name, holds, got):
    checks.append({"check": name, "ok": bool(holds), "got": got})


def refused(name, error, call):
    """A call that must raise, with the vendor's words in what it raises."""
    try:
        got = call()
    except APIException as raised:
        got = raised.args[0]
    check(name, got == error, got)


def takes(tracking, event_type, properties, timestamp=None):
    got = tracking.add_event(IDS, event_type, properties, timestamp)
    taken.append(event_type)
    check(f"tracking.add_event {event_type}", got is True, got)


def main(base, project, key, secret):
    def client(project=project, key=key, secret=secret):
        return Exponea(project, username=key, password=secret, url=base).tracking

    tracking = client()
    now = tracking.get_system_time()
    check("tracking.get_system_time", isinstance(now, (int, float)) and now > 1_700_000_000, now)

    got = tracking.update_customer_properties(IDS, {"name": "Pia", "shoe": 38})
    check("tracking.update_customer_properties", got is True, got)
    takes(tracking, "purchase", {"price": 3, "items": ["a", "b"]}, timestamp=now)
    takes(tracking, "visit", None)

    commands = [
        tracking.get_system_time(batch=True),
        tracking.update_customer_properties(IDS, {"shoe": 39}, batch=True),
        tracking.add_event(IDS, "batched", {"number": 1}, timestamp=now, batch=True),
        tracking.add_event({}, "nobody", {}, batch=True),
    ]
    got = tracking.batch_commands(commands)
    taken.append("batched")
    check(
        "tracking.batch_commands does each for itself",
        len(got) == 4 and isinstance(got[0], (int, float)) and got[1:] == [True, True, False],
        got,
    )

    refused("nobody's event", ["At least one id should be specified."], lambda: tracking.add_event({}, "nobody"))
    refused("an event without a type", ["event_type is required"], lambda: tracking.add_event(IDS, ""))
    refused("a wrong key", "Access key not found", lambda: client(key="wrong").get_system_time())
    refused("a wrong secret", "invalid secret", lambda: client(secret="wrong").get_system_time())
    refused("another project", "Invalid project id", lambda: client(project="other").get_system_time())


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    # The library writes down what it also raises.
    logging.getLogger("exponea-python-sdk").setLevel(logging.CRITICAL)
    error = None
    try:
        main(*sys.argv[1:])
    except Exception as raised:  # What is missing in an answer is a finding as well.
        error = f"{type(raised).__name__}: {raised}"
    ok = error is None and all(one["ok"] for one in checks)
    print(json.dumps({"ok": ok, "error": error, "recorded": taken, "checks": checks}, indent=2))
    sys.exit(0 if ok else 1)
