using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.RegularExpressions;
using Hosting.Settings;

namespace Analyzer.Service.Tests.Settings;

/// <summary>A README's table of settings and the options: the same names, defaults and ranges, in both directions.</summary>
/// <param name="readme">The path of the file.</param>
/// <param name="section">The host's section, which heads the table.</param>
/// <param name="settings">What the table has to tell.</param>
internal sealed partial class SettingsTable(string readme, string section, IEnumerable<Setting> settings)
{
    private readonly Dictionary<string, Setting> _settings = settings.ToDictionary(setting => setting.Key);
    private readonly Dictionary<string, Row> _rows = Read(readme, section).ToDictionary(row => row.Key);

    /// <param name="itself">Settings whose default depends on the machine, and is told in words.</param>
    public void ShouldTellTheSettings(params string[] itself)
    {
        _rows.Keys.ShouldBe(_settings.Keys, ignoreOrder: true);
        _rows.Values.Where(row => !itself.Contains(row.Key)).Select(row => $"{row.Key} = {row.Default}")
            .ShouldBe(_rows.Keys.Except(itself).Select(key => $"{key} = {Text(_settings[key].Default)}"));
        _rows.Values.Select(row => $"{row.Key}: {row.Range}").ShouldBe(_rows.Keys.Select(key => $"{key}: {Range(_settings[key])}"));
    }

    /// <summary>A value in the form that the table has: durations with their unit, and large powers of two as such.</summary>
    private static string Text(object? value) => value switch
    {
        null or "" or System.Collections.ICollection { Count: 0 } => "none",
        bool flag => flag ? "true" : "false",
        TimeSpan span when span.TotalMinutes >= 1 && span.TotalMinutes % 1 == 0 && span.TotalHours < 1 => $"{span.TotalMinutes:0} min",
        TimeSpan { TotalHours: >= 1 } span => $"{span.TotalHours:0} h",
        TimeSpan { TotalSeconds: >= 1 or 0 } span => $"{span.TotalSeconds:0} s",
        TimeSpan span => $"{span.TotalMilliseconds:0} ms",
        long and >= 1L << 30 and < long.MaxValue and var bytes => $"{bytes >> 30} GiB",
        long and >= 1L << 20 and < long.MaxValue and var bytes => $"{bytes >> 20} MiB",
        int and >= 1 << 20 and < int.MaxValue and var bytes => $"{bytes >> 20} MiB",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        var text => text.ToString()!,
    };

    private static string Range(Setting setting) =>
        setting.Rules.OfType<AllowedValuesAttribute>().SingleOrDefault() is { } allowed ? string.Join(" or ", allowed.Values)
        : setting.Rules.OfType<RangeAttribute>().SingleOrDefault() is not { } range ? ""
        : Bound(range, range.Maximum) is var highest && highest is int.MaxValue or long.MaxValue
            ? $"at least {Text(Bound(range, range.Minimum))}"
        : $"{Text(Bound(range, range.Minimum))} to {Text(highest)}";

    private static object Bound(RangeAttribute range, object bound) => bound switch
    {
        string text when range.OperandType == typeof(TimeSpan) => TimeSpan.Parse(text, CultureInfo.InvariantCulture),
        double number when number >= long.MaxValue => long.MaxValue,
        double number => (long)number,
        _ => bound,
    };

    private static IEnumerable<Row> Read(string readme, string section) => File.ReadAllLines(readme)
        .SkipWhile(line => !line.StartsWith($"| `{section}:` |", StringComparison.Ordinal)).Skip(2)
        .TakeWhile(line => line.StartsWith('|'))
        .SelectMany(line => Row.Of([.. line.Trim('|').Split('|').Select(cell => cell.Trim())]));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    /// <summary>One setting of a row, which may hold several: names, defaults and ranges then stand in the same order.</summary>
    private sealed record Row(string Key, string Default, string Range)
    {
        public static IEnumerable<Row> Of(string[] cells)
        {
            var keys = Code().Matches(cells[0]).Select(match => match.Groups[1].Value).ToArray();
            var prefix = keys[0].Contains(':') ? keys[0][..(keys[0].IndexOf(':') + 1)] : "";
            var defaults = Split(cells[1], keys.Length);
            var ranges = Split(cells[2], keys.Length);
            return keys.Select((key, i) => new Row(i == 0 ? key : prefix + key, defaults[i], ranges[i]));
        }

        private static string[] Split(string cell, int count)
        {
            var values = cell.Replace("`", "", StringComparison.Ordinal).Split(", ");
            return values.Length == count ? values : [.. Enumerable.Repeat(values[0], count)];
        }
    }
}
