using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>A report as a store keeps it: the bytes that were saved, which can be sent as they are, and the report in them.</summary>
/// <param name="json">UTF-8, as this version's <see cref="ReportJson"/> or an older one's wrote it. Shared: nobody writes to it.</param>
/// <param name="report">The parsed report, if there is one already. Otherwise it is parsed when it is first asked for.</param>
[JsonConverter(typeof(StoredReportJsonConverter))]
public sealed class StoredReport(ReadOnlyMemory<byte> json, AnalysisReport? report = null)
{
    private AnalysisReport? _report = report;

    /// <summary>Puts a report into the form in which it is saved.</summary>
    public StoredReport(AnalysisReport report)
        : this(ReportJson.Serialize(report), report)
    {
    }

    public ReadOnlyMemory<byte> Json => json;

    /// <exception cref="StoreUnavailableException">What is stored is not a report.</exception>
    public AnalysisReport Report => _report ??= Parse(); // two threads may both parse it: the results are equal

    private AnalysisReport Parse()
    {
        try
        {
            return ReportJson.Deserialize(json.Span);
        }
        catch (JsonException exception)
        {
            throw new StoreUnavailableException("The stored bytes are not a report. Run the command check.", exception);
        }
    }
}

/// <summary>Puts the stored bytes into a larger document as they are.</summary>
internal sealed class StoredReportJsonConverter : JsonConverter<StoredReport>
{
    public override StoredReport Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("A stored report is only written: read it as an AnalysisReport.");

    // Not validated again: these bytes were written by ReportJson.
    public override void Write(Utf8JsonWriter writer, StoredReport value, JsonSerializerOptions options) =>
        writer.WriteRawValue(value.Json.Span, skipInputValidation: true);
}
