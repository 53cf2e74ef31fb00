using Microsoft.Extensions.Options;

namespace Hosting.Settings;

/// <summary>
/// Refuses keys under the host's section that no options and no listener have, from any source: otherwise a misspelt setting would silently
/// have no effect.
/// </summary>
internal sealed class UnknownSettings(HostDescription host, IConfiguration configuration, IEnumerable<Setting> settings)
    : IValidateOptions<HostSettings>
{
    private readonly List<Setting> _settings = [.. settings];

    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        var unknown = configuration.GetSection(host.Section).AsEnumerable(makePathsRelative: true)
            .Where(pair => pair.Value is not null && pair.Key.Length > 0)
            .Select(pair => pair.Key)
            .Where(key => !_settings.Exists(setting => IsOf(setting, key)))
            .Order(StringComparer.OrdinalIgnoreCase)
            .Select(Sentence)
            .ToList();
        return unknown.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(unknown);
    }

    private static bool IsOf(Setting setting, string key) =>
        key.Equals(setting.Key, StringComparison.OrdinalIgnoreCase)
        || (setting.IsGroup && key.StartsWith(setting.Key + ConfigurationPath.KeyDelimiter, StringComparison.OrdinalIgnoreCase)
            && (setting.Members.Count == 0 || IsOfMember(setting, key[(setting.Key.Length + 1)..])));

    private static bool IsOfMember(Setting setting, string path) =>
        path.IndexOf(ConfigurationPath.KeyDelimiter, StringComparison.Ordinal) is > 0 and var end
        && setting.Members.Any(member => IsOf(member, path[(end + 1)..]));

    private string Sentence(string key)
    {
        var nearest = _settings.SelectMany(setting => NamesNear(setting, key).Prepend(setting.Key))
            .MinBy(name => EditDistance(name.ToUpperInvariant(), key.ToUpperInvariant()))!;
        var origin = new SettingOrigins(configuration).Remark(host.Key(key));
        return $"There is no setting {host.Key(key)}{origin}. The most similar one is {host.Key(nearest)}.";
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
