namespace Load.Stack.Chaos;

/// <summary>A fault, what it cost, and what was missing after it.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Fault">Its name.</param>
/// <param name="Struck">Whose fault it was.</param>
/// <param name="Healed">From the end of the fault until all members were ready and a new file was acknowledged.</param>
/// <param name="Outage">From the beginning of the fault until the struck one was ready again.</param>
/// <param name="Missing">What should be there and is not; empty if nothing.</param>
internal sealed record ChaosRound(
    int Number, string Fault, string Struck, TimeSpan Healed, TimeSpan Outage, IReadOnlyList<string> Missing)
{
    /// <summary>What the prober tells of the outage; null where it does not watch.</summary>
    public SeenOutage? Seen { get; init; }

    /// <summary>Files until now.</summary>
    public int Acknowledged { get; init; }

    /// <summary>Files without an acknowledgement until now.</summary>
    public int Refused { get; init; }

    public override string ToString() =>
        $"{Number,4}  {Struck,-15} {Fault,-13} healed after {Healed.TotalSeconds,5:0.0} s, "
        + $"away {Outage.TotalSeconds,5:0.0} s, {Seen?.ToString() ?? "not watched",-31}, "
        + $"{Acknowledged} files acknowledged, {Refused} not, "
        + (Missing.Count == 0 ? "0 lost" : $"LOST: {string.Join("; ", Missing)}");
}
