"""gRPC's C core as a client of the substitute's server.

Runs every scenario, and writes one line for each: its name, and "ok" or what went wrong.
"""

import sys
import threading
import traceback

import grpc
from google.protobuf import descriptor_pb2

from wire import field, fields, note, read_note

SERVICE = "/grpc.tests.Kinds/"
TIMEOUT = 120
scenarios = []


def scenario(function):
    scenarios.append(function)
    return function


def unary(channel, message, method=SERVICE + "Unary", **options):
    options.setdefault("timeout", TIMEOUT)
    return channel.unary_unary(method).with_call(message, **options)


def failure(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except grpc.RpcError as error:
        return error
    raise AssertionError("did not fail")


@scenario
def unary_call(channel):
    answer, call = unary(channel, note("echo", 1, b"\0\xff"))
    assert read_note(answer) == ("echo", 2, b"\0\xff"), answer
    assert call.code() == grpc.StatusCode.OK


@scenario
def empty_message(channel):
    answer, _ = unary(channel, b"")
    assert read_note(answer) == ("", 1, b""), answer


@scenario
def client_streaming(channel):
    requests = (note("x", i) for i in range(1, 1001))
    answer = channel.stream_unary(SERVICE + "Collect")(requests, timeout=TIMEOUT)
    assert read_note(answer) == ("x" * 1000, 500500, b""), answer


@scenario
def client_streaming_of_nothing(channel):
    answer = channel.stream_unary(SERVICE + "Collect")(iter(()), timeout=TIMEOUT)
    assert answer == b"", answer


@scenario
def client_streaming_answered_early(channel):
    chunk = note("early", 0, bytes(64 * 1024))
    asked = threading.Event()

    def requests():
        while not asked.is_set():
            yield chunk

    try:
        answer = channel.stream_unary(SERVICE + "Collect")(requests(), timeout=TIMEOUT)
    finally:
        asked.set()
    assert read_note(answer)[0] == "early", answer


@scenario
def large_upload(channel):
    chunk = note("", 1, bytes(64 * 1024))
    answer = channel.stream_unary(SERVICE + "Collect")((chunk for _ in range(800)), timeout=TIMEOUT)
    assert read_note(answer)[1] == 800, answer


@scenario
def server_streaming(channel):
    answers = channel.unary_stream(SERVICE + "Expand")(note("y", 1000), timeout=TIMEOUT)
    assert [read_note(answer)[1] for answer in answers] == list(range(1000))


@scenario
def duplex(channel):
    answered = threading.Semaphore(1)

    def requests():
        for i in range(100):
            answered.acquire(timeout=TIMEOUT)
            yield note("z", i)

    numbers = []
    for answer in channel.stream_stream(SERVICE + "Converse")(requests(), timeout=TIMEOUT):
        numbers.append(read_note(answer)[1])
        answered.release()
    assert numbers == list(range(100)), numbers


@scenario
def metadata_both_ways(channel):
    sent = (("ask", "v 1"), ("ask-bin", b"\0\x01\xfe\xff"))
    _, call = unary(channel, note("metadata"), metadata=sent)
    initial, trailing = dict(call.initial_metadata()), dict(call.trailing_metadata())
    assert initial["told"] == "v 1" and initial["told-bin"] == b"\0\x01\xfe\xff", initial
    assert trailing["trail"] == "v 1" and trailing["trail-bin"] == b"\0\x01\xfe\xff", trailing


@scenario
def every_status_code(channel):
    for code in grpc.StatusCode:
        number = code.value[0]
        if number:
            error = failure(unary, channel, note(f"code:{number}"))
            assert error.code() == code, (error.code(), code)
            assert error.details() == "größer 100 %\n", error.details()
            trailing = dict(error.trailing_metadata())
            assert trailing["own"] == "1" and trailing["grpc-status-details-bin"] == b"\x08\x05\0\xff", trailing


@scenario
def failure_after_messages(channel):
    answers = channel.unary_stream(SERVICE + "Expand")(note("fail", 3), timeout=TIMEOUT)
    seen = []
    error = failure(lambda: seen.extend(answers))
    assert len(seen) == 3 and error.code() == grpc.StatusCode.ABORTED, (seen, error)


@scenario
def unexpected_exception(channel):
    error = failure(unary, channel, note("throw"))
    assert error.code() == grpc.StatusCode.UNKNOWN and "secret" not in error.details(), error


@scenario
def deadline(channel):
    error = failure(unary, channel, note("sleep"), timeout=0.2)
    assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED, error


@scenario
def deadline_is_told(channel):
    answer, _ = unary(channel, note("remaining"), timeout=900)
    assert 600_000 < read_note(answer)[1] <= 960_000, answer  # the C core rounds timeouts up


@scenario
def cancellation(channel):
    before = read_note(unary(channel, note("cancelled?"))[0])[1]
    answers = channel.unary_stream(SERVICE + "Expand")(note("endless"), timeout=TIMEOUT)
    for _ in range(10):
        next(answers)
    answers.cancel()
    assert answers.code() == grpc.StatusCode.CANCELLED
    for _ in range(20 * TIMEOUT):
        if read_note(unary(channel, note("cancelled?"))[0])[1] == before + 1:
            return
        threading.Event().wait(0.05)
    raise AssertionError("the server was not told")


@scenario
def big_messages(channel):
    data = bytes(range(256)) * 15_000
    answer, _ = unary(channel, note("echo", 0, data))
    assert read_note(answer)[2] == data


@scenario
def too_big_message(channel):
    error = failure(unary, channel, note("echo", 0, bytes(5_000_000)))
    assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error


@scenario
def compressed_message(channel):
    answer, _ = unary(channel, note("echo", 0, bytes(10_000)), compression=grpc.Compression.Gzip)
    assert read_note(answer)[2] == bytes(10_000), answer
    error = failure(unary, channel, note("echo", 0, bytes(5_000_000)), compression=grpc.Compression.Gzip)
    assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error  # what it opens to counts
    error = failure(unary, channel, note("echo", 0, bytes(10_000)), compression=grpc.Compression.Deflate)
    assert error.code() == grpc.StatusCode.UNIMPLEMENTED, error
    assert "gzip" in error.details(), error


@scenario
def unknown_method_and_service(channel):
    for method in (SERVICE + "Nothing", "/grpc.tests.Nobody/Unary"):
        error = failure(unary, channel, b"", method=method)
        assert error.code() == grpc.StatusCode.UNIMPLEMENTED, error


@scenario
def many_calls_at_once(channel):
    calls = [channel.unary_unary(SERVICE + "Unary").future(note("echo", i), timeout=TIMEOUT) for i in range(500)]
    assert [read_note(call.result())[1] for call in calls] == list(range(1, 501))


@scenario
def health_check(channel):
    answer, _ = unary(channel, b"", method="/grpc.health.v1.Health/Check")
    assert fields(answer) == {1: [1]}, answer
    error = failure(unary, channel, field(1, "nobody"), method="/grpc.health.v1.Health/Check")
    assert error.code() == grpc.StatusCode.NOT_FOUND, error


@scenario
def health_watch(channel):
    answers = channel.unary_stream("/grpc.health.v1.Health/Watch")(b"", timeout=TIMEOUT)
    assert fields(next(answers)) == {1: [1]}
    answers.cancel()


def reflect(channel, version):
    ask = channel.stream_stream(f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo")
    # list_services is a field of a oneof: present even when it is empty.
    questions = [b"\x3a\x00", field(4, "grpc.tests.Kinds"), field(4, "no.Such")]
    listed, known, unknown = (fields(answer) for answer in ask(iter(questions), timeout=TIMEOUT))
    names = [fields(service)[1][0].decode() for service in fields(listed[6][0])[1]]
    assert {"grpc.tests.Kinds", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"} <= set(names), names
    file = descriptor_pb2.FileDescriptorProto.FromString(fields(known[4][0])[1][0])
    methods = [method.name for method in file.service[0].method]
    assert file.name == "kinds.proto" and methods == ["Unary", "Collect", "Expand", "Converse"], file
    assert fields(unknown[7][0])[1] == [5], unknown


@scenario
def reflection(channel):
    reflect(channel, "v1")


@scenario
def reflection_alpha(channel):
    reflect(channel, "v1alpha")


def main():
    with grpc.insecure_channel(sys.argv[1]) as channel:
        for function in scenarios:
            try:
                function(channel)
                result = "ok"
            except Exception:
                result = traceback.format_exc().strip().replace("\n", " | ")
            print(f"{function.__name__}\t{result}", flush=True)


main()
