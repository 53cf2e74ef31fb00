using System.Net;
using System.Security.Cryptography;
using Analyzer.Contract;
using Analyzer.Protos.V1;
using Gateway.Tests.BadInput;
using Gateway.Tests.Foreign.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.Dispatch;

/// <summary>
/// Calls that go to another backend when the first one fails. The first is broken in every call; the other is a real analyzer.
/// </summary>
public sealed class RepeatingTests
{
    /// <summary>An AnalysisReport with <c>json</c> (field 13): <c>{}</c>.</summary>
    private static readonly byte[] Report = [(13 << 3) | 2, 2, (byte)'{', (byte)'}'];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task SmallUpload_BackendDies_IsTakenByTheOther()
    {
        await using var broken = new ScriptedBackend((connection, _) => CloseAsync(connection));
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([broken.Address, analyzer.Http2]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (byte i = 0; broken.Calls == 0; i++)
        {
            using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent([i, 1, 2]), Token).Within();

            submitted.StatusCode.ShouldBe(HttpStatusCode.Created, await submitted.Content.ReadAsStringAsync(Token));
        }

        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_repeats_total 1\n");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)] // the client has heard from it that it wants the file
    public async Task SmallUpload_OverGrpcAndTheBackendDies_IsTakenByTheOther(bool named)
    {
        await using var broken = new ScriptedBackend(
            async (connection, stream) =>
            {
                if (named)
                {
                    await WantAsync(connection, stream);
                    await connection.NextCallAsync(); // to the end of the file
                }

                connection.Close();
            },
            atHead: named);
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([broken.Address, analyzer.Http2]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        for (byte i = 0; broken.Calls == 0; i++)
        {
            byte[] file = [i, 1, 2];
            var sha256 = Convert.ToHexStringLower(SHA256.HashData(file));
            using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
            var metadata = named ? new FileMetadata { Sha256 = sha256 } : new FileMetadata();
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = metadata }, Token).Within();
            if (named)
            {
                (await call.ResponseHeadersAsync.Within()).GetValue(WireNames.FileWanted).ShouldBe("true");
            }

            await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(file) }, Token).Within();
            await call.RequestStream.CompleteAsync().Within();

