using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>The conditions of a listing as filters of Elasticsearch's query language: none of them scores, each can be cached.</summary>
internal static class SearchFilters
{
    public static IEnumerable<string> Of(ReportFilter filter)
    {
        if (filter.Verdict is { } verdict)
        {
            yield return Term("verdict", JsonNamingPolicy.CamelCase.ConvertName(verdict.ToString()));
        }

        if (filter.Type is { } type)
        {
            yield return type.IsPrefix ? Prefix("mediaType", type.Start) : Term("mediaType", type.Text);
        }

        if (filter.MinScore is not null || filter.MaxScore is not null)
        {
            var bounds = new[] { Bound("gte", filter.MinScore), Bound("lte", filter.MaxScore) }.OfType<string>();
            yield return $$$"""{"range":{"score":{{{{string.Join(',', bounds)}}}} } }""";
        }

        if (filter.FromMilliseconds is { } from)
        {
            yield return Time("gte", from);
        }

        if (filter.ToMilliseconds is { } to)
        {
            yield return Time("lt", to);
        }

        if (filter.Sha256 is { } prefix)
        {
            yield return Prefix("sha256", prefix.Hex);
        }
    }

    /// <summary>A bound of the time.</summary>
    /// <param name="name">gt, gte, lt or lte.</param>
    /// <param name="milliseconds">Since 1970. No report is older, and not every version of Elasticsearch reads a negative time.</param>
    public static string Time(string name, long milliseconds) =>
        $$$"""{"range":{"analyzedAt":{"{{{name}}}":{{{Math.Max(0, milliseconds)}}},"format":"epoch_millis"} } }""";

    private static string? Bound(string name, long? value) => value is { } number ? $"\"{name}\":{number}" : null;

    // Both values are of letters, digits and a few signs: none needs escaping.
    private static string Term(string field, string value) => $$$"""{"term":{"{{{field}}}":"{{{value}}}"}}""";

    private static string Prefix(string field, string value) => $$$"""{"prefix":{"{{{field}}}":"{{{value}}}"}}""";
}
