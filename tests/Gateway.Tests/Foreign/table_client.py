"""Makes each kind of call of foreign.v1.Table at two addresses, and prints as JSON what it saw: {case: [direct, through]}.

usage: table_client.py DIRECT THROUGH
"""
import concurrent.futures
import json
import queue
import sys
import threading
import time

import grpc

LARGE = 32 << 20
OPTIONS = (("grpc.max_receive_message_length", LARGE), ("grpc.max_send_message_length", LARGE))
PATIENCE = 170  # seconds: the machine may be busy
CASES = {}


def case(function):
    CASES[function.__name__.replace("_", " ")] = function
    return function


class Table:
    def __init__(self, channel, name):
        self.channel, self.name = channel, name

    def __getattr__(self, method):
        kinds = {
            "count": "stream_unary", "first": "stream_unary", "refuse_first": "stream_unary", "scatter": "unary_stream",
            "scatter_and_fail": "unary_stream", "drip": "unary_stream", "chat": "stream_stream", "after_half_close": "stream_stream",
            "headers_first": "stream_stream"}
        return getattr(self.channel, kinds.get(method, "unary_unary"))(f"/foreign.v1.Table/{method}")


def refusal(error):
    hidden = ("date", "server", "content-length")  # Kestrel adds the last to a response without a body
    return [error.code().name, error.details(), sorted(
        [f.key, f.value.hex() if isinstance(f.value, bytes) else f.value]
        for f in error.trailing_metadata() or () if f.key not in hidden)]


def refused(call):
    try:
        return ["OK", repr(call())]
    except grpc.RpcError as error:
        return refusal(error)


def drained(call):
    seen = []
    try:
        for message in call:
            seen.append(message.decode())
    except grpc.RpcError as error:
        return [seen, refusal(error)]
    return [seen, call.code().name]


@case
def unary(table):
    return table.echo(b"hello", timeout=PATIENCE).decode()


@case
def unary_empty(table):
    return repr(table.echo(b"", timeout=PATIENCE))


@case
def unary_hundred_at_once(table):
    calls = [table.echo.future(b"%d" % i, timeout=PATIENCE) for i in range(100)]
    return sum(int(call.result()) for call in calls)


@case
def unary_30_megabytes(table):
    return len(table.echo(b"x" * (30 << 20), timeout=PATIENCE))


@case
def unary_more_than_the_server_takes(table):
    return refused(lambda: table.echo(b"x" * (LARGE + 1), timeout=PATIENCE))[0]


@case
def refused_without_headers(table):
    return refused(lambda: table.fail(b"no", timeout=PATIENCE))


@case
def refused_with_a_long_text_of_all_kinds(table):
    text = "Nöt 100 %\n\t%41 \u20ac \U0001F600 " + "x" * 3000
    return refused(lambda: table.fail(text.encode(), timeout=PATIENCE))


@case
def refused_after_headers(table):
    return refused(lambda: table.fail_after_headers(b"", timeout=PATIENCE))


@case
def failed_by_a_bug(table):
    return refused(lambda: table.throw(b"", timeout=PATIENCE))


@case
def unknown_method(table):
    return refused(lambda: table.nothing(b"", timeout=PATIENCE))


@case
def unknown_service(table):
    return refused(lambda: table.channel.unary_unary("/foreign.v1.Nothing/echo")(b"", timeout=PATIENCE))


@case
def what_the_server_sees(table):
    return table.about(b"", timeout=1000, metadata=(("accept", "a/b"),)).decode()


def has_begun(table, key):
    return table.has_begun(key.encode(), timeout=PATIENCE) == b"yes"


def how_ended(table, key):
    return table.how_ended(key.encode(), timeout=PATIENCE).decode()


def within(table, name, call):
    """On a busy machine a short deadline may pass before the call reaches the server."""
    for seconds in (0.3, 1, 5, 20, 60):
        key = f"{table.name}{name} {seconds}"
        seen = call(seconds, (("id", key),))
        if has_begun(table, key) and seen[0]:
            return seen + [how_ended(table, key)]


@case
def deadline_of_a_unary(table):
    return within(table, "deadline", lambda seconds, id: [refused(lambda: table.wait(b"", timeout=seconds, metadata=id))[0]])


@case
def deadline_within_a_stream(table):
    def call(seconds, id):
        seen = drained(table.drip(b"", timeout=seconds, metadata=id))
        return [seen[0], seen[1][0]]
    return within(table, "drip", call)


