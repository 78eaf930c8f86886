"""Loads two sandboxes over one PostgreSQL (fsync on, a socket in a folder of its own): receipts a second over 8 connections,
500 clients, and the time from a receipt's upload at one sandbox to the end of a wait for it at the other. Beside it, one
sandbox with SQLite. Every event that was acknowledged is counted in the store afterwards.

With kills instead of seconds, processes of both kinds are killed under load so often, and what was acknowledged is compared
with what is kept. With tokens, the time of a refusal is measured for each way in which a token can be wrong.
"""

import asyncio
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

TOKEN = "control-token-of-the-benchmark"
BATCH = 25
BIN = sorted((p for p in os.scandir("/usr/lib/postgresql") if p.name.isdigit()), key=lambda p: int(p.name))[-1].path + "/bin"


def as_user(folder, arguments):
    """PostgreSQL refuses to run as root: then it runs as nobody."""
    if os.getuid() != 0:
        return arguments
    shutil.chown(folder, "nobody", "nogroup")
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--", *arguments]


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="inbox-team-")
        data = self.folder + "/data"
        subprocess.run(
            as_user(self.folder, [BIN + "/initdb", "-D", data, "-U", "inbox", "-A", "trust", "-E", "UTF8", "--locale=C"]),
            check=True, stdout=subprocess.DEVNULL)
        self.start()
        self.sql("CREATE DATABASE team", "postgres")

    def start(self):
        data = self.folder + "/data"
        self.process = subprocess.Popen(
            as_user(self.folder, [BIN + "/postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses="]),
            stderr=subprocess.DEVNULL)
        while subprocess.run([BIN + "/pg_isready", "-q", "-h", self.folder]).returncode != 0:
            # One that was killed leaves processes behind that go a moment later.
            if self.process.poll() is not None:
                return self.start()
            time.sleep(0.1)

    def kill(self):
        with open(self.folder + "/data/postmaster.pid") as file:
            os.kill(int(file.readline()), signal.SIGKILL)
        self.process.wait()
        self.start()

    def sql(self, text, database="team"):
        run = subprocess.run(
            [BIN + "/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "inbox", "-d", database, "-c", text],
            check=True, capture_output=True, text=True)
        return run.stdout.strip()

    @property
    def url(self):
        return f"postgresql://inbox@{self.folder.replace('/', '%2F')}/team"

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Sandbox:
    def __init__(self, program, store=None):
        self.state = tempfile.mkdtemp(prefix="inbox-team-")
        self.program, self.store = program, store
        self.start(0)

    def start(self, port):
        environment = dict(os.environ, XDG_STATE_HOME=self.state, XDG_CONFIG_HOME=self.state, INBOX_CONTROL_TOKEN=TOKEN)
        arguments = [self.program, "sandbox", "--port", str(port), "--tls-port", "0"]
        arguments += ["--store", self.store] if self.store else []
        self.process = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        with open(self.state + "/inbox/sandbox/endpoint.json") as file:
            self.endpoint = json.load(file)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.start(self.port)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.state, ignore_errors=True)


class Client:
    """One connection that is kept."""

    def __init__(self, sandbox):
        self.sandbox = sandbox

    async def request(self, method, path, body=b"", token=TOKEN):
        if not hasattr(self, "writer"):
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.sandbox.port, limit=1 << 20)
        endpoint = self.sandbox.endpoint
        access = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-App-Token: {endpoint['appToken']}\r\n"
            f"X-Account-Token: {endpoint['accountToken']}\r\nX-Identity: user:maria\r\n{access}"
            f"Content-Length: {len(body)}\r\n\r\n")
        self.writer.write(head.encode() + body)

    async def send(self, method, path, body=b"", timeout=60, token=TOKEN):
        await self.request(method, path, body, token)
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), timeout)
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
        return int(head.split()[1]), await self.reader.readexactly(length)


def upload(count, identity="maria", message="spring"):
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 1))
    events = [
        {"id": str(uuid.uuid4()), "type": "display", "identity": f"user:{identity}", "message_id": message,
         "message_center_name": "Primary", "ts": now} for _ in range(count)]
    return json.dumps({"sent_ts": now, "events": events}).encode()


