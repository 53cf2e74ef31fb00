using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Journal.Features.Replay;

/// <summary>The fields of a log record of OpenTelemetry's: attributes by their names in its semantic conventions.</summary>
internal static class OtlpFields
{
    private const int NanosecondsPerTick = 100;
    private const string NumberPrefix = "SEVERITY_NUMBER_";

    /// <returns>Null when the document is another one.</returns>
    public static SyslogFields? Read(JsonElement root)
    {
        if (First(root, "resourceLogs", "resource_logs") is not { } logs)
        {
            return null;
        }

        var scoped = First(logs, "scopeLogs", "scope_logs");
        var record = scoped is { } scope ? First(scope, "logRecords", "log_records") : null;
        var shared = Member(logs, "resource");
        var text = record is { } log && Member(log, "body") is { } body ? Text(body) : null;
        return new(
            null, SeverityOf(record), TimeOf(record), Attribute("host.name") ?? Attribute("hostname") ?? Attribute("k8s.node.name"),
            Attribute("service.name") ?? Attribute("appname") ?? Attribute("process.executable.name"),
            Attribute("process.pid") ?? Attribute("proc_id"), text is null ? default : Encoding.UTF8.GetBytes(text));

        string? Attribute(string name) => AttributeOf(record, name) ?? AttributeOf(shared, name);
    }

    public static JsonElement? Member(JsonElement? value, params string[] names)
    {
        foreach (var name in names)
        {
            if (value is { ValueKind: JsonValueKind.Object } found && found.TryGetProperty(name, out var member))
            {
                return member;
            }
        }

        return null;
    }

    public static JsonElement? First(JsonElement value, params string[] names) =>
        Member(value, names) is { ValueKind: JsonValueKind.Array } list && list.GetArrayLength() > 0 ? list[0] : null;

    private static string? AttributeOf(JsonElement? holder, string name)
    {
        if (Member(holder, "attributes") is { ValueKind: JsonValueKind.Array } attributes)
        {
            foreach (var attribute in attributes.EnumerateArray())
            {
                if (Member(attribute, "key") is { ValueKind: JsonValueKind.String } key && key.ValueEquals(name))
                {
                    return Member(attribute, "value") is { } value ? Text(value) : null;
                }
            }
        }

        return null;
    }

    /// <summary>A value by itself is text; a list or a map stays as its JSON.</summary>
    private static string? Text(JsonElement value) => value.ValueKind != JsonValueKind.Object
        ? value.ToString()
        : value.EnumerateObject().FirstOrDefault() is { Value.ValueKind: not JsonValueKind.Undefined } only ? only.Value.ToString() : null;

    /// <summary>
    /// The text if it is a known name, otherwise the number, by the table for syslog in OpenTelemetry's data model of logs.
    /// </summary>
    private static int? SeverityOf(JsonElement? record) =>
        Member(record, "severityText", "severity_text") is { ValueKind: JsonValueKind.String } text
            && JsonFields.SeverityOf(text.GetString()!) is { } named ? named
        : Member(record, "severityNumber", "severity_number") is { ValueKind: JsonValueKind.String } name
            && name.GetString()!.StartsWith(NumberPrefix, StringComparison.Ordinal)
            ? JsonFields.SeverityOf(name.GetString()![NumberPrefix.Length..].TrimEnd('2', '3', '4')) // as protobuf's own JSON has it
        : NumberOf(Member(record, "severityNumber", "severity_number")) switch
        {
            >= 1 and <= 8 => 7,
            9 => 6,
            >= 10 and <= 12 => 5,
            >= 13 and <= 16 => 4,
            17 => 3,
            18 => 2,
            19 or 20 => 1,
            >= 21 and <= 24 => 0,
            _ => null,
        };

    private static long? NumberOf(JsonElement? number) =>
        long.TryParse($"{number}", NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : null;

    private static DateTimeOffset? TimeOf(JsonElement? record)
    {
        foreach (var name in (string[])["timeUnixNano", "observedTimeUnixNano", "time_unix_nano", "observed_time_unix_nano"])
        {
            if (NumberOf(Member(record, name)) is > 0 and var nanoseconds)
            {
                return DateTimeOffset.UnixEpoch.AddTicks(nanoseconds / NanosecondsPerTick);
            }
        }

        return null;
    }
}
