using System.Text;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// The oldest reports, and then the number of all: what is found first and counted after that is too much for certain, whatever other
/// services delete in between. A report at place p of those found is followed by all that were counted but p, at least.
/// </summary>
internal static class RetentionSearch
{
    /// <summary>Both requests ask the same copies of the shards, so that the second does not see an older index than the first.</summary>
    public const string Parameters = $"{ReportSearch.Parameters}&preference=retention";

    public static byte[] Count { get; } = """{"size":0,"track_total_hits":true,"query":{"bool":{"filter":[]}}}"""u8.ToArray();

    /// <param name="rule">The reports to keep.</param>
    /// <param name="size">The most reports that are found.</param>
    /// <returns>The body of the search for the oldest reports; without a limit to their number, for those that are too old.</returns>
    public static byte[] Oldest(RetentionRule rule, int size)
    {
        var filter = rule is { MaxReports: null, OldestTime: { } time } ? SearchFilters.Time("lt", time.ToUnixTimeMilliseconds()) : "";
        return Encoding.UTF8.GetBytes($$"""
            {"size":{{size}},"track_total_hits":false,"_source":false,"seq_no_primary_term":true,"query":{"bool":{"filter":[{{filter}}]} },
            "sort":[{"analyzedAt":{"order":"asc","format":"epoch_millis"} },{"sha256":"asc"}]}
            """);
    }

    public static List<OldReport> Reports(JsonElement response) =>
        [.. response.GetProperty("hits").GetProperty("hits").EnumerateArray().Select(OldReport.From)];

    public static long Total(JsonElement response) => response.GetProperty("hits").GetProperty("total").GetProperty("value").GetInt64();
}

/// <summary>One of the oldest reports.</summary>
/// <param name="AnalyzedAt">In milliseconds since 1970.</param>
/// <param name="SeqNo">Together with <paramref name="PrimaryTerm"/>, identifies this version of the document.</param>
internal sealed record OldReport(FileId Id, long AnalyzedAt, long SeqNo, long PrimaryTerm)
{
    /// <param name="hit">A hit of <see cref="RetentionSearch.Oldest"/>.</param>
    public static OldReport From(JsonElement hit) => new(
        ReportDocument.Id(hit.GetProperty("sort")[1]),
        ReportDocument.Milliseconds(hit.GetProperty("sort")[0]),
        hit.GetProperty("_seq_no").GetInt64(),
        hit.GetProperty("_primary_term").GetInt64());
}
