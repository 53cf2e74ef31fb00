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
    [Fact]
    public async Task Backend_WasRefusedForItsStore_IsNotUsedWhileThatIsAway()
    {
        var (one, other) = (new Describing("one"), new Describing("other"));
        await using var first = await StartAsync(one);
        await using var second = await StartAsync(other);
        await using var gateway = await GatewayHost.StartAsync([new Uri(first.Urls.Single())]);
        gateway.Reconfigure("Backends", $"{first.Urls.Single()},{second.Urls.Single()}");
        await gateway.UntilSaidAsync("does not serve: It keeps another store than the others");

        (one.IsAway, other.IsAway) = (true, true);
        var (askedOne, askedOther) = (one.Asked, other.Asked);
        await Deadline.UntilAsync(() => one.Asked > askedOne + 2 && other.Asked > askedOther + 2);

        gateway.Services.GetRequiredService<BackendPool>().Backends.Select(backend => backend.State.Alive).ShouldBe([true, false]);
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
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
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
            return _isAway
                ? throw new RpcException(new Status(StatusCode.Unavailable, "The store is away."))
                : Task.FromResult(new DescribeResponse { Version = "1", Engine = "1", Store = store, Forms = { 1 } });
        }
    }
}
