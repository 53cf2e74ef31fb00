using System.Net;
using System.Net.Http.Headers;
using Analyzer.Protos.V1;
using Gateway.Features.Backends;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.Extensions.DependencyInjection;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.BadInput;

/// <summary>A client, and whoever reads the log, is told what happened to this call, and not what may happen to another one.</summary>
public sealed class RightWordsTests
{
    /// <summary>RFC 9113, section 7.</summary>
    private const int Cancel = 8;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/analyzer.v1.Analyzer/AnalyzeResult", "application/json", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/analyzer.v1.Analyzer/AnalyzeResult", "application/grpc-web", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/foreign.v1.Foreign/Ask", "application/grpc-web+proto", HttpStatusCode.NotFound)] // no route takes such a call
    public async Task Call_ContentTypeIsNotGrpcs_IsTheClientsMistakeAndReachesNoBackend(string path, string type, HttpStatusCode status)
    {
        await using var backend = new ScriptedBackend((_, _) => Task.CompletedTask);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http2 };
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent([0, 0, 0, 0, 0]) { Headers = { ContentType = MediaTypeHeaderValue.Parse(type) } },
        };

        using var refused = await http.SendAsync(request, Token).Within();

        refused.StatusCode.ShouldBe(status);
        backend.Calls.ShouldBe(0);
    }

    [Fact]
    public async Task LookUp_SecondAttemptBreaks_DoesNotTellTheRefusalOfTheFirst()
    {
        var calls = 0;
        Func<Connection, int, Task> script = (connection, stream) => Interlocked.Increment(ref calls) == 1
            ? connection.HeadersAsync(
                stream, Connection.EndStream,
                (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "14"), ("why", "the first"))
            : connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2));
        await using var one = new ScriptedBackend(script);
        await using var other = new ScriptedBackend(script);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);

        using var failed = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/AnalyzeResult");

        calls.ShouldBe(2);
        GrpcStatus.Of(failed).ShouldBe("14");
        failed.Headers.NonValidated.Contains("why").ShouldBeFalse();
        MessageOf(failed).ShouldContain("aborted the call");
    }

    [Theory]
    [InlineData("/analyzer.v1.Analyzer/SubmitFile", "Send the file again")]
    [InlineData("/foreign.v1.Foreign/Chat", "aborted the call")] // it may have no file
    public async Task Stream_BackendDies_SaysOnlyOfAnUploadThatAFileWasLost(string path, string said)
    {
        await using var backend = new ScriptedBackend((connection, _) =>
        {
            connection.Close();
            return Task.CompletedTask;
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "HoldBytes=0");

        using var failed = await RawCall.SendAsync(gateway.Http2, path);

        GrpcStatus.Of(failed).ShouldBe("14");
        MessageOf(failed).ShouldContain(said);
    }

    /// <summary>A client that asks for what a web server in front of the backend refuses cannot make that backend look broken.</summary>
    [Theory]
    [InlineData("404", "12", 0)]
    [InlineData("413", "2", 0)]
    [InlineData("431", "2", 0)]
    [InlineData("500", "2", 3)]
    public async Task Call_AnsweredWithAStatusOfHttpAlone_IsTheBackendsFailureOnlyFrom500On(string http, string grpc, int failures)
    {
        await using var backend = new ScriptedBackend((connection, stream) =>
            connection.HeadersAsync(stream, Connection.EndStream, (":status", http), ("content-type", "text/html")));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);

        for (var call = 0; call < 3; call++)
        {
            using var refused = await RawCall.SendAsync(gateway.Http2, "/foreign.v1.Foreign/Ask");
            GrpcStatus.Of(refused).ShouldBe(grpc);
        }

        gateway.Services.GetRequiredService<BackendSets>().Analyzers.Backends[0].Outliers.Recent.ShouldBe((3, failures));
    }

    /// <summary>It has said that it wants the file, and the gateway has not kept it.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Upload_BackendDiesAfterItsHeaders_SaysThatAFileWasLost(bool saysGoodbye)
    {
        var heard = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var backend = new ScriptedBackend(async (connection, stream) =>
        {
            await connection.HeadersAsync(stream, 0, (":status", "200"), ("content-type", "application/grpc"));
            await heard.Task.Within();
            if (saysGoodbye)
            {
                await connection.FrameAsync(Connection.GoAway, 0, 0, [.. Connection.Number(stream), .. Connection.Number(0)]);
            }

            connection.Close();
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "HoldBytes=0");
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }, Token).Within();
        await call.RequestStream.CompleteAsync().Within();
        await call.ResponseHeadersAsync.Within();
        heard.SetResult();
        var failed = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());

        failed.StatusCode.ShouldBe(StatusCode.Unavailable);
        failed.Status.Detail.ShouldContain("Send the file again");
    }

    /// <summary>The backend had taken the call before it said goodbye: the report may be gone.</summary>
    [Fact]
    public async Task Delete_BackendLeaves_IsNotSaidToBeUntaken()
    {
        await using var backend = new ScriptedBackend(async (connection, stream) =>
        {
            await connection.FrameAsync(Connection.GoAway, 0, 0, [.. Connection.Number(stream), .. Connection.Number(0)]);
            connection.Close();
        });
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);

        using var failed = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/DeleteResult");

        GrpcStatus.Of(failed).ShouldBe("14");
        MessageOf(failed).ShouldContain("aborted the call");
        backend.Calls.ShouldBe(1);
    }

    /// <summary>It gives no window beyond the first, and the client sets no deadline: nobody else would ever end the call.</summary>
    [Fact]
    public async Task Upload_OverGrpcAndTheBackendTakesNoMore_IsBackendTimeout()
    {
        await using var backend = new ScriptedBackend((_, _) => Task.CompletedTask, atHead: true);
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address, "AnswerTimeout=00:00:00.500");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }, Token).Within();
        var sending = call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(new byte[1_000_000]) }, Token);
        var failed = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());
        await Task.WhenAny(sending).Within(); // nobody took all of it

        failed.StatusCode.ShouldBe(StatusCode.DeadlineExceeded, failed.Status.Detail);
        await Deadline.UntilAsync(() => backend.Resets.Contains(Cancel));
    }

    [Fact]
    public async Task Start_BackendRefusesTheGatewaysKey_LogsItsReason()
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.HeadersAsync(
            stream, Connection.EndStream,
            (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "16"), ("grpc-message", "The key has expired.")));
        await using var gateway = await GatewayHost.StartUnreadyAsync($"Backends={backend.Address}");

        await gateway.UntilSaidAsync("It answers Unauthenticated to the health check. It says: The key has expired. Gateway:BackendKey");
    }

    private static string MessageOf(HttpResponseMessage response)
    {
        var headers = response.TrailingHeaders.Contains("grpc-message") ? response.TrailingHeaders : response.Headers;
        return Uri.UnescapeDataString(headers.GetValues("grpc-message").Single());
    }
}