async def rate(sandboxes, connections, seconds):
    """Acknowledged receipts a second, and how many in all."""
    end, counts, errors = time.monotonic() + seconds, [0] * connections, 0

    async def client(number):
        nonlocal errors
        one = Client(sandboxes[number % len(sandboxes)])
        while time.monotonic() < end:
            status, _ = await one.send("POST", "/mc/v1/engagements", upload(BATCH))
            if status == 200:
                counts[number] += BATCH
            else:
                errors += 1

    begin = time.monotonic()
    await asyncio.gather(*(client(number) for number in range(connections)))
    return sum(counts) / (time.monotonic() - begin), sum(counts), errors


async def crowd(sandboxes, clients):
    """Whether so many clients at once each fetch, report and set a badge without an error."""
    async def client(number):
        one, bad = Client(sandboxes[number % len(sandboxes)]), 0
        for method, path, body in [
            ("GET", "/mc/v1/centers/Primary/messages", b""), ("POST", "/mc/v1/engagements", upload(5, f"c{number}")),
            ("PUT", "/mc/v1/badge", b'{"count":1}'), ("GET", "/mc/v1/badge", b""),
        ]:
            status, _ = await one.send(method, path, body)
            bad += status != 200
        one.writer.close()
        return bad

    begin = time.monotonic()
    bad = sum(await asyncio.gather(*(client(number) for number in range(clients))))
    return bad, time.monotonic() - begin


async def latency(sandboxes, rounds):
    """Milliseconds from before the upload at one sandbox to the end of the wait at the other."""
    times = []
    poster, waiter = Client(sandboxes[0]), Client(sandboxes[-1])
    for number in range(rounds):
        message = f"latency-{number}"
        wait = asyncio.create_task(waiter.send("GET", f"/sandbox/receipts?message={message}&wait=1&timeout=30"))
        await asyncio.sleep(0.02)
        begin = time.monotonic()
        await poster.send("POST", "/mc/v1/engagements", upload(1, message=message))
        status, _ = await wait
        assert status == 200, status
        times.append((time.monotonic() - begin) * 1_000)
    return quantiles(times)


def quantiles(times):
    """The median and the 99th percentile."""
    times = sorted(times)
    return statistics.median(times), times[max(0, int(len(times) * 0.99) - 1)]


async def screen(sandboxes, rounds):
    """Milliseconds from before the upload at one sandbox to the row on a live page that the other serves."""
    times = []
    poster, viewer = Client(sandboxes[0]), Client(sandboxes[-1])
    await viewer.request("GET", "/live")
    await viewer.reader.readuntil(b": still here")
    for number in range(rounds):
        begin = time.monotonic()
        await poster.send("POST", "/mc/v1/engagements", upload(1, message=f"screen-{number}"))
        await asyncio.wait_for(viewer.reader.readuntil(f'"screen-{number}"'.encode()), 60)
        times.append((time.monotonic() - begin) * 1_000)
    return quantiles(times)


async def filtered(sandbox, path, rounds=20):
    """Milliseconds of a request."""
    client, times = Client(sandbox), []
    for _ in range(rounds):
        begin = time.monotonic()
        status, _ = await client.send("GET", path)
        assert status == 200, status
        times.append((time.monotonic() - begin) * 1_000)
    return statistics.median(times), max(times)


async def refusals(sandbox, rounds):
    """Prints how long a refusal takes for each way in which a token can be wrong, all ways in turn in a random order."""
    client = Client(sandbox)
    spaces = {}
    for name in ["one", "other"]:
        _, body = await client.send("POST", f"/sandbox/spaces/{name}")
        spaces[name] = json.loads(body)["controlToken"]
    rotated = spaces["one"]
    _, body = await client.send("POST", "/sandbox/spaces/one/rotate")
    right = json.loads(body)["controlToken"]
    cases = {
        "no token": ("one", None), "a wrong one": ("one", "f" * len(right)), "another space's": ("one", spaces["other"]),
        "one that was rotated": ("one", rotated), "right but for its end": ("one", right[:-1] + ("0" if right[-1] != "0" else "1")),
        "the control token": ("one", TOKEN), "no such space": ("nowhere", right), "no such space, no token": ("nowhere", None),
        "a name like a path": ("..%2f..%2fone", right), "a name like SQL": ("one'%20OR%20'1'='1", right),
    }
    times, answers = {case: [] for case in cases}, set()
    order = list(cases)
    for number in range(rounds + 50):
        random.shuffle(order)
        for case in order:
            space, token = cases[case]
            begin = time.perf_counter()
            status, body = await client.send("GET", f"/s/{space}/sandbox/receipts", token=token)
            taken = (time.perf_counter() - begin) * 1_000
            assert status == 401, (case, status)
            answers.add(body)
            if number >= 50:
                times[case].append(taken)
    status, _ = await client.send("GET", "/s/one/sandbox/receipts", token=right)
    assert status == 200, status
    print(f"{rounds:,} refusals of each, in turn: {'one and the same response' if len(answers) == 1 else 'DIFFERENT responses'}")
    for case, taken in times.items():
        print("  {:24} {:.2f} ms in the median, {:.2f} ms at the 99th percentile".format(case, *quantiles(taken)))


