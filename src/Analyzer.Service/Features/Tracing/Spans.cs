using System.Diagnostics;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;

namespace Analyzer.Service.Features.Tracing;

/// <summary>
/// The service's spans. They are children of the request's own, which ASP.NET Core begins from the <c>traceparent</c> header (W3C Trace
/// Context) that REST and gRPC have in common. While nobody listens to <see cref="SourceName"/> none is made.
/// <code>
/// submit
///   find       the report of the digest that was declared
///   receive    from the first wait for bytes to the last byte
///   analyse    the analysis of all pieces, done as they came: as long as all of it, laid before the last byte
///   save       until the report is durable
/// lookup
/// list
/// </code>
/// </summary>
internal static class Spans
{
    public const string SourceName = "Analyzer.Service";

    private const string Transport = "analyzer.transport";
    private const string Outcome = "analyzer.outcome";
    private const string Sha256 = "analyzer.sha256";
    private const string Size = "analyzer.size";
    private const string Verdict = "analyzer.verdict";

    private static readonly ActivitySource Source = new(SourceName);

    public static Activity? Submit(TransportKind transport) => Begin("submit", transport);

    public static Activity? Lookup(TransportKind transport) => Begin("lookup", transport);

    public static Activity? List(TransportKind transport) => Begin("list", transport);

    public static Activity? Find() => Source.StartActivity("find");

    public static Activity? Receive() => Source.StartActivity("receive");

    public static Activity? Save() => Source.StartActivity("save");

    /// <param name="elapsed">Time spent in the analysis of all pieces.</param>
    public static void Analysed(TimeSpan elapsed)
    {
        if (Source.HasListeners())
        {
            Source.StartActivity(ActivityKind.Internal, startTime: DateTimeOffset.UtcNow - elapsed, name: "analyse")?.Dispose();
        }
    }

    public static void Submitted(this Activity span, Outcome<Submission> outcome)
    {
        if (span.IsRefused(outcome, out var submission))
        {
            return;
        }

        span.SetTag(Outcome, LabelName.Of(submission.Known ? RequestOutcome.Known : RequestOutcome.New));
        span.SetTag(Sha256, submission.Stored.Report.Sha256.ToString());
        span.SetTag(Size, submission.Stored.Report.Size);
        span.SetTag(Verdict, LabelName.Of(submission.Stored.Report.Verdict));
    }

    public static void Answered<T>(this Activity span, Outcome<T> outcome, RequestOutcome success)
        where T : notnull
    {
        if (!span.IsRefused(outcome, out _))
        {
            span.SetTag(Outcome, LabelName.Of(success));
        }
    }

    private static Activity? Begin(string name, TransportKind transport)
    {
        var span = Source.StartActivity(name);
        return span?.SetTag(Transport, LabelName.Of(transport));
    }

    private static bool IsRefused<T>(this Activity span, Outcome<T> outcome, out T? value)
        where T : notnull
    {
        if (!outcome.IsRefused(out var refusal, out value))
        {
            return false;
        }

        span.SetTag(Outcome, RefusalTable.Of(refusal.Kind).Slug);
        if (refusal.Kind == RefusalKind.StoreUnavailable)
        {
            span.SetStatus(ActivityStatusCode.Error);
        }

        return true;
    }
}
