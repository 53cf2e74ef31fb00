using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Load.Measuring;

namespace Load.Results.Summary;

/// <summary>
/// <c>summary.json</c>: what <c>compare</c> and other programs read. Names are only added, never changed, within a schema number.
/// </summary>
internal sealed record SummaryDocument
{
    /// <summary>The name is older than the lab's other systems; files keep it.</summary>
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

    /// <summary>The run's findings, in sentences.</summary>
    public IReadOnlyList<string> Findings { get; init; } = [];

    /// <summary>What it was to find out; absent in files of older labs.</summary>
    public string? Question { get; init; }

    /// <summary>The command line that repeats it; absent in files of older labs.</summary>
    public string? CommandLine { get; init; }

    /// <summary>Every row was only shown to work; its figures mean nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsSmoke { get; init; }

    /// <summary>The dimension whose values are set against each other; absent in files of older labs.</summary>
    public SummaryCompared? Compared { get; init; }

    /// <summary>The highest rates that held; absent where none was looked for.</summary>
    public IReadOnlyList<SummaryKnee> Knees { get => field ?? []; init; } = [];

    /// <summary>The run in words; absent in files of older labs.</summary>
    public IReadOnlyList<SummarySentence> Answer { get => field ?? []; init; } = [];

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
        Question = result.Question,
        CommandLine = result.CommandLine,
        IsSmoke = result.IsSmoke,
        Compared = SummaryCompared.Of(result.Compared),
        Knees = [.. result.Knees.Select(knee => SummaryKnee.Of(knee, result.Compared.Name))],
        Rows = [.. result.Rows.Select(SummaryRow.Of)],
        Findings = [.. result.Findings.SelectMany(section => section.Sentences), .. result.Knees.Select(knee => $"Knee: {knee}")],
        Skipped = result.Skipped.ToDictionary(skipped => skipped.Name, skipped => skipped.Obstacle ?? ""),
    };
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SummaryDocument))]
internal sealed partial class SummaryJson : JsonSerializerContext
{
    public static SummaryJson Indented { get; } = new(new JsonSerializerOptions(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    public static byte[] Write(SummaryDocument document) => JsonSerializer.SerializeToUtf8Bytes(document, Indented.SummaryDocument);
}