            (await call.ResponseAsync.Within()).Sha256.ShouldBe(sha256);
        }

        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_repeats_total 1\n");
    }

    /// <summary>The headers of the first are gone: what the second says belongs into the trailers.</summary>
    [Theory]
    [InlineData("breaks")]
    [InlineData("refuses")]
    public async Task SmallUpload_FirstFailsAfterItsHeadersAndTheSecondRefuses_IsToldTheRefusalOfTheSecond(string first)
    {
        var heard = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var calls = 0;
        Func<Connection, int, Task> script = async (connection, stream) =>
        {
            if (Interlocked.Increment(ref calls) > 1)
            {
                await connection.HeadersAsync(
                    stream, Connection.EndStream,
                    (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "9"), ("why", "the second"));
                return;
            }

            await WantAsync(connection, stream);
            await heard.Task.Within();
            await (first == "breaks"
                ? BreakAsync(connection, stream)
                : connection.HeadersAsync(stream, Connection.EndStream, ("grpc-status", "14"), ("why", "the first")));
        };
        await using var one = new ScriptedBackend(script);
        await using var other = new ScriptedBackend(script);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new() }, Token).Within();
        await call.RequestStream.CompleteAsync().Within();
        await call.ResponseHeadersAsync.Within();
        heard.SetResult();
        var refused = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());

        calls.ShouldBe(2);
        refused.StatusCode.ShouldBe(StatusCode.FailedPrecondition, refused.Status.Detail);
        refused.Trailers.GetAll("why").Select(entry => entry.Value).ShouldBe(["the second"]);
    }

    /// <summary>Its headers say that the backend took the call: it may have done what it was asked.</summary>
    [Fact]
    public async Task ForeignCall_RefusedAsNotTakenAfterItsHeaders_GoesToOneBackendAlone()
    {
        var heard = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Func<Connection, int, Task> script = async (connection, stream) =>
        {
            await WantAsync(connection, stream);
            await heard.Task.Within();
            await RefuseAsync(connection, stream);
        };
        await using var one = new ScriptedBackend(script);
        await using var other = new ScriptedBackend(script);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Foreign.V1.Foreign.ForeignClient(channel).AskAsync(new Letter(), cancellationToken: Token);

        await call.ResponseHeadersAsync.Within();
        heard.SetResult();
        var failed = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());

        failed.StatusCode.ShouldBe(StatusCode.Unavailable, failed.Status.Detail);
        (one.Calls + other.Calls).ShouldBe(1);
    }

    [Fact]
    public async Task LookUps_BudgetIsSpent_FailInsteadOfAddingToTheLoad()
    {
        await using var broken = new ScriptedBackend((connection, stream) =>
            connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2)));
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([broken.Address, analyzer.Http2]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        var statuses = new List<HttpStatusCode>();
        for (var i = 0; i < 8; i++)
        {
            using var found = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
            statuses.Add(found.StatusCode);
        }

        statuses.Count(status => status == HttpStatusCode.BadGateway).ShouldBe(3, "of four failures one was repeated");
        statuses.Count(status => status == HttpStatusCode.NotFound).ShouldBe(5);
        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_repeats_refused_total 3\n");
    }

    [Theory]
    [InlineData("refused stream")]
    [InlineData("above the last of a goodbye")]
    public async Task LookUps_NotTaken_GoToTheOtherOutsideOfTheBudget(string how)
    {
        await using var broken = new ScriptedBackend(async (connection, stream) =>
        {
            if (how == "refused stream")
            {
                await RefuseAsync(connection, stream);
            }
            else
            {
                await connection.FrameAsync(Connection.GoAway, 0, 0, [.. Connection.Number(0), .. Connection.Number(0)]);
                connection.Close();
            }
        });
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnwatchedAsync([broken.Address, analyzer.Http2], "EjectionTime=00:00:00.010");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 20; i++)
        {
            using var found = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
            found.StatusCode.ShouldBe(HttpStatusCode.NotFound, await found.Content.ReadAsStringAsync(Token));
        }

        broken.Calls.ShouldBeGreaterThan(1);
        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_repeats_total 0\n");
    }

    [Fact]
    public async Task LookUp_TwoDoNotTakeIt_GoesToTheThirdHoweverBusy()
    {
        var held = new TaskCompletionSource<(Connection Connection, int Stream)>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var one = new ScriptedBackend(RefuseAsync);
        await using var other = new ScriptedBackend(RefuseAsync);
        await using var busy = new ScriptedBackend((connection, stream) =>
            held.TrySetResult((connection, stream)) ? Task.CompletedTask : connection.AnswerAsync(stream, Report));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address, busy.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        var waiting = http.GetAsync($"/v1/files/{new string('0', 64)}", Token);
        var call = await held.Task.Within();

        using var found = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();
        await call.Connection.AnswerAsync(call.Stream, Report);
        using var waited = await waiting.Within();

        (found.StatusCode, waited.StatusCode).ShouldBe((HttpStatusCode.OK, HttpStatusCode.OK));
    }

    [Theory]
    [InlineData("rest", "")]
    [InlineData("grpc", "/analyzer.v1.Analyzer/DeleteResult", "14")]
    [InlineData("grpc", "/foreign.v1.Foreign/Ask", "13")]
    public async Task Call_MayNotBeDoneTwice_GoesToOneBackendAlone(string how, string path, string status = "")
    {
        await using var one = new ScriptedBackend(BreakAsync);
        await using var other = new ScriptedBackend(BreakAsync);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        if (how == "rest")
        {
            using var deleted = await http.DeleteAsync($"/v1/files/{new string('0', 64)}", Token).Within();
            deleted.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        }
        else
        {
            using var failed = await RawCall.SendAsync(gateway.Http2, path);
            GrpcStatus.Of(failed).ShouldBe(status);
        }

        (one.Calls + other.Calls).ShouldBe(1);
        var metrics = await http.GetStringAsync("/metrics", Token);
        metrics.ShouldContain("gateway_repeats_total 0\n");
        metrics.ShouldContain("gateway_repeats_refused_total 0\n");
    }

    [Fact]
    public async Task LookUp_AllBackendsAreBroken_GoesToTwoHoweverMuchIsInTheBudget()
    {
        var broken = false;
        Func<Connection, int, Task> script = (connection, stream) =>
            Volatile.Read(ref broken) ? BreakAsync(connection, stream) : connection.AnswerAsync(stream, Report);
        await using var one = new ScriptedBackend(script);
        await using var two = new ScriptedBackend(script);
        await using var three = new ScriptedBackend(script);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, two.Address, three.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        var good = await Task.WhenAll(Enumerable.Range(0, 50)
            .Select(_ => http.GetStringAsync($"/v1/files/{new string('0', 64)}", Token))).Within();

        Volatile.Write(ref broken, true);
        using var failed = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        failed.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        (one.Calls + two.Calls + three.Calls - good.Length).ShouldBe(2);
    }

    private static Task WantAsync(Connection connection, int stream) => connection.HeadersAsync(
        stream, 0, (":status", "200"), ("content-type", "application/grpc"), (WireNames.FileWanted, "true"));

    private static Task BreakAsync(Connection connection, int stream) =>
        connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2));

    private static Task RefuseAsync(Connection connection, int stream) =>
        connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(7));

    private static Task CloseAsync(Connection connection)
    {
        connection.Close();
        return Task.CompletedTask;
    }
}