def tokens(program, rounds):
    postgres = Postgres()
    sandboxes = [Sandbox(program, postgres.url), Sandbox(program)]
    try:
        for name, sandbox in zip(["PostgreSQL", "SQLite"], sandboxes):
            print(name, end=": ")
            asyncio.run(refusals(sandbox, rounds))
    finally:
        for sandbox in sandboxes:
            sandbox.stop()
        postgres.stop()


def measure(name, sandboxes, seconds, count):
    speed, acknowledged, errors = asyncio.run(rate(sandboxes, 8, seconds))
    print(f"{name}: {speed:,.0f} durable receipts a second over 8 connections, {BATCH} in an upload; {errors} refused")
    kept = count()
    print(f"{name}: {acknowledged:,} acknowledged, {kept:,} kept: {'the same' if kept == acknowledged else 'DIFFERENT'}")
    median, worst = asyncio.run(latency(sandboxes, 200))
    print(f"{name}: receipt to another tester's wait {median:.1f} ms in the median, {worst:.1f} ms at the 99th percentile")
    median, worst = asyncio.run(screen(sandboxes, 200))
    print(f"{name}: receipt to another tester's live page {median:.1f} ms in the median, {worst:.1f} ms at the 99th percentile")
    bad, time_taken = asyncio.run(crowd(sandboxes, 500))
    print(f"{name}: 500 clients at once, 4 requests each: {bad} refused, {time_taken:.1f} s")


async def killing(postgres, sandboxes, kills):
    """Acknowledged ids, all ids that were sent, and how often a client had to send again."""
    acknowledged, sent, again, ended = set(), set(), 0, False

    async def client(number):
        nonlocal again
        one, attempt = None, number
        while not ended:
            identifier = str(uuid.uuid4())
            now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 1))
            body = json.dumps({"sent_ts": now, "events": [
                {"id": identifier, "type": "open", "identity": f"user:c{number}", "message_id": "kill",
                 "message_center_name": "Primary", "ts": now}]}).encode()
            sent.add(identifier)
            while True:
                try:
                    one = one or Client(sandboxes[attempt % len(sandboxes)])
                    status, _ = await one.send("POST", "/mc/v1/engagements", body, timeout=20)
                    if status == 200:
                        acknowledged.add(identifier)
                        break
                    assert status == 503, status
                except (OSError, EOFError, asyncio.TimeoutError):
                    one = None
                again, attempt = again + 1, attempt + 1
                await asyncio.sleep(0.02)

    clients = [asyncio.create_task(client(number)) for number in range(8)]
    loop = asyncio.get_running_loop()
    for number in range(kills):
        victim = [sandboxes[0], postgres, sandboxes[1]][number % 3]
        before = len(acknowledged)
        while len(acknowledged) < before + 20:
            for one in clients:
                if one.done():
                    one.result()
            await asyncio.sleep(0.01)
        await loop.run_in_executor(None, victim.kill)
    ended = True
    await asyncio.gather(*clients)
    return acknowledged, sent, again


def kill_matrix(program, kills):
    postgres = Postgres()
    sandboxes = [Sandbox(program, postgres.url) for _ in range(2)]
    try:
        acknowledged, sent, again = asyncio.run(killing(postgres, sandboxes, kills))
        kept = {row.lower() for row in postgres.sql("SELECT id FROM receipt_engagement").split()}
        print(
            f"{kills} kills: {len(acknowledged):,} acknowledged, {len(acknowledged - kept)} of them lost, "
            f"{len(kept - sent)} invented, {again} sent again")
        if acknowledged - kept or kept - sent:
            sys.exit(1)
    finally:
        for sandbox in sandboxes:
            sandbox.stop()
        postgres.stop()


