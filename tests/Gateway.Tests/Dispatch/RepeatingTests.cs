using System.Net;
using Gateway.Tests.BadInput;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.Dispatch;

/// <summary>
/// What goes to another backend when the first one fails it. The first is broken in every call; the other is a real analyzer.
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
    [InlineData("grpc", "/analyzer.v1.Analyzer/DeleteResult")]
    [InlineData("grpc", "/foreign.v1.Foreign/Ask")]
    public async Task Call_MayNotBeDoneTwice_GoesToOneBackendAlone(string how, string path)
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
            RawCall.StatusOf(failed).ShouldBe("14");
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
