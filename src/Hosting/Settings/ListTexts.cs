using System.Text.Json;

namespace Hosting.Settings;

/// <summary>A text that lists several values with commas between them. A file may have it as a list, too.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ListTextAttribute : Attribute;

/// <summary>
/// Lists in each form in which people write them: a list in a file, <c>KEY:0</c>, <c>KEY:1</c>, one text with commas, or one that is a
/// list in JSON, as an environment variable may hold it. If several sources have the list in different forms, the last one counts.
/// </summary>
public static class ListTexts
{
    private static readonly JsonSerializerOptions Json =
        new() { AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip };

    /// <returns>The values in a text, without spaces around them and without empty ones.</returns>
    /// <exception cref="FormatException">It begins like a list in JSON, and is none; the message says so in a sentence.</exception>
    public static string[] Split(string text)
    {
        var trimmed = text.Trim();
        if (!IsJson(trimmed))
        {
            return trimmed.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        }

        try
        {
            return JsonSerializer.Deserialize<string[]>(trimmed, Json) ?? [];
        }
        catch (JsonException wrong)
        {
            throw new FormatException($"{text} is no list: write it like a,b or [\"a\", \"b\"].", wrong);
        }
    }

    /// <returns>The value of a setting that is a text with commas; null if no source has it.</returns>
    public static string? Of(IConfiguration configuration, string key)
    {
        var section = configuration.GetSection(key);
        return !IsOneText(configuration, section) ? string.Join(',', section.GetChildren().Select(child => child.Value))
            : section.Value is { } text && IsJson(text.Trim()) ? string.Join(',', Split(text))
            : section.Value;
    }

    /// <summary>Whether a property is a list of texts.</summary>
    internal static bool IsList(Type type) => type == typeof(string[]) || type == typeof(List<string>);

    /// <summary>A section as the framework's binder takes it: lists have members, and texts that are lists have none.</summary>
    /// <param name="settings">Those of the section.</param>
    /// <param name="section">The section, from all sources.</param>
    /// <param name="keyOf">The full key of a setting.</param>
    /// <param name="configuration">All sources.</param>
    internal static IConfiguration ForBinder(
        IEnumerable<Setting> settings, IConfigurationSection section, Func<Setting, string> keyOf, IConfiguration configuration)
    {
        var pairs = section.AsEnumerable().ToDictionary(pair => pair.Key, pair => pair.Value, StringComparer.OrdinalIgnoreCase);
        foreach (var setting in settings)
        {
            var own = configuration.GetSection(keyOf(setting));
            if (setting.IsListText && own.Exists())
            {
                var text = Of(configuration, own.Path);
                Remove(pairs, own.Path);
                pairs[own.Path] = text;
            }
            else if (IsList(setting.Type) && own.Value is { } list && IsOneText(configuration, own))
            {
                Remove(pairs, own.Path);
                foreach (var (index, value) in Split(list).Index())
                {
                    pairs[ConfigurationPath.Combine(own.Path, $"{index}")] = value;
                }
            }
        }

        return new ConfigurationBuilder().AddInMemoryCollection(pairs).Build().GetSection(section.Path);
    }

    private static void Remove(Dictionary<string, string?> pairs, string key)
    {
        pairs.Remove(key);
        var path = $"{key}{ConfigurationPath.KeyDelimiter}";
        foreach (var member in pairs.Keys.Where(one => one.StartsWith(path, StringComparison.OrdinalIgnoreCase)).ToList())
        {
            pairs.Remove(member);
        }
    }

    /// <summary>
    /// An address of IPv6 begins with a bracket, too; but <c>['a', 'b']</c> of Python's templates and <c>[a b]</c> of Go's are lists whose
    /// brackets would become part of a name.
    /// </summary>
    private static bool IsJson(string text) => text is ['[', .., ']']
        && (text.Contains('"') || (text.LastIndexOf('[') == 0 && (text.Length == 2 || text.AsSpan().IndexOfAny("', ") > 0)));

    /// <summary>Whether the last source that has the list has it as one text.</summary>
    private static bool IsOneText(IConfiguration configuration, IConfigurationSection section) =>
        !section.GetChildren().Any()
        || (section.Value is not null && ((IConfigurationRoot)configuration).Providers.Reverse()
            .Where(provider => provider.TryGet(section.Path, out _) || provider.GetChildKeys([], section.Path).Any())
            .Select(provider => provider.TryGet(section.Path, out var text) && text is not null).FirstOrDefault());
}
