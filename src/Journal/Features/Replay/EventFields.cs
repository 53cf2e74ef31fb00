using System.Text;
using Journal.Features.Replay.Attributes;

namespace Journal.Features.Replay;

/// <summary>The device and the time that the extension of an event of CEF or LEEF names, for one without a syslog head.</summary>
/// <remarks>Names: Micro Focus, "ArcSight Common Event Format", and IBM, "QRadar Log Event Extended Format".</remarks>
internal static class EventFields
{
    private static readonly string[] HostNames = ["dvchost", "identHostName", "dvc"];
    private static readonly string[] TimeNames = ["rt", "devTime", "end", "start", "endTime", "startTime", "event_timestamp"];

    /// <summary>Vendors put their own names before these.</summary>
    private static readonly string[] TimeEndings = ["eventtime", "DetectionTime"];

    /// <param name="fields">A host and a time that they have stay.</param>
    /// <param name="received">Gives the year where the extension has none.</param>
    public static SyslogFields Complete(SyslogFields fields, DateTimeOffset received)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in EventExtension.Read(fields.Text.Span))
        {
            values.TryAdd(name, value);
        }

        return values.Count == 0 ? fields : fields with
        {
            Host = fields.Host ?? First(values, HostNames),
            Time = fields.Time ?? (First(values, TimeNames) is { } time ? TimeOf(time, received) : null)
                ?? (values.Keys.FirstOrDefault(name => TimeEndings.Any(name.EndsWith)) is { } own ? TimeOf(values[own], received) : null),
        };
    }

    private static string? First(Dictionary<string, string> values, string[] names) => names
        .Select(values.GetValueOrDefault).FirstOrDefault(value => !string.IsNullOrEmpty(value));

    private static DateTimeOffset? TimeOf(string text, DateTimeOffset received)
    {
        ReadOnlyMemory<byte> bytes = Encoding.UTF8.GetBytes(text);
        return HeaderTime.Take(ref bytes, received) ?? JsonFields.TimeOf(text);
    }
}
