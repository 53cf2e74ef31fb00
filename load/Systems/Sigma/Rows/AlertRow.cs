using Load.Measuring;

namespace Load.Systems.Sigma.Rows;

/// <summary>A row about the time from a record that is produced to its alert.</summary>
internal static class AlertRow
{
    /// <summary>The value of <see cref="SigmaRow.Rules"/>.</summary>
    public const string Rules = "to-alert";

    /// <summary>The value of <see cref="SigmaRow.Records"/> where records are posted.</summary>
    public const string Http = "http";

    /// <summary>Figures of a row through a broker, by the heads of their columns.</summary>
    public const string Median = "p50 ms";
    public const string Tail = "p99 ms";
    public const string Produced = "produced/s";
    public const string Half = "half/s";

    /// <summary>The p99 of each stage in milliseconds: due to produced, due to the alert's time stamp, from there to the reader.</summary>
    public const string Late = "lab late";
    public const string ToStamp = "due→stamp";
    public const string FromStamp = "stamp→read";

    /// <summary>The end of the bucket of sigma's longest delivery, in milliseconds.</summary>
    public const string Commit = "max commit";

    /// <param name="records">The way that they come.</param>
    public static IReadOnlyList<Dimension> DimensionsOf(string records) => [new(SigmaRow.Records, records), new(SigmaRow.Rules, Rules)];
}
