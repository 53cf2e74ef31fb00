using System.Globalization;
using Analyzer.Core;
using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Core.Search;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// The oldest reports, and then the number of all: what is found first and counted after that is too much for certain, whatever other
/// services delete in between. A report at place p of those found is followed by all that were counted but p, at least.
/// </summary>
internal static class RetentionSearch
{
    /// <summary>Both requests ask the same copies of the shards, so that the second does not see an older index than the first.</summary>
    private const string Copies = "retention";

    /// <param name="alias">The alias of the reports.</param>
    /// <param name="rule">The reports to keep.</param>
    /// <param name="size">The most reports that are found.</param>
    /// <returns>The search for the oldest reports; without a limit to their number, for those that are too old.</returns>
    public static SearchRequest Oldest(string alias, RetentionRule rule, int size) => new(alias)
    {
        AllowPartialSearchResults = false,
        Preference = Copies,
        Size = size,
        TrackTotalHits = new TrackHits(false),
        Source = new SourceConfig(false),
        SeqNoPrimaryTerm = true,
        Query = rule is { MaxReports: null, OldestTime: { } time } ? SearchFilters.Time(before: time.ToUnixTimeMilliseconds()) : null,
        Sort = ReportSearch.Sort(SortOrder.Asc),
    };

    /// <returns>The search for their number.</returns>
    public static SearchRequest Count(string alias) => new(alias)
    {
        AllowPartialSearchResults = false,
        Preference = Copies,
        Size = 0,
        TrackTotalHits = new TrackHits(true),
    };
}

/// <summary>One of the oldest reports.</summary>
/// <param name="AnalyzedAt">In milliseconds since 1970.</param>
/// <param name="SeqNo">Together with <paramref name="PrimaryTerm"/>, identifies this version of the document.</param>
internal sealed record OldReport(FileId Id, long AnalyzedAt, long SeqNo, long PrimaryTerm)
{
    /// <param name="hit">A hit of <see cref="RetentionSearch.Oldest"/>.</param>
    /// <returns>Null when it lacks what was asked for.</returns>
    public static OldReport? From(Hit<object> hit) =>
        hit is { SeqNo: { } seqNo, PrimaryTerm: { } primaryTerm, Sort: { Count: 2 } sort }
            && long.TryParse(sort.First().Value?.ToString(), CultureInfo.InvariantCulture, out var time)
            && FileId.TryParse(hit.Id, out var id)
            ? new(id, time, seqNo, primaryTerm)
            : null;
}
