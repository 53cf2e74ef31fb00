"""The service foreign.v1.Foreign over gRPC's C core, with reflection; serves until its standard input ends.

Prints the port that it got. Ask answers with the request's text; it repeats metadata, refuses, waits, and tells how many waits were
cancelled.
"""
import sys
import threading
from concurrent import futures

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool

try:
    from google.protobuf.message_factory import GetMessageClass
except ImportError:  # before protobuf 4.22
    from google.protobuf.message_factory import MessageFactory
    GetMessageClass = MessageFactory().GetPrototype

SERVICE = "foreign.v1.Foreign"
STRING, ONE = 9, 1

file = descriptor_pb2.FileDescriptorProto(name="foreign.proto", package="foreign.v1", syntax="proto3")
file.message_type.add(name="Letter").field.add(name="text", number=1, type=STRING, label=ONE)
service = file.service.add(name="Foreign")
for name, streams_in, streams_out in (("Ask", False, False), ("Collect", True, False), ("Scatter", False, True), ("Chat", True, True)):
    service.method.add(
        name=name, input_type=".foreign.v1.Letter", output_type=".foreign.v1.Letter",
        client_streaming=streams_in, server_streaming=streams_out)
pool = descriptor_pool.DescriptorPool()
pool.Add(file)
Letter = GetMessageClass(pool.FindMessageTypeByName("foreign.v1.Letter"))
cancelled = 0
lock = threading.Lock()


def ask(letter, context):
    global cancelled
    metadata = dict(context.invocation_metadata())
    if letter.text == "refuse":
        context.set_trailing_metadata((("why", "so"), ("raw-bin", b"\x01\x02\xff")))
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, "Not nöw: 100 %.")
    if letter.text == "wait":
        gone = threading.Event()
        if context.add_callback(gone.set):  # otherwise the call was over before it came here
            gone.wait()
        with lock:
            cancelled += 1
    if letter.text == "cancelled":
        with lock:
            return Letter(text=str(cancelled))
    context.send_initial_metadata((("who", metadata.get("who", "")), ("which-bin", metadata.get("which-bin", b""))))
    context.set_trailing_metadata((("late", "trailer"),))
    return letter


def collect(letters, context):
    return Letter(text=str(sum(len(letter.text) for letter in letters)))


def scatter(letter, context):
    for i in range(int(letter.text)):
        yield Letter(text=str(i))


def chat(letters, context):
    yield from letters


def field(number, payload):
    """A length-delimited field of a protobuf message (protobuf encoding, wire type 2)."""
    length, size = len(payload), b""
    while length >= 0x80:
        size += bytes([length & 0x7F | 0x80])
        length >>= 7
    return bytes([number << 3 | 2]) + size + bytes([length]) + payload


def reflect(requests, context):
    """grpc.reflection.v1: whatever is asked for, the one file (file_descriptor_response = 4) answers it."""
    for request in requests:
        yield field(2, request) + field(4, field(1, file.SerializeToString()))


def letters(handler, behavior):
    return handler(behavior, request_deserializer=Letter.FromString, response_serializer=Letter.SerializeToString)


server = grpc.server(futures.ThreadPoolExecutor(max_workers=16))
server.add_generic_rpc_handlers((
    grpc.method_handlers_generic_handler(SERVICE, {
        "Ask": letters(grpc.unary_unary_rpc_method_handler, ask),
        "Collect": letters(grpc.stream_unary_rpc_method_handler, collect),
        "Scatter": letters(grpc.unary_stream_rpc_method_handler, scatter),
        "Chat": letters(grpc.stream_stream_rpc_method_handler, chat),
    }),
    grpc.method_handlers_generic_handler("grpc.reflection.v1.ServerReflection", {
        "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(reflect),
    }),
))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
server.stop(None)
