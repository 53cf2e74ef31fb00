using Grpc.Core;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.BadInput;

/// <summary>
/// How a backend of a service that is not the analyzer's aborts a call, and the status of it: that which gRPC's PROTOCOL-HTTP2 lists for
/// each error code of HTTP/2, and http-grpc-status-mapping for a response that is not gRPC's.
/// </summary>
public sealed class AbortedCallsTests
{
    private const string Path = "/foreign.v1.Foreign/Ask";

    /// <summary>Code, status, and what the client is told.</summary>
    public static TheoryData<int, StatusCode, string> Codes => new()
    {
        { 0x0, StatusCode.Unavailable, "aborted the call" }, // a GOAWAY has it too
        { 0x1, StatusCode.Internal, "PROTOCOL_ERROR" },
        { 0x2, StatusCode.Internal, "INTERNAL_ERROR" },
        { 0x3, StatusCode.Internal, "FLOW_CONTROL_ERROR" },
        { 0x4, StatusCode.Internal, "SETTINGS_TIMEOUT" },
        { 0x5, StatusCode.Internal, "STREAM_CLOSED" },
        { 0x6, StatusCode.Internal, "FRAME_SIZE_ERROR" },
        { 0x7, StatusCode.Unavailable, "No backend" }, // not taken, and no other backend is there
        { 0x8, StatusCode.Cancelled, "CANCEL" },
        { 0x9, StatusCode.Internal, "COMPRESSION_ERROR" },
        { 0xa, StatusCode.Internal, "CONNECT_ERROR" },
        { 0xb, StatusCode.ResourceExhausted, "bandwidth" },
        { 0xc, StatusCode.PermissionDenied, "secure" },
        { 0xd, StatusCode.Internal, "HTTP_1_1_REQUIRED" },
        { 0xff, StatusCode.Internal, "0xff" },
    };

    [Theory]
    [MemberData(nameof(Codes))]
    public async Task Call_StreamIsReset_HasTheStatusOfTheCode(int code, StatusCode status, string words)
    {
        await using var backend = new ScriptedBackend((connection, stream) =>
            connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(code)));

        await ShouldFailAsync(backend, status, words);
    }

    [Theory]
    [MemberData(nameof(Codes))]
    public async Task Call_StreamIsResetAfterItsHeaders_HasTheStatusOfTheCode(int code, StatusCode status, string words)
    {
        await using var backend = new ScriptedBackend(async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"));
            await connection.MessageAsync(stream, 0, 1, 2);
            await connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(code));
        });

        await ShouldFailAsync(backend, status, code == 0x7 ? "aborted the call" : words); // it took the call, whatever it says
    }

    [Theory]
    [InlineData(0x0, StatusCode.Unavailable)]
    [InlineData(0x1, StatusCode.Internal)]
    [InlineData(0x2, StatusCode.Internal)]
    [InlineData(0xb, StatusCode.ResourceExhausted)]
    [InlineData(0xc, StatusCode.PermissionDenied)]
    public async Task Call_ConnectionIsClosedWithoutIt_HasTheStatusOfTheCode(int code, StatusCode status)
    {
        await using var backend = new ScriptedBackend((connection, _) =>
            connection.FrameAsync(Connection.GoAway, 0, 0, [.. Connection.Number(0), .. Connection.Number(code)]));

        await ShouldFailAsync(backend, status, "");
    }

    [Theory]
    [InlineData(200, null, "2")]
    [InlineData(200, "", "2")]
    [InlineData(200, "five", "2")]
    [InlineData(200, "-1", "2")]
    [InlineData(400, null, "13")]
    [InlineData(404, null, "12")]
    [InlineData(503, null, "14")]
    [InlineData(500, null, "2")]
    [InlineData(503, "5", "5")] // the status counts, if there is one
    [InlineData(404, "16", "16")]
    public async Task Call_ResponseOfEachHttpStatus_HasItsOwnStatusOrTheMappedOne(int http, string? grpc, string status)
    {
        (string, string)[] fields = grpc is null ? [] : [("grpc-status", grpc)];
        await using var backend = new ScriptedBackend((connection, stream) => connection.HeadersAsync(
            stream, Connection.EndStream, [(":status", $"{http}"), ("content-type", "application/grpc"), .. fields]));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var clean = gateway.Log.ExpectClean();

        using var failed = await RawCall.SendAsync(gateway.Http2, Path);

        GrpcStatus.Of(failed).ShouldBe(status);
        ((int)failed.StatusCode).ShouldBe(200);
    }

    private static async Task ShouldFailAsync(ScriptedBackend backend, StatusCode status, string words)
    {
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var clean = gateway.Log.ExpectClean();

        using var failed = await RawCall.SendAsync(gateway.Http2, Path);

        var fields = failed.TrailingHeaders.Contains("grpc-message") ? failed.TrailingHeaders : failed.Headers;
        var message = Uri.UnescapeDataString(fields.GetValues("grpc-message").Single());
        GrpcStatus.Of(failed).ShouldBe($"{(int)status}", message);
        message.ShouldContain(words);
    }
}
