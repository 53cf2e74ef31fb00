using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>The filters of Elasticsearch's query language that the store uses: term, prefix and range.</summary>
internal static class FakeQuery
{
    public static string Field(JsonNode filter) => Clause(filter).Key;

    public static bool Matches(JsonNode report, JsonNode filter)
    {
        var (field, argument) = Clause(filter);
        return filter.AsObject().Single().Key switch
        {
            "term" => report[field]!.GetValue<string>() == argument!["value"]!.GetValue<string>(),
            "prefix" => report[field]!.GetValue<string>().StartsWith(argument!["value"]!.GetValue<string>(), StringComparison.Ordinal),
            "range" => argument!.AsObject().Where(bound => bound.Key != "format")
                .All(bound => IsWithin(Number(report, field), bound.Key, bound.Value!.GetValue<long>())),
            var other => throw new NotSupportedException(other),
        };
    }

    public static long Milliseconds(JsonNode report) => report["analyzedAt"]!.GetValue<DateTimeOffset>().ToUnixTimeMilliseconds();

    private static KeyValuePair<string, JsonNode?> Clause(JsonNode filter) => filter.AsObject().Single().Value!.AsObject().Single();

    private static long Number(JsonNode report, string field) =>
        field == "analyzedAt" ? Milliseconds(report) : report[field]!.GetValue<long>();

    private static bool IsWithin(long number, string bound, long value) => bound switch
    {
        "gte" => number >= value,
        "lte" => number <= value,
        "gt" => number > value,
        "lt" => number < value,
        _ => throw new NotSupportedException(bound),
    };
}
