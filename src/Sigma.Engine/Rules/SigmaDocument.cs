using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>The common members of rules, correlations and filters.</summary>
public abstract record SigmaDocument
{
    /// <summary>Null when the document has none.</summary>
    public string? Id { get; init; }

    /// <summary>The short name by which correlations and filters may refer to it.</summary>
    public string? Name { get; init; }

    public required string Title { get; init; }

    public required string File { get; init; }

    public required SourcePosition At { get; init; }

    /// <summary>Equal numbers mean equal texts, including those of the documents that it depends on.</summary>
    public ulong Fingerprint { get; init; }

    /// <summary>The document itself, while pipelines ask for its attributes.</summary>
    internal YamlMap? Text { get; init; }

    /// <summary>The name of the rule in alerts: two rules with the same title and no id look the same there.</summary>
    public string Key => Id ?? Name ?? Title;

    public bool IsCalled(string reference) =>
        reference.Equals(Id, StringComparison.OrdinalIgnoreCase) || reference.Equals(Name, StringComparison.Ordinal);
}

/// <summary>A rule over single records.</summary>
public sealed record SigmaRule : SigmaDocument
{
    public string? Level { get; init; }

    public required LogSource LogSource { get; init; }

    /// <summary>The condition, with the searches in place of their names.</summary>
    public required DetectionNode Condition { get; init; }

    /// <summary>False when only correlations use it.</summary>
    public bool Alerts { get; init; } = true;

    public string? OutputTopic { get; init; }

    /// <summary>Static fields of its alerts.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> CustomFields { get; init; } = [];

    /// <summary>Whether these fields are members of the alert itself.</summary>
    public bool MergesCustomFields { get; init; }
}

/// <summary>A condition that is added to other rules, so that exceptions of an environment are separate from the rules.</summary>
public sealed record FilterRule : SigmaDocument
{
    public required LogSource LogSource { get; init; }

    public required DetectionNode Condition { get; init; }

    /// <summary>Ids or names; null for any rule.</summary>
    public IReadOnlyList<(string Reference, SourcePosition At)>? Rules { get; init; }

    /// <summary>Whether it applies to a rule: it names the rule, or any rule, and covers its log source.</summary>
    public bool AppliesTo(SigmaRule rule) =>
        LogSource.Contains(rule.LogSource) && (Rules is null || Rules.Any(named => rule.IsCalled(named.Reference)));
}
