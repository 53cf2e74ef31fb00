using System.Globalization;
using System.Text.Json;

namespace Sigma.Engine.Mapping;

/// <summary>When an event happened, by its own account.</summary>
public static class EventTimes
{
    /// <returns>Null when no field of the mapping holds a time.</returns>
    public static DateTimeOffset? Find(ReadOnlyMemory<byte> record, EventMapping mapping)
    {
        using var document = JsonDocument.Parse(record);
        foreach (var field in mapping.TimeFields)
        {
            if (Member(document.RootElement, field) is { } value && Parse(value) is { } time)
            {
                return time;
            }
        }

        return null;
    }

    /// <summary>RFC 3339, UTC where it names no zone; or a number since 1970 whose magnitude says whether it is s, ms, µs or ns.</summary>
    internal static DateTimeOffset? Parse(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Number when value.TryGetDecimal(out var number) && number >= 0 => FromNumber(number),
        JsonValueKind.String when value.GetString() is { Length: >= 10 } text && text[4] == '-' && char.IsAsciiDigit(text[0])
            && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time) => time,
        _ => null,
    };

    private static DateTimeOffset? FromNumber(decimal number)
    {
        var ticksPerUnit = number switch
        {
            < 1e11m => (decimal)TimeSpan.TicksPerSecond,
            < 1e14m => TimeSpan.TicksPerMillisecond,
            < 1e17m => TimeSpan.TicksPerMicrosecond,
            _ => TimeSpan.TicksPerMicrosecond / 1000m,
        };
        var ticks = number * ticksPerUnit;
        return ticks <= (DateTimeOffset.MaxValue - DateTimeOffset.UnixEpoch).Ticks ? DateTimeOffset.UnixEpoch.AddTicks((long)ticks) : null;
    }

    private static JsonElement? Member(JsonElement root, string field)
    {
        if (root.TryGetProperty(field, out var literal))
        {
            return literal;
        }

        if (!field.Contains('.', StringComparison.Ordinal))
        {
            return null;
        }

        var at = root;
        foreach (var name in field.Split('.'))
        {
            if (at.ValueKind != JsonValueKind.Object || !at.TryGetProperty(name, out at))
            {
                return null;
            }
        }

        return at;
    }
}
