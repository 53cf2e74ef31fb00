namespace Load.Stack.Chaos;

/// <summary>A fault, what it cost, and what was missing after it.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Fault">Its name.</param>
/// <param name="Member">Whose fault it was.</param>
/// <param name="Healed">From the end of the fault until all were ready and a new file was acknowledged.</param>
/// <param name="Acknowledged">Files until now.</param>
/// <param name="Refused">Files without an acknowledgement until now.</param>
/// <param name="Missing">What should be there and is not; empty if nothing.</param>
internal sealed record ChaosRound(
    int Number, string Fault, string Member, TimeSpan Healed, int Acknowledged, int Refused, IReadOnlyList<string> Missing)
{
    public override string ToString() =>
        $"{Number,4}  {Member,-11} {Fault,-13} healed after {Healed.TotalSeconds,5:0.0} s, {Acknowledged} files acknowledged, {Refused} not, "
        + (Missing.Count == 0 ? "0 lost" : $"LOST: {string.Join("; ", Missing)}");
}
