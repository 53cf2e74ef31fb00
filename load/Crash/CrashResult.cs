namespace Load.Crash;

/// <param name="Fault">With the store that it was done to, such as <c>kill sqlite</c>.</param>
/// <param name="Rounds">How many were gone through to the end.</param>
/// <param name="Planned">How many there should have been.</param>
/// <param name="Files">That were sent.</param>
/// <param name="Reports">That were acknowledged, and so had to be there.</param>
/// <param name="Tally">What became of the requests.</param>
internal sealed record CrashResult(string Fault, int Rounds, int Planned, int Files, int Reports, Tally Tally)
{
    /// <summary>A run in which next to nothing was acknowledged could lose next to nothing, and proves nothing.</summary>
    public bool Succeeded =>
        Rounds == Planned && Tally is { Lost: 0, Duplicated: 0, Wrong: 0 } && Reports >= Rounds * CrashRounds.LeastAcknowledged;
}
