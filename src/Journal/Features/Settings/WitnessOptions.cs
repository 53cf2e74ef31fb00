namespace Journal.Features.Settings;

/// <summary>The logs for which this journal is a witness: section <c>Witness</c> below the host's.</summary>
internal sealed class WitnessOptions
{
    public const string Section = "Witness";

    /// <summary>
    /// Verifier keys of logs, separated by commas: this journal signs each checkpoint that continues the previous one. Default none.
    /// </summary>
    public string? Logs { get; set; }

    internal IReadOnlyList<string> LogKeys => JournalOptions.Split(Logs);
}
