using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>The one JSON form of a report: on the wire, in the stores and in an export.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(AnalysisReport))]
[JsonSerializable(typeof(ReportPage))]
public sealed partial class ReportJson : JsonSerializerContext
{
    /// <summary>
    /// The options to use. Keywords such as <c>/Colors &gt; 2^24</c> stay readable: no report is ever pasted into HTML.
    /// </summary>
    public static ReportJson Wire { get; } = new(new JsonSerializerOptions(JsonSerializerDefaults.Web)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.Strict,
        RespectNullableAnnotations = true, // refuses nulls in a line of an import, or in a row that somebody changed
    });

    /// <summary>UTF-8.</summary>
    public static byte[] Serialize(AnalysisReport report) => JsonSerializer.SerializeToUtf8Bytes(report, Wire.AnalysisReport);

    /// <exception cref="JsonException">The bytes are not a report.</exception>
    public static AnalysisReport Deserialize(ReadOnlySpan<byte> utf8) =>
        JsonSerializer.Deserialize(utf8, Wire.AnalysisReport) ?? throw new JsonException("A report cannot be null.");
}
