using System.Globalization;
using System.Text;
using System.Text.Json;
using Journal.Features.Loki;
using static Journal.Features.Replay.JsonMembers;

namespace Journal.Features.Replay;

/// <summary>
/// The fields of a record in JSON: GELF, ECS and what other loggers write, and the documents as which the doors for OpenTelemetry, Loki,
/// Fluentd and Splunk store.
/// </summary>
internal static class JsonFields
{
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 512 };

    private static readonly string[] HostNames =
    [
        "host", "host.name", "host_name", "host.hostname", "agent.hostname", "beat.hostname", "instance", "node_name",
        "kubernetes.host", "kubernetes.node.name", "winlog.computer_name", "computer_name", "computer", "machine_name",
        "observer.hostname", "device_name", "device.hostname", "device.name", "dvchost", "endpoint.name", "properties.DeviceName",
        "event.ComputerName",
    ];

    private static readonly string[] AppNames =
    [
        "app", "app_name", "service", "service.name", "service_name", "logger", "log.logger", "ident", "SYSLOG_IDENTIFIER",
        "process.name", "program", "job", "container_name", "kubernetes.container_name", "kubernetes.container.name",
        "container.name", "container", "_COMM", "winlog.provider_name", "winlog.source_name", "source_name",
        "application", "logger_name", "source_context", "channel",
    ];

    private static readonly string[] ProcessNames =
        ["pid", "process.pid", "proc_id", "winlog.process.pid", "winlog.process_id", "process_id"];

    private static readonly string[] TimeNames =
    [
        "timestamp", "time", "@timestamp", "ts", "@t", "date", "event_time", "date_time", "asctime", "time_millis", "log_timestamp",
        "time_iso8601", "time_local", "_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP",
        "creation_time", "activity_date_time", "TimeGenerated", "published", "event_date_time", "event_timestamp", "created_date_time",
        "created_at", "created_time", "start_time", "rt", "id.time", "metadata.eventCreationTime", "t.$date",
    ];

    /// <summary>nginx's <c>$time_local</c>, Windows' in the United States, and digits alone.</summary>
    private static readonly string[] TimeForms =
        ["dd/MMM/yyyy:HH:mm:ss zzz", "M/d/yyyy h:mm:ss tt", "yyyyMMddHHmmss", "yyyyMMddHHmmssfff", "yyyyMMddHHmmss.FFFFFFF"];

    private static readonly string[] LevelNames =
    [
        "level", "severity", "log.level", "detected_level", "level_name", "log_level", "lvl", "@l", "PRIORITY", "pri", "severity_text",
        "winlog.level", "vendor_severity",
    ];

    public static readonly string[] TextNames = ["short_message", "message", "msg", "log", "MESSAGE", "@m"];

    /// <param name="message">Begins like an object; its end may be missing.</param>
    /// <param name="ofLine">The fields of a line that a document carries.</param>
    public static SyslogFields Read(ReadOnlyMemory<byte> message, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine)
    {
        try
        {
            using var json = Parse(message);
            var root = json.RootElement;
            return OtlpFields.Read(root)
                ?? LokiOf(root, ofLine)
                ?? FluentOf(root, ofLine)
                ?? SplunkOf(root, ofLine)
                ?? PlainOf(root, ofLine) with { Text = message };
        }
        catch (Exception unread) when (unread is JsonException or InvalidOperationException)
        {
            return SyslogFields.None(message); // not JSON after all, or a text in it that is no text
        }
    }

    /// <summary>The names of RFC 5424's severities, and those of common loggers.</summary>
    public static int? SeverityOf(string name) => name.ToUpperInvariant() switch
    {
        ['L', 'O', 'G', '_', .. { Length: > 0 } constant] => SeverityOf(constant), // C's names
        "EMERG" or "EMERGENCY" or "PANIC" => 0,
        "ALERT" => 1,
        "CRIT" or "CRITICAL" or "FATAL" => 2,
        "ERR" or "ERROR" or "EROR" or "SEVERE" => 3,
        "WARN" or "WARNING" => 4,
        "NOTICE" => 5,
        "INFO" or "INFORMATION" or "INFORMATIONAL" => 6,
        "DEBUG" or "DBUG" or "TRACE" or "VERBOSE" => 7,
        _ => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? SeverityOf(number) : null,
    };

    /// <exception cref="JsonException">It is no JSON, however it may have ended.</exception>
    public static JsonDocument Parse(ReadOnlyMemory<byte> message)
    {
        try
        {
            return JsonDocument.Parse(message, Deep);
        }
        catch (JsonException)
        {
            return JsonDocument.Parse(CutJson.Close(message.Span), Deep);
        }
    }

    /// <summary>The line in it may say what its members do not: Beats read files of syslog, and name nothing but the host.</summary>
    private static SyslogFields PlainOf(JsonElement root, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine)
    {
        var plain = WithTag(Plain(root), root);
        plain = plain.IsKnown || plain.Text.IsEmpty ? plain : plain.Or(ofLine(plain.Text));
        return plain.App is null && root.TryGetProperty("short_message", out _) && TextOf(root, ["_facility", "facility"]) is { } name
            && !name.All(char.IsAsciiDigit) ? plain with { App = name } // of GELF 1.0: the part of the program
            : plain is { App: null, Host: not null, Process: not null } && root.TryGetProperty("level", out _)
                ? plain with { App = TextOf(root, ["name"]) } // bunyan's and pino's
            : plain;
    }

    /// <summary>RFC 3164's tag, as templates of rsyslog put it into JSON: <c>app[12]:</c>, or the name alone.</summary>
    private static SyslogFields WithTag(SyslogFields fields, JsonElement root)
    {
        if (fields.App is not null || TextOf(root, ["syslog_tag", "tag"]) is not { } text)
        {
            return fields;
        }

        var tag = HeaderTag.Of(Encoding.UTF8.GetBytes(text));
        return fields with { App = tag?.App ?? TextOf(root, ["syslog_tag"]), Process = fields.Process ?? tag?.Process };
    }

    private static SyslogFields Plain(JsonElement root)
    {
        var text = TextOf(root, TextNames);
        return new(
            null, LevelOf(root), Log4jTimeOf(root) ?? FirstOf(root, TimeNames, InstantOf) ?? DayAndTimeOf(root), TextOf(root, HostNames),
            TextOf(root, AppNames), TextOf(root, ProcessNames), text is null ? default : Encoding.UTF8.GetBytes(text));
    }

    /// <summary>A stream's labels, and an entry: a time, a line, and metadata.</summary>
    private static SyslogFields? LokiOf(JsonElement root, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine)
    {
        if (First(root, "streams") is not { } stream)
        {
            return null;
        }

        var entry = First(stream, "values") ?? First(stream, "entries");
        var isPair = entry is { ValueKind: JsonValueKind.Array };
        var length = isPair ? entry!.Value.GetArrayLength() : 0;
        var line = isPair ? (length > 1 ? entry!.Value[1].GetString() : null) : entry is { } old ? TextOf(old, ["line"]) : null;
        var time = isPair ? (length > 0 ? InstantOf(entry!.Value[0]) : null)
            : entry is { } older ? FirstOf(older, ["ts"], InstantOf) : null;
        var fields = Lined(line, ofLine) with { Time = time };
        fields = length > 2 ? Over(Plain(entry!.Value[2]), fields) : fields;
        return stream.TryGetProperty("stream", out var labels) ? Over(Plain(labels), fields)
            : LabelText.Read(TextOf(stream, ["labels"]) ?? "") is { } pairs ? Over(OfLabels(pairs), fields)
            : fields;
    }

    /// <summary>Before Loki 1.0 they were one text: <c>{app="shop"}</c>.</summary>
    private static SyslogFields OfLabels(List<KeyValuePair<string, string>> labels)
    {
        using var json = JsonSerializer.SerializeToDocument(labels.DistinctBy(label => label.Key).ToDictionary());
        return Plain(json.RootElement);
    }

    /// <summary>A tag, a time and a record. The tag stands for the app where the record names none.</summary>
    private static SyslogFields? FluentOf(JsonElement root, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine)
    {
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("record", out var record)
            || record.ValueKind != JsonValueKind.Object
            || !root.TryGetProperty("tag", out var tag) || tag.ValueKind != JsonValueKind.String)
        {
            return null;
        }

        var plain = Plain(record);
        var line = plain.Text.IsEmpty ? null : Encoding.UTF8.GetString(plain.Text.Span);
        var time = root.TryGetProperty("time", out var at) ? InstantOf(at) : null;
        time = time?.ToUnixTimeSeconds() >= uint.MaxValue - 1 ? null : time; // how Fluent Bit marks the ends of a group
        var fields = Over(plain with { Time = time }, Lined(line, ofLine));
        var parts = tag.GetString()!.Split('.');
        return fields with
        {
            App = fields.App ?? tag.GetString(),
            Severity = fields.Severity ?? (parts.Length > 2 ? SeverityOf(parts[^1]) : null), // of Fluentd's in_syslog
        };
    }

    /// <summary>Splunk's events: what stands around the event names its host and source.</summary>
    private static SyslogFields? SplunkOf(JsonElement root, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine)
    {
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("event", out var body)
            || root.TryGetProperty("@timestamp", out _))
        {
            return null;
        }

        var isText = body.ValueKind == JsonValueKind.String;
        var fields = isText ? Lined(body.GetString(), ofLine)
            : body.ValueKind == JsonValueKind.Object ? Plain(body)
            : SyslogFields.None(default);
        fields = root.TryGetProperty("fields", out var more) ? Over(fields, Plain(more)) : fields;
        fields = fields.Or(Plain(root)); // structlog's lines have an event too
        return fields with
        {
            Time = FirstOf(root, ["time"], InstantOf) ?? fields.Time,
            Host = TextOf(root, ["host"]) ?? fields.Host,
            App = fields.App ?? TextOf(root, ["source", "sourcetype"]),
            Text = isText || fields.Text.IsEmpty ? Encoding.UTF8.GetBytes(body.ToString()) : fields.Text,
        };
    }

    private static SyslogFields Lined(string? line, Func<ReadOnlyMemory<byte>, SyslogFields> ofLine) =>
        line is null ? SyslogFields.None(default) : ofLine(Encoding.UTF8.GetBytes(line));

    /// <summary>The fields of the first, and those that it lacks of the second, with all else of the second.</summary>
    private static SyslogFields Over(SyslogFields first, SyslogFields second) =>
        (second with { Severity = null, Time = null, Host = null, App = null, Process = null }).Or(first).Or(second);

    public static JsonElement? First(JsonElement value, string name) =>
        value.ValueKind == JsonValueKind.Object && value.TryGetProperty(name, out var list) && list.ValueKind == JsonValueKind.Array
            && list.GetArrayLength() > 0 ? list[0] : null;

    /// <summary>Some loggers write a number of their own beside the level's name.</summary>
    private static int? LevelOf(JsonElement root) =>
        root.TryGetProperty("reqId", out _) && root.TryGetProperty("level", out var own) && own.TryGetInt32(out var level)
            && NextcloudSeverityOf(level) is { } known ? known
        : FirstOf<int>(root, LevelNames, LevelOfValue)
            ?? (Inner(root, "t", "$date") is null ? null : ProgramLines.SeverityOf(TextOf(root, ["s"]))); // MongoDB's

    private static int? LevelOfValue(JsonElement value) => value.ValueKind == JsonValueKind.Number
        ? value.TryGetInt32(out var number) ? SeverityOf(number) : null
        : SeverityOf(value.GetString()!) ?? EventHead.SeverityOf(value.GetString());

    /// <summary>Nextcloud counts from 0, for debug, to 4.</summary>
    private static int? NextcloudSeverityOf(int level) => level switch
    {
        0 => 7,
        1 => 6,
        2 => 4,
        3 => 3,
        4 => 2,
        _ => null,
    };

    /// <summary>Syslog's numbers, those of pino and bunyan, and those of Monolog.</summary>
    private static int? SeverityOf(int level) => level switch
    {
        >= 0 and <= 7 => level,
        10 or 20 => 7,
        30 => 6,
        40 => 4,
        50 => 3,
        60 => 2,
        100 => 7,
        200 => 6,
        250 => 5,
        300 => 4,
        400 => 3,
        500 => 2,
        550 => 1,
        600 => 0,
        _ => null,
    };

    /// <summary>Log4j's: seconds and nanoseconds in an object.</summary>
    private static DateTimeOffset? Log4jTimeOf(JsonElement root) =>
        Inner(root, "instant", "epochSecond") is { ValueKind: JsonValueKind.Number } seconds && InstantOf(seconds) is { } time
            ? time.AddTicks(Inner(root, "instant", "nanoOfSecond") is { ValueKind: JsonValueKind.Number } more
                && more.TryGetInt32(out var nanoseconds) ? nanoseconds / TimeSpan.NanosecondsPerTick : 0)
            : null;

    private static JsonElement? Inner(JsonElement root, string name, string inner) =>
        root.ValueKind == JsonValueKind.Object && root.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Object
            && value.TryGetProperty(inner, out var found) ? found : null;

    /// <summary>A day and a time of day in two members, as CloudFront, IIS and firewalls have them.</summary>
    private static DateTimeOffset? DayAndTimeOf(JsonElement root) =>
        TextOf(root, ["date"]) is { } day && TextOf(root, ["time", "start_time"]) is { } time ? Written($"{day} {time}") : null;

    /// <summary>A day without a time of day is none.</summary>
    private static DateTimeOffset? InstantOf(JsonElement time) => time.ValueKind == JsonValueKind.String
        && time.TryGetDateTimeOffset(out var at) ? (time.GetString()!.Contains(':', StringComparison.Ordinal) ? at : null)
        : TimeOf($"{time}") ?? Written($"{time}");

    /// <summary>
    /// Reads a time as headers have it: with a space or a comma that JSON's usual form lacks (Python's <c>asctime</c>), as C's
    /// <c>ctime</c> writes it, or in one of the forms that stand in JSON only.
    /// </summary>
    private static DateTimeOffset? Written(string text)
    {
        ReadOnlyMemory<byte> bytes = Encoding.UTF8.GetBytes(text);
        return HeaderTime.Take(ref bytes, DateTimeOffset.UnixEpoch) is { } time && bytes.IsEmpty
            ? (time.Year > DateTimeOffset.UnixEpoch.Year ? time : null) // without a year it is no more than part of a time
            : DateTimeOffset.TryParseExact(
                text, TimeForms, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var own) ? own : null;
    }

    /// <summary>The time since 1970 in seconds, or in milli-, micro- or nanoseconds where the number says so.</summary>
    public static DateTimeOffset? TimeOf(string text)
    {
        const decimal FirstSecond = 100_000_000; // of 1973: a smaller number is how long something took
        const decimal LastSecond = 7258118400; // of the year 2199: a larger number is a date in digits
        if (!decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
        {
            return null;
        }

        var seconds = number switch
        {
            >= 1e17m => number / 1_000_000_000,
            >= 1e14m => number / 1_000_000,
            >= 1e11m => number / 1000,
            _ => number,
        };
        return seconds is >= FirstSecond and < LastSecond
            ? DateTimeOffset.UnixEpoch.AddTicks((long)(seconds * TimeSpan.TicksPerSecond)) : null;
    }
}
