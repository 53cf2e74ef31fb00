using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Errors;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.BadInput;

/// <summary>The gateway in front of a backend that breaks the rules: each client gets a clear error, and the next call is served.</summary>
public sealed class BrokenBackendTests
{
    /// <summary>RFC 9113, section 7.</summary>
    private const int Cancel = 8;

    private const string NoFile = "0000000000000000000000000000000000000000000000000000000000000000";

    /// <summary>An AnalysisReport with <c>json</c> (field 13): <c>{}</c>.</summary>
    private static readonly byte[] Report = [(13 << 3) | 2, 2, (byte)'{', (byte)'}'];

    private static readonly Dictionary<string, Func<Connection, int, Task>> Scripts = new()
    {
        ["closes the connection"] = (connection, _) =>
        {
            connection.Close();
            return Task.CompletedTask;
        },
        ["resets the stream"] = (connection, stream) => connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2)),
        ["says goodbye after it took the call"] = async (connection, stream) =>
        {
            await connection.FrameAsync(Connection.GoAway, 0, 0, [.. Connection.Number(stream), .. Connection.Number(2)]);
            connection.Close();
        },
        ["sends half a frame"] = async (connection, stream) =>
        {
            await connection.SendAsync(0, 0, 100, Connection.Headers, Connection.EndHeaders, 0, 0, 0, (byte)stream, 1, 2, 3);
            connection.Close();
        },
        ["sends a frame that is too large"] = (connection, stream) =>
            connection.FrameAsync(Connection.Data, 0, stream, new byte[1 << 20]),
        ["sends headers beyond 32 KB"] = (connection, stream) => connection.HeadersAsync(
            stream, Connection.EndStream,
            [(":status", "200"), .. Enumerable.Range(0, 5).Select(i => ($"x-{i}", new string('x', 10_000)))]),
        ["sends no grpc-status"] = async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"));
            await connection.MessageAsync(stream, 0, Report);
            await connection.HeadersAsync(stream, Connection.EndStream, ("x", "y"));
        },
        ["sends less than the message that it announced"] = async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"));
            await connection.FrameAsync(Connection.Data, Connection.EndStream, stream, 0, 0, 0, 0, 100, 1);
        },
        ["sends a page of HTML"] = async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "502"), ("content-type", "text/html"));
            await connection.FrameAsync(Connection.Data, Connection.EndStream, stream, [.. "<html>"u8]);
        },
    };

    private static readonly HashSet<string> OfTheStreamAlone =
    [
        "resets the stream", "sends no grpc-status", "sends less than the message that it announced", "sends a page of HTML",
    ];

    public static TheoryData<string> ScriptNames => [.. Scripts.Keys];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(ScriptNames))]
    public async Task LookUp_OverRest_IsBackendFailedAndTheNextIsServed(string name)
    {
        await using var backend = Once(Scripts[name]);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var failed = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        var problem = (await failed.Content.ReadFromJsonAsync<JsonObject>(Token))!;
        using var next = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        if (OfTheStreamAlone.Contains(name))
        {
            backend.Connections.ShouldBe(1, "the connection is no worse for it");
        }

        failed.StatusCode.ShouldBe(HttpStatusCode.BadGateway, name);
        ((string?)problem["type"]).ShouldBe("urn:gateway:problem:backend-failed");
        failed.Headers.RetryAfter.ShouldNotBeNull();
        (await next.Content.ReadAsStringAsync(Token)).ShouldBe("{}");
    }

    [Theory]
    [MemberData(nameof(ScriptNames))]
    public async Task LookUp_OverGrpc_IsAnErrorAndTheNextIsServed(string name)
    {
        await using var backend = Once(Scripts[name]);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.AnalyzerClient(channel);

        var failed = await Should.ThrowAsync<RpcException>(
            async () => await client.AnalyzeResultAsync(new AnalyzeResultRequest(), cancellationToken: Token));
        var next = await client.AnalyzeResultAsync(new AnalyzeResultRequest(), cancellationToken: Token);

        // The client has a part of a message, and says so itself before it looks at the status.
        var status = name == "sends less than the message that it announced" ? StatusCode.Internal : StatusCode.Unavailable;
        failed.StatusCode.ShouldBe(status, $"{name}: {failed.Status.Detail}");
        next.Json.ToStringUtf8().ShouldBe("{}");
    }

    /// <summary>gRPC's http-grpc-status-mapping.</summary>
    [Theory]
    [InlineData(400, "13")]
    [InlineData(401, "16")]
    [InlineData(403, "7")]
    [InlineData(404, "12")]
    [InlineData(429, "14")]
    [InlineData(502, "14")]
    [InlineData(503, "14")]
    [InlineData(504, "14")]
    [InlineData(500, "2")]
    public async Task LookUp_OverGrpcAndThePeerIsNoGrpcServer_IsTheStatusThatItsHttpStatusStandsFor(int http, string status)
    {
        await using var backend = Once((connection, stream) => connection.HeadersAsync(
            stream, Connection.EndStream, (":status", $"{http}"), ("content-type", "text/html")));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");

        using var failed = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/AnalyzeResult");

        GrpcStatus.Of(failed).ShouldBe(status);
    }

    [Fact]
    public async Task LookUp_FrameTooLarge_ClosesTheConnection()
    {
        var closed = new TaskCompletionSource();
        var calls = 0;
        await using var backend = new ScriptedBackend(async (connection, stream) =>
        {
            if (++calls > 1)
            {
                await connection.AnswerAsync(stream, Report);
                return;
            }

            await connection.FrameAsync(Connection.Data, 0, stream, new byte[1 << 20]);
            try
            {
                while (await connection.NextCallAsync() > 0)
                {
                }
            }
            finally
            {
                closed.TrySetResult();
            }
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var failed = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        failed.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        await closed.Task.Within();
    }

    [Fact]
    public async Task LookUp_CompressedAnswerThatNobodyAskedFor_IsBackendFailed()
    {
        await using var backend = Once(async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"), ("grpc-encoding", "gzip"));
            await connection.MessageAsync(stream, compressed: 1, Report);
            await connection.HeadersAsync(stream, Connection.EndStream, ("grpc-status", "0"));
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var failed = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        failed.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
    }

    [Fact]
    public async Task LookUp_StatusThatGrpcDoesNotHave_IsUnknownOverRestAndPassesAsItIs()
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.HeadersAsync(
            stream, Connection.EndStream, (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "17")));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var rest = await http.GetAsync($"/v1/files/{NoFile}", Token).Within();
        using var grpc = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/AnalyzeResult");

        rest.StatusCode.ShouldBe(HttpStatusCode.InternalServerError);
        (await rest.Content.ReadAsStringAsync(Token)).ShouldContain("urn:backend:problem:unknown");
        GrpcStatus.Of(grpc).ShouldBe("17");
    }

    [Fact]
    public async Task LookUp_BackendSaysNothing_IsBackendTimeout()
    {
        await using var backend = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "AnswerTimeout=00:00:00.500");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        using var rest = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        var grpc = await Should.ThrowAsync<RpcException>(async () =>
            await new Rpc.AnalyzerClient(channel).AnalyzeResultAsync(new AnalyzeResultRequest(), cancellationToken: Token));

        rest.StatusCode.ShouldBe(HttpStatusCode.GatewayTimeout);
        (await rest.Content.ReadAsStringAsync(Token)).ShouldContain("urn:gateway:problem:backend-timeout");
        grpc.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

    /// <param name="rest">
    /// Milliseconds without a call before: a connection that was silent longer than the delay of a PING gets it at once.
    /// </param>
    [Theory]
    [InlineData(0)]
    [InlineData(2500)]
    public async Task LookUp_BackendStandsStill_IsBackendTimeout(int rest)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream, Report));
        await using var network = PausableProxy.To(backend.Address);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(
            network.Address, "ConnectionsPerBackend=1", "PingTimeout=00:00:02", "AnswerTimeout=00:10:00");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var before = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        await Task.Delay(rest, Token);

        network.Pause(); // not even a PING is answered
        using var during = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        network.Resume();
        using var after = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        (before.StatusCode, during.StatusCode, after.StatusCode)
            .ShouldBe((HttpStatusCode.OK, HttpStatusCode.GatewayTimeout, HttpStatusCode.OK));
    }

    [Fact]
    public async Task LookUps_OneStreamIsReset_TheOthersOnItsConnectionAreUnharmed()
    {
        var calls = 0;
        await using var backend = new ScriptedBackend((connection, stream) => ++calls % 2 == 0
            ? connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2))
            : connection.AnswerAsync(stream, Report));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        var responses = await Task.WhenAll(Enumerable.Range(0, 40)
            .Select(_ => http.GetAsync($"/v1/files/{new string('0', 64)}", Token))).Within();

        responses.Count(response => response.StatusCode == HttpStatusCode.OK).ShouldBe(20);
        responses.Count(response => response.StatusCode == HttpStatusCode.BadGateway).ShouldBe(20);
    }

    [Theory]
    [InlineData(1000, HttpStatusCode.BadGateway)]
    [InlineData(1_000_000, HttpStatusCode.ServiceUnavailable)] // more than is held: the client has to send it again
    public async Task Upload_BackendDies_IsToldAtOnce(int size, HttpStatusCode status)
    {
        await using var backend = Once(Scripts["closes the connection"]);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var failed = await http.PostAsync("/v1/files", new ByteArrayContent(new byte[size]), Token).Within();

        failed.StatusCode.ShouldBe(status);
        failed.Headers.RetryAfter.ShouldNotBeNull();
        (await failed.Content.ReadAsStringAsync(Token)).ShouldContain("urn:gateway:problem:backend-failed");
    }

    /// <summary>It gives no window for the body, and does not reset the stream: nobody would ever end the call.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Upload_BackendAnswersAndTakesNoMore_IsAnsweredAndItsPlaceComesBack(bool grpc)
    {
        var report = new AnalysisReport { Json = ByteString.CopyFromUtf8("{}") };
        var answer = new SubmitFileResponse { Sha256 = NoFile, Known = true, Report = report };
        await using var backend = new ScriptedBackend(
            async (connection, stream) =>
            {
                await connection.UseUpWindowAsync(); // a gateway that has nothing to write could end the body in order
                await connection.AnswerAsync(stream, answer.ToByteArray());
            },
            atHead: true);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "ConnectionsPerBackend=1");
        using var clean = gateway.Log.ExpectClean();

        (await SubmitAsync(gateway, new byte[1_000_000], grpc).Within()).ShouldBe("{}");

        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
        await Deadline.UntilAsync(() => backend.Resets.Contains(Cancel));
    }

    [Theory]
    [InlineData("")] // it gives no window beyond the first
    [InlineData($"?sha256={NoFile}")] // it does not say whether it wants the file
    public async Task Upload_OverRestAndTheBackendTakesNoMore_IsBackendTimeout(string declared)
    {
        await using var backend = new ScriptedBackend((_, _) => Task.CompletedTask, atHead: true);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "AnswerTimeout=00:00:00.500");
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var failed = await http.PostAsync($"/v1/files{declared}", new ByteArrayContent(new byte[1_000_000]), Token).Within();

        failed.StatusCode.ShouldBe(HttpStatusCode.GatewayTimeout);
        (await failed.Content.ReadAsStringAsync(Token)).ShouldContain("urn:gateway:problem:backend-timeout");
        await Deadline.UntilAsync(() => backend.Resets.Contains(Cancel));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)] // the client has the headers already
    public async Task Upload_OverGrpcAndTheBackendSaysNothingAfterIt_IsBackendTimeout(bool sendsHeaders)
    {
        await using var backend = new ScriptedBackend((connection, stream) => sendsHeaders
            ? connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"))
            : Task.CompletedTask);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "AnswerTimeout=00:00:00.500");
        using var clean = gateway.Log.ExpectClean();

        var failed = await Should.ThrowAsync<RpcException>(SubmitAsync(gateway, new byte[1000], grpc: true).Within());

        failed.StatusCode.ShouldBe(StatusCode.DeadlineExceeded, failed.Status.Detail);
        StatusTrailer.Read(failed.Trailers.GetValueBytes(StatusTrailer.Name))!.Info.Reason.ShouldBe("backend-timeout");
        await Deadline.UntilAsync(() => backend.Resets.Contains(Cancel));
    }

    /// <summary>The backend never answers, and has five minutes for that: nothing but the client's leaving ends the call.</summary>
    [Theory]
    [InlineData($"GET /v1/files/{NoFile} HTTP/1.1\r\nHost: localhost\r\n\r\n", false)]
    [InlineData("POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nfile", false)]
    [InlineData("POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nfile", true)]
    public async Task Call_OverRestAndTheClientLeaves_IsResetWithCancel(string request, bool atHead)
    {
        var asked = new TaskCompletionSource();
        await using var backend = new ScriptedBackend(
            (_, _) =>
            {
                asked.TrySetResult();
                return Task.CompletedTask;
            },
            atHead);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using (var client = new TcpClient())
        {
            await client.ConnectAsync(gateway.Http1.Host, gateway.Http1.Port, Token);
            await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request), Token);
            await asked.Task.Within();
        }

        await Deadline.UntilAsync(() => !backend.Resets.IsEmpty);
        backend.Resets.ShouldBe([Cancel]);
        await gateway.UntilMetricAsync("gateway_calls_in_flight{", 0);
    }

    private static async Task<string> SubmitAsync(GatewayHost gateway, byte[] file, bool grpc)
    {
        if (!grpc)
        {
            using var http = new HttpClient { BaseAddress = gateway.Http1, Timeout = Timeout.InfiniteTimeSpan };
            using var response = await http.PostAsync("/v1/files", new ByteArrayContent(file), Token);
            return await response.Content.ReadAsStringAsync(Token);
        }

        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
        var sending = SendAsync();
        var submitted = await call.ResponseAsync;
        await sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // nobody wanted all of it
        return submitted.Report.Json.ToStringUtf8();

        async Task SendAsync()
        {
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }, Token);
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(file) }, Token);
            await call.RequestStream.CompleteAsync();
        }
    }

    /// <summary>Breaks the rules in the first call, and answers all others.</summary>
    private static ScriptedBackend Once(Func<Connection, int, Task> script)
    {
        var calls = 0;
        return new ScriptedBackend((connection, stream) =>
            Interlocked.Increment(ref calls) == 1 ? script(connection, stream) : connection.AnswerAsync(stream, Report));
    }
}
