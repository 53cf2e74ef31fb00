"""Calls foreign.v1.Foreign through gRPC's C core, and prints what it saw as JSON. What a Letter is it asks the service, by reflection.

usage: ask.py HOST:PORT
"""
import json
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool

try:
    from google.protobuf.message_factory import GetMessageClass
except ImportError:  # before protobuf 4.22
    from google.protobuf.message_factory import MessageFactory
    GetMessageClass = MessageFactory().GetPrototype

SERVICE = "foreign.v1.Foreign"
PATIENCE = 170  # seconds: the machine may be busy


def fields(message):
    """(number, payload) of each length-delimited field of a protobuf message."""
    position = 0
    while position < len(message):
        number, position = message[position] >> 3, position + 1
        length = shift = 0
        while True:
            byte, position = message[position], position + 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield number, message[position:position + length]
        position += length


def main(address):
    with grpc.insecure_channel(address) as channel:
        reflection = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
        symbol = SERVICE.encode()
        answer = next(iter(reflection(iter([b"\x22" + bytes([len(symbol)]) + symbol]), timeout=PATIENCE)))
        files = dict(fields(answer))[4]
        pool = descriptor_pool.DescriptorPool()
        pool.Add(descriptor_pb2.FileDescriptorProto.FromString(dict(fields(files))[1]))
        letter = GetMessageClass(pool.FindMessageTypeByName("foreign.v1.Letter"))

        def method(kind, name):
            return kind(f"/{SERVICE}/{name}", request_serializer=letter.SerializeToString, response_deserializer=letter.FromString)

        ask = method(channel.unary_unary, "Ask")
        seen = {"methods": [each.name for each in pool.FindServiceByName(SERVICE).methods]}

        answer, call = ask.with_call(
            letter(text="hello"), metadata=(("who", "me"), ("which-bin", b"\x00\xff")), timeout=PATIENCE)
        metadata = dict(call.initial_metadata())
        seen["answer"] = [answer.text, metadata["who"], metadata["which-bin"].hex(), dict(call.trailing_metadata())["late"]]

        try:
            ask(letter(text="refuse"), timeout=PATIENCE)
        except grpc.RpcError as refused:
            trailers = dict(refused.trailing_metadata())
            seen["refused"] = [refused.code().name, refused.details(), trailers["why"], trailers["raw-bin"].hex()]

        # More than all windows between here and there together.
        piece = letter(text="x" * 100_000)
        seen["collected"] = method(channel.stream_unary, "Collect")((piece for _ in range(100)), timeout=PATIENCE).text
        scattered = [each.text for each in method(channel.unary_stream, "Scatter")(letter(text="1000"), timeout=PATIENCE)]
        seen["scattered"] = scattered == [str(i) for i in range(1000)]
        chatted = method(channel.stream_stream, "Chat")((letter(text=word) for word in ("one", "two", "three")), timeout=PATIENCE)
        seen["chatted"] = [each.text for each in chatted]

        try:
            ask(letter(text="wait"), timeout=1)
        except grpc.RpcError as late:
            seen["late"] = late.code().name
        left = ask.future(letter(text="wait"))
        seen["left"] = left.cancel()
        while ask(letter(text="cancelled"), timeout=PATIENCE).text == "0":
            pass
        print(json.dumps(seen))


main(*sys.argv[1:])
