using System.Net;
using System.Security.Cryptography.X509Certificates;
using Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Grpc;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Tests.Probing;

namespace Prober.Tests.Probing;

/// <summary>The probe against the health service that the house's gRPC hosts have.</summary>
public sealed class GrpcHealthProbeTests
{
    private static readonly ProbeNetwork Network = new(new CachingResolver(new(), TimeProvider.System), TimeProvider.System);

    [Fact]
    public async Task Probe_ServerWithHealth_IsGoodForWhatItServes()
    {
        await using var app = await StartAsync();
        var port = Port(app);

        // The server learns its own health a moment after its start.
        await UntilGoodAsync(port).Within();
        var other = await RunAsync(port, "nobody");

        other.Failure.ShouldBe(FailureClass.Status);
        other.Message.ShouldBe("The server does not know the service.");
    }

    [Fact]
    public async Task Probe_ServerOverTls_IsJudgedByItsCertificate()
    {
        using var authority = new Authority();
        await using var app = await StartAsync(authority.Sign("127.0.0.1", -1, 1));
        var known = new TlsRules { Roots = Trust.Authorities.FromPem(authority.Pem) };
        var port = Port(app);
        await Deadline.UntilAsync(async () => (await RunAsync(port, rules: known)).IsGood);

        (await RunAsync(port, "nobody", known)).Message.ShouldBe("The server does not know the service.");
        (await RunAsync(port, rules: TlsRules.Default)).Failure.ShouldBe(FailureClass.Certificate);
        (await RunAsync(port)).IsGood.ShouldBeFalse();
    }

    [Fact]
    public async Task Probe_ServerOfHttp1_IsNoGrpc()
    {
        await using var host = await ProberHost.StartAsync();

        var result = await RunAsync(host.Http.BaseAddress!.Port);

        result.Failure.ShouldBeOneOf(FailureClass.Protocol, FailureClass.Reset);
    }

    private static async Task UntilGoodAsync(int port)
    {
        while (!(await RunAsync(port)).IsGood)
        {
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }

    private static Task<ProbeResult> RunAsync(int port, string service = "", TlsRules? rules = null) =>
        ProbeRunner.RunAsync(
            new GrpcHealthProbe("127.0.0.1", port, service, rules: rules), Network, Deadline.Default, alwaysResolves: false,
            CancellationToken.None).Within();

    internal static int Port(WebApplication app) =>
        app.Services.Addresses().Single().Port;

    /// <param name="certificate">For TLS; null for cleartext.</param>
    internal static async Task<WebApplication> StartAsync(X509Certificate2? certificate = null)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = HttpProtocols.Http2;
                _ = certificate is null ? listen : listen.UseHttps(certificate);
            }));
        builder.Services.AddGrpcEdge();
        builder.Services.AddHealthChecks().AddCheck("always", () => HealthCheckResult.Healthy());
        builder.Services.Configure<HealthCheckPublisherOptions>(options => options.Delay = TimeSpan.Zero);
        var app = builder.Build();
        app.MapGrpcEdge();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return app;
    }
}
