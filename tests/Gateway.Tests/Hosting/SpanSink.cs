using System.Collections.Concurrent;
using System.Diagnostics;

namespace Gateway.Tests.Hosting;

/// <summary>The gateway's spans of one trace.</summary>
internal sealed class SpanSink : IDisposable
{
    private readonly ActivityTraceId _trace = ActivityTraceId.CreateRandom();
    private readonly ConcurrentBag<Activity> _spans = [];
    private readonly ActivityListener _listener;

    public SpanSink()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Gateway",
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.TraceId == _trace ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
            ActivityStopped = span =>
            {
                if (span.TraceId == _trace)
                {
                    _spans.Add(span); // spans that another test's listener asked for come here too
                }
            },
        };
        TraceParent = $"00-{_trace}-{ActivitySpanId.CreateRandom()}-01";
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>The header field of a client that takes part in the trace.</summary>
    public string TraceParent { get; }

    /// <summary>The header field that the gateway sends on, so that the backend's span becomes the child of this one.</summary>
    public string TraceParentOf(Activity span) => $"00-{_trace}-{span.SpanId}-01";

    /// <summary>The only one; it ends when the response is out.</summary>
    public async Task<Activity> SingleAsync()
    {
        await Deadline.UntilAsync(() => !_spans.IsEmpty);
        return _spans.ShouldHaveSingleItem();
    }

    public void Dispose() => _listener.Dispose();
}
