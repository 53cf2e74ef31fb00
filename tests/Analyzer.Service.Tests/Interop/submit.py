"""Submits a file to the analyzer through gRPC's C core and prints the report as JSON.

Knows nothing of the analyzer but its address: what the messages look like it asks the service, through grpc.reflection.v1.

usage: submit.py HOST:PORT FILE
"""
import json
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format

try:
    from google.protobuf.message_factory import GetMessageClass
except ImportError:  # before protobuf 4.22
    from google.protobuf.message_factory import MessageFactory
    GetMessageClass = MessageFactory().GetPrototype

SYMBOL = "analyzer.v1.Analyzer"


def fields(message):
    """(number, payload) of each length-delimited field of a protobuf message (protobuf encoding, wire type 2)."""
    position = 0

    def varint():
        nonlocal position
        value = shift = 0
        while True:
            byte = message[position]
            position += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while position < len(message):
        tag = varint()
        if tag & 7 == 0:
            varint()
            continue
        assert tag & 7 == 2, tag
        length = varint()
        yield tag >> 3, message[position:position + length]
        position += length


def reflect(channel):
    """The service's own description, with everything it imports."""
    ask = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
    request = b"\x22" + bytes([len(SYMBOL)]) + SYMBOL.encode()  # file_containing_symbol = 4
    answer = next(iter(ask(iter([request]), timeout=20)))
    files = next(payload for number, payload in fields(answer) if number == 4)  # file_descriptor_response = 4
    pending = {f.name: f for f in (descriptor_pb2.FileDescriptorProto.FromString(payload) for number, payload in fields(files) if number == 1)}
    pool = descriptor_pool.DescriptorPool()

    def add(name):
        file = pending.pop(name, None)
        if file:
            for dependency in file.dependency:
                add(dependency)
            pool.Add(file)

    for name in list(pending):
        add(name)
    return pool


def main(address, path):
    with grpc.insecure_channel(address) as channel, open(path, "rb") as file:
        pool = reflect(channel)
        request = GetMessageClass(pool.FindMessageTypeByName("analyzer.v1.SubmitFileRequest"))
        response = GetMessageClass(pool.FindMessageTypeByName("analyzer.v1.SubmitFileResponse"))
        content = file.read()

        def messages():
            yield request(metadata={"size": len(content)})
            for start in range(0, len(content), 32768):
                yield request(data=content[start:start + 32768])

        submit = channel.stream_unary(
            f"/{SYMBOL}/SubmitFile", request_serializer=request.SerializeToString, response_deserializer=response.FromString)
        answer = submit(messages(), timeout=20)
        print(json.dumps(json_format.MessageToDict(answer, preserving_proto_field_name=False)))


main(*sys.argv[1:])
