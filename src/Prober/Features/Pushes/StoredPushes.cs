using Prober.Features.History.Storage;

namespace Prober.Features.Pushes;

/// <summary>The last messages of targets that report their own state, in the history.</summary>
internal static class StoredPushes
{
    /// <summary>A job is expected to repeat a message that found nobody for so long; a restart takes seconds.</summary>
    private static readonly TimeSpan MaxAway = TimeSpan.FromMinutes(1);

    /// <summary>Puts them on the board: a restart changes no state, and a job's silence goes on.</summary>
    /// <param name="now">Unix milliseconds.</param>
    /// <param name="away">How long the prober was away.</param>
    public static void Load(
        this PushBoard board, IEnumerable<(string Name, StoredPush Push)> pushes, long now, TimeSpan away, TimeProvider time)
    {
        foreach (var (name, push) in pushes)
        {
            var age = TimeSpan.FromMilliseconds(Math.Max(0, now - push.At)); // its clock may have been ahead
            var at = time.GetTimestamp() - (long)(age.TotalSeconds * time.TimestampFrequency);
            board.Set(name, new(at, push.IsUp, push.Message, push.Duration) { MayBeOutdated = away > MaxAway });
        }
    }
}
