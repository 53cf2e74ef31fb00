using Sigma.Streams.Events.Formats;

namespace Sigma.Streams.Evaluating;

/// <summary>Which evaluator runs.</summary>
internal enum EvaluatorKind
{
    Fast,
    Reference,

    /// <summary>Both, and a difference is an error.</summary>
    Verified,
}

/// <param name="Rules">Files and folders.</param>
/// <param name="Events">Files, folders, or <c>-</c> for standard input.</param>
/// <param name="Mappings">Names and files; none: names are taken as they are.</param>
/// <param name="Placeholders">A file; null for none.</param>
/// <param name="Routes">Rules are skipped for records of other log sources.</param>
/// <param name="IsJson">Alerts are written as JSON.</param>
/// <param name="Evaluator">Which.</param>
internal sealed record EvalOptions(
    IReadOnlyList<string> Rules,
    IReadOnlyList<string> Events,
    IReadOnlyList<string> Mappings,
    string? Placeholders,
    bool Routes,
    bool IsJson,
    EvaluatorKind Evaluator)
{
    /// <summary>Paths of records in containers; none: known containers are found.</summary>
    public IReadOnlyList<string> Records { get; init; } = [];

    /// <summary>Files of pipelines, which change the rules.</summary>
    public IReadOnlyList<string> Pipelines { get; init; } = [];

    /// <summary>Aggregations of the earlier specification are converted.</summary>
    public bool Legacy { get; init; }

    /// <summary>The format of all files; null: each is detected.</summary>
    public EventFormat? Format { get; init; }

    /// <summary>Patterns for the names of files in folders; none: all.</summary>
    public IReadOnlyList<string> Include { get; init; } = [];
}