@case
def cancelled_unary(table):
    key = table.name + "cancel"
    call = table.wait.future(b"", metadata=(("id", key),), timeout=PATIENCE)
    while not has_begun(table, key):
        time.sleep(0.05)
    call.cancel()
    try:
        call.result()
        code = "OK"
    except grpc.FutureCancelledError:
        code = "CANCELLED"
    return [code, how_ended(table, key)]


@case
def cancelled_stream_after_its_first_message(table):
    key = table.name + "cancel drip"
    call = table.drip(b"", metadata=(("id", key),), timeout=PATIENCE)
    got = next(call).decode()
    call.cancel()
    return [got, call.code().name, how_ended(table, key)]


@case
def client_stream(table):
    return table.count(iter([b"x" * 1000] * 1000), timeout=PATIENCE).decode()


@case
def client_stream_of_nothing(table):
    return table.count(iter([]), timeout=PATIENCE).decode()


@case
def client_stream_of_30_megabytes_each(table):
    return table.count(iter([b"x" * (30 << 20)] * 2), timeout=PATIENCE).decode()


@case
def client_stream_answered_early(table):
    stop = threading.Event()

    def forever():
        yield b"one"
        while not stop.wait(0.01):
            yield b"more"
    answer = table.first(forever(), timeout=PATIENCE).decode()
    stop.set()
    return answer


@case
def client_stream_refused_early(table):
    stop = threading.Event()

    def forever():
        yield b"one"
        while not stop.wait(0.01):
            yield b"more"
    answer = refused(lambda: table.refuse_first(forever(), timeout=PATIENCE))
    stop.set()
    return answer


@case
def server_stream(table):
    return drained(table.scatter(b"1000", timeout=PATIENCE))[0][-1]


@case
def server_stream_of_nothing(table):
    return drained(table.scatter(b"0", timeout=PATIENCE))


@case
def server_stream_that_fails(table):
    return drained(table.scatter_and_fail(b"", timeout=PATIENCE))


@case
def chat_in_turns(table):
    words = queue.Queue()
    call = table.chat(iter(words.get, None), timeout=PATIENCE)
    seen = []
    for i in range(20):
        words.put(b"%d" % i)
        seen.append(next(call).decode())
    words.put(None)
    return [seen, list(call), call.code().name]


@case
def headers_before_any_message(table):
    words = queue.Queue()
    call = table.headers_first(iter(words.get, None), timeout=PATIENCE)
    early = dict(call.initial_metadata())["early"]
    words.put(b"one")
    words.put(None)
    return [early, [message.decode() for message in call]]


@case
def half_close_and_answers_after_it(table):
    return drained(table.after_half_close(iter([b"x"] * 7), timeout=PATIENCE))


@case
def requests_in_gzip(table):
    return len(table.echo(b"x" * 100_000, compression=grpc.Compression.Gzip, timeout=PATIENCE))


@case
def requests_in_deflate(table):
    return len(table.echo(b"x" * 100_000, compression=grpc.Compression.Deflate, timeout=PATIENCE))


@case
def requests_uncompressed(table):
    return len(table.echo(b"x" * 100_000, compression=grpc.Compression.NoCompression, timeout=PATIENCE))


def compressed(table, kind):
    answer, call = table.compressed.with_call(kind, timeout=PATIENCE)
    return [len(answer), dict(call.initial_metadata()).get("grpc-encoding"), call.code().name]


@case
def responses_in_gzip(table):
    return compressed(table, b"gzip")


@case
def responses_in_deflate(table):
    return compressed(table, b"deflate")


@case
def responses_uncompressed(table):
    return compressed(table, b"")


@case
def stream_in_gzip(table):
    return drained(table.chat(iter([b"a" * 50_000] * 3), compression=grpc.Compression.Gzip, timeout=PATIENCE))[1]


def seen(address, name):
    with grpc.insecure_channel(address, options=OPTIONS) as channel:
        table = Table(channel, name)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            return {each: future.result() for each, future in {
                each: pool.submit(function, table) for each, function in CASES.items()}.items()}


def main(direct, through):
    first, second = seen(direct, "direct "), seen(through, "through ")
    print(json.dumps({each: [first[each], second[each]] for each in CASES}))


main(*sys.argv[1:])
