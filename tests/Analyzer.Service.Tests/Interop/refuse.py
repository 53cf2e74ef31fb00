"""Asks the analyzer for the report of no digest, through gRPC's C core, and prints the details of its refusal as JSON.

What a google.rpc.Status looks like it knows from the numbers of its fields, which are written down here once more.

usage: refuse.py HOST:PORT [SHA256]
"""
import json
import sys

import grpc
from google.protobuf import any_pb2, descriptor_pb2, descriptor_pool, duration_pb2

try:
    from google.protobuf.message_factory import GetMessageClass
except ImportError:  # before protobuf 4.22
    from google.protobuf.message_factory import MessageFactory
    GetMessageClass = MessageFactory().GetPrototype

INT32, STRING, MESSAGE = 5, 9, 11
ONE, MANY = 1, 3


def messages():
    """google.rpc.Status, ErrorInfo and RetryInfo, made by hand."""
    pool = descriptor_pool.DescriptorPool()
    for known in (any_pb2, duration_pb2):
        file = descriptor_pb2.FileDescriptorProto()
        known.DESCRIPTOR.CopyToProto(file)
        pool.Add(file)
    file = descriptor_pb2.FileDescriptorProto(name="status.proto", package="google.rpc", syntax="proto3")
    file.dependency.extend([any_pb2.DESCRIPTOR.name, duration_pb2.DESCRIPTOR.name])

    def message(name, *fields):
        added = file.message_type.add(name=name)
        for number, field, kind, label, type_name in fields:
            added.field.add(name=field, number=number, type=kind, label=label, type_name=type_name)
        return added

    message("Status", (1, "code", INT32, ONE, None), (2, "message", STRING, ONE, None), (3, "details", MESSAGE, MANY, ".google.protobuf.Any"))
    message("RetryInfo", (1, "retry_delay", MESSAGE, ONE, ".google.protobuf.Duration"))
    info = message(
        "ErrorInfo", (1, "reason", STRING, ONE, None), (2, "domain", STRING, ONE, None),
        (3, "metadata", MESSAGE, MANY, ".google.rpc.ErrorInfo.MetadataEntry"))
    entry = info.nested_type.add(name="MetadataEntry")
    entry.field.add(name="key", number=1, type=STRING, label=ONE)
    entry.field.add(name="value", number=2, type=STRING, label=ONE)
    entry.options.map_entry = True
    pool.Add(file)
    return {name: GetMessageClass(pool.FindMessageTypeByName(f"google.rpc.{name}")) for name in ("Status", "ErrorInfo", "RetryInfo")}


def main(address, sha256="abc"):
    known = messages()
    with grpc.insecure_channel(address) as channel:
        ask = channel.unary_unary("/analyzer.v1.Analyzer/AnalyzeResult")
        try:
            ask(b"\x0a" + bytes([len(sha256)]) + sha256.encode(), timeout=20)
        except grpc.RpcError as refused:
            trailers = dict(refused.trailing_metadata())
            status = known["Status"].FromString(trailers["grpc-status-details-bin"])
            answer = {"code": status.code, "message": status.message, "same": [refused.code().value[0], refused.details()]}
            for detail in status.details:
                name = detail.type_url.split("google.rpc.")[1]
                parsed = known[name].FromString(detail.value)
                if name == "ErrorInfo":
                    answer |= {"reason": parsed.reason, "domain": parsed.domain, "metadata": dict(parsed.metadata)}
                else:
                    answer["retryMs"] = parsed.retry_delay.seconds * 1000 + parsed.retry_delay.nanos // 1_000_000
            print(json.dumps(answer))


main(*sys.argv[1:])
