"""foreign.v1.Metadata over gRPC's C core: sends all metadata of a call back, as headers and as trailers; serves until its standard input ends.

Prints the port that it got.
"""
import sys
from concurrent import futures

import grpc

LARGE = (("grpc.max_metadata_size", 1 << 20), ("grpc.absolute_max_metadata_size", 1 << 20))


def received(context):
    return [(name, value) for name, value in context.invocation_metadata() if name != "user-agent"]


def echo(request, context):
    context.send_initial_metadata(received(context))
    context.set_trailing_metadata(received(context))
    return request


def refuse(request, context):
    context.set_trailing_metadata(received(context))
    context.abort(grpc.StatusCode.FAILED_PRECONDITION, request.decode())


def refuse_late(request, context):
    context.send_initial_metadata(received(context))
    refuse(request, context)


server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), options=LARGE)
server.add_generic_rpc_handlers((
    grpc.method_handlers_generic_handler("foreign.v1.Metadata", {
        name: grpc.unary_unary_rpc_method_handler(method)
        for name, method in (("Echo", echo), ("Refuse", refuse), ("RefuseLate", refuse_late))}),
))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
server.stop(None)
