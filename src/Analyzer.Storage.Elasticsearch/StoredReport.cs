using System.Runtime.InteropServices;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>A report as it lies in the index.</summary>
/// <param name="Json">The bytes that were saved.</param>
/// <param name="SeqNo">With <paramref name="PrimaryTerm"/> names this very state of the document.</param>
internal sealed record StoredReport(AnalysisReport Report, byte[] Json, long SeqNo, long PrimaryTerm)
{
    /// <param name="document">The answer of "get document", found.</param>
    /// <exception cref="StoreUnavailableException">It holds no report.</exception>
    public static StoredReport Parse(JsonElement document)
    {
        try
        {
            var source = document.GetProperty("_source");
            return new(
                ParseReport(source),
                JsonMarshal.GetRawUtf8Value(source).ToArray(),
                document.GetProperty("_seq_no").GetInt64(),
                document.GetProperty("_primary_term").GetInt64());
        }
        catch (KeyNotFoundException e)
        {
            throw Damaged(e);
        }
    }

    public static AnalysisReport ParseReport(JsonElement source)
    {
        try
        {
            return ReportJson.Deserialize(JsonMarshal.GetRawUtf8Value(source));
        }
        catch (JsonException e)
        {
            throw Damaged(e);
        }
    }

    private static StoreUnavailableException Damaged(Exception e) => new("A document in the index is not a report.", e);
}
