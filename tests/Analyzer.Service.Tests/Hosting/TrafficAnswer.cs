using System.Diagnostics;
using System.Net;

namespace Analyzer.Service.Tests.Hosting;

/// <param name="Start">Stopwatch ticks.</param>
/// <param name="End">Likewise.</param>
/// <param name="Status">The status of HTTP.</param>
/// <param name="SaysWhenToRetry">Has a Retry-After.</param>
/// <param name="IsSubmission">And not a look-up.</param>
internal sealed record TrafficAnswer(long Start, long End, HttpStatusCode Status, bool SaysWhenToRetry, bool IsSubmission)
{
    public TimeSpan Latency => Stopwatch.GetElapsedTime(Start, End);

    /// <summary>A new file was taken, or there is no such report.</summary>
    public bool IsRight => Status == (IsSubmission ? HttpStatusCode.Created : HttpStatusCode.NotFound);
}
