using System.Text.Json.Serialization;
using Load.Measured;

namespace Load.Reports.Summary;

/// <summary><c>summary.json</c>: what <c>compare</c> and other programs read. Names are only added, never changed, within a schema number.</summary>
internal sealed record SummaryDocument
{
    public const string CurrentSchema = "analyzer-lab/1";

    public required string Schema { get; init; }

    public required string Id { get; init; }

    public required string Suite { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required double ElapsedSeconds { get; init; }

    /// <summary>Every row measured, every request answered rightly.</summary>
    public required bool Succeeded { get; init; }

    /// <summary>Why the run was cut short; absent when it was not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Interrupted { get; init; }

    public required RunEnvironment Environment { get; init; }

    public required IReadOnlyList<SummaryRow> Rows { get; init; }

    /// <summary>What the run found out, in sentences: against the first system's tables, of ThreadPool minimums, of knees.</summary>
    public IReadOnlyList<string> Findings { get; init; } = [];

    /// <summary>Rows that were left out, and why.</summary>
    public IReadOnlyDictionary<string, string> Skipped { get; init; } = new Dictionary<string, string>();

    public static SummaryDocument Of(RunResult result) => new()
    {
        Schema = CurrentSchema,
        Id = result.Id,
        Suite = result.Suite,
        StartedAt = result.StartedAt,
        ElapsedSeconds = result.Elapsed.TotalSeconds,
        Succeeded = result.Succeeded,
        Interrupted = result.Interrupted,
        Environment = result.Environment,
        Rows = [.. result.Rows.Select(SummaryRow.Of)],
        Findings = [.. Sections.Findings(result).SelectMany(section => section.Sentences), .. result.Knees.Select(knee => $"Knee: {knee}")],
        Skipped = result.Skipped.ToDictionary(skipped => skipped.Cell.Name, skipped => skipped.Reason),
    };
}
