using System.Diagnostics;

namespace Analyzer.Service.Features.Tracing;

/// <summary>
/// The service's spans. They are children of the request's own, which ASP.NET Core begins from the <c>traceparent</c> header (W3C Trace
/// Context) that REST and gRPC have in common. While nobody listens to <see cref="SourceName"/> none is made. The outer three are begun by
/// <see cref="Hosting.Tracing.Calls{TOperation,TOutcome}"/>.
/// <code>
/// submit
///   find       the report of the digest that was declared
///   receive    from the first wait for bytes to the last byte
///   analyse    the analysis of all chunks, done as they came: as long as all of it, laid before the last byte
///   save       until the report is durable
/// lookup
/// list
/// </code>
/// </summary>
internal static class Spans
{
    public const string SourceName = "Analyzer.Service";

    public static ActivitySource Source { get; } = new(SourceName);

    public static Activity? Find() => Source.StartActivity("find");

    public static Activity? Receive() => Source.StartActivity("receive");

    public static Activity? Save() => Source.StartActivity("save");

    /// <param name="elapsed">Time spent in the analysis of all chunks.</param>
    /// <param name="now">When the last of them was analysed.</param>
    public static void Analysed(TimeSpan elapsed, DateTimeOffset now)
    {
        if (Source.HasListeners())
        {
            Source.StartActivity(ActivityKind.Internal, startTime: now - elapsed, name: "analyse")?.Dispose();
        }
    }

    /// <summary>Names the submitted file.</summary>
    public static void File(this Activity span, string sha256, long size, string verdict)
    {
        span.SetTag("analyzer.sha256", sha256);
        span.SetTag("analyzer.size", size);
        span.SetTag("analyzer.verdict", verdict);
    }
}
