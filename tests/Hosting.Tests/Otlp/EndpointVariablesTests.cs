using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Otlp;

/// <summary>Variables that name a collector to other programs: whoever sets them hears that none is named here.</summary>
public sealed class EndpointVariablesTests
{
    [Theory]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT", "Hello:Traces, Hello:MetricsCollector, Hello:LogsCollector")]
    [InlineData("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "Hello:LogsCollector")]
    public void Endpoint_OfAVariable_IsToldWithoutItsValue(string variable, string settings)
    {
        var log = Log($"--{variable}=http://user:secret@127.0.0.1:4317");

        log.Records.ShouldContain(record => record.Level == LogLevel.Warning
            && record.Message == $"{variable} has no effect here: this host sends to the collectors in {settings}.");
        log.Records.ShouldAllBe(record => !record.Message.Contains("secret", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317", "Traces=http://127.0.0.1:4317")]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=", "LogFormat=text")]
    public void Endpoint_OfASetting_IsNotTold(params string[] settings) =>
        Log(settings).Records.ShouldAllBe(record => !record.Message.Contains("OTEL_", StringComparison.Ordinal));

    private static LogSink Log(params string[] settings)
    {
        var log = new LogSink();
        using var app = (IDisposable)HelloHost.Build(log, settings);
        ((WebApplication)app).UseHello();
        return log;
    }
}
