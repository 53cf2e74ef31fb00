"""A service with bytes for messages, foreign.v1.Table, over gRPC's C core; serves until its standard input ends. Prints its port."""
import sys
import threading
import time
from concurrent import futures

import grpc

LARGE = 32 << 20
OPTIONS = (("grpc.max_receive_message_length", LARGE), ("grpc.max_send_message_length", LARGE))
ended = {}  # by an id of the client; None while the call goes on
lock = threading.Lock()


def note_end(context):
    """Tells by an id of the client how a call ended."""
    key = dict(context.invocation_metadata()).get("id")
    gone = threading.Event()
    with lock:
        ended[key] = None

    def end():
        gone.set()
        with lock:
            ended[key] = "cancelled" if not context.is_active() else "active"
    if not context.add_callback(end):
        end()
    return gone


def echo(request, context):
    return request


def fail(request, context):
    context.set_trailing_metadata((("why", "so"), ("grpc-status-details-bin", b"\x08\x09\x12\x02no")))
    context.abort(grpc.StatusCode.FAILED_PRECONDITION, request.decode())


def fail_after_headers(request, context):
    context.send_initial_metadata((("early", "1"),))
    context.abort(grpc.StatusCode.ABORTED, "late")


def throw(request, context):
    raise ValueError("a bug")


def wait(request, context):
    note_end(context).wait(150)
    return b""


def how_ended(request, context):
    for _ in range(1500):
        with lock:
            if ended[request.decode()]:
                return ended[request.decode()].encode()
        time.sleep(0.05)
    return b"never"


def has_begun(request, context):
    with lock:
        return b"yes" if request.decode() in ended else b""


def about(request, context):
    left = context.time_remaining()
    metadata = dict(context.invocation_metadata())
    return repr((
        "no deadline" if left is None else left if not 900 < left < 1100 else "soon", metadata["user-agent"].split(" ")[0], context.peer_identities(), metadata.get("accept"),
    )).encode()


def compressed(request, context):
    context.set_compression({b"gzip": grpc.Compression.Gzip, b"deflate": grpc.Compression.Deflate}.get(
        request, grpc.Compression.NoCompression))
    return b"x" * 100_000


def count(requests, context):
    n = size = 0
    for request in requests:
        n, size = n + 1, size + len(request)
    return b"%d %d" % (n, size)


def first(requests, context):
    return next(requests)


def refuse_first(requests, context):
    next(requests)
    context.abort(grpc.StatusCode.OUT_OF_RANGE, "enough")


def scatter(request, context):
    for i in range(int(request)):
        yield b"%d" % i


def scatter_and_fail(request, context):
    yield b"one"
    yield b"two"
    context.set_trailing_metadata((("why", "so"),))
    context.abort(grpc.StatusCode.DATA_LOSS, "torn")


def drip(request, context):
    note_end(context)
    yield b"first"
    while context.is_active():
        time.sleep(0.05)


def chat(requests, context):
    yield from requests


def after_half_close(requests, context):
    n = sum(1 for _ in requests)  # ends when the client has closed its half
    for i in range(3):
        yield b"%d of %d" % (i, n)


def headers_first(requests, context):
    context.send_initial_metadata((("early", "yes"),))
    for request in requests:
        yield request


def unary(behavior):
    return grpc.unary_unary_rpc_method_handler(behavior)


server = grpc.server(futures.ThreadPoolExecutor(max_workers=64), options=OPTIONS)
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("foreign.v1.Table", {
    **{behavior.__name__: unary(behavior) for behavior in (
        echo, fail, fail_after_headers, throw, wait, how_ended, has_begun, about, compressed)},
    **{behavior.__name__: grpc.stream_unary_rpc_method_handler(behavior) for behavior in (count, first, refuse_first)},
    **{behavior.__name__: grpc.unary_stream_rpc_method_handler(behavior) for behavior in (scatter, scatter_and_fail, drip)},
    **{behavior.__name__: grpc.stream_stream_rpc_method_handler(behavior) for behavior in (chat, after_half_close, headers_first)},
}),))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
server.stop(None)
