namespace Hosting.Overload;

/// <summary>
/// A queue, judged by whether most waits in it are long. A burst makes some wait, but only a queue that does not empty makes most wait.
/// Unlike round trips, these waits have a true zero, and slow senders do not lengthen them.
/// </summary>
/// <remarks>
/// The shortest wait would miss an overload when the sender is another process on the same processors, such as a gateway: the two run in
/// turn, so each queue is empty for a moment again and again.
/// </remarks>
public interface IQueueSignal
{
    /// <summary>Uploads arrive: a queue in which they do not wait themselves may send a probe through it.</summary>
    void Probe()
    {
    }

    /// <summary>
    /// Whether most of the waits since the last call were longer than <see cref="AdaptiveLimit.MaxWait"/>; when none ended, whether one
    /// lasts longer already.
    /// </summary>
    bool TakeIsLong();
}

/// <summary>How many waits of many threads were long since the last call, and how many were short.</summary>
public sealed class WaitCounts
{
    private const int LongOnes = 32; // bits above the short ones

    private long _counts;

    public void Saw(TimeSpan wait) => Interlocked.Add(ref _counts, wait > AdaptiveLimit.MaxWait ? 1L << LongOnes : 1);

    /// <summary>Starts a new measurement.</summary>
    /// <returns>Whether most were long; null when none was seen.</returns>
    public bool? TakeAreLong() => Interlocked.Exchange(ref _counts, 0) is not 0 and var counts
        ? counts >> LongOnes > (counts & uint.MaxValue)
        : null;
}
