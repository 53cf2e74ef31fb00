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

    /// <summary>
    /// The most reports that are fetched at once, a page of the default size among them: large ones are then some fifty megabytes.
    /// Elasticsearch itself knows no bound on the bytes of a response.
    /// </summary>
    public const int MaxSize = 100;

    /// <param name="query">The page.</param>
    /// <param name="after">The place after which to go on; null at the first report.</param>
    /// <param name="size">The most reports that are fetched.</param>
    /// <param name="hasFilters">Whether types and scores are indexed.</param>
    public static byte[] Body(ReportQuery query, ReportCursor? after, int size, bool hasFilters)
    {
        var newestFirst = query.Order == ReportOrder.NewestFirst;
        var direction = newestFirst ? "desc" : "asc";
        var filters = SearchFilters.Of(query.Filter).ToList();
        var options = "";
        if (after is { } cursor)
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

        return Encoding.UTF8.GetBytes($$$"""
            {"size":{{{size}}},{{{options}}}"track_total_hits":false,
            "query":{"bool":{"filter":[{{{string.Join(',', filters)}}}]}},
            "sort":[{"analyzedAt":{"order":"{{{direction}}}","format":"epoch_millis"}},{"sha256":"{{{direction}}}"}]}
            """);
    }

    /// <returns>How many reports were fetched, and whether the page had room for all of them.</returns>
    public static (int Fetched, bool Fit) AddTo(ReportPageBuilder page, JsonElement response)
    {
        var hits = response.GetProperty("hits").GetProperty("hits");
        foreach (var hit in hits.EnumerateArray())
        {
            var report = ReportDocument.Source(hit, out var hasChecksum);
            if (!page.TryAdd(Place(hit.GetProperty("sort")), ReportDocument.Id(hit.GetProperty("_id")), report, hasChecksum))
            {
                return (hits.GetArrayLength(), false);
            }
        }

        return (hits.GetArrayLength(), true);
    }

    /// <param name="sort">The values a hit was sorted by: its time, in milliseconds as text, and its id.</param>
    private static ReportCursor Place(JsonElement sort) =>
        new(DateTimeOffset.FromUnixTimeMilliseconds(ReportDocument.Milliseconds(sort[0])), ReportDocument.Id(sort[1]));
}
