"""Loads an origin on loopback directly, through ‘inbox tap’ and through mitmdump: requests a second, and median time.

Each of CONNECTIONS keeps its connection and sends one request after the other. The rate is taken with all of them, the time
with one, in rounds that take turns, so that a busy machine is unfair to nobody.
"""

import asyncio
import multiprocessing
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

BODY = (
    b'{"inAppMessages":[{"messageId":"m1","saveToInbox":true,"content":{"html":"<a href=\'x\'>x</a>"},'
    b'"inboxMetadata":{"title":"Sale"}}]}'
)
RESPONSE = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
)
REQUEST = (
    b"GET /api/inApp/getMessages?count=100&platform=iOS&email=maria%40tarnvelo.example HTTP/1.1\r\n"
    b"Host: 127.0.0.1\r\nApi-Key: benchmark\r\nAccept: application/json\r\n\r\n"
)
ROUNDS = 5


class Origin(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport
        self.pending = b""

    def data_received(self, data):
        self.pending += data
        while b"\r\n\r\n" in self.pending:
            _, self.pending = self.pending.split(b"\r\n\r\n", 1)
            self.transport.write(RESPONSE)


def serve(port):
    async def main():
        server = await asyncio.get_running_loop().create_server(Origin, "127.0.0.1", port)
        await server.serve_forever()

    asyncio.run(main())


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_port(port):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"Nothing listens on port {port}.")


def exchange(connection):
    """One request and its whole response."""
    connection.sendall(REQUEST)
    data = b""
    while True:
        part = connection.recv(65536)
        if not part:
            sys.exit("A connection was closed under load.")
        data += part
        head, found, body = data.partition(b"\r\n\r\n")
        if found and len(body) >= int(re.search(rb"content-length: *(\d+)", head, re.I).group(1)):
            if not head.startswith(b"HTTP/1.1 200"):
                sys.exit(f"A response was {head[:40]!r}.")
            return


def connect(port):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    exchange(connection)
    return connection


def client(port, requests, start, done):
    connection = connect(port)
    start.wait()
    for _ in range(requests):
        exchange(connection)
    done.wait()


def rate(port, requests, connections):
    start, done = (multiprocessing.Barrier(connections + 1) for _ in range(2))
    each = requests // connections
    clients = [
        multiprocessing.Process(target=client, args=(port, each, start, done)) for _ in range(connections)
    ]
    for one in clients:
        one.start()
    start.wait()
    begin = time.perf_counter()
    done.wait()
    taken = time.perf_counter() - begin
    for one in clients:
        one.join()
    return each * connections / taken


def median(port, requests):
    connection = connect(port)
    times = []
    for _ in range(requests):
        begin = time.perf_counter()
        exchange(connection)
        times.append((time.perf_counter() - begin) * 1000)
    connection.close()
    return statistics.median(times)


def main():
    program, mitmdump, requests, connections = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    ports = {"direct": free_port()}
    origin = multiprocessing.Process(target=serve, args=(ports["direct"],), daemon=True)
    origin.start()
    await_port(ports["direct"])
    url = f"http://127.0.0.1:{ports['direct']}"
    started = []
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
        ports["inbox tap"] = free_port()
        started.append(
            [program, "tap", "--to", url, "--listen", f"127.0.0.1:{ports['inbox tap']}", "--json"])
        if mitmdump:
            ports["mitmdump"] = free_port()
            started.append(
                [mitmdump, "--mode", f"reverse:{url}", "--listen-host", "127.0.0.1", "--listen-port",
                 str(ports["mitmdump"]), "--set", f"confdir={folder}/mitmproxy", "-q"])
        processes = [
            subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            for command in started
        ]
        try:
            for port in ports.values():
                await_port(port)
            times = {name: [] for name in ports}
            rates = {name: [] for name in ports}
            for _ in range(ROUNDS):
                for name, port in ports.items():
                    times[name].append(median(port, max(200, requests // 20)))
                    rates[name].append(rate(port, requests // ROUNDS, connections))
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()
    print(f"{requests} requests, {connections} connections, {os.cpu_count()} processors, {ROUNDS} rounds")
    print(f"{'':<12}{'requests/s':>12}{'median ms':>12}{'added ms':>12}")
    direct = statistics.median(times["direct"])
    for name in ports:
        middle = statistics.median(times[name])
        print(f"{name:<12}{statistics.median(rates[name]):>12.0f}{middle:>12.3f}{middle - direct:>12.3f}")
    if not mitmdump:
        print("mitmdump is not there: Benchmarks/tap says how to have it.")


if __name__ == "__main__":
    main()
