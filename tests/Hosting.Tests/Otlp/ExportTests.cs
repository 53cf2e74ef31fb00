using System.Globalization;
using System.Text.Json.Nodes;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Otlp;

/// <summary>Spans, metrics and log lines, as they arrive and as OpenTelemetry itself reads them.</summary>
public sealed class ExportTests
{
    private const string TraceId = "0af7651916cd43dd8448eb211c80319c";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Spans_OfARequest_ArriveAsPartOfItsClientsTrace()
    {
        await using var collector = await OtlpReceiver.StartAsync();
        await using (var host = await HelloHost.StartAsync($"Traces={collector.Url}"))
        {
            await GreetAsync(host.Http1);
        } // sends what waits

        var (path, _, _, body) = await collector.NextAsync();
        var request = await OtlpReceiver.DecodeAsync("trace", "ExportTraceServiceRequest", body);

        path.ShouldBe("/v1/traces");
        // Other tests' requests may be among them: a source of spans belongs to the process.
        var spans = Scopes(request, "resourceSpans", "scopeSpans", "spans").Where(span => Hex(span["traceId"]) == TraceId).ToList();
        spans.Select(span => (string)span["name"]!).ShouldContain("greet"); // the host's own
        spans.Select(span => (string)span["name"]!).ShouldContain("GET /hello/{name}"); // ASP.NET Core's
        Resource(request, "resourceSpans")["service.name"].ShouldBe("hello");
        request.ToJsonString().ShouldNotContain("healthz");
    }

    [Fact]
    public async Task Metrics_OfAHost_ArriveWithTheNamesAndValuesOfTheScrape()
    {
        await using var collector = await OtlpReceiver.StartAsync();
        await using (var host = await HelloHost.StartAsync($"MetricsCollector={collector.Url}/", "Objective=99.5"))
        {
            await GreetAsync(host.Http1);
            await GreetAsync(host.Http1);
        } // sends once more

        var (path, type, _, body) = await collector.NextAsync();
        var request = await OtlpReceiver.DecodeAsync("metrics", "ExportMetricsServiceRequest", body);

        (path, type).ShouldBe(("/v1/metrics", "application/x-protobuf"));
        Resource(request, "resourceMetrics")["service.name"].ShouldBe("hello");
        var metrics = Scopes(request, "resourceMetrics", "scopeMetrics", "metrics").ToDictionary(metric => (string)metric["name"]!);
        metrics["slo_objective_ratio"]["gauge"]!["dataPoints"]![0]!["asDouble"]!.GetValue<double>().ShouldBe(0.995);
        var received = metrics["http_requests_received_total"]["sum"]!;
        (received["isMonotonic"]!.GetValue<bool>(), (string)received["aggregationTemporality"]!)
            .ShouldBe((true, "AGGREGATION_TEMPORALITY_CUMULATIVE"));
        Point(received, "/hello/{name}")["asDouble"]!.GetValue<double>().ShouldBe(2);
        var durations = metrics["http_call_duration_seconds"]["histogram"]!;
        var calls = Point(durations, "/hello/{name}");
        ((string)calls["count"]!).ShouldBe("2");
        calls["bucketCounts"]!.AsArray().Sum(Number).ShouldBe(2);
        calls["bucketCounts"]!.AsArray().Count.ShouldBe(calls["explicitBounds"]!.AsArray().Count + 1);
        Number(calls["timeUnixNano"]).ShouldBeGreaterThan(Number(calls["startTimeUnixNano"]));
    }

