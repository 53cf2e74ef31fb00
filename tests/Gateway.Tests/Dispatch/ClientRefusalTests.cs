using System.Net;
using Gateway.Features.Backends;
using Gateway.Tests.BadInput;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Hosting.Errors;
using Hosting.Errors.V1;
using Microsoft.Extensions.DependencyInjection;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.Dispatch;

/// <summary>A refusal that concerns one client is that client's: it says nothing of the backend that uttered it.</summary>
public sealed class ClientRefusalTests
{
    private static readonly string LookUp = $"/v1/files/{new string('0', 64)}";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("client", true)]
    [InlineData("", false)] // the backend is full
    public async Task LookUps_AreRefused_BackendIsAskedByAllIfTheRefusalsAreTheirClients(string scope, bool byAll)
    {
        const int Calls = 100;
        await using var backend = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < Calls; i++)
        {
            using var refused = await http.GetAsync(LookUp, Token).Within();

            refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
            refused.Headers.RetryAfter!.Delta!.Value.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMinutes(9));
        }

        (backend.Calls == Calls).ShouldBe(byAll);
        (await http.GetStringAsync("/metrics", Token)).ShouldContain($"gateway_pushbacks_total {(byAll ? 0 : backend.Calls)}\n");
    }

    [Theory]
    [InlineData("client", 1)]
    [InlineData("", 2)]
    public async Task LookUp_OneClientIsRefused_OtherBackendsAreNotAsked(string scope, int asked)
    {
        await using var one = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope));
        await using var other = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var refused = await http.GetAsync(LookUp, Token).Within();

        (one.Calls + other.Calls).ShouldBe(asked);
    }

    [Theory]
    [InlineData("-1")]
    [InlineData("soon")]
    public async Task LookUp_BackendForbidsToRepeatIt_OtherBackendsAreNotAsked(string pushback)
    {
        await using var one = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope: "", pushback));
        await using var other = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope: "", pushback));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([one.Address, other.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var rest = await http.GetAsync(LookUp, Token).Within();
        var asked = one.Calls + other.Calls;
        using var grpc = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/AnalyzeResult");

        rest.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        GrpcStatus.Of(grpc).ShouldBe("8");
        (asked, one.Calls + other.Calls).ShouldBe((1, 2));
    }

    [Fact]
    public async Task LookUps_OneBackendIsFullAndTheOtherIsLeftOut_AreRefusedInTheWordsOfTheFull()
    {
        await using var full = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope: ""));
        await using var broken = new ScriptedBackend(BreakAsync);
        await using var gateway = await GatewayHost.StartUnwatchedAsync([full.Address, broken.Address]);
        gateway.Services.GetRequiredService<BackendSets>().Analyzers.Backends[1].Outliers.Eject(TimeSpan.FromMinutes(10));
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 3; i++)
        {
            using var refused = await http.GetAsync(LookUp, Token).Within();
            refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests, await refused.Content.ReadAsStringAsync(Token));
            refused.Headers.RetryAfter.ShouldNotBeNull();
        }

        (full.Calls, broken.Calls).ShouldBe((3, 0));
        (await http.GetStringAsync("/metrics", Token)).ShouldContain("gateway_repeats_total 0\n");
    }

    /// <summary>The one that was taken for healthy gave no words at all: whatever the other says is better.</summary>
    [Fact]
    public async Task LookUp_OneBackendBreaksAndTheOtherIsLeftOut_GoesToTheOther()
    {
        await using var broken = new ScriptedBackend(BreakAsync);
        await using var full = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope: ""));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([broken.Address, full.Address]);
        gateway.Services.GetRequiredService<BackendSets>().Analyzers.Backends[1].Outliers.Eject(TimeSpan.FromMinutes(10));
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var refused = await http.GetAsync(LookUp, Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests, await refused.Content.ReadAsStringAsync(Token));
        (broken.Calls, full.Calls).ShouldBe((1, 1));
    }

    /// <summary>It is gone, and nobody knows that yet.</summary>
    [Fact]
    public async Task LookUps_OneBackendIsFullAndTheOtherTakesNothing_AreRefusedInTheWordsOfTheFull()
    {
        await using var full = new ScriptedBackend((connection, stream) => RefuseAsync(connection, stream, scope: ""));
        await using var gone = new ScriptedBackend((connection, stream) =>
            connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(7)));
        await using var gateway = await GatewayHost.StartUnwatchedAsync([full.Address, gone.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        for (var i = 0; i < 3; i++)
        {
            using var refused = await http.GetAsync(LookUp, Token).Within();
            refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests, await refused.Content.ReadAsStringAsync(Token));
        }

        full.Calls.ShouldBe(3);
    }

    private static Task BreakAsync(Connection connection, int stream) =>
        connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2));

    private static Task RefuseAsync(Connection connection, int stream, string scope, string pushback = "600000")
    {
        var info = new ErrorInfo
        {
            Reason = "client-limit",
            Domain = "analyzer",
            Metadata = { { "status", "429" }, { "title", "Too much" }, { "scope", scope } },
        };
        var details = new RpcStatus
        {
            Code = 8,
            Message = "Too much.",
            Details = { new Any { TypeUrl = "type.googleapis.com/google.rpc.ErrorInfo", Value = info.ToByteString() } },
        };
        return connection.HeadersAsync(
            stream,
            Connection.EndStream,
            (":status", "200"),
            ("content-type", "application/grpc"),
            ("grpc-status", "8"),
            ("grpc-retry-pushback-ms", pushback),
            (StatusTrailer.Name, Convert.ToBase64String(details.ToByteArray())));
    }
}
