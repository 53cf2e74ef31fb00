using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.Options;

namespace Hosting.Settings;

/// <summary>
/// Refuses keys under the host's section that no options and no listener have, from any source, and keys of a file beside the section that
/// are meant for it: otherwise a misspelt setting would silently have no effect.
/// </summary>
internal sealed class UnknownSettings(HostDescription host, IConfiguration configuration, IEnumerable<Setting> settings)
    : IValidateOptions<HostSettings>
{
    /// <summary>Names that the framework, too, has at the top of a file.</summary>
    private static readonly string[] Frameworks = ["AllowedHosts", "Kestrel", "Logging"];

    /// <summary>What images of databases add to a variable to have its value read from a file, such as a secret of Docker.</summary>
    private const string FileSuffix = "_FILE";

    private readonly List<Setting> _settings = [.. settings];

    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        var unknown = configuration.GetSection(host.Section).AsEnumerable(makePathsRelative: true)
            .Where(pair => pair.Value is not null && pair.Key.Length > 0)
            .Select(pair => pair.Key)
            .Where(key => !_settings.Exists(setting => IsOf(setting, key)))
            .Order(StringComparer.OrdinalIgnoreCase)
            .Select(Sentence)
            .Concat(Outside())
            .ToList();
        return unknown.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(unknown);
    }

    /// <summary>What is said of a list, or an object, where one value belongs.</summary>
    internal static string HasMember(string key, string member, string remark) =>
        $"{key} is one value, and has no members: {member}{remark} cannot be.";

    private static bool IsOf(Setting setting, string key) =>
        key.Equals(setting.Key, StringComparison.OrdinalIgnoreCase)
        || ((setting.IsGroup || setting.IsListText)
            && key.StartsWith(setting.Key + ConfigurationPath.KeyDelimiter, StringComparison.OrdinalIgnoreCase)
            && (setting.Members.Count == 0 || IsOfMember(setting, key[(setting.Key.Length + 1)..])));

    private static bool IsOfMember(Setting setting, string path) =>
        path.IndexOf(ConfigurationPath.KeyDelimiter, StringComparison.Ordinal) is > 0 and var end
        && setting.Members.Any(member => IsOf(member, path[(end + 1)..]));

    /// <summary>A file may have sections of other programs: what is named like a setting, or nearly like the section, is told.</summary>
    private IEnumerable<string> Outside() =>
        from file in ((IConfigurationRoot)configuration).Providers.OfType<JsonConfigurationProvider>()
        from key in file.GetChildKeys([], null).Distinct()
        where !Frameworks.Contains(key, StringComparer.OrdinalIgnoreCase)
        let isSetting = _settings.Exists(setting => setting.Key.Split(ConfigurationPath.KeyDelimiter)[0]
            .Equals(key, StringComparison.OrdinalIgnoreCase))
        where isSetting || IsNearly(key, host.Section)
        let value = configuration.GetSection(key).AsEnumerable().FirstOrDefault(pair => pair.Value is not null).Key
        where value is not null
        let origin = new SettingOrigins(configuration).Remark(value)
        select isSetting
            ? $"{key}{origin} stands outside of the section {host.Section}: write \"{host.Section}\": {{ \"{key}\": ... }}."
            : $"There is no section {key}{origin}. The settings stand in {host.Section}.";

    /// <summary>Misspelt, or in a form that only other sources have: <c>HOST__Key</c>, <c>HOST.Key</c>.</summary>
    private static bool IsNearly(string key, string section) =>
        EditDistance(key.ToUpperInvariant(), section.ToUpperInvariant()) is 1 or 2
        || (key.Length > section.Length && key.StartsWith(section, StringComparison.OrdinalIgnoreCase)
            && !char.IsAsciiLetterOrDigit(key[section.Length]));

    private string Sentence(string key)
    {
        var nearest = _settings.SelectMany(setting => NamesNear(setting, key).Prepend(setting.Key))
            .MinBy(name => EditDistance(name.ToUpperInvariant(), key.ToUpperInvariant()))!;
        var origin = new SettingOrigins(configuration).Remark(host.Key(key));
        if (_settings.Find(setting => !setting.IsGroup && key.StartsWith($"{setting.Key}{ConfigurationPath.KeyDelimiter}",
            StringComparison.OrdinalIgnoreCase)) is { } single)
        {
            return HasMember(host.Key(single.Key), host.Key(key), origin);
        }

        if (_settings.Find(setting => setting.Key.StartsWith($"{key}{ConfigurationPath.KeyDelimiter}", StringComparison.OrdinalIgnoreCase))
            is { } member)
        {
            return $"{host.Key(key)}{origin} is a group of settings, such as {host.Key(member.Key)}, and has no value itself.";
        }

        if (key.EndsWith(FileSuffix, StringComparison.OrdinalIgnoreCase)
            && _settings.Find(setting => IsOf(setting, key[..^FileSuffix.Length])) is not null)
        {
            return $"There is no setting {host.Key(key)}{origin}, because no value is read from a file of its own: write "
                + $"{host.Key(key[..^FileSuffix.Length])} into a settings file that nobody but the user of this host can read.";
        }

        return key[(key.LastIndexOf(ConfigurationPath.KeyDelimiter, StringComparison.Ordinal) + 1)..] is ['/' or '_' or '#' or '$', ..]
            ? $"There is no setting {host.Key(key)}{origin}. A comment needs no name: it begins with // on a line of a settings file."
            : $"There is no setting {host.Key(key)}{origin}. The most similar one is {host.Key(nearest)}.";
    }

    /// <summary>The keys of the same member of a group.</summary>
    private static IEnumerable<string> NamesNear(Setting setting, string key) =>
        setting.Members.Count > 0 && key.Split(ConfigurationPath.KeyDelimiter) is [var group, var name, ..]
        && group.Equals(setting.Key, StringComparison.OrdinalIgnoreCase)
            ? setting.Members.Select(member => ConfigurationPath.Combine(setting.Key, name, member.Key)) : [];

    /// <summary>Levenshtein's distance: how many letters have to be inserted, removed or replaced.</summary>
    private static int EditDistance(string one, string other)
    {
        var row = Enumerable.Range(0, other.Length + 1).ToArray();
        for (var i = 1; i <= one.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.Length; j++)
            {
                var replaced = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j - 1], row[j]) + 1);
            }
        }

        return row[^1];
    }
}
