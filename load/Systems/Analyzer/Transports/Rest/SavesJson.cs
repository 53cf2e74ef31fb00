using System.Text.Json;
using Load.Measuring;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>Reads <c>ticks</c> of a burst of saves: start and duration of each, by the Stopwatch that both processes share.</summary>
internal static class SavesJson
{
    public static IReadOnlyList<TimedSpan> Read(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        using var burst = JsonDocument.ParseValue(ref reader);
        var ticks = burst.RootElement.GetProperty("ticks").EnumerateArray().Select(tick => tick.GetInt64());
        return [.. ticks.Chunk(2).Select(save => new TimedSpan(save[0], save[1]))];
    }
}
