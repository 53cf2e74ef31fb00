"""Sends each call to its server and to the gateway, through gRPC's C core, and prints what came back, as JSON.

usage: odd_client.py CALLS.json GATEWAY
"""
import json
import sys

import grpc

PATIENCE = 20  # seconds, for what never answers


def fields(metadata):
    return sorted([f.key, text(f.value)] for f in metadata or () if f.key not in ("date", "content-length"))  # the gateway adds them


def text(value):
    return value.hex() if isinstance(value, bytes) else value


def ask(address, path):
    with grpc.insecure_channel(address, options=(("grpc.enable_retries", 0),)) as channel:
        try:
            message, call = channel.unary_unary(path).with_call(b"ask", timeout=PATIENCE)
        except grpc.RpcError as refused:
            message, call = None, refused
        return {
            "code": call.code().name, "details": text(call.details()), "message": message and message.hex(),
            "headers": fields(call.initial_metadata()), "trailers": fields(call.trailing_metadata())}


def main(path, gateway):
    with open(path, encoding="utf-8") as file:
        calls = json.load(file)
    print(json.dumps({call["name"]: [ask(call["address"], call["path"]), ask(gateway, call["path"])] for call in calls},
          default=lambda value: value.hex()))


main(*sys.argv[1:])
