using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>The values of <c>%name%</c> in values with the modifier <c>expand</c>.</summary>
public sealed partial class Placeholders
{
    /// <summary>Several placeholders in one value multiply.</summary>
    private const int MaxTexts = 20_000;

    /// <summary>Marks of the private use area around the name of a placeholder that a pipeline replaces later.</summary>
    private const char Begin = '\uE000';
    private const char End = '\uE001';

    private readonly Dictionary<string, IReadOnlyList<string>> _values;
    private readonly bool _isPipelineNext;

    private Placeholders(Dictionary<string, IReadOnlyList<string>> values, bool isPipelineNext = false) =>
        (_values, _isPipelineNext) = (values, isPipelineNext);

    public static Placeholders None { get; } = new([]);

    /// <summary>Reads a map of names, each with a value or a list of values, in YAML.</summary>
    /// <param name="file">Its name, for messages.</param>
    /// <param name="text">Its content.</param>
    /// <param name="problems">Gets the problems; names with problems stay unknown.</param>
    public static Placeholders Read(string file, string text, List<RuleProblem> problems)
    {
        var values = new Dictionary<string, IReadOnlyList<string>>();
        foreach (var (document, error) in YamlReader.Read(text))
        {
            if (document is not YamlMap map)
            {
                problems.Add(new(file, error?.At ?? document!.At, "yaml",
                    error?.Message ?? "Placeholders are a map: name: value, or name: a list of values.", IsError: true));
                continue;
            }

            foreach (var entry in map.Entries)
            {
                IReadOnlyList<YamlNode> nodes = entry.Value is YamlList list ? list.Items : [entry.Value];
                if (nodes.Count == 0 || !nodes.All(node => node is YamlScalar))
                {
                    problems.Add(new(file, entry.At, "type", $"{entry.Key} has to be text or a list of texts.", IsError: true));
                    continue;
                }

                values[entry.Key] = [.. nodes.Cast<YamlScalar>().Select(scalar => scalar.Text)];
            }
        }

        return new(values);
    }

    /// <summary>These values, and others for further names.</summary>
    internal Placeholders With(IReadOnlyDictionary<string, IReadOnlyList<string>> further) => further.Count == 0
        ? this
        : new(_values.Concat(further.Where(value => !_values.ContainsKey(value.Key)))
            .ToDictionary(value => value.Key, value => value.Value), _isPipelineNext);

    /// <summary>These values; names without values wait for a pipeline that replaces them.</summary>
    internal Placeholders BeforePipelines() => new(_values, isPipelineNext: true);

    /// <returns>The first name without values; null when there is none.</returns>
    internal static string? WaitingIn(string text) => Waiting().Match(text) is { Success: true } match ? match.Groups[1].Value : null;

    /// <summary>Puts something in the place of names that wait.</summary>
    internal static string Replace(string text, Func<string, string?> replacement) =>
        Waiting().Replace(text, match => replacement(match.Groups[1].Value) ?? match.Value);

    internal static string Unknown(string name) => $"The placeholder %{name}% is unknown. Give it values in a file of placeholders.";

    /// <summary>
    /// Replaces names by their values. <c>\%</c> is a percent sign that begins no name (specification 2.1.0, placeholders); other escapes
    /// are left for the reader of the texts.
    /// </summary>
    /// <returns>A text for each combination of values; or why there is none.</returns>
    internal (IReadOnlyList<string> Texts, string? Problem) Expand(string text)
    {
        var names = Token().Matches(text).Select(NameOf).OfType<string>().Distinct().ToList();
        if (!_isPipelineNext && names.Find(name => !_values.ContainsKey(name)) is { } unknown)
        {
            return ([], Unknown(unknown));
        }

        IReadOnlyList<ImmutableDictionary<string, string>> choices = [ImmutableDictionary<string, string>.Empty];
        foreach (var name in names)
        {
            var values = _values.GetValueOrDefault(name) ?? [$"{Begin}{name}{End}"];
            if ((long)choices.Count * values.Count > MaxTexts)
            {
                return ([], $"The placeholders make more than {MaxTexts} values.");
            }

            choices = [.. choices.SelectMany(choice => values.Select(value => choice.SetItem(name, value)))];
        }

        return ([.. choices.Select(choice => Token().Replace(text, token => Text(token, choice)))], null);
    }

    /// <returns>
    /// The name that somebody took for a placeholder in a path such as <c>C:\Users\%name%</c>; null if there is none, or one that is.
    /// </returns>
    internal static string? EscapedIn(string text) =>
        Token().Matches(text).All(token => NameOf(token) is null) && Escaped().Match(text) is { Success: true } match
            ? match.Groups[1].Value : null;

    private static string? NameOf(Match token) => token.Groups[1] is { Success: true, Value: var name } ? name : null;

    private static string Text(Match token, ImmutableDictionary<string, string> choice) =>
        NameOf(token) is { } name ? choice[name] : token.Value == @"\%" ? "%" : token.Value;

    [GeneratedRegex("\uE000([^\uE001]+)\uE001")]
    private static partial Regex Waiting();

    [GeneratedRegex(@"(?<!\\)\\%([A-Za-z0-9_.-]+)%")]
    private static partial Regex Escaped();

    /// <summary>An escape, to be skipped as a whole, or a placeholder.</summary>
    [GeneratedRegex(@"\\[\\%]|%([A-Za-z0-9_.-]+)%")]
    private static partial Regex Token();
}
