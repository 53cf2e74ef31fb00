using System.Text.Json;

namespace Load.Transports.Rest;

/// <summary>Reads <c>ticks</c> of a burst of saves: start and duration of each, by the Stopwatch that both processes share.</summary>
internal static class SavesJson
{
    public static IReadOnlyList<Timing> Read(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        using var burst = JsonDocument.ParseValue(ref reader);
        return [.. burst.RootElement.GetProperty("ticks").EnumerateArray().Select(tick => tick.GetInt64()).Chunk(2).Select(save => new Timing(save[0], save[1]))];
    }
}
