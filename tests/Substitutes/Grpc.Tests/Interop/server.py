"""gRPC's C core as a server for the substitute's client. Writes its port, serves until its input ends."""

import sys
import threading
from concurrent import futures

import grpc

from wire import note, read_note

cancelled = 0
lock = threading.Lock()


def count_cancellation():
    global cancelled
    with lock:
        cancelled += 1


def unary(request, context):
    text, number, data = read_note(request)
    if text == "metadata":
        asked = dict(context.invocation_metadata())
        context.send_initial_metadata((("told", asked["ask"]), ("told-bin", asked["ask-bin"])))
        context.set_trailing_metadata((("trail", asked["ask"]), ("trail-bin", asked["ask-bin"])))
        return note("agent", 0, asked["user-agent"].encode())
    if text.startswith("code:"):
        code = next(code for code in grpc.StatusCode if code.value[0] == int(text[5:]))
        context.set_trailing_metadata((("own", "1"), ("grpc-status-details-bin", b"\x08\x05\0\xff")))
        context.abort(code, "größer 100 %\n")
    if text == "throw":
        raise ValueError("secret")
    if text == "sleep":
        over = threading.Event()
        context.add_callback(over.set)
        over.wait(20)
        return b""
    if text == "remaining":
        return note(number=int(context.time_remaining() * 1000))
    if text == "cancelled?":
        return note(number=cancelled)
    if text == "compress":
        context.set_compression(grpc.Compression.Gzip)
    return note(text, number + 1, data)


def collect(requests, context):
    texts, total = [], 0
    for request in requests:
        text, number, _ = read_note(request)
        if text == "early":
            return note("early")
        if text == "refuse":
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "full")
        texts.append(text)
        total += number
    return note("".join(texts), total)


def expand(request, context):
    text, number, data = read_note(request)
    if text == "endless":
        context.add_callback(count_cancellation)
        while context.is_active():
            yield request
        return
    for i in range(number):
        yield note(text, i, data)
    if text == "fail":
        context.abort(grpc.StatusCode.ABORTED, "enough")


def converse(requests, context):
    yield from requests


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=16))
    server.add_generic_rpc_handlers(
        (
            grpc.method_handlers_generic_handler(
                "grpc.tests.Kinds",
                {
                    "Unary": grpc.unary_unary_rpc_method_handler(unary),
                    "Collect": grpc.stream_unary_rpc_method_handler(collect),
                    "Expand": grpc.unary_stream_rpc_method_handler(expand),
                    "Converse": grpc.stream_stream_rpc_method_handler(converse),
                },
            ),
        )
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    sys.stdin.read()
    server.stop(0)


main()
