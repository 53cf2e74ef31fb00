using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>The wrong states that a prober gave its targets.</summary>
internal static class FalseVerdicts
{
    /// <summary>
    /// Counts false verdicts between two readings. If targets fail on purpose, only the state at the end can be known to be false.
    /// </summary>
    public static int Count(TargetMix mix, ProberReading before, ProberReading now)
    {
        if (mix != TargetMix.Ok)
        {
            return now.Targets.Count(target => TargetMix.IsFalse(target.Name, target.State));
        }

        // A target may be called down and up again between two readings: where all are well, any bad probe did that.
        return (int)Math.Max(now[ProberReading.Down], now[ProberReading.Bad] - before[ProberReading.Bad]);
    }
}
