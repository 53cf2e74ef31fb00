using Journal.Features.Replay;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Exporter;
using OpenTelemetry.Logs;
using OpenTelemetry.Resources;

namespace Journal.Tests.Otlp;

/// <summary>OpenTelemetry .NET's own exporter sends, over each of its transports.</summary>
public sealed class OpenTelemetryTests
{
    [Theory]
    [InlineData(OtlpExportProtocol.HttpProtobuf)]
    [InlineData(OtlpExportProtocol.Grpc)]
    public async Task Exporter_SendsLogs_TheyAreStoredWithTheirFields(OtlpExportProtocol protocol)
    {
        await using var host = await JournalHost.StartAsync("GrpcPort=0");
        using (var loggers = LoggerFactory.Create(logging => logging.AddOpenTelemetry(otel => otel
            .SetResourceBuilder(ResourceBuilder.CreateEmpty().AddService("shop").AddAttributes(
                [new("host.name", "web-1"), new("process.pid", 42L)]))
            .AddOtlpExporter(exporter =>
            {
                exporter.Protocol = protocol;
                exporter.Endpoint = protocol == OtlpExportProtocol.Grpc ? host.Grpc! : new(host.Http, "/v1/logs");
            }))))
        {
            var logger = loggers.CreateLogger("Orders");
            foreach (var number in Enumerable.Range(0, 600))
            {
#pragma warning disable CA1848, CA1873 // the form of a user's program
                logger.Log((LogLevel)(number % 6), "Order {Number} for grüße", number);
#pragma warning restore CA1848, CA1873
            }
        }

        await host.UntilAsync(400); // Trace and Debug are below the factory's default
        var fields = host.Records().Select(SyslogFields.Of).ToList();
        fields.Count.ShouldBe(400);
        fields.ShouldAllBe(each => each.Host == "web-1" && each.App == "shop" && each.Process == "42" && each.Time != null);
        fields.Select(each => each.Severity!.Value).ShouldBe(Enumerable.Repeat((int[])[6, 4, 3, 2], 100).SelectMany(each => each));
        host.Lines()[0].ShouldContain("grüße");
    }
}
