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
    [InlineData("--urls=http://127.0.0.1:0", "urls")]
    [InlineData("--http_ports=8080", "http_ports")]
    [InlineData("--Kestrel:Endpoints:Http:Url=http://127.0.0.1:0", "Kestrel:Endpoints:Http:Url")]
    public async Task Address_OfTheFramework_OpensNothingAndIsTold(string argument, string key)
    {
        var log = new LogSink();
        await using var app = HelloHost.Build(log, argument, "HttpPort=0", "GrpcPort=0");
        app.UseHello();

        await app.StartAsync(TestContext.Current.CancellationToken).Within();

        app.Urls.Count.ShouldBe(2);
        log.Records.ShouldContain(record => record.Level == LogLevel.Warning
            && record.Message == $"{key} has no effect here: this host listens where Hello:Address and Hello:HttpPort say, over TLS with "
                + "Hello:Certificate.");
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
}
