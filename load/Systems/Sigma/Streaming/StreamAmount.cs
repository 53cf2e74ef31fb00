namespace Load.Systems.Sigma.Streaming;

/// <summary>How many records a row reads.</summary>
/// <param name="WarmUp">Until the code that every record runs through is compiled: times the nine.</param>
/// <param name="Measured">Those that count: times the nine.</param>
internal sealed record StreamAmount(int WarmUp, int Measured)
{
    /// <summary>About two seconds' work of two processors.</summary>
    public static StreamAmount Full { get; } = new(400_000, 400_000);

    /// <summary>Enough to show that a row works.</summary>
    public static StreamAmount Brief { get; } = new(500, 3_000);
}
