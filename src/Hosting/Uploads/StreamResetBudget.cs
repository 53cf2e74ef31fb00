namespace Hosting.Uploads;

/// <summary>
/// Places of one connection for streams that Kestrel resets. A place that is not returned is free again when Kestrel has forgotten its
/// stream.
/// </summary>
internal sealed class StreamResetBudget(int count, TimeProvider time)
{
    /// <summary>Kestrel's five seconds from the reset on, and one more for Kestrel's tick.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromSeconds(6);

    /// <summary>When each taken place is free again.</summary>
    private readonly List<long> _ends = [];

    /// <param name="patience">How long the sender has to end the stream; what it has not ended then is reset.</param>
    /// <returns>The place, for <see cref="Return"/>; null when there is none.</returns>
    public long? Take(TimeSpan patience)
    {
        lock (_ends)
        {
            var now = time.GetTimestamp();
            _ends.RemoveAll(end => end < now);
            if (_ends.Count >= count)
            {
                return null;
            }

            var end = now + (long)((patience + Remembered).TotalSeconds * time.TimestampFrequency);
            _ends.Add(end);
            return end;
        }
    }

    /// <summary>The stream was ended by its sender.</summary>
    /// <param name="place">No longer anybody's when its time has passed.</param>
    public void Return(long place)
    {
        lock (_ends)
        {
            _ends.Remove(place);
        }
    }
}
