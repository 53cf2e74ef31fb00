using System.Globalization;
using Prober.Features.Reports;

namespace Prober.Features.Configuration;

/// <summary>The section <c>settings.sla</c>.</summary>
internal static class SlaReader
{
    private static readonly string[] Formats = ["HH:mm", "H:mm", "HH:mm:ss"];
    private static readonly string[] FormatsWithZone = ["HH:mmzzz", "HH:mm:sszzz", "HH:mmZ", "HH:mm:ssZ"]; // as in EaseProbe's manual

    /// <returns>Null for no reports.</returns>
    public static SlaSchedule? Read(ConfigSection sla, TimeZoneInfo zone)
    {
        var text = sla.Text("schedule") ?? "none";
        var at = TimeOnly.MinValue;
        if (sla.Text("time") is { } time
            && !TimeOnly.TryParseExact(time, Formats, CultureInfo.InvariantCulture, DateTimeStyles.None, out at))
        {
            if (DateTimeOffset.TryParseExact(
                time, FormatsWithZone, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment))
            {
                at = TimeOnly.FromDateTime(moment.DateTime);
                zone = TimeZoneInfo.CreateCustomTimeZone($"{moment:zzz}", moment.Offset, null, null);
            }
            else
            {
                sla.Add(sla.LineOf("time"), "time has to be a time of the day, such as 23:59 or 23:59+08:00");
            }
        }

        var channels = NotifyReader.Channels(sla);
        foreach (var key in new[] { "data", "backups" })
        {
            sla.Note(key, "the history is in Prober:DataDirectory");
        }

        sla.Note("debug", "start with a minutely schedule to see a report");
        sla.End();
        if (text.Equals("none", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        if (Enum.TryParse<SlaPeriod>(text, ignoreCase: true, out var every) && !char.IsAsciiDigit(text[0]))
        {
            return new(every, at, zone, channels);
        }

        sla.Add(sla.LineOf("schedule"), "schedule has to be one of minutely, hourly, daily, weekly, monthly, none");
        return null;
    }
}
