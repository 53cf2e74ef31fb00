using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>What is known of one file. Immutable; the same bytes and engine give the same report but for the two times.</summary>
public sealed record AnalysisReport
{
    public required FileId Sha256 { get; init; }

    /// <summary>Bytes.</summary>
    public required long Size { get; init; }

    /// <summary>By content, never by name.</summary>
    public required string MediaType { get; init; }

    public required Verdict Verdict { get; init; }

    /// <summary>Sum of the findings' points; it only ever rises with what is found.</summary>
    public required int Score { get; init; }

    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Null when there is no PDF header within the first 1024 bytes.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PdfSummary? Pdf { get; init; }

    /// <summary>Shannon entropy of the bytes, in bits per byte: 0 to 8.</summary>
    public required double Entropy { get; init; }

    /// <summary>Version of the engine that wrote this; a greater one replaces a report, a lesser one never does.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public required int Engine { get; init; }

    /// <summary>UTC, whole milliseconds (see <see cref="ReportCursor"/>).</summary>
    [JsonConverter(typeof(UtcMillisecondsJsonConverter))]
    public required DateTimeOffset AnalyzedAt { get; init; }

    /// <summary>Time spent in the analysis itself, without waiting for bytes.</summary>
    public required double ElapsedMs { get; init; }
}
