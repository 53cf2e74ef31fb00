using System.Text;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>The listing as a search: sorted as <see cref="ReportCursor"/> orders, from a cursor on by <c>search_after</c>.</summary>
internal static class ReportSearch
{
    /// <summary>Rather no page than one from which a shard's reports are missing.</summary>
    public const string Parameters = "allow_partial_search_results=false&filter_path=hits.hits._source,error.type,error.reason";

    public static byte[] Body(ReportQuery query)
    {
        var newestFirst = query.Order == ReportOrder.NewestFirst;
        var direction = newestFirst ? "desc" : "asc";
        var filters = new List<string>();
        if (query.Verdict is { } verdict)
        {
            filters.Add($$$"""{"term":{"verdict":"{{{JsonNamingPolicy.CamelCase.ConvertName(verdict.ToString())}}}"}}""");
        }

        var after = "";
        if (query.After is { } cursor)
        {
            var time = cursor.AnalyzedAt.ToUnixTimeMilliseconds();
            after = $$"""
                "search_after":[{{time}},"{{cursor.Id}}"],
                """;

            // search_after alone reads all that comes before the cursor, and passes it over; with the range, segments are entered at the cursor.
            var bound = newestFirst ? "lte" : "gte";
            filters.Add($$$"""{"range":{"analyzedAt":{"{{{bound}}}":{{{time}}},"format":"epoch_millis"} } }""");
        }

        // One more than asked for tells whether a page follows.
        return Encoding.UTF8.GetBytes($$$"""
            {"size":{{{query.Limit + 1}}},{{{after}}}"track_total_hits":false,"query":{"bool":{"filter":[{{{string.Join(',', filters)}}}]}},
            "sort":[{"analyzedAt":{"order":"{{{direction}}}","format":"epoch_millis"}},{"sha256":"{{{direction}}}"}]}
            """);
    }

    public static ReportPage Page(JsonElement answer, int limit)
    {
        // With nothing to list, filter_path leaves an empty object.
        var hits = answer.TryGetProperty("hits", out var outer) && outer.TryGetProperty("hits", out var inner)
            ? inner.EnumerateArray().ToArray()
            : [];
        var reports = hits.Take(limit).Select(hit => StoredReport.ParseReport(hit.GetProperty("_source"))).ToList();
        return new(reports, hits.Length > limit ? ReportCursor.Of(reports[^1]).ToString() : null);
    }
}
