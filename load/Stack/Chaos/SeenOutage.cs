using System.Globalization;

namespace Load.Stack.Chaos;

/// <summary>An outage between the bounds that the prober's timeline gives it.</summary>
/// <param name="Certain">Down without doubt.</param>
/// <param name="Possible">That, and what is in doubt or unknown.</param>
internal sealed record SeenOutage(TimeSpan Certain, TimeSpan Possible)
{
    /// <summary>Each target is asked every second, and has a second to answer: a shorter outage may fall between two probes.</summary>
    private static readonly TimeSpan SurelySeen = TimeSpan.FromSeconds(4);

    /// <summary>The lab looks every 100 ms, and on a busy machine the prober and the lab get their answers apart.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(3);

    /// <param name="actual">How long the process was away.</param>
    /// <returns>Null if the outage lies within the bounds; otherwise in what it does not.</returns>
    public string? ProblemOf(TimeSpan actual) =>
        Certain > actual + Tolerance ? $"the prober is sure of {Text(Certain)} s of an outage of {Text(actual)} s"
        : actual >= SurelySeen && Possible < actual - Tolerance
            ? $"the prober saw at most {Text(Possible)} s of an outage of {Text(actual)} s"
            : null;

    public override string ToString() => $"{Text(Certain)} to {Text(Possible)}";

    private static string Text(TimeSpan span) => span.TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture);
}
