using System.Globalization;
using Prober.Features.Maintenance;

namespace Prober.Features.Configuration;

/// <summary>The section <c>maintenance</c>: windows in which no messages are sent, and nothing counts.</summary>
internal static class MaintenanceReader
{
    private static readonly TimeSpan MinDuration = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan MaxDuration = TimeSpan.FromDays(7);
    private static readonly string[] Formats = ["yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-dd HH:mm:ss"];

    public static IEnumerable<(MaintenanceWindow Window, int Line)> Read(
        string file, ConfigSection root, TimeZoneInfo zone, ICollection<ConfigProblem> problems)
    {
        foreach (var node in root.List("maintenance"))
        {
            var section = new ConfigSection(file, node, problems);
            var before = problems.Count;
            var window = new MaintenanceWindow(
                section.Name("Patch night"),
                new(Texts(section, "kinds"), Texts(section, "names"), section.Pairs("labels").ToDictionary()),
                Zone(section, "timezone", zone),
                Once(section),
                Texts(section, "weekly").Select(text => Day(section, text)).ToHashSet(),
                At(section),
                section.Duration("duration", TimeSpan.FromHours(1), MinDuration));
            if (window.Once is null == (window.Days.Count == 0))
            {
                section.Add(section.Line, "write either once: 2026-11-28T22:00, or weekly: [sat, sun] and at: \"22:00\"");
            }

            if (window.Duration > MaxDuration)
            {
                section.Add(section.LineOf("duration"), "duration has to be 168h at most");
            }

            section.End();
            if (problems.Count == before)
            {
                yield return (window, section.Line);
            }
        }
    }

    public static TimeZoneInfo Zone(ConfigSection section, string key, TimeZoneInfo otherwise)
    {
        if (section.Text(key) is not { } text)
        {
            return otherwise;
        }

        if (TimeZoneInfo.TryFindSystemTimeZoneById(text, out var zone))
        {
            return zone;
        }

        section.Add(section.LineOf(key), $"{key} has to be a zone that this machine knows, such as Europe/Berlin or UTC");
        return otherwise;
    }

    private static DateTime? Once(ConfigSection section)
    {
        if (section.Text("once") is not { } text)
        {
            return null;
        }

        if (DateTime.TryParseExact(text, Formats, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
        {
            return time;
        }

        section.Add(section.LineOf("once"), "once has to be a local time, such as 2026-11-28T22:00");
        return default(DateTime);
    }

    private static TimeSpan At(ConfigSection section)
    {
        if (section.Text("at") is not { } text)
        {
            return TimeSpan.Zero;
        }

        if (TimeOnly.TryParseExact(text, ["H:mm", "HH:mm"], CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
        {
            return time.ToTimeSpan();
        }

        section.Add(section.LineOf("at"), "at has to be a time in quotes, such as \"22:00\"");
        return TimeSpan.Zero;
    }

    private static DayOfWeek Day(ConfigSection section, string text)
    {
        foreach (var day in Enum.GetValues<DayOfWeek>())
        {
            if (text.Length >= 3 && day.ToString().StartsWith(text, StringComparison.OrdinalIgnoreCase))
            {
                return day;
            }
        }

        section.Add(section.LineOf("weekly"), "weekly has to be a list of days, such as [mon, thu]");
        return default;
    }

    private static List<string> Texts(ConfigSection section, string key)
    {
        var texts = new List<string>();
        foreach (var node in section.List(key))
        {
            if (node.Text is { Length: > 0 } text)
            {
                texts.Add(text);
            }
            else
            {
                section.Add(node.Line, $"{key} has to be a list of texts");
            }
        }

        return texts;
    }
}
