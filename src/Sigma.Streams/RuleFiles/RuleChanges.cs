namespace Sigma.Streams.RuleFiles;

/// <summary>What is done with rules once they are read.</summary>
internal sealed record RuleChanges
{
    public static RuleChanges None { get; } = new();

    /// <summary>Files of pipelines.</summary>
    public IReadOnlyList<string> Pipelines { get; init; } = [];

    /// <summary>Aggregations of the earlier specification are converted.</summary>
    public bool Legacy { get; init; }

    /// <summary>Only rules of these products; none: all.</summary>
    public IReadOnlyList<string> Products { get; init; } = [];

    /// <summary>Only rules of these services; none: all.</summary>
    public IReadOnlyList<string> Services { get; init; } = [];

    /// <summary>Only rules with these titles; none: all.</summary>
    public IReadOnlyList<string> Titles { get; init; } = [];

    /// <summary>Whether some rules may be left out by what they are for, or by their titles.</summary>
    public bool Chooses => Products.Count + Services.Count + Titles.Count > 0;

    /// <summary>Custom fields of rules are members of their alerts.</summary>
    public bool MergesCustomFields { get; init; }

    /// <summary>The most rules, the first ones; null: all.</summary>
    public int? MaxRules { get; init; }
}
