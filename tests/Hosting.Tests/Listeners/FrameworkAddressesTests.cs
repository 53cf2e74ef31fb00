using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Listeners;

/// <summary>Addresses as the framework takes them, from images and tutorials: an own listener of theirs would need no keys.</summary>
public sealed class FrameworkAddressesTests
{
    [Theory]
    [InlineData("urls", "--urls=http://127.0.0.1:0")]
    [InlineData("http_ports", "--http_ports=8080")]
    [InlineData("Kestrel:Endpoints:Http:Url", "--Kestrel:Endpoints:Http:Url=http://127.0.0.1:0")]
    [InlineData("urls", "--urls=http://127.0.0.1:0", "--preferHostingUrls=true")]
    public async Task Address_OfTheFramework_OpensNothingAndIsTold(string key, params string[] arguments)
    {
        var log = new LogSink();
        await using var app = HelloHost.Build(log, [.. arguments, "HttpPort=0", "GrpcPort=0"]);
        app.UseHello();

        await app.StartAsync(TestContext.Current.CancellationToken).Within();

        app.Urls.Count.ShouldBe(2);
        log.Records.ShouldContain(record => record.Level == LogLevel.Warning
            && record.Message == $"{key} has no effect here: this host listens where Hello:Address and Hello:HttpPort say, over TLS with "
                + "Hello:Certificate.");
        await app.StopAsync(TestContext.Current.CancellationToken).Within();
    }

    [Fact]
    public async Task Names_OfTheFramework_ShutNobodyOutAndAreTold()
    {
        var log = new LogSink();
        await using var app = HelloHost.Build(log, "--AllowedHosts=example.com;www.example.com", "HttpPort=0", "GrpcPort=0");
        app.UseHello();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        using var http = new HttpClient();

        (await http.GetStringAsync($"{app.Urls.First()}/healthz/live", TestContext.Current.CancellationToken).Within()).ShouldNotBeEmpty();

        log.Records.ShouldContain(record => record.Level == LogLevel.Warning
            && record.Message == "AllowedHosts has no effect here: this host answers to the names in Hello:AllowedHosts.");
        await app.StopAsync(TestContext.Current.CancellationToken).Within();
    }

    [Fact]
    public void Forwarding_OfTheFramework_BelievesNobodyAndIsTold()
    {
        var log = new LogSink();
        using var app = (IDisposable)HelloHost.Build(log, "--ForwardedHeaders_Enabled=true");
        ((WebApplication)app).UseHello();

        ((WebApplication)app).Services.GetRequiredService<IOptions<ForwardedHeadersOptions>>().Value.ForwardedHeaders
            .ShouldBe(ForwardedHeaders.None);
        log.Records.ShouldContain(record => record.Message
            == "ForwardedHeaders_Enabled has no effect here: this host believes the proxies in Hello:TrustedProxies.");
    }

    [Theory]
    [InlineData("--PORT=8080", true)]
    [InlineData("--PORT=7080", false)] // it is the host's own
    [InlineData("--PORT=tcp://10.0.0.1:80", false)] // a link of containers
    public void Port_OfAPlatform_IsToldUnlessItIsTheHosts(string port, bool isTold)
    {
        var log = new LogSink();
        using var app = (IDisposable)HelloHost.Build(log, port, "HttpPort=7080");
        ((WebApplication)app).UseHello();

        log.Records.Any(record => record.Level == LogLevel.Warning && record.Message
            == "PORT=8080 has no effect here. If clients come to that port, set Hello__HttpPort to it, and Hello__Address if they come "
            + "from other machines.").ShouldBe(isTold);
        log.Records.Any(record => record.Message.Contains("PORT=", StringComparison.Ordinal)).ShouldBe(isTold);
    }
}
