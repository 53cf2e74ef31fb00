"""Submits a file through gRPC's C core, several calls at once on one connection, each of which names it, if asked to, and streams on.

The messages are written by hand (protobuf encoding): metadata = 1 with sha256 = 2, data = 2.

usage: stream_on.py HOST:PORT FILE SHA256|- CALLS AT_ONCE
"""
import collections
import concurrent.futures
import json
import sys

import grpc


def field(number, payload):
    """A length-delimited field."""
    length, varint = len(payload), b""
    while True:
        length, low = length >> 7, length & 0x7F
        varint += bytes([low | (0x80 if length else 0)])
        if not length:
            return bytes([number << 3 | 2]) + varint + payload


def main(address, path, sha256, calls, at_once):
    with open(path, "rb") as file:
        content = file.read()
    metadata = field(1, b"" if sha256 == "-" else field(2, sha256.encode()))
    pieces = [field(2, content[start:start + 65536]) for start in range(0, len(content), 65536)]

    with grpc.insecure_channel(address) as channel, concurrent.futures.ThreadPoolExecutor(int(at_once)) as threads:
        submit = channel.stream_unary("/analyzer.v1.Analyzer/SubmitFile")  # bytes as they are

        def call(_):
            try:
                submit(iter([metadata, *pieces]), timeout=120)
                return "OK"
            except grpc.RpcError as error:
                return f"{error.code().name}: {error.details()}"

        print(json.dumps(collections.Counter(threads.map(call, range(int(calls))))))


main(*sys.argv[1:])
