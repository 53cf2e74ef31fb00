using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Otlp;

/// <summary>Spans, metrics and log lines, as a receiver of another project has understood them.</summary>
[Trait("Category", "EndToEnd")]
public sealed class ReceiverTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("grpc")]
    [InlineData("http/protobuf")]
    public async Task SpansAndLines_OfARequest_AreUnderstood(string protocol)
    {
        await using var receiver = await AspireDashboard.StartAsync();
        var url = protocol == "grpc" ? receiver.Grpc : receiver.Http;
        await using (var host = await StartAsync(
            new LogSink(), $"--Hello:Traces={url}", $"--Hello:LogsCollector={url}", $"--OTEL_EXPORTER_OTLP_PROTOCOL={protocol}"))
        {
            using var http = new HttpClient();
            await http.GetStringAsync(new Uri(host.Services.Addresses()[0], "/hello/world"), Token).Within();
            await host.StopAsync(Token).Within();
        } // sends what waits

        await receiver.UntilAsync("spans", spans => spans.Contains("GET /hello/{name}", StringComparison.Ordinal));
        await receiver.UntilAsync("logs", lines => lines.Contains("This is hello", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("grpc")]
    [InlineData("http/protobuf")]
    public async Task Metrics_OfAHost_AreUnderstood(string protocol)
    {
        await using var receiver = await AspireDashboard.StartAsync();
        var url = protocol == "grpc" ? receiver.Grpc : receiver.Http;
        var log = new LogSink();
        await using (var host = await StartAsync(
            log, $"--Hello:MetricsCollector={url}", $"--OTEL_EXPORTER_OTLP_METRICS_PROTOCOL={protocol}"))
        {
            await host.StopAsync(Token).Within();
        }

        await receiver.UntilAsync("resources", resources => resources.Contains("hello", StringComparison.Ordinal));
        log.Records.ShouldNotContain(record => record.Message.Contains("not sent", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Metrics_ToAPortOfTheOtherProtocol_AreMissedInTheLog()
    {
        await using var receiver = await AspireDashboard.StartAsync();
        foreach (var (url, protocol) in ((string, string)[])[(receiver.Grpc, "http/protobuf"), (receiver.Http, "grpc")])
        {
            var log = new LogSink();
            await using var host = await StartAsync(
                log, $"--Hello:MetricsCollector={url}", $"--OTEL_EXPORTER_OTLP_PROTOCOL={protocol}", "--OTEL_METRIC_EXPORT_INTERVAL=50");

            await Deadline.UntilAsync(
                () => log.Records.Any(record => record.Message.StartsWith("The metrics were not sent to", StringComparison.Ordinal)));
        }
    }

    private static async Task<WebApplication> StartAsync(LogSink log, params string[] settings)
    {
        var builder = WebApplication.CreateBuilder([.. settings, "--Hello:HttpPort=0", "--Hello:GrpcPort=0"]);
        builder.Services.AddHelloSettings();
        builder.AddHello();
        builder.Logging.AddProvider(log);
        var app = builder.Build();
        app.UseHello();
        await app.StartAsync(Token).Within();
        return app;
    }
}
