using System.Text.Json;
using Analyzer.Core;
using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Core.Search;
using Elastic.Clients.Elasticsearch.QueryDsl;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// The listing as a search: sorted as <see cref="ReportCursor"/> says, and continued after a cursor by <c>search_after</c>. Its response is
/// read as bytes, so that each report stays as it was written.
/// </summary>
internal static class ReportSearch
{
    /// <summary>
    /// The most reports that are fetched at once, a page of the default size among them: large ones are then some fifty megabytes.
    /// Elasticsearch itself knows no bound on the bytes of a response.
    /// </summary>
    public const int MaxSize = 100;

    /// <summary>
    /// No page is better than one that lacks a shard's reports. There is no filter_path: Elasticsearch writes a filtered response anew,
    /// with numbers and text in its own spelling instead of the report's.
    /// </summary>
    public static string PathOf(string alias) => $"{alias}/_search?allow_partial_search_results=false";

    /// <param name="query">The page.</param>
    /// <param name="after">The place after which to go on; null at the first report.</param>
    /// <param name="size">The most reports that are fetched.</param>
    /// <param name="hasFilters">Whether types and scores are indexed.</param>
    public static SearchRequest Body(ReportQuery query, ReportCursor? after, int size, bool hasFilters)
    {
        var newestFirst = query.Order == ReportOrder.NewestFirst;
        var filters = SearchFilters.Of(query.Filter).ToList();
        var request = new SearchRequest
        {
            Size = size,
            TrackTotalHits = new TrackHits(false),
            Query = new BoolQuery { Filter = filters },
            Sort = Sort(newestFirst ? SortOrder.Desc : SortOrder.Asc),
        };
        if (after is { } cursor)
        {
            var time = cursor.AnalyzedAt.ToUnixTimeMilliseconds();
            request.SearchAfter = [time, $"{cursor.Id}"];

            // With search_after alone, Elasticsearch reads and skips everything before the cursor. The range lets it start there.
            filters.Add(newestFirst ? SearchFilters.Time(to: time) : SearchFilters.Time(from: time));
        }

        if (!hasFilters && query.Filter is { Type: not null } or { MinScore: not null } or { MaxScore: not null })
        {
            request.RuntimeMappings = IndexSchema.FieldsOfReports();
        }

        return request;
    }

    /// <summary>By time, in milliseconds as text, and by id.</summary>
    public static ICollection<SortOptions> Sort(SortOrder order) =>
        [new FieldSort("analyzedAt") { Order = order, Format = "epoch_millis" }, new FieldSort("sha256") { Order = order }];

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
