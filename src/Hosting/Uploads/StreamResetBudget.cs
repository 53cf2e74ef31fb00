namespace Hosting.Uploads;

/// <summary>
/// The streams of one connection that Kestrel may reset, as places. A place that is not returned becomes free when Kestrel has forgotten
/// its stream.
/// </summary>
internal sealed class StreamResetBudget(int count, TimeProvider time)
{
    /// <summary>The sender's time to end the stream, Kestrel's five seconds from the reset, and one more for its timer.</summary>
    private static readonly TimeSpan Remembered = UnwantedRest.Patience + TimeSpan.FromSeconds(6);

    /// <summary>When each taken place is free again.</summary>
    private readonly List<long> _ends = [];

    /// <returns>The place, for <see cref="Return"/>; null when there is none.</returns>
    public long? Take()
    {
        lock (_ends)
        {
            var now = time.GetTimestamp();
            _ends.RemoveAll(end => end < now);
            if (_ends.Count >= count)
            {
                return null;
            }

            var end = now + (long)(Remembered.TotalSeconds * time.TimestampFrequency);
            _ends.Add(end);
            return end;
        }
    }

    /// <summary>The sender ended the stream itself.</summary>
    /// <param name="place">Has no effect when its time has passed.</param>
    public void Return(long place)
    {
        lock (_ends)
        {
            _ends.Remove(place);
        }
    }
}
