namespace Journal.Features.Settings;

/// <summary>For whom this journal vouches: section <c>Witness</c> below the host's.</summary>
internal sealed class WitnessOptions
{
    public const string Section = "Witness";

    /// <summary>
    /// Verifier keys of logs, separated by commas: their checkpoints are signed when each continues the one before. Default none.
    /// </summary>
    public string? Logs { get; set; }

    internal IReadOnlyList<string> LogKeys => JournalOptions.Split(Logs);
}
