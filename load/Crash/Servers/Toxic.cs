namespace Load.Crash.Servers;

/// <summary>One of Toxiproxy's faults (its README, "Toxics").</summary>
/// <param name="Type">Its name there.</param>
/// <param name="Stream"><c>upstream</c>, what goes to the server, or <c>downstream</c>, what comes from it.</param>
/// <param name="Attributes">As JSON.</param>
internal sealed record Toxic(string Type, string Stream, string Attributes)
{
    public override string ToString() => $"{Type} {Stream} {Attributes}";
}