def one_table(postgres, seconds):
    """What PostgreSQL takes of a design with one table of events, the id as its key, the event as JSONB (a kilobyte) beside indexed
    columns, and eight connections: without a server in front, so more than any such server reaches.
    """
    postgres.sql(
        "CREATE TABLE events (event_id UUID PRIMARY KEY, received TIMESTAMPTZ NOT NULL, app TEXT, name TEXT, event JSONB NOT NULL); "
        "CREATE INDEX ON events (received); CREATE INDEX ON events (app); CREATE INDEX ON events (name)")
    event = json.dumps({f"field_{number}": "a value of it" for number in range(32)})
    for rows in [1, BATCH]:
        with open(postgres.folder + "/insert.sql", "w") as file:
            file.write(
                f"INSERT INTO events SELECT gen_random_uuid(), now(), 'app', 'open', '{event}'::jsonb FROM generate_series(1, {rows}) "
                "ON CONFLICT DO NOTHING;\n")
        run = subprocess.run(
            [BIN + "/pgbench", "-n", "-c", "8", "-j", "2", "-T", str(max(1, round(seconds))), "-h", postgres.folder, "-U", "inbox",
             "-f", file.name, "team"], check=True, capture_output=True, text=True)
        speed = float(next(line.split()[2] for line in run.stdout.splitlines() if line.startswith("tps")))
        print(f"One table, {rows} in a statement and commit, no server in front: {speed * rows:,.0f} events a second over 8 connections")


FILTERS = {
    "one message": "/sandbox/receipts?message=needle", "one person": "/sandbox/receipts?identity=user:needle",
    "one kind": "/sandbox/receipts?type=open", "the page of one": "/receipts/needle",
    "the page of a message": "/messages/m7", "the first page": "/",
}


def fill(postgres, rows):
    """Receipts of one space and generation; one of them alone is of its message, person and kind."""
    space, columns = "'main', generation", "space, generation, id, type, message_id, center, identity, ts, received, count"
    indexes = postgres.sql(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'receipt_engagement' AND indexname LIKE '%\\_by\\_%'")
    for line in indexes.splitlines():
        postgres.sql(f"DROP INDEX {line.split('|')[0]}")
    postgres.sql("DELETE FROM receipt_engagement")
    postgres.sql(
        f"INSERT INTO receipt_engagement ({columns}) "
        f"SELECT {space}, 'row-' || n, 'display', 'm' || n % 100000, 'Primary', 'user:u' || n % 50000, n, n, 1 "
        f"FROM space, generate_series(1, {rows}) AS n WHERE name = 'main'")
    postgres.sql(
        f"INSERT INTO receipt_engagement ({columns}) "
        f"SELECT {space}, 'needle', 'open', 'needle', 'Primary', 'user:needle', 1, 1, 1 FROM space WHERE name = 'main'")
    for line in indexes.splitlines():
        postgres.sql(line.split("|")[1])
    postgres.sql("VACUUM ANALYZE receipt_engagement")


def main():
    program = sys.argv[1]
    if sys.argv[2] == "tokens":
        return tokens(program, int(os.environ.get("INBOX_ROUNDS", "2000")))
    if sys.argv[2].endswith("kills"):
        return kill_matrix(program, int(sys.argv[2].removesuffix("kills")))
    seconds = float(sys.argv[2])
    rows = int(os.environ.get("INBOX_ROWS", "10000000"))
    postgres = Postgres()
    sandboxes = []
    print(f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}")
    try:
        sandboxes = [Sandbox(program, postgres.url) for _ in range(2)]
        count = lambda: int(postgres.sql("SELECT count(*) FROM receipt_engagement WHERE space = 'main'"))
        measure("PostgreSQL, 2 processes", sandboxes, seconds, count)
        alone = [Sandbox(program)]
        sandboxes += alone
        def kept():
            status, body = asyncio.run(Client(alone[0]).send("GET", "/sandbox/receipts"))
            return len(json.loads(body)["engagements"])
        measure("SQLite, 1 process", alone, seconds, kept)
        one_table(postgres, seconds)
        fill(postgres, rows)
        for what, path in FILTERS.items():
            median, worst = asyncio.run(filtered(sandboxes[0], path))
            print(f"PostgreSQL: {what} of {rows:,} receipts {median:.1f} ms in the median, {worst:.1f} ms at most")
        print(f"Load after: {os.getloadavg()[0]:.1f}")
    finally:
        for sandbox in sandboxes:
            sandbox.stop()
        postgres.stop()


if __name__ == "__main__":
    main()
