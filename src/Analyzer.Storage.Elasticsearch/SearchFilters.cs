using System.Text.Json;
using Analyzer.Core;
using Elastic.Clients.Elasticsearch.QueryDsl;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>The conditions of a listing as filters of Elasticsearch's query language: none of them scores, each can be cached.</summary>
internal static class SearchFilters
{
    public static IEnumerable<Query> Of(ReportFilter filter)
    {
        if (filter.Verdict is { } verdict)
        {
            yield return new TermQuery("verdict", JsonNamingPolicy.CamelCase.ConvertName(verdict.ToString()));
        }

        if (filter.Type is { } type)
        {
            yield return type.IsPrefix ? new PrefixQuery("mediaType", type.Start) : new TermQuery("mediaType", type.Text);
        }

        if (filter.MinScore is not null || filter.MaxScore is not null)
        {
            yield return new UntypedRangeQuery("score") { Gte = filter.MinScore, Lte = filter.MaxScore };
        }

        if (filter.FromMilliseconds is not null || filter.ToMilliseconds is not null)
        {
            yield return Time(from: filter.FromMilliseconds, before: filter.ToMilliseconds);
        }

        if (filter.Sha256 is { } prefix)
        {
            yield return new PrefixQuery("sha256", prefix.Hex);
        }
    }

    /// <summary>Bounds of the time, in milliseconds since 1970; null for none.</summary>
    /// <param name="from">The first time.</param>
    /// <param name="to">The last time.</param>
    /// <param name="before">What comes after the last time.</param>
    public static Query Time(long? from = null, long? to = null, long? before = null) => new UntypedRangeQuery("analyzedAt")
    {
        Gte = Known(from),
        Lte = Known(to),
        Lt = Known(before),
        Format = "epoch_millis",
    };

    /// <summary>No report is older than 1970, and not every version of Elasticsearch reads a negative time.</summary>
    private static long? Known(long? milliseconds) => milliseconds is { } time ? Math.Max(0, time) : null;
}
