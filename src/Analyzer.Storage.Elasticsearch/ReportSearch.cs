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
        var filter = query.Verdict is { } verdict
            ? $$$"""{"term":{"verdict":"{{{JsonNamingPolicy.CamelCase.ConvertName(verdict.ToString())}}}"}}"""
            : """{"match_all":{}}""";
        var after = query.After is { } cursor
            ? $$"""
              "search_after":[{{cursor.AnalyzedAt.ToUnixTimeMilliseconds()}},"{{cursor.Id}}"],
              """
            : "";

        var direction = query.Order == ReportOrder.NewestFirst ? "desc" : "asc";

        // One more than asked for tells whether a page follows.
        return Encoding.UTF8.GetBytes($$$"""
            {"size":{{{query.Limit + 1}}},{{{after}}}"track_total_hits":false,"query":{{{filter}}},
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
