using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Sigma.Engine.Mapping;

/// <summary>
/// The time of an event, according to the event. A record is parsed only up to the field with the time; the rest is only searched for the
/// field's name.
/// </summary>
/// <param name="fields">The fields that may have the time; the first that has one counts.</param>
public sealed class EventTimes(IEnumerable<string> fields)
{
    private readonly TimeField[] _fields = [.. fields.Select(TimeField.Of)];

    /// <param name="record">A JSON object that a matcher accepted as a record.</param>
    /// <returns>Null when no field has a time.</returns>
    public DateTimeOffset? Find(ReadOnlySpan<byte> record)
    {
        var hasEscapes = HasEscapedNames(record);
        foreach (var field in _fields)
        {
            if (field.ValueIn(record, hasEscapes) is { IsEmpty: false } value && Parse(value) is { } time)
            {
                return time;
            }
        }

        return null;
    }

    /// <summary>
    /// Whether a search for the bytes of a name may miss it. Names are what comes before a colon, so nothing else is looked at; a colon
    /// behind an escaped quote may be a part of a text, and then it may.
    /// </summary>
    private static bool HasEscapedNames(ReadOnlySpan<byte> record)
    {
        if (!record.Contains((byte)'\\'))
        {
            return false;
        }

        var start = 0;
        while (record[start..].IndexOf((byte)':') is >= 0 and var colon)
        {
            var name = record.Slice(start, colon).TrimEnd(" \t\r\n"u8);
            start += colon + 1;
            if (name is [.., (byte)'"'])
            {
                name = name[..^1];
                var quote = name.LastIndexOf((byte)'"');
                if (quote < 0 || name[(quote + 1)..].Contains((byte)'\\') || (quote > 0 && name[quote - 1] == '\\'))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>
    /// RFC 3339, in UTC if it has no zone; or a number since 1970, whose size tells seconds, milliseconds, microseconds and nanoseconds
    /// apart.
    /// </summary>
    private static DateTimeOffset? Parse(ReadOnlySpan<byte> value)
    {
        var json = new Utf8JsonReader(value);
        json.Read();
        return json.TokenType switch
        {
            JsonTokenType.Number when json.TryGetDecimal(out var number) && number >= 0 => FromNumber(number),
            JsonTokenType.String when json.GetString() is { Length: >= 10 } text && text[4] == '-' && char.IsAsciiDigit(text[0])
                && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture,
                    DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time) => time,
            _ => null,
        };
    }

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

    /// <param name="Literal">The field as one name, which comes first.</param>
    /// <param name="Path">The nested names; empty without dots.</param>
    private sealed record TimeField(MemberName Literal, MemberName[] Path)
    {
        public static TimeField Of(string field) => new(
            MemberName.Of(field), field.Contains('.', StringComparison.Ordinal) ? [.. field.Split('.').Select(MemberName.Of)] : []);

        /// <returns>Empty when it is absent.</returns>
        public ReadOnlySpan<byte> ValueIn(ReadOnlySpan<byte> record, bool hasEscapes)
        {
            var value = Literal.ValueIn(record, hasEscapes);
            if (value.IsEmpty && Path.Length > 0)
            {
                value = record;
                foreach (var name in Path)
                {
                    value = name.ValueIn(value, hasEscapes);
                }
            }

            return value;
        }
    }

    /// <param name="Utf8">The name.</param>
    /// <param name="Quoted">The name in quotes, as it is written without escapes.</param>
    private sealed record MemberName(byte[] Utf8, byte[] Quoted)
    {
        public static MemberName Of(string name) => new(Encoding.UTF8.GetBytes(name), Encoding.UTF8.GetBytes($"\"{name}\""));

        /// <param name="value">Any value in JSON, or none.</param>
        /// <param name="hasEscapes">Names in it may be written with escapes.</param>
        /// <returns>The value of the object's last member of this name; empty when it has none, or is no object.</returns>
        public ReadOnlySpan<byte> ValueIn(ReadOnlySpan<byte> value, bool hasEscapes)
        {
            var last = hasEscapes ? value.Length : value.LastIndexOf(Quoted);
            if (last < 0 || value.IsEmpty)
            {
                return [];
            }

            var json = new Utf8JsonReader(value);
            json.Read();
            ReadOnlySpan<byte> found = [];
            if (json.TokenType != JsonTokenType.StartObject)
            {
                return found;
            }

            while (json.Read() && json.TokenType == JsonTokenType.PropertyName && json.TokenStartIndex <= last)
            {
                var isFound = json.ValueTextEquals(Utf8);
                json.Read();
                var start = (int)json.TokenStartIndex;
                json.Skip();
                found = isFound ? value[start..(int)json.BytesConsumed] : found;
            }

            return found;
        }
    }
}
