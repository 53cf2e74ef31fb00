namespace Journal.Log.Reading;

/// <summary>How work on frames is distributed over threads.</summary>
internal static class FrameThreads
{
    private const int LargeBytes = 4096;
    private const int Max = 16;

    /// <summary>More threads would wait for the reading one, and each holds frames in memory.</summary>
    public static int Default { get; } = Math.Min(Environment.ProcessorCount, Max);

    /// <summary>Whether a frame is worth another thread.</summary>
    public static bool IsLarge(FoundFrame found) => found.Stored.Length > LargeBytes;
}
