using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>
/// What the analysis found out about one file. Immutable. The same bytes and engine always give the same report, except for the two times.
/// </summary>
public sealed record AnalysisReport
{
    public required FileId Sha256 { get; init; }

    /// <summary>Bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Recognized from the content, never from a name.</summary>
    public required string MediaType { get; init; }

    /// <summary>The worst of the file itself and its parts.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>
    /// The sum of the findings' points, or the score of the part that has the most, when that is more. A further finding or part can only
    /// raise it.
    /// </summary>
    public required int Score { get; init; }

    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>Null when the first 1024 bytes hold no PDF header.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PdfSummary? Pdf { get; init; }

    /// <summary>What was looked at; null for a type that no engine understands, and in reports of older engines.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Coverage? Coverage { get; init; }

    /// <summary>Why the file was not examined as a whole; null when it was, and in reports of older engines.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<UnableReason>? Unable { get; init; }

    /// <summary>
    /// What lies inside the file, in the order of the file; null when there is nothing, and in reports of older engines. At most 256 that
    /// are not clean and 128 that are, all levels together: <see cref="Coverage"/> counts all.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<FilePart>? Parts { get; init; }

    /// <summary>Shannon entropy of the bytes, in bits per byte: 0 to 8.</summary>
    public required double Entropy { get; init; }

    /// <summary>The version of the engine. A report of a higher version replaces one of a lower version, but never the reverse.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public required int Engine { get; init; }

    /// <summary>UTC, whole milliseconds (see <see cref="ReportCursor"/>).</summary>
    [JsonConverter(typeof(UtcMillisecondsJsonConverter))]
    public required DateTimeOffset AnalyzedAt { get; init; }

    /// <summary>The time spent in the analysis itself, in milliseconds, without waiting for bytes.</summary>
    public required double ElapsedMs { get; init; }
}

/// <summary>Writes a time as <c>2026-11-21T06:00:00.000Z</c>: one form of one length, which sorts as text.</summary>
internal sealed class UtcMillisecondsJsonConverter : JsonConverter<DateTimeOffset>
{
    private const string Format = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetDateTimeOffset().ToUniversalTime();

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString(Format, CultureInfo.InvariantCulture));
}
