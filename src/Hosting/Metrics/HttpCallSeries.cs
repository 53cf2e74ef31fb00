using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>The series of one method of one route, resolved once. Two instances of the same route share their children.</summary>
internal sealed class HttpCallSeries(
    Histogram durations, Histogram? milliseconds, Counter received, string method, string endpoint)
{
    private readonly Histogram.Child _duration = durations.WithLabels(method, endpoint);
    private readonly Histogram.Child? _milliseconds = milliseconds?.WithLabels(method, endpoint);
    private readonly ConcurrentDictionary<int, Counter.Child> _byCode = [];

    /// <param name="code">The status code; the service uses a limited number of them.</param>
    /// <param name="started">Stopwatch ticks.</param>
    public void Ended(int code, long started)
    {
        var took = Stopwatch.GetElapsedTime(started);
        _duration.Observe(took.TotalSeconds);
        _milliseconds?.Observe(took.TotalMilliseconds);
        if (!_byCode.TryGetValue(code, out var counter))
        {
            counter = _byCode.GetOrAdd(code, received.WithLabels(method, endpoint, code.ToString(CultureInfo.InvariantCulture)));
        }

        counter.Inc();
    }
}
