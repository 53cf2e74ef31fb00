using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>The fields of an entry in systemd's Journal Export Format.</summary>
internal static class JournaldFields
{
    private static readonly string[] First = ["__CURSOR=", "__REALTIME_TIMESTAMP=", "_BOOT_ID=", "MESSAGE=", "PRIORITY="];

    /// <returns>Null when the record is no such entry.</returns>
    public static SyslogFields? Read(ReadOnlyMemory<byte> entry)
    {
        if (ListOf(entry) is not { } list)
        {
            return null;
        }

        var fields = list.DistinctBy(field => field.Name).ToDictionary(field => field.Name, field => field.Value);
        var severity = Number("PRIORITY") is >= 0 and <= 7 and var level ? (int?)level : null;
        var facility = Number("SYSLOG_FACILITY") is >= 0 and <= 23 and var number ? (int?)number : null;
        return new(
            severity is null ? null : ((facility ?? 1) * 8) + severity, severity, Time(),
            Text("_HOSTNAME"), Text("SYSLOG_IDENTIFIER") ?? Text("_COMM"), Text("_PID") ?? Text("SYSLOG_PID"),
            fields.TryGetValue("MESSAGE", out var message) ? message : entry);

        string? Text(string name) => fields.TryGetValue(name, out var value) ? Encoding.UTF8.GetString(value.Span) : null;

        long? Number(string name) =>
            long.TryParse(Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : null;

        DateTimeOffset? Time() => (Number("_SOURCE_REALTIME_TIMESTAMP") ?? Number("__REALTIME_TIMESTAMP")) is { } microseconds
            ? Journal.Log.Writing.Clock.Instant(microseconds)
            : null;
    }

    /// <summary>All fields in their order; a name can occur several times.</summary>
    /// <inheritdoc cref="Read" path="/returns"/>
    public static IReadOnlyList<(string Name, ReadOnlyMemory<byte> Value)>? ListOf(ReadOnlyMemory<byte> entry)
    {
        var span = entry.Span;
        if (!span.Contains((byte)'\n') || !First.Any(name => entry.Span.StartsWith(Encoding.ASCII.GetBytes(name))))
        {
            return null;
        }

        var fields = new List<(string, ReadOnlyMemory<byte>)>();
        for (var rest = entry; !rest.IsEmpty && Take(ref rest) is { } field;) // the end may be cut
        {
            fields.Add(field);
        }

        return fields;
    }

    private static (string Name, ReadOnlyMemory<byte> Value)? Take(ref ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span.IndexOf((byte)'\n');
        var line = end < 0 ? rest : rest[..end];
        rest = end < 0 ? default : rest[(end + 1)..];
        var equals = line.Span.IndexOf((byte)'=');
        if (equals >= 0)
        {
            return (Encoding.ASCII.GetString(line.Span[..equals]), line[(equals + 1)..]);
        }

        if (rest.Length < 8)
        {
            return null;
        }

        // A long entry lacks its end, and with it that of its last value.
        var length = (int)Math.Min(BinaryPrimitives.ReadUInt64LittleEndian(rest.Span), (ulong)rest.Length - 8);
        var value = rest.Slice(8, length);
        rest = rest[Math.Min(rest.Length, 8 + length + 1)..];
        return (Encoding.ASCII.GetString(line.Span), value);
    }
}
