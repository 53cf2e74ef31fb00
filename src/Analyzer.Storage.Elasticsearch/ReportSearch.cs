using System.Text;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// The listing as a search: sorted as <see cref="ReportCursor"/> says, and continued after a cursor by <c>search_after</c>.
/// </summary>
internal static class ReportSearch
{
    /// <summary>
    /// No page is better than one that lacks a shard's reports. There is no filter_path: Elasticsearch writes a filtered response anew,
    /// with numbers and text in its own spelling instead of the report's.
    /// </summary>
    public const string Parameters = "allow_partial_search_results=false";

    /// <param name="query">The page.</param>
    /// <param name="hasFilters">Whether types and scores are indexed.</param>
    public static byte[] Body(ReportQuery query, bool hasFilters)
    {
        var newestFirst = query.Order == ReportOrder.NewestFirst;
        var direction = newestFirst ? "desc" : "asc";
        var filters = SearchFilters.Of(query.Filter).ToList();
        var options = "";
        if (query.After is { } cursor)
        {
            var time = cursor.AnalyzedAt.ToUnixTimeMilliseconds();
            options = $$"""
                "search_after":[{{time}},"{{cursor.Id}}"],
                """;

            // With search_after alone, Elasticsearch reads and skips everything before the cursor. The range lets it start there.
            filters.Add(SearchFilters.Time(newestFirst ? "lte" : "gte", time));
        }

        if (!hasFilters && query.Filter is { Type: not null } or { MinScore: not null } or { MaxScore: not null })
        {
            options += $"\"runtime_mappings\":{IndexSchema.FieldsOfReports},";
        }

        // One report more than asked for tells whether another page follows.
        return Encoding.UTF8.GetBytes($$$"""
            {"size":{{{query.Limit + 1}}},{{{options}}}"track_total_hits":false,
            "query":{"bool":{"filter":[{{{string.Join(',', filters)}}}]}},
            "sort":[{"analyzedAt":{"order":"{{{direction}}}","format":"epoch_millis"}},{"sha256":"{{{direction}}}"}]}
            """);
    }

    public static ReportPage Page(JsonElement response, ReportQuery query)
    {
        var limit = query.Limit;
        var hits = response.GetProperty("hits").GetProperty("hits").EnumerateArray().ToArray();
        var reports = new List<StoredReport>();
        var damaged = new List<FileId>();
        var withoutChecksum = 0;
        foreach (var hit in hits.Take(limit))
        {
            if (ReportDocument.Source(hit, out var hasChecksum) is { } report)
            {
                reports.Add(report);
                withoutChecksum += hasChecksum ? 0 : 1;
            }
            else
            {
                damaged.Add(ReportDocument.Id(hit.GetProperty("_id")));
            }
        }

        var next = hits.Length > limit ? Cursor(hits[limit - 1].GetProperty("sort"), query).ToString() : null;
        return new(reports, next) { Damaged = damaged, WithoutChecksum = withoutChecksum };
    }

    /// <param name="sort">The values a hit was sorted by: its time, in milliseconds as text, and its id.</param>
    /// <param name="query">The page.</param>
    private static ReportCursor Cursor(JsonElement sort, ReportQuery query)
    {
        var time = DateTimeOffset.FromUnixTimeMilliseconds(ReportDocument.Milliseconds(sort[0]));
        return query.CursorAt(time, ReportDocument.Id(sort[1]));
    }
}
