using System.Globalization;

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

    /// <summary>Above the lines, which fit a terminal of 80 columns. Times are in seconds, files are counted from the start.</summary>
    public static string Heading { get; } =
        $"{"#",3} {"struck",-15} {"fault",-12} {"healed",6} {"away",6}  {"prober saw",-11} {"files",6} {"none",5} lost";

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Number,3} {Struck,-15} {Fault,-12} {Healed.TotalSeconds,6:0.0} {Outage.TotalSeconds,6:0.0}  {Seen?.ToString() ?? "-",-11} ")
        + string.Create(CultureInfo.InvariantCulture, $"{Acknowledged,6} {Refused,5} ")
        + (Missing.Count == 0 ? "   0" : $"{Missing.Count,4}: {string.Join("; ", Missing)}");
}