    [Fact]
    public async Task Metrics_CollectorThatRefuses_AreSentAgainAndTheLogSaysSoOnce()
    {
        var accepts = false;
        await using var collector = await OtlpReceiver.StartAsync(() => accepts);
        var log = new LogSink();
        await using var host = await StartAsync(log, $"--Hello:MetricsCollector={collector.Url}", "--OTEL_METRIC_EXPORT_INTERVAL=50",
            "--OTEL_EXPORTER_OTLP_HEADERS=api-key=a%20b");

        (await collector.NextAsync()).Key.ShouldBe("a b");
        await collector.NextAsync();
        accepts = true;
        (await collector.NextAsync()).Body.Length.ShouldBeGreaterThan(1000);

        log.Records.Count(record => record.Message.StartsWith("The metrics were not sent to", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Fact]
    public async Task Log_OfAHost_ArrivesWithLevelAndText()
    {
        await using var collector = await OtlpReceiver.StartAsync();
        await using (await StartAsync(null, $"--Hello:LogsCollector={collector.Url}"))
        {
        } // sends what waits

        var (path, _, _, body) = await collector.NextAsync();
        var request = await OtlpReceiver.DecodeAsync("logs", "ExportLogsServiceRequest", body);

        path.ShouldBe("/v1/logs");
        Resource(request, "resourceLogs")["service.name"].ShouldBe("hello");
        var lines = Scopes(request, "resourceLogs", "scopeLogs", "logRecords");
        var first = lines.Single(line => ((string)line["body"]!["stringValue"]!).StartsWith("This is hello", StringComparison.Ordinal));
        ((string)first["severityText"]!).ShouldBe("Information");
    }

    [Fact]
    public async Task Host_WhoseCollectorIsAway_AnswersAndStops()
    {
        var away = $"http://127.0.0.1:{LoopbackPort.FindFree()}";
        await using var host = await HelloHost.StartAsync($"Traces={away}", $"MetricsCollector={away}", $"LogsCollector={away}");
        using var client = new HttpClient { BaseAddress = host.Http1 };

        (await client.GetStringAsync("/hello/world", Token).Within()).ShouldBe("Hello world");
    }

    [Fact]
    public async Task Spans_WhoseCollectorIsAway_AreMissedInTheLogOnce()
    {
        var away = $"http://127.0.0.1:{LoopbackPort.FindFree()}";
        var log = new LogSink();
        await using var host = await StartAsync(log, $"--Hello:Traces={away}", "--OTEL_BSP_SCHEDULE_DELAY=50");
        var address = host.Services.Addresses()[0];

        await Deadline.UntilAsync(async () =>
        {
            await GreetAsync(address);
            return log.Records.Any(IsComplaint);
        });
        await GreetAsync(address);

        var complaint = log.Records.Where(IsComplaint).ShouldHaveSingleItem().Message;
        complaint.ShouldContain("http://127.0.0.1:");
        complaint.ShouldNotContain("   at ");

        bool IsComplaint(LogRecord record) => record.Message.StartsWith("Spans or log lines were not sent", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Traces", "127.0.0.1:4318")]
    [InlineData("Traces", "collector")]
    [InlineData("MetricsCollector", "ftp://127.0.0.1")]
    [InlineData("LogsCollector", "localhost:4318")]
    [InlineData("MetricsCollector", "http://user:secret@127.0.0.1:4318")]
    [InlineData("Traces", "https://collector.example/otlp?key=secret")]
    [InlineData("LogsCollector", "https://collector.example/#secret")]
    public async Task Start_CollectorThatIsNoUrl_IsRefused(string setting, string url) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => HelloHost.StartAsync($"{setting}={url}")))
            .Message.ShouldBe($"Hello:{setting} has to be a URL such as http://127.0.0.1:4318, without a user, a query and a fragment.");

    [Fact]
    public async Task Start_ProtocolThatIsNotSpoken_IsRefused() =>
        (await Should.ThrowAsync<InvalidDataException>(() => StartAsync(
            null, "--Hello:Traces=http://127.0.0.1:4318", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/json")))
            .Message.ShouldBe("OTEL_EXPORTER_OTLP_PROTOCOL=http/json is not spoken here: write http/protobuf or grpc.");

    [Theory]
    [InlineData("100")]
    [InlineData("50")]
    public async Task Start_ObjectiveOutOfItsRange_IsRefused(string objective) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => HelloHost.StartAsync($"Objective={objective}")))
            .Message.ShouldContain("Hello:Objective");

    private static async Task GreetAsync(Uri host)
    {
        using var client = new HttpClient { BaseAddress = host };
        await client.GetStringAsync("/healthz/live", Token).Within();
        using var request = new HttpRequestMessage(HttpMethod.Get, "/hello/world");
        request.Headers.Add("traceparent", $"00-{TraceId}-b7ad6b7169203331-01");
        (await client.SendAsync(request, Token).Within()).EnsureSuccessStatusCode();
    }

    /// <summary>A host with all providers of logs, or one only.</summary>
    private static async Task<WebApplication> StartAsync(LogSink? log, params string[] settings)
    {
        var builder = WebApplication.CreateBuilder([.. settings, "--Hello:HttpPort=0", "--Hello:GrpcPort=0"]);
        builder.Services.AddHelloSettings();
        builder.AddHello();
        if (log is not null)
        {
            builder.Logging.ClearProviders().AddProvider(log);
        }

        var app = builder.Build();
        app.UseHello();
        await app.StartAsync(Token).Within();
        return app;
    }

    private static List<JsonNode> Scopes(JsonNode request, string resources, string scopes, string items) =>
    [
        .. from resource in request[resources]!.AsArray()
           from scope in resource![scopes]!.AsArray()
           from item in scope![items]!.AsArray()
           select item,
    ];

    private static JsonNode Point(JsonNode metric, string endpoint) =>
        metric["dataPoints"]!.AsArray().Single(point => Attributes(point!)["endpoint"] == endpoint)!;

    /// <summary>A 64-bit number, which JSON has as a text.</summary>
    private static long Number(JsonNode? text) => long.Parse((string)text!, CultureInfo.InvariantCulture);

    private static Dictionary<string, string?> Resource(JsonNode request, string resources) =>
        Attributes(request[resources]![0]!["resource"]!);

    private static Dictionary<string, string?> Attributes(JsonNode node) => (node["attributes"]?.AsArray() ?? [])
        .ToDictionary(attribute => (string)attribute!["key"]!, attribute => (string?)attribute!["value"]?["stringValue"]);

    private static string Hex(JsonNode? base64) => Convert.ToHexStringLower(Convert.FromBase64String((string)base64!));
}
