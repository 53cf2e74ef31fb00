using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>A report as it lies in the index.</summary>
/// <param name="Report">
/// Its JSON is the document's <c>_source</c>, which Elasticsearch keeps as it was sent, without the checksum; null when it is damaged.
/// </param>
/// <param name="SeqNo">Together with <paramref name="PrimaryTerm"/>, identifies this version of the document.</param>
internal sealed record ReportDocument(StoredReport? Report, long SeqNo, long PrimaryTerm)
{
    /// <param name="document">The response to "get document", found.</param>
    public static ReportDocument From(JsonElement document) => new(
        Source(document, out _), document.GetProperty("_seq_no").GetInt64(), document.GetProperty("_primary_term").GetInt64());

    /// <param name="sort">A time that a hit was sorted by: milliseconds since 1970, as text.</param>
    public static long Milliseconds(JsonElement sort) => long.Parse(sort.ToString(), CultureInfo.InvariantCulture);

    /// <exception cref="FormatException">The text is another.</exception>
    public static FileId Id(JsonElement sha256) =>
        FileId.TryParse(sha256.GetString(), out var id) ? id : throw new FormatException("A sha256 has 64 hex digits.");

    /// <param name="document">The response to "get document", or a hit of a search.</param>
    /// <param name="hasChecksum">Whether this version wrote it, or an earlier one.</param>
    /// <returns>Null when the report is damaged.</returns>
    public static StoredReport? Source(JsonElement document, out bool hasChecksum) =>
        ChecksummedReport.TryRead(JsonMarshal.GetRawUtf8Value(document.GetProperty("_source")), out var json, out hasChecksum)
            ? new StoredReport(json)
            : null;
}
