using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.RegularExpressions;
using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection;

namespace Hosting.Tests.Settings;

/// <summary>A README's table of settings and the options: the same names, defaults and ranges, in both directions.</summary>
/// <param name="readme">The path of the file.</param>
/// <param name="section">The heading of the table: the host's section.</param>
/// <param name="settings">The settings that the table has to list.</param>
internal sealed partial class SettingsTable(string readme, string section, IEnumerable<Setting> settings)
{
    private static readonly (string Name, long Size)[] ByteUnits =
        [("TiB", 1L << 40), ("GiB", 1L << 30), ("MiB", 1L << 20), ("KiB", 1L << 10)];

    private static readonly (string Name, TimeSpan Size)[] TimeUnits =
        [("h", TimeSpan.FromHours(1)), ("min", TimeSpan.FromMinutes(1)), ("s", TimeSpan.FromSeconds(1))];

    private readonly Dictionary<string, Setting> _settings = settings.ToDictionary(setting => setting.Key);
    private readonly Dictionary<string, Row> _rows = Read(readme, section).ToDictionary(row => row.Key);

    /// <summary>The table of the README in a host's own folder: the settings that not every host has.</summary>
    /// <param name="host">Its names.</param>
    /// <param name="folder">Below <c>src</c>.</param>
    /// <param name="addSettings">Registers its settings.</param>
    public static SettingsTable Of(HostDescription host, string folder, Action<IServiceCollection> addSettings)
    {
        var shared = Registered(services => services.AddHostSettings(host)).Select(setting => setting.Key).ToHashSet();
        return new(
            Path.Combine(SharedData.RepositoryRoot, "src", folder, "README.md"), host.Section,
            Registered(addSettings).Where(setting => !shared.Contains(setting.Key)));
    }

    /// <summary>The table of the settings that every host has.</summary>
    /// <param name="host">Any.</param>
    public static SettingsTable OfEveryHost(HostDescription host) => new(
        Path.Combine(SharedData.RepositoryRoot, "docs", "hosting.md"), "HOST",
        Registered(services => services.AddHostSettings(host)));

    /// <summary>All settings of a host.</summary>
    /// <param name="addSettings">Registers them.</param>
    public static IEnumerable<Setting> Registered(Action<IServiceCollection> addSettings)
    {
        var services = new ServiceCollection();
        addSettings(services);
        return services.Select(service => service.ImplementationInstance).OfType<Setting>();
    }

    /// <param name="inWords">Settings whose default the table tells in words, because the machine has it or it is worked out.</param>
    public void ShouldTellTheSettings(params string[] inWords)
    {
        _rows.Keys.ShouldBe(_settings.Keys, ignoreOrder: true);
        _rows.Values.Where(row => !inWords.Contains(row.Key)).Select(row => $"{row.Key} = {row.Default}")
            .ShouldBe(_rows.Keys.Except(inWords).Select(key => $"{key} = {Text(_settings[key], _settings[key].Default)}"));
        _rows.Values.Select(row => $"{row.Key}: {row.Range}").ShouldBe(_rows.Keys.Select(key => $"{key}: {Range(_settings[key])}"));
    }

    /// <summary>A value in the form that the table has: times and bytes in the largest unit that needs no fraction.</summary>
    private static string Text(Setting setting, object? value) => value switch
    {
        null or "" or System.Collections.ICollection { Count: 0 } => "none",
        bool flag => flag ? "true" : "false",
        TimeSpan span => Time(span),
        int or long when setting.Key.Contains("Bytes", StringComparison.Ordinal) => Bytes(((IConvertible)value).ToInt64(null)),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        var text => text.ToString()!,
    };

    private static string Bytes(long count) =>
        ByteUnits.FirstOrDefault(unit => count > 0 && count % unit.Size == 0) is { Name: not null } unit
            ? $"{count / unit.Size} {unit.Name}" : $"{count}";

    /// <summary>A single day is 24 h.</summary>
    private static string Time(TimeSpan span) =>
        span.Days > 1 && span == TimeSpan.FromDays(span.Days) ? $"{span.Days} d"
        : TimeUnits.FirstOrDefault(unit => span >= unit.Size && span.Ticks % unit.Size.Ticks == 0) is { Name: not null } unit
            ? $"{span / unit.Size:0} {unit.Name}"
        : span == TimeSpan.Zero ? "0 s" : $"{span.TotalMilliseconds:0} ms";

    private static string Range(Setting setting) =>
        setting.Rules.OfType<AllowedValuesAttribute>().SingleOrDefault() is { } allowed ? string.Join(" or ", allowed.Values)
        : setting.Rules.OfType<RangeAttribute>().SingleOrDefault() is not { } range ? ""
        : Bound(range, range.Maximum) is var highest && highest is int.MaxValue or long.MaxValue
            ? $"at least {Text(setting, Bound(range, range.Minimum))}"
        : $"{Text(setting, Bound(range, range.Minimum))} to {Text(setting, highest)}";

    private static object Bound(RangeAttribute range, object bound) => bound switch
    {
        string text when range.OperandType == typeof(TimeSpan) => TimeSpan.Parse(text, CultureInfo.InvariantCulture),
        double number when number >= long.MaxValue => long.MaxValue,
        double number when double.IsInteger(number) => (long)number,
        _ => bound,
    };

    private static IEnumerable<Row> Read(string readme, string section) => File.ReadAllLines(readme)
        .SkipWhile(line => !line.StartsWith($"| `{section}:` |", StringComparison.Ordinal)).Skip(2)
        .TakeWhile(line => line.StartsWith('|'))
        .SelectMany(line => Row.Of([.. line.Trim('|').Split('|').Select(cell => cell.Trim())]));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    /// <summary>At the end of a list or a dictionary.</summary>
    [GeneratedRegex(":(0|NAME)$")]
    private static partial Regex Member();

    /// <summary>One setting of a row, which may hold several: names, defaults and ranges then stand in the same order.</summary>
    private sealed record Row(string Key, string Default, string Range)
    {
        public static IEnumerable<Row> Of(string[] cells)
        {
            var keys = Code().Matches(cells[0]).Select(match => Member().Replace(match.Groups[1].Value, "")).ToArray();
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
