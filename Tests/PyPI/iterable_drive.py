#!/usr/bin/env python3
"""Drives Iterable's stand-in with the vendor's client library for servers, iterable-api 0.3.0 of PyPI.

    python3 iterable_drive.py BASE SERVER-KEY CAMPAIGN

BASE is what stands before /api: http://127.0.0.1:PORT/iterable. CAMPAIGN is the number of a campaign that the sandbox
has loaded and that goes to Iterable. One JSON object is printed: "ok", each check with what came back, and what the
stand-in recorded. The status is 0 where every check holds.
"""

import json
import sys

from iterable import Iterable
from iterable.exceptions import AuthorizationError, InvalidParameters

EMAIL = "pypi@iterable.example"
SUCCESS = {"msg": "", "code": "Success", "params": None}
checks = []


def check(name, holds, got):
    checks.append({"check": name, "ok": bool(holds), "got": got})


def refused(name, error, code, call):
    """A call that must raise, with the vendor's body in what it raises."""
    try:
        got = call().data
    except error as raised:
        got = raised.args[0]
    check(name, isinstance(got, dict) and got.get("code") == code, got)


def succeeds(name, response):
    check(name, response.status_code == 200 and response.data == SUCCESS, response.data)


def main(base, key, campaign):
    api = Iterable(key, base_uri=base)

    succeeds("users.update", api.users.update(email=EMAIL, data_fields={"name": "Pia", "sizes": {"shoe": 38}}))
    succeeds(
        "users.update merges",
        api.users.update(email=EMAIL, data_fields={"sizes": {"hat": 54}}, merge_nested_objects=True),
    )
    user = api.users.get(email=EMAIL).data
    fields = user.get("user", {}).get("dataFields", {})
    check("users.get", fields == {"email": EMAIL, "name": "Pia", "sizes": {"shoe": 38, "hat": 54}}, user)

    before = {m["messageId"] for m in inbox(api)}
    succeeds("in_app.send", api.in_app.send(campaign, EMAIL, "InApp", data_fields={"code": "A1"}))
    new = [m for m in inbox(api) if m["messageId"] not in before]
    check("in_app.get has the one that was sent", len(new) == 1 and new[0]["campaignId"] == campaign, new)
    message = new[0]["messageId"] if new else ""
    check("it is unread, and in the inbox", new and not new[0]["read"] and new[0]["saveToInbox"], message)

    succeeds("events.track_in_app_open", api.events.track_in_app_open(message, email=EMAIL))
    check("an open marks it read", [m["read"] for m in inbox(api) if m["messageId"] == message] == [True], None)
    succeeds("events.track_in_app_click", api.events.track_in_app_click(message, email=EMAIL, button_index=1))
    succeeds("events.track", api.events.track("bought", email=EMAIL, data_fields={"price": 3}))
    succeeds("events.consume_in_app_notification", api.events.consume_in_app_notification(message, email=EMAIL))
    check("a consumed message is gone", message not in {m["messageId"] for m in inbox(api)}, None)

    events = api.events.get(EMAIL, limit=200).data["events"]
    names = [event["eventName"] for event in events]
    # Without a deleteAction, which the library cannot send, consuming is not an event.
    check("events.get", sorted(names) == ["bought", "inAppClick", "inAppOpen"], names)
    check("events.get limit", len(api.events.get(EMAIL, limit=1).data["events"]) == 1, None)

    refused("a wrong key", AuthorizationError, "BadApiKey", lambda: Iterable("wrong", base_uri=base).events.get(EMAIL))
    refused("an unknown campaign", InvalidParameters, "BadParams", lambda: api.in_app.send(1, EMAIL, "InApp"))
    refused("an unknown message", InvalidParameters, "BadParams", lambda: api.events.track_in_app_open("no", email=EMAIL))
    refused(
        "an email and a userId",
        InvalidParameters,
        "BadParams",
        lambda: api.events.track_in_app_open(message, email=EMAIL, user_id="pia"),
    )

    succeeds("users.delete", api.users.delete(email=EMAIL))
    check("users.get after it", api.users.get(email=EMAIL).data == {}, None)
    return names


def inbox(api):
    return api.in_app.get(EMAIL, 100).data["inAppMessages"]


if __name__ == "__main__":
    if len(sys.argv) != 4 or not sys.argv[3].isdigit():
        sys.exit(__doc__)
    recorded, error = [], None
    try:
        recorded = main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    except Exception as raised:  # What is missing in an answer is a finding as well.
        error = f"{type(raised).__name__}: {raised}"
    ok = error is None and all(one["ok"] for one in checks)
    print(json.dumps({"ok": ok, "error": error, "recorded": recorded, "checks": checks}, indent=2))
    sys.exit(0 if ok else 1)
