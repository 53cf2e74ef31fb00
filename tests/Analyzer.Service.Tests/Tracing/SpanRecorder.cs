using System.Collections.Concurrent;
using System.Diagnostics;
using Source = Analyzer.Service.Features.Tracing.Spans;

namespace Analyzer.Service.Tests.Tracing;

/// <summary>Listens to the service's spans, and keeps those of one trace: other tests in this process make spans too.</summary>
internal sealed class SpanRecorder : IDisposable
{
    private readonly ConcurrentQueue<Activity> _ended = new();
    private readonly ActivityListener _listener;

    /// <summary>A client's span, from which the requests of this test descend; it is current until disposed.</summary>
    private readonly Activity _client = new Activity("client").SetIdFormat(ActivityIdFormat.W3C);

    public SpanRecorder()
    {
        _client.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        _client.Start();
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == Source.SourceName,
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span =>
            {
                if (span.TraceId == _client.TraceId)
                {
                    _ended.Enqueue(span);
                }
            },
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>In the order in which they ended.</summary>
    public IReadOnlyList<Activity> Spans => [.. _ended];

    public Activity Span(string name) => Spans.Single(span => span.OperationName == name);

    public void Dispose()
    {
        _listener.Dispose();
        _client.Dispose();
    }
}
