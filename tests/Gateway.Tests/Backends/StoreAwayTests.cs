using System.Net;
using Gateway.Features.Backends;
using Gateway.Tests.Versions.V1;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Rpc = Gateway.Tests.Versions.V1.Analyzer;

namespace Gateway.Tests.Backends;

/// <summary>A backend whose store is away stays what it was.</summary>
public sealed class StoreAwayTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Backend_WasRefusedForItsStore_IsNotUsedWhileThatIsAway()
    {
        var (one, other) = (new Describing("one"), new Describing("other"));
        await using var first = await StartAsync(one);
        await using var second = await StartAsync(other);
        await using var gateway = await GatewayHost.StartAsync([new Uri(first.Urls.Single())]);
        gateway.Reconfigure("Backends", $"{first.Urls.Single()},{second.Urls.Single()}");
        await gateway.UntilSaidAsync("does not serve: Its store differs from that of the others");

        (one.IsAway, other.IsAway) = (true, true);
        var (askedOne, askedOther) = (one.Asked, other.Asked);
        await Deadline.UntilAsync(() => one.Asked > askedOne + 2 && other.Asked > askedOther + 2);

        gateway.Services.GetRequiredService<BackendSets>().Analyzers.Backends
            .Select(backend => backend.State.Alive).ShouldBe([true, false]);
    }

    [Fact]
    public async Task Gateway_StartsWhileTheStoreIsAway_GivesTheBackendsWordsUntilItIsBack()
    {
        var service = new Describing("one") { IsAway = true };
        await using var backend = await StartAsync(service);
        await using var gateway = await GatewayHost.StartUnreadyAsync($"Backends={backend.Urls.Single()}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        await gateway.UntilSaidAsync("does not serve: It answers Unavailable to the health check. It says: The store is away.");
        using var ready = await http.GetAsync("/healthz/ready", Token).Within();
        using var found = await http.GetAsync("/v1/files/00", Token).Within();

        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await ready.Content.ReadAsStringAsync(Token)).ShouldContain("The store is away.");
        found.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await found.Content.ReadAsStringAsync(Token)).ShouldContain("The store is away.");

        service.IsAway = false;
        await gateway.ReadyAsync();
    }

    private static async Task<WebApplication> StartAsync(Describing service)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        builder.Services.AddSingleton(service);
        var app = builder.Build();
        app.MapGrpcService<Describing>();
        await app.StartAsync(Token).Within();
        return app;
    }

    private sealed class Describing(string store) : Rpc.AnalyzerBase
    {
        private volatile bool _isAway;
        private int _asked;

        public bool IsAway
        {
            get => _isAway;
            set => _isAway = value;
        }

        public int Asked => Volatile.Read(ref _asked);

        public override Task<DescribeResponse> Describe(DescribeRequest request, ServerCallContext context)
        {
            Interlocked.Increment(ref _asked);
            return Give(new DescribeResponse { Version = "1", Engine = "1", Store = store, Forms = { 1 } });
        }

        public override Task<AnalysisReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context) =>
            Give(new AnalysisReport());

        private Task<T> Give<T>(T answer) => _isAway
            ? throw new RpcException(new Status(StatusCode.Unavailable, "The store is away."))
            : Task.FromResult(answer);
    }
}
