using System.Diagnostics;

namespace Analyzer.Service.Features.Tracing;

/// <summary>
/// The service's spans. They are children of the request's span, which ASP.NET Core starts from the <c>traceparent</c> header (W3C Trace
/// Context) of REST and gRPC. While nobody listens to <see cref="SourceName"/> none is made. <see
/// cref="Hosting.Tracing.Calls{TOperation,TOutcome}"/> starts the outer three.
/// <code>
/// submit
///   find       the report of the declared digest
///   receive    from the first wait for bytes to the last byte
///   analyse    the analysis of all pieces, which ran as they arrived: shown as one block that ends with the last byte
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
